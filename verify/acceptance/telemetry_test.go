package acceptance

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	coltracepb "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"automacao/internal/app"
	"automacao/internal/edge/telemetry"
	"automacao/internal/postgres"
	"automacao/verify/apptest"
)

// collector receives traces as an OTLP/HTTP receiver does.
type collector struct {
	*httptest.Server
	mu       sync.Mutex
	spans    []*tracepb.Span
	resource string
}

func newCollector(t *testing.T) *collector {
	t.Helper()
	c := &collector{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var sent coltracepb.ExportTraceServiceRequest
		if err != nil || r.URL.Path != "/v1/traces" || proto.Unmarshal(body, &sent) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, of := range sent.ResourceSpans {
			c.resource = of.Resource.String()
			for _, scope := range of.ScopeSpans {
				c.spans = append(c.spans, scope.Spans...)
			}
		}
	}))
	t.Cleanup(c.Close)
	return c
}

// attribute returns the value of a span's attribute.
func attribute(span *tracepb.Span, name string) string {
	for _, one := range span.Attributes {
		if one.Key == name && one.Value.GetStringValue() == "" {
			return fmt.Sprint(one.Value.GetIntValue())
		} else if one.Key == name {
			return one.Value.GetStringValue()
		}
	}
	return ""
}

// TestTracesTellRoutesAndStatementsAndNobody is not parallel, because the environment says where
// traces are sent.
func TestTracesTellRoutesAndStatementsAndNobody(t *testing.T) {
	c := newCollector(t)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", c.URL)
	b := setup(t)
	member := b.Member("professional", "Marina")
	session := b.Session(member)
	b.Reads(session, "accounts?select=email&email=eq.marina@exemplo.test")
	forged := "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	b.Ask(request{Method: "GET", Path: "/rest/v1/marina@exemplo.test", Headers: map[string]string{"Traceparent": forged}})
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var read, query *tracepb.Span
	for _, span := range c.spans {
		if span.Name == "GET /rest/v1/accounts" {
			read = span
		}
	}
	if read == nil {
		t.Fatalf("the read is not in %v", c.spans)
	}
	for name, want := range map[string]string{"http.route": "/rest/v1/accounts", "http.request.method": "GET", "http.response.status_code": "200"} {
		if got := attribute(read, name); got != want {
			t.Errorf("%s is %q", name, got)
		}
	}
	for _, span := range c.spans {
		if string(span.ParentSpanId) == string(read.SpanId) && strings.Contains(attribute(span, "db.query.text"), `"public"."accounts"`) {
			query = span
		}
		if len(span.ParentSpanId) == 0 && strings.Contains(fmt.Sprintf("%x", span.TraceId), "4bf92f3577b34da6a3ce929d0e0e4736") {
			t.Error("a visitor's traceparent is believed")
		}
	}
	if query == nil || attribute(query, "db.system.name") != "postgresql" || query.StartTimeUnixNano < read.StartTimeUnixNano || query.EndTimeUnixNano > read.EndTimeUnixNano {
		t.Errorf("the read's statement is %v", query)
	}
	if !strings.Contains(c.resource, `"automacao"`) {
		t.Errorf("the resource is %s", c.resource)
	}
	all := fmt.Sprint(c.spans, c.resource)
	for _, private := range []string{"arina", member.String(), session, strings.Repeat("s", 32)} {
		if strings.Contains(all, private) {
			t.Errorf("the traces hold %q", private)
		}
	}
}

