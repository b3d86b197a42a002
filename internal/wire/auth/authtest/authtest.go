// Package authtest is the set-up that the tests of wire/auth's packages share: a server on a database
// of its own with a clock and a mailbox, the requests of its clients, and the people, devices,
// providers, hooks and apps around it. Only tests import it. It asserts no rule of the protocol; the
// tests beside each flow do. Begin at Setup.
package authtest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/kernel/caller"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/token"
)

const (
	PublicURL = "https://automacao.example"
	// AppHost is the host of PublicURL.
	AppHost  = "automacao.example"
	Marina   = "marina@serrazul.com.br"
	Carlos   = "carlos@b.co"
	Password = "tanque de inox 7"
	HomeIP   = "203.0.113.7"
	OtherIP  = "198.51.100.9"
	// UUIDExample is an id that nothing has.
	UUIDExample = "018f0000-0000-7000-8000-000000000001"
)

// Bundle is a server on a separate database, with its clock and its mails.
type Bundle struct {
	*auth.Server
	T     *testing.T
	Pool  *pgxpool.Pool
	Clock *clock
	Mails *mailbox
}

// patience bounds every request; a passing test never takes nearly as long.
const patience = time.Minute

// Setup raises every limit that the test does not set itself.
func Setup(t *testing.T, adjust ...func(*core.Config)) *Bundle {
	t.Helper()
	t.Parallel()
	return SetupOn(t, dbtest.New(t), adjust...)
}

// SetupOn is Setup on a given database; it does not mark the test as parallel.
func SetupOn(t *testing.T, pool *pgxpool.Pool, adjust ...func(*core.Config)) *Bundle {
	t.Helper()
	keys, err := token.FromSecret("a secret of at least thirty-two bytes")
	if err != nil {
		t.Fatal(err)
	}
	b := &Bundle{T: t, Pool: pool, Clock: &clock{now: time.Now().Truncate(time.Second)}, Mails: &mailbox{}}
	cfg := core.Config{
		PublicURL:     PublicURL,
		MailAnswerMin: time.Nanosecond,
		Now:           b.Clock.Now,
		Mailer:        b.Mails,
		HashQueueMax:  1000,
		Limits: core.Limits{
			MailsPerAsker: ratelimit.Rate{Max: 1000, Per: time.Minute}, MailsPerAccount: ratelimit.Rate{Max: 1000, Per: time.Minute},
		},
	}
	for _, change := range adjust {
		change(&cfg)
	}
	b.Server = auth.New(b.Pool, keys, cfg, slog.New(slog.NewTextHandler(t.Output(), nil)))
	t.Cleanup(b.Close)
	return b
}

// In returns the bundle for a subtest.
func (b *Bundle) In(t *testing.T) *Bundle {
	copied := *b
	copied.T = t
	return &copied
}

// WithoutMail configures a server that sends no mail.
func WithoutMail(c *core.Config) { c.Mailer = nil }

type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Advance(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(by)
}

// Request is one call of the protocol; zero fields have the values of a client at home that sends
// nothing.
type Request struct {
	Method, Path string
	Body         any
	Bearer       string
	IP           string
	Header       http.Header
}

// Reply is the answer to a Request.
type Reply struct {
	Status int
	Header http.Header
	Raw    []byte
	Body   map[string]any
}

// Do sends a request, past any network.
func (b *Bundle) Do(r Request) Reply {
	b.T.Helper()
	var body io.Reader
	switch document := r.Body.(type) {
	case nil:
	case string:
		body = bytes.NewBufferString(document)
	default:
		raw, err := json.Marshal(document)
		if err != nil {
			b.T.Error(err)
		}
		body = bytes.NewReader(raw)
	}
	if r.IP == "" {
		r.IP = HomeIP
	}
	ctx, cancel := context.WithTimeout(b.T.Context(), patience)
	defer cancel()
	ctx = caller.NewContext(ctx, caller.Caller{IP: r.IP, UserAgent: "Firefox"})
	sent := httptest.NewRequestWithContext(ctx, r.Method, r.Path, body)
	sent.Header.Set("X-Supabase-Api-Version", "2024-01-01")
	if r.Bearer != "" {
		sent.Header.Set("Authorization", "Bearer "+r.Bearer)
	}
	for name, values := range r.Header {
		sent.Header[name] = values
	}
	recorder := httptest.NewRecorder()
	b.ServeHTTP(recorder, sent)
	got := Reply{Status: recorder.Code, Header: recorder.Header(), Raw: recorder.Body.Bytes()}
	_ = json.Unmarshal(got.Raw, &got.Body)
	return got
}

// Post sends a JSON body from home, without a token.
func (b *Bundle) Post(path string, body any) Reply {
	b.T.Helper()
	return b.Do(Request{Method: "POST", Path: path, Body: body})
}

// Code returns the error code, or "".
func (r Reply) Code() string { code, _ := r.Body["code"].(string); return code }

// Want fails the test unless the reply has this status and code.
func (b *Bundle) Want(got Reply, status int, code string) {
	b.T.Helper()
	if got.Status != status || got.Code() != code {
		b.T.Fatalf("got %d %s, want %d %s", got.Status, got.Raw, status, code)
	}
}

// Admin sends a request with the service key.
func (b *Bundle) Admin(method, path string, body any) Reply {
	b.T.Helper()
	key, err := b.Keys.Sign(jwt.MapClaims{"role": "service_role", "exp": b.Clock.Now().Add(time.Hour).Unix()})
	if err != nil {
		b.T.Fatal(err)
	}
	return b.Do(Request{Method: method, Path: path, Body: body, Bearer: key})
}

// InTx runs work in a transaction of the database, not of the server.
func (b *Bundle) InTx(work func(tx pgx.Tx) error) error {
	return pgx.BeginFunc(b.T.Context(), b.Pool, work)
}

// Exec runs a statement in the database.
func (b *Bundle) Exec(sql string, args ...any) {
	b.T.Helper()
	if _, err := b.Pool.Exec(b.T.Context(), sql, args...); err != nil {
		b.T.Fatal(err)
	}
}

// Scalar reads one value from the database.
func Scalar[T any](b *Bundle, sql string, args ...any) T {
	b.T.Helper()
	var value T
	if err := b.Pool.QueryRow(b.T.Context(), sql, args...).Scan(&value); err != nil {
		b.T.Fatal(err)
	}
	return value
}

// Beside is another server on b's database.
func Beside(b *Bundle, adjust ...func(*core.Config)) *Bundle {
	b.T.Helper()
	cfg := b.Config
	for _, change := range adjust {
		change(&cfg)
	}
	other := *b
	other.Server = auth.New(b.Pool, b.Keys, cfg, b.Log)
	b.T.Cleanup(other.Close)
	return &other
}
