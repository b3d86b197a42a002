package acceptance

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/jackc/pgx/v5"

	"automacao/internal/app"
	"automacao/internal/postgres/dbtest"
	"automacao/verify/apptest"
)

// TestTheProductRunsAsARoleThatOwnsNothing runs the server on a database that its owner, who is no
// superuser, migrated before.
func TestTheProductRunsAsARoleThatOwnsNothing(t *testing.T) {
	t.Parallel()
	t.Run("Directly", func(t *testing.T) {
		t.Parallel()
		owner, counter := apptest.Rented(t)
		runsTheProduct(t, owner, counter, "")
	})
	t.Run("ThroughAPooler", func(t *testing.T) {
		t.Parallel()
		owner, counter := apptest.Rented(t)
		runsTheProduct(t, dbtest.Pooled(t, owner), dbtest.Pooled(t, counter), counter)
	})
}

func runsTheProduct(t *testing.T, owner, counter, direct string) {
	t.Helper()
	said := &apptest.Log{}
	log := slog.New(slog.NewTextHandler(said, &slog.HandlerOptions{Level: slog.LevelWarn}))
	cfg := apptest.Config()
	cfg.Addr, cfg.Data, cfg.Demo, cfg.DatabaseURL, cfg.DirectURL = "127.0.0.1:0", t.TempDir(), true, counter, direct
	if _, err := app.Start(t.Context(), cfg, log); err == nil || !strings.Contains(err.Error(), "DATABASE_MIGRATE_URL") {
		t.Fatalf("before anybody migrated it says %v", err)
	}
	migrating := cfg
	migrating.MigrateURL = owner
	if err := app.Migrate(t.Context(), migrating, log); err != nil {
		t.Fatal(err)
	}
	running, err := app.Start(t.Context(), cfg, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = running.Close(context.Background()) })
	defer func() {
		if said.Text() != "" {
			t.Errorf("it complains:\n%s", said.Text())
		}
	}()
	c := &pooled{T: t, url: running.URL(), key: running.Keys().AnonKey}
	c.joins()
	c.changesPassword()
	c.usesTheMarket()
	c.hearsOfAProposal()
	c.uploads()
	c.leaves()
	worksOnJobs(t, cmp.Or(direct, counter))
}

// hearsOfAProposal publishes a project as the demonstration's company, and waits until its socket
// receives Marina's proposal.
func (c *pooled) hearsOfAProposal() {
	c.Helper()
	marina := *c
	company := *c
	company.opens("/auth/v1/token?grant_type=password", map[string]any{"email": "empresa@automacao.demo", "password": "demo1234"})
	var projects []struct{ ID string }
	company.call("POST", "/rest/v1/projects?select=id", map[string]any{
		"company_id": company.id, "title": "Retrofit de esteira", "description": "Trocar o comando da esteira de saída.", "budget": "A combinar", "deadline": "60 dias", "skills": []string{"retrofit"},
	}, &projects)
	heard := company.listens("messages")
	marina.call("POST", "/rest/v1/proposals", map[string]any{
		"project_id": projects[0].ID, "professional_id": marina.id, "value": "9500.00", "cover_letter": "Já fiz três parecidos.",
	}, nil)
	if change := heard(`"postgres_changes"`); !strings.Contains(change, "Retrofit de esteira") {
		c.Errorf("it hears %s", change)
	}
}

// listens subscribes to the inserts of a table; heard waits for a text.
func (c *pooled) listens(table string) (heard func(text string) string) {
	c.Helper()
	ctx, cancel := context.WithTimeout(c.Context(), time.Minute)
	c.Cleanup(cancel)
	l := c.subscribes(ctx, table)
	l.reads("Subscribed to PostgreSQL")
	return l.reads
}

// listener is a subscribed socket.
type listener struct {
	*pooled
	ctx    context.Context
	socket *websocket.Conn
}

func (c *pooled) subscribes(ctx context.Context, table string) listener {
	c.Helper()
	socket, _, err := websocket.Dial(ctx, strings.Replace(c.url, "http", "ws", 1)+"/realtime/v1/websocket?vsn=1.0.0&apikey="+c.key, nil)
	if err != nil {
		c.Fatal(err)
	}
	c.Cleanup(func() { _ = socket.CloseNow() })
	join, err := json.Marshal(map[string]any{"topic": "realtime:changes", "event": "phx_join", "ref": "1", "payload": map[string]any{
		"access_token": c.token,
		"config":       map[string]any{"postgres_changes": []any{map[string]any{"event": "INSERT", "schema": "public", "table": table}}},
	}})
	if err != nil {
		c.Fatal(err)
	}
	if err := socket.Write(ctx, websocket.MessageText, join); err != nil {
		c.Fatal(err)
	}
	return listener{c, ctx, socket}
}

// reads waits for a text. The answer to a join names the subscription too, so it counts where it is
// waited for.
func (l listener) reads(text string) string {
	l.Helper()
	var passed []string
	for {
		_, event, err := l.socket.Read(l.ctx)
		if err != nil {
			l.Fatalf("waiting for %s: %v, after %q", text, err, passed)
		}
		passed = append(passed, string(event))
		if isReply := strings.Contains(string(event), "phx_reply"); strings.Contains(string(event), text) && (!isReply || strings.Contains(text, "phx_reply")) {
			return string(event)
		}
	}
}

// worksOnJobs waits until the jobs of the start and the nightly check of the ledger have run
// without an error.
func worksOnJobs(t *testing.T, counter string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, counter)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	if _, err := conn.Exec(ctx, `INSERT INTO jobs.river_job (kind, args, max_attempts) VALUES ('verify_ledger', '{}', 1)`); err != nil {
		t.Fatal(err)
	}
	for done, errs := 0, 0; done < 6; {
		const ask = `SELECT count(DISTINCT kind) FILTER (WHERE state = 'completed'), count(*) FILTER (WHERE errors IS NOT NULL) FROM jobs.river_job
			WHERE kind IN ('publish_reviews', 'tend_contracts', 'purge', 'sweep_files', 'keep_documents', 'verify_ledger')`
		if err := conn.QueryRow(ctx, ask).Scan(&done, &errs); err != nil || errs > 0 {
			t.Fatalf("%d kinds of jobs are done, %d failed, %v", done, errs, err)
		}
	}
}
