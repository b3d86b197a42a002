//go:build linux

package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"automacao/internal/postgres"
	"automacao/internal/postgres/cluster"
)

// servesRowsAlone serves the running market's database with the document's command, and reads a row
// as a visitor.
func (d *drill) servesRowsAlone() {
	d.Helper()
	running, err := cluster.Attach(d.Context(), postgres.ClusterDir(d.at("data")))
	if err != nil || running == nil {
		d.Fatal(running, err)
	}
	addr := d.free()
	end := d.serves("docs/guide/wire.md", "## The REST engine alone", addr,
		"127.0.0.1:3000", addr, "postgres:///shop", "'"+running.URL("automacao", cluster.Superuser)+"'")
	answer, err := http.Get("http://" + addr + "/skills?select=slug&order=slug&limit=1")
	if err != nil {
		d.Fatal(err)
	}
	said, err := io.ReadAll(answer.Body)
	if _ = answer.Body.Close(); err != nil || answer.StatusCode != http.StatusOK || !strings.HasPrefix(string(said), `[{"slug":"`) {
		d.Errorf("a visitor reads %s: %s, %v", answer.Status, said, err)
	}
	http.DefaultClient.CloseIdleConnections()
	end()
}

// traces serves with the document's command and waits until a trace reaches the collector.
func (d *drill) traces(addr string) {
	d.Helper()
	came := make(chan string, 1)
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case came <- r.URL.Path:
		default:
		}
	}))
	d.Cleanup(collector.Close)
	d.env = append(d.env, "OTEL_BSP_SCHEDULE_DELAY=20")
	end := d.serves("docs/operate/observe.md", "## Traces", addr, "127.0.0.1:4318", strings.TrimPrefix(collector.URL, "http://"))
	ctx, cancel := context.WithTimeout(d.Context(), patience)
	defer cancel()
	// One request in twenty is traced, chosen at random.
	for {
		select {
		case path := <-came:
			if path != "/v1/traces" {
				d.Errorf("traces are sent to %s", path)
			}
			http.DefaultClient.CloseIdleConnections()
			end()
			return
		case <-ctx.Done():
			d.Fatalf("no trace comes\n%s", end())
		default:
			if answer, err := http.Get("http://" + addr + "/auth/v1/settings"); err == nil {
				_ = answer.Body.Close()
			}
		}
	}
}
