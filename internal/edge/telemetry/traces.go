package telemetry

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/time/rate"
)

// closeWithin bounds how long the last traces may take to send.
const closeWithin = 2 * time.Second

// complaintsEvery is how often the log says that a collector does not accept traces.
const complaintsEvery = time.Minute

// traces sends spans to a collector.
type traces struct {
	provider *sdktrace.TracerProvider
	tracer   trace.Tracer
}

// Variables of the OpenTelemetry specification that are read here. Its library reads the others, as
// for headers, sampling and batches.
const (
	endpointVariable = "OTEL_EXPORTER_OTLP_ENDPOINT"
	tracesVariable   = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
)

// endpoint returns the variable that names a collector and its value, empty if no traces are to be
// sent.
func endpoint(environment func(string) string) (name, value string) {
	if strings.EqualFold(environment("OTEL_SDK_DISABLED"), "true") || environment("OTEL_TRACES_EXPORTER") == "none" {
		return "", ""
	}
	for _, name := range []string{tracesVariable, endpointVariable} {
		if value := environment(name); value != "" {
			return name, value
		}
	}
	return "", ""
}

// CheckTraces returns an error for the first OpenTelemetry variable that cannot be used. It does
// not repeat an address, which may hold a password.
func CheckTraces(environment func(string) string) error {
	name, value := endpoint(environment)
	if value == "" {
		return nil
	}
	if parsed, err := url.Parse(value); err != nil || parsed.Host == "" || parsed.Scheme != "http" && parsed.Scheme != "https" {
		return fmt.Errorf("%s is not a URL like http://collector:4318", name)
	}
	for _, name := range []string{"OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"} {
		if value := environment(name); value != "" {
			if value != "http/protobuf" {
				return fmt.Errorf("%s is %q; only http/protobuf is supported", name, value)
			}
			break
		}
	}
	if value := environment("OTEL_TRACES_EXPORTER"); value != "" && value != "otlp" {
		return fmt.Errorf("OTEL_TRACES_EXPORTER is %q; only otlp and none are supported", value)
	}
	return nil
}

// openTraces returns nil if no collector is named. The process is described by its service and node
// only, not by its command line, which may hold a secret.
func openTraces(ctx context.Context, node string, log *slog.Logger) (*traces, error) {
	if _, value := endpoint(os.Getenv); value == "" {
		return nil, nil //nolint:nilnil // no traces are to be sent
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, errors.New("the OTEL_EXPORTER_OTLP_… variables do not describe a usable collector")
	}
	about, err := resource.New(ctx, resource.WithTelemetrySDK(),
		resource.WithAttributes(attribute.String("service.name", Namespace), attribute.String("service.instance.id", node)), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	complaints := rate.NewLimiter(rate.Every(complaintsEvery), 1)
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		if complaints.Allow() {
			log.Warn("the collector did not accept traces", "cause", err)
		}
	}))
	provider := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(about))
	return &traces{provider: provider, tracer: provider.Tracer("automacao/internal/edge/telemetry")}, nil
}

// close sends the remaining spans.
func (t *traces) close(ctx context.Context, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(ctx, closeWithin)
	defer cancel()
	if err := t.provider.Shutdown(ctx); err != nil {
		log.Warn("the collector did not accept the last traces", "cause", err)
	}
}

// begin opens the span of a request as a new root. A traceparent from the client is ignored,
// because it would decide what is sampled.
func (t *traces) begin(ctx context.Context, kind trace.SpanKind) context.Context {
	ctx, _ = t.tracer.Start(ctx, "request", trace.WithNewRoot(), trace.WithSpanKind(kind))
	return ctx
}

func (t *traces) end(ctx context.Context, how Answered) {
	span := trace.SpanFromContext(ctx)
	pattern := how.Route
	if _, path, hasMethod := strings.Cut(pattern, " "); hasMethod {
		pattern = path
	}
	span.SetName(how.Route)
	span.SetAttributes(attribute.String("http.request.method", methodOf(how.Method)), attribute.String("http.route", pattern), attribute.Int("http.response.status_code", how.Status))
	if how.Status >= 500 {
		span.SetStatus(codes.Error, "")
	}
	span.End()
}

func (t *traces) endWork(ctx context.Context, name string, err error) {
	span := trace.SpanFromContext(ctx)
	span.SetName(name)
	if err != nil {
		span.SetStatus(codes.Error, "")
	}
	span.End()
}

// ran records a statement as a span within that of its request or job.
func (t *traces) ran(ctx context.Context, s Statement) {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return
	}
	text := s.redacted()
	operation, _, _ := strings.Cut(text, " ")
	_, span := t.tracer.Start(ctx, operation, trace.WithTimestamp(s.Started), trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(
		attribute.String("db.system.name", "postgresql"), attribute.String("db.operation.name", operation), attribute.String("db.query.text", text)))
	if s.Err != nil {
		// The error's text may repeat a value.
		span.SetStatus(codes.Error, "")
	}
	span.End()
}
