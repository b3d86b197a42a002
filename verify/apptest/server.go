// Package apptest starts the whole server for a test, on a database of the test's own, and
// calls it over HTTP as a client does. It knows nothing of what a test is about: people and
// projects come from markettest, and each subject's steps stand beside its tests.
//
// Begin with Start. Only tests import this package.
package apptest

import (
	"bytes"
	"context"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/app"
	"automacao/internal/market/markettest"
	"automacao/internal/notify/queue"
	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/token"
)

// Patience bounds every wait. No wait of a passing test takes nearly as long.
const Patience = time.Minute

// Password is the password of the members of tests.
const Password = "clp-s7-1500"

// Server is a running App on a database of its own, and a client of it.
type Server struct {
	*markettest.Stage
	T *testing.T
	// App is nil if the server is another process.
	App    *app.App
	Config app.Config
	DB     *dbtest.Database
	// Log has the warnings and errors of the server.
	Log *Log
	// Signing signs tokens as the server does.
	Signing *token.Keys
	// Addr, Issuer and AnonKey are what a client needs.
	Addr, Issuer, AnonKey string
	// Close ends the server. A second call returns what the first returned.
	Close func() error
}

// Config returns the smallest configuration with which a server starts.
func Config() app.Config {
	return app.Config{Addr: "127.0.0.1:8080", PasswordMin: 6, AccessTokenTTL: 15 * time.Minute, ShutdownTimeout: 10 * time.Second}
}

// Start starts a server on a new database, and closes it when the test ends.
func Start(t *testing.T, change ...func(*app.Config)) *Server {
	t.Helper()
	return StartOn(t, dbtest.Open(t), change...)
}

// StartOn starts a server on an existing database.
func StartOn(t *testing.T, db *dbtest.Database, change ...func(*app.Config)) *Server {
	t.Helper()
	cfg := Config()
	cfg.Addr, cfg.Data, cfg.JWTSecret = "127.0.0.1:0", t.TempDir(), strings.Repeat("s", 32)
	// All requests of a test come from one address.
	cfg.Limits = []string{"requests=none"}
	for _, apply := range change {
		apply(&cfg)
	}
	s := &Server{Stage: markettest.On(t, db.Pool), T: t, Config: cfg, DB: db, Log: &Log{}}
	log := slog.New(slog.NewTextHandler(s.Log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	var err error
	if s.App, err = app.Start(t.Context(), cfg, log, app.OnDatabase(s.openDatabase)); err != nil {
		t.Fatalf("%v\n%s", err, s.Log.Text())
	}
	s.Close = sync.OnceValue(func() error {
		closing, cancel := context.WithTimeout(context.Background(), Patience)
		defer cancel()
		return s.App.Close(closing)
	})
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(s.Log.Text())
		}
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	if s.Signing, err = token.FromSecret(s.App.Keys().JWTSecret); err != nil {
		t.Fatal(err)
	}
	s.Addr, s.Issuer, s.AnonKey = s.App.Addr(), core.Issuer(cfg.URL()), s.App.Keys().AnonKey
	return s
}

// openDatabase gives the App the pool of the test, or a new one if the App has to prepare its
// connections, since those of an open pool no longer can be.
func (s *Server) openDatabase(ctx context.Context, prepare func(*pgxpool.Config)) (*postgres.Database, error) {
	if err := queue.Migrate(ctx, s.DB.Owner); err != nil {
		return nil, err
	}
	db := &postgres.Database{Pool: s.DB.Pool, OwnerURL: s.DB.OwnerURL}
	if s.Config.AnswersMB == 0 && s.Config.SlowAfter == 0 && os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") == "" {
		return db, nil
	}
	cfg := s.DB.Pool.Config()
	prepare(cfg)
	var err error
	db.Pool, err = pgxpool.NewWithConfig(ctx, cfg)
	return db, err
}

// In returns the same server for a subtest.
func (s *Server) In(t *testing.T) *Server {
	same := *s
	same.Stage, same.T = markettest.On(t, s.DB.Pool), t
	return &same
}

// Log collects the log of a server.
type Log struct {
	mu    sync.Mutex
	lines bytes.Buffer
}

// Write adds a line.
func (l *Log) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines.Write(line)
}

// Text returns all lines so far.
func (l *Log) Text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines.String()
}

// WebhookPath is the path of an institution's events, and HookToken the secret that it sends with
// them.
const (
	WebhookPath = "/webhooks/pix"
	HookToken   = "token-do-webhook-com-32-caracteres"
)

// HookEvent is an event about an unknown charge.
var HookEvent = map[string]any{"id": "evt_1", "event": "PAYMENT_RECEIVED", "payment": map[string]any{"id": "pay_1", "externalReference": "x", "value": 1}}

// WithInstitution configures an institution that never answers, and whose events are accepted.
func WithInstitution(cfg *app.Config) {
	cfg.PixURL = "asaas://chave@127.0.0.1:1/v3?wallet=w&webhook_token=" + url.QueryEscape(HookToken)
}
