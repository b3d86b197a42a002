package app

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/market/markettest"
	"automacao/internal/notify/queue"
	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/token"
)

// patience bounds every wait; nothing in a passing test takes near as long.
const patience = time.Minute

// bundle is the whole server on a database of its own, and a client of it.
type bundle struct {
	*markettest.Stage
	t       *testing.T
	app     *App
	db      *dbtest.Database
	signing *token.Keys
	said    *logged
	// addr, issuer and anonKey are what a client of the server needs to know.
	addr, issuer, anonKey string
	// close ends the server, once.
	close func() error
}

// setup starts the server as Start does, but for the database.
func setup(t *testing.T, change ...func(*Config)) *bundle {
	t.Helper()
	return setupOn(t, dbtest.Open(t), change...)
}

// setupOn does so on a database in which there is something already.
func setupOn(t *testing.T, db *dbtest.Database, change ...func(*Config)) *bundle {
	t.Helper()
	said := &logged{}
	cfg := valid()
	cfg.Addr, cfg.Data, cfg.JWTSecret = "127.0.0.1:0", t.TempDir(), strings.Repeat("s", 32)
	// All of a test comes from one address.
	cfg.Limits = []string{requestsOff}
	for _, apply := range change {
		apply(&cfg)
	}
	if err := cfg.Check(); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(said, &slog.HandlerOptions{Level: slog.LevelWarn}))
	b := &bundle{Stage: markettest.On(t, db.Pool), t: t, app: &App{cfg: cfg, log: log, failed: make(chan error, 4)}, db: db, said: said}
	b.close = sync.OnceValue(func() error {
		closing, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		return b.app.Close(closing)
	})
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(said.text())
		}
		if err := b.close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	err := b.app.start(t.Context(), func(ctx context.Context) (*postgres.Database, error) {
		if err := queue.Migrate(ctx, db.Owner); err != nil {
			return nil, err
		}
		pool, err := b.app.heeded(ctx, db.Pool)
		return &postgres.Database{Pool: pool, OwnerURL: db.OwnerURL}, err
	})
	if err != nil {
		t.Fatal(err)
	}
	if b.signing, _, err = openKeys(cfg); err != nil {
		t.Fatal(err)
	}
	b.addr, b.issuer, b.anonKey = b.app.listener.Addr().String(), auth.Issuer(cfg.URL()), b.app.Keys().AnonKey
	return b
}

// heeded is the pool, or one like it that tells what the server listens for.
func (a *App) heeded(ctx context.Context, pool *pgxpool.Pool) (*pgxpool.Pool, error) {
	if a.responseCache == nil && a.cfg.SlowAfter == 0 && os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") == "" {
		return pool, nil
	}
	cfg := pool.Config()
	a.prepare(cfg)
	return pgxpool.NewWithConfig(ctx, cfg)
}

// in is the same server for a subtest.
func (b *bundle) in(t *testing.T) *bundle {
	same := *b
	same.Stage, same.t = markettest.On(t, b.db.Pool), t
	return &same
}

// session signs somebody in, as a password would.
func (b *bundle) session(who uuid.UUID) string {
	b.t.Helper()
	return b.token(who, b.ID(`INSERT INTO auth.sessions (user_id) VALUES ($1) RETURNING id`, who))
}

// token is what a session is called with, whether there is one or not.
func (b *bundle) token(who, session uuid.UUID) string {
	b.t.Helper()
	signed, err := b.signing.Sign(jwt.MapClaims{
		"iss": b.issuer, "aud": "authenticated", "role": "authenticated",
		"sub": who.String(), "session_id": session.String(), "exp": time.Now().Add(time.Hour).Unix(),
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return signed
}

// request is what a client sends. The public key goes with it unless a header
// says otherwise; a body that is no bytes is sent as JSON.
type request struct {
	method, path string
	token        string
	headers      map[string]string
	body         any
}

// answer is what came back.
type answer struct {
	status  int
	headers http.Header
	body    string
}

// ask sends a request.
func (b *bundle) ask(r request) answer {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), patience)
	defer cancel()
	sent, err := http.NewRequestWithContext(ctx, r.method, "http://"+b.addr+r.path, r.reader(b.t))
	if err != nil {
		b.t.Fatal(err)
	}
	sent.Header.Set("Apikey", b.anonKey)
	sent.Header.Set("Content-Type", "application/json")
	sent.Header.Set("Prefer", "return=representation")
	if r.token != "" {
		sent.Header.Set("Authorization", "Bearer "+r.token)
	}
	for name, value := range r.headers {
		sent.Header.Set(name, value)
		if value == "" {
			sent.Header.Del(name)
		}
	}
	got, err := http.DefaultTransport.RoundTrip(sent)
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = got.Body.Close() }()
	body, err := io.ReadAll(got.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return answer{got.StatusCode, got.Header, string(body)}
}

func (r request) reader(t *testing.T) io.Reader {
	t.Helper()
	switch body := r.body.(type) {
	case nil:
		return http.NoBody
	case []byte:
		return bytes.NewReader(body)
	default:
		document, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		return bytes.NewReader(document)
	}
}

// must sends a request that has to succeed and reads the answer into out.
func (b *bundle) must(r request, out any) {
	b.t.Helper()
	got := b.ask(r)
	if got.status >= http.StatusBadRequest {
		b.t.Fatalf("%s %s is answered %d %s", r.method, r.path, got.status, got.body)
	}
	if out == nil {
		return
	}
	if err := json.Unmarshal([]byte(got.body), out); err != nil {
		b.t.Fatalf("%s %s is answered %s: %v", r.method, r.path, got.body, err)
	}
}

// reads is the answer to a query of the REST protocol.
func (b *bundle) reads(token, query string) string {
	b.t.Helper()
	got := b.ask(request{method: "GET", path: "/rest/v1/" + query, token: token})
	if got.status != http.StatusOK {
		b.t.Fatalf("%s is answered %d %s", query, got.status, got.body)
	}
	return got.body
}

// code is the code of a refusal, "" of anything else.
func (a answer) code() string {
	var refusal struct {
		Code      any
		ErrorCode string `json:"error_code"`
	}
	if a.status < http.StatusBadRequest || json.Unmarshal([]byte(a.body), &refusal) != nil {
		return ""
	}
	if code, isText := refusal.Code.(string); isText {
		return code
	}
	return refusal.ErrorCode
}