func TestTracesThatCannotBeSentStopTheStart(t *testing.T) {
	t.Parallel()
	for set, word := range map[string]string{
		"": "", "OTEL_EXPORTER_OTLP_ENDPOINT=http://c:4318": "", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=https://c/v1/traces OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf": "",
		"OTEL_EXPORTER_OTLP_ENDPOINT=c:4318": "OTEL_EXPORTER_OTLP_ENDPOINT is not a URL", "OTEL_EXPORTER_OTLP_ENDPOINT=grpc://x:geheim@c:1": "OTEL_EXPORTER_OTLP_ENDPOINT is not a URL",
		"OTEL_EXPORTER_OTLP_ENDPOINT=http://c OTEL_EXPORTER_OTLP_PROTOCOL=grpc": "OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_EXPORTER_OTLP_ENDPOINT=http://c OTEL_TRACES_EXPORTER=zipkin": "OTEL_TRACES_EXPORTER",
		"OTEL_EXPORTER_OTLP_ENDPOINT=nonsense OTEL_SDK_DISABLED=true": "", "OTEL_EXPORTER_OTLP_ENDPOINT=nonsense OTEL_TRACES_EXPORTER=none": "", "OTEL_EXPORTER_OTLP_PROTOCOL=grpc": "",
	} {
		err := telemetry.CheckTraces(func(name string) string {
			for one := range strings.FieldsSeq(set) {
				if value, isIt := strings.CutPrefix(one, name+"="); isIt {
					return value
				}
			}
			return ""
		})
		if said := fmt.Sprint(err); (err == nil) != (word == "") || err != nil && !strings.Contains(said, word) || strings.Contains(said, "geheim") {
			t.Errorf("%s: %v", set, err)
		}
	}
}

// TestSlowRequestsAreLoggedWithoutTheirContent logs a read that waits for a lock. The read is
// repeated while the log is full of other slow statements of a busy machine.
func TestSlowRequestsAreLoggedWithoutTheirContent(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *app.Config) { c.SlowAfter = 200 * time.Millisecond })
	member := b.Member("professional", "Marina")
	session, query := b.Session(member), "accounts?select=email&email=eq.marina@exemplo.test"
	b.Reads(session, query)
	says := func(words ...string) bool {
		for line := range strings.Lines(b.Log.Text()) {
			if !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(line, word) }) {
				return true
			}
		}
		return false
	}
	isTold := func() bool {
		return says("slow request", `route="GET /rest/v1/accounts"`, "status=200") &&
			says("slow statement", `route="GET /rest/v1/accounts"`, "role=authenticated", "plan=", "cost=")
	}
	b.Eventually("the log tells of it", func() bool {
		b.readLocked(session, query)
		return isTold()
	})
	for _, private := range []string{"arina", member.String(), session} {
		if strings.Contains(b.Log.Text(), private) {
			t.Errorf("the log holds %q", private)
		}
	}
}

// readLocked reads accounts while another transaction locks the table for longer than the
// threshold.
func (b *bundle) readLocked(session, query string) {
	b.T.Helper()
	tx, err := b.DB.Owner.Begin(b.T.Context())
	if err != nil {
		b.T.Fatal(err)
	}
	defer func() { _ = tx.Rollback(b.T.Context()) }()
	if _, err := tx.Exec(b.T.Context(), `LOCK TABLE public.accounts IN ACCESS EXCLUSIVE MODE`); err != nil {
		b.T.Fatal(err)
	}
	answered := make(chan answer, 1)
	go func() { answered <- b.Ask(request{Method: "GET", Path: "/rest/v1/" + query, Token: session}) }()
	b.Eventually("the read waits for longer than is slow", func() bool {
		return len(answered) > 0 ||
			b.Text(`SELECT (count(*) > 0)::text FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND clock_timestamp() - query_start > '300 ms'`) == "true"
	})
	if err := tx.Rollback(b.T.Context()); err != nil {
		b.T.Fatal(err)
	}
	<-answered
}

// TestConnectionsSayWhatTheyAreFor checks that pg_stat_activity shows the purpose and the node of
// each connection.
func TestConnectionsSayWhatTheyAreFor(t *testing.T) {
	t.Parallel()
	b := setup(t)
	want := []string{"health", "jobs", "realtime-listen"}
	waiting, cancel := context.WithTimeout(t.Context(), apptest.Patience)
	defer cancel()
	for {
		b.Must(request{Method: "GET", Path: "/ready"}, nil)
		duties := map[string]bool{}
		for name := range strings.SplitSeq(b.Text(`SELECT string_agg(DISTINCT application_name, ',') FROM pg_stat_activity WHERE datname = current_database()`), ",") {
			if duty, node, _ := strings.Cut(strings.TrimPrefix(name, "automacao/"), "@"); node == postgres.Node("") {
				duties[duty] = true
			}
			if len(name) >= 63 {
				t.Errorf("%s is cut off", name)
			}
		}
		if !slices.ContainsFunc(want, func(duty string) bool { return !duties[duty] }) {
			return
		}
		if waiting.Err() != nil {
			t.Fatalf("the database lists %v", duties)
		}
	}
}
