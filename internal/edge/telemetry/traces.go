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

// closeWithin is how long a collector may take for what it was not sent yet.
const closeWithin = 2 * time.Second

// complaintsEvery is how often the log says that a collector takes nothing.
const complaintsEvery = time.Minute

// traces sends spans to a collector.
type traces struct {
	provider *sdktrace.TracerProvider
	tracer   trace.Tracer
}

// Variables of the OpenTelemetry specification that are read here; its library
// reads the others, as for headers, sampling and batches.
const (
	endpointVariable = "OTEL_EXPORTER_OTLP_ENDPOINT"
	tracesVariable   = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
)

// endpoint is the variable that names a collector and what it says; empty where
// nobody is to be told.
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

// CheckTraces returns one sentence about the first variable of OpenTelemetry that
// cannot be used. It does not repeat an address, which may hold a password.
func CheckTraces(environment func(string) string) error {
	name, value := endpoint(environment)
	if value == "" {
		return nil
	}
	if parsed, err := url.Parse(value); err != nil || parsed.Host == "" || parsed.Scheme != "http" && parsed.Scheme != "https" {
		return fmt.Errorf("%s is no URL like http://collector:4318", name)
	}
	for _, name := range []string{"OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"} {
		if value := environment(name); value != "" {
			if value != "http/protobuf" {
				return fmt.Errorf("%s is %q; http/protobuf is what is spoken here", name, value)
			}
			break
		}
	}
	if value := environment("OTEL_TRACES_EXPORTER"); value != "" && value != "otlp" {
		return fmt.Errorf("OTEL_TRACES_EXPORTER is %q; otlp and none are known", value)
	}
	return nil
}

// openTraces returns nil where no collector is named. What is told of the process
// is its service and node: no command line, which may hold a secret.
func openTraces(ctx context.Context, node string, log *slog.Logger) (*traces, error) {
	if _, value := endpoint(os.Getenv); value == "" {
		return nil, nil //nolint:nilnil // nobody is to be told
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, errors.New("the traces' collector cannot be used as OTEL_EXPORTER_OTLP_… name it")
	}
	about, err := resource.New(ctx, resource.WithTelemetrySDK(),
		resource.WithAttributes(attribute.String("service.name", Namespace), attribute.String("service.instance.id", node)), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	complaints := rate.NewLimiter(rate.Every(complaintsEvery), 1)
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		if complaints.Allow() {
			log.Warn("traces were not taken", "cause", err)
		}
	}))
	provider := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(about))
	return &traces{provider: provider, tracer: provider.Tracer("automacao/internal/edge/telemetry")}, nil
}

// close sends what is left.
func (t *traces) close(ctx context.Context, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(ctx, closeWithin)
	defer cancel()
	if err := t.provider.Shutdown(ctx); err != nil {
		log.Warn("the last traces were not taken", "cause", err)
	}
}

// begin opens the span of a request. Where it comes from is not believed: a
// visitor's traceparent would decide what is kept.
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

// ran tells of a statement, within what it was run for.
func (t *traces) ran(ctx context.Context, s Statement) {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return
	}
	text := s.told()
	operation, _, _ := strings.Cut(text, " ")
	_, span := t.tracer.Start(ctx, operation, trace.WithTimestamp(s.Started), trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(
		attribute.String("db.system.name", "postgresql"), attribute.String("db.operation.name", operation), attribute.String("db.query.text", text)))
	if s.Err != nil {
		// Its words may repeat a value.
		span.SetStatus(codes.Error, "")
	}
	span.End()
}
