package auth

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
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/kernel/caller"
	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/token"
)

// TestMain checks that no goroutine outlives its test.
func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

const (
	publicURL = "https://automacao.example"
	marina    = "marina@serrazul.com.br"
	password  = "tanque de inox 7"
	homeIP    = "203.0.113.7"
	otherIP   = "198.51.100.9"
)

// bundle is a server on a separate database, with its clock and its mails.
type bundle struct {
	*Server
	t     *testing.T
	pool  *pgxpool.Pool
	clock *clock
	mails *mailbox
}

// patience bounds every request; a passing test never takes nearly as long.
const patience = time.Minute

// setup raises every limit that the test does not set itself.
func setup(t *testing.T, adjust ...func(*Config)) *bundle {
	t.Helper()
	t.Parallel()
	return setupOn(t, dbtest.New(t), adjust...)
}

func setupOn(t *testing.T, pool *pgxpool.Pool, adjust ...func(*Config)) *bundle {
	t.Helper()
	keys, err := token.FromSecret("a secret of at least thirty-two bytes")
	if err != nil {
		t.Fatal(err)
	}
	b := &bundle{t: t, pool: pool, clock: &clock{now: time.Now().Truncate(time.Second)}, mails: &mailbox{}}
	cfg := Config{
		PublicURL:     publicURL,
		MailAnswerMin: time.Nanosecond,
		Now:           b.clock.Now,
		Mailer:        b.mails,
		HashQueueMax:  1000,
		Limits: Limits{
			MailsPerAsker: ratelimit.Rate{Max: 1000, Per: time.Minute}, MailsPerAccount: ratelimit.Rate{Max: 1000, Per: time.Minute},
		},
	}
	for _, change := range adjust {
		change(&cfg)
	}
	b.Server = New(b.pool, keys, cfg, slog.New(slog.NewTextHandler(t.Output(), nil)))
	t.Cleanup(b.Close)
	return b
}

// in returns the bundle for a subtest.
func (b *bundle) in(t *testing.T) *bundle {
	copied := *b
	copied.t = t
	return &copied
}

func withoutMail(c *Config) { c.Mailer = nil }

type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(by)
}

type sentMail struct {
	kind           MailKind
	to, link, code string
}

type mailbox struct {
	mu   sync.Mutex
	sent []sentMail
}

func (m *mailbox) Send(_ context.Context, _ pgx.Tx, kind MailKind, to, link, code string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sent = append(m.sent, sentMail{kind, to, link, code})
	return nil
}

func (m *mailbox) count() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.sent)
}

func (m *mailbox) last(t *testing.T) sentMail {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.sent) == 0 {
		t.Fatal("no mail was sent")
	}
	return m.sent[len(m.sent)-1]
}

// request is one call of the protocol; zero fields have the values of a client at home that sends
// nothing.
type request struct {
	method, path string
	body         any
	bearer       string
	ip           string
	header       http.Header
}

type reply struct {
	status int
	header http.Header
	raw    []byte
	body   map[string]any
}

func (b *bundle) do(r request) reply {
	b.t.Helper()
	var body io.Reader
	switch document := r.body.(type) {
	case nil:
	case string:
		body = bytes.NewBufferString(document)
	default:
		raw, err := json.Marshal(document)
		if err != nil {
			b.t.Error(err)
		}
		body = bytes.NewReader(raw)
	}
	if r.ip == "" {
		r.ip = homeIP
	}
	ctx, cancel := context.WithTimeout(b.t.Context(), patience)
	defer cancel()
	ctx = caller.NewContext(ctx, caller.Caller{IP: r.ip, UserAgent: "Firefox"})
	sent := httptest.NewRequestWithContext(ctx, r.method, r.path, body)
	sent.Header.Set("X-Supabase-Api-Version", "2024-01-01")
	if r.bearer != "" {
		sent.Header.Set("Authorization", "Bearer "+r.bearer)
	}
	for name, values := range r.header {
		sent.Header[name] = values
	}
	recorder := httptest.NewRecorder()
	b.ServeHTTP(recorder, sent)
	got := reply{status: recorder.Code, header: recorder.Header(), raw: recorder.Body.Bytes()}
	_ = json.Unmarshal(got.raw, &got.body)
	return got
}

func (b *bundle) post(path string, body any) reply {
	b.t.Helper()
	return b.do(request{method: "POST", path: path, body: body})
}

func (r reply) code() string { code, _ := r.body["code"].(string); return code }

func (b *bundle) want(got reply, status int, code string) {
	b.t.Helper()
	if got.status != status || got.code() != code {
		b.t.Fatalf("got %d %s, want %d %s", got.status, got.raw, status, code)
	}
}

// device is a signed-in client.
type device struct {
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
	ExpiresIn    int    `json:"expires_in"`
	ExpiresAt    int64  `json:"expires_at"`
	User         struct {
		ID uuid.UUID `json:"id"`
	} `json:"user"`
}

func (b *bundle) device(got reply) device {
	b.t.Helper()
	var d device
	if err := json.Unmarshal(got.raw, &d); err != nil || got.status != http.StatusOK || d.AccessToken == "" {
		b.t.Fatalf("no session in %d %s", got.status, got.raw)
	}
	return d
}

func (b *bundle) signUp(email string) device {
	b.t.Helper()
	return b.device(b.post("/signup", map[string]any{"email": email, "password": password}))
}

func (b *bundle) tryPassword(email, word, ip string) reply {
	b.t.Helper()
	return b.do(request{method: "POST", path: "/token?grant_type=password", body: map[string]any{"email": email, "password": word}, ip: ip})
}

func (b *bundle) signInAs(email string) device {
	b.t.Helper()
	return b.device(b.tryPassword(email, password, homeIP))
}

func (b *bundle) tryRefresh(refreshToken string) reply {
	b.t.Helper()
	return b.post("/token?grant_type=refresh_token", map[string]any{"refresh_token": refreshToken})
}

func (b *bundle) me(d device) reply {
	b.t.Helper()
	return b.do(request{method: "GET", path: "/user", bearer: d.AccessToken})
}

func (b *bundle) put(d device, body any) reply {
	b.t.Helper()
	return b.do(request{method: "PUT", path: "/user", bearer: d.AccessToken, body: body})
}

func (b *bundle) admin(method, path string, body any) reply {
	b.t.Helper()
	key, err := b.keys.Sign(jwt.MapClaims{"role": "service_role", "exp": b.clock.Now().Add(time.Hour).Unix()})
	if err != nil {
		b.t.Fatal(err)
	}
	return b.do(request{method: method, path: path, body: body, bearer: key})
}

func (b *bundle) inTx(work func(tx pgx.Tx) error) error {
	return pgx.BeginFunc(b.t.Context(), b.pool, work)
}

func (b *bundle) exec(sql string, args ...any) {
	b.t.Helper()
	if _, err := b.pool.Exec(b.t.Context(), sql, args...); err != nil {
		b.t.Fatal(err)
	}
}

func scalar[T any](b *bundle, sql string, args ...any) T {
	b.t.Helper()
	var value T
	if err := b.pool.QueryRow(b.t.Context(), sql, args...).Scan(&value); err != nil {
		b.t.Fatal(err)
	}
	return value
}

// checkSession runs the session check that every other protocol runs first.
func (b *bundle) checkSession(d device) error {
	b.t.Helper()
	claims, err := b.keys.VerifyAt(d.AccessToken, b.clock.Now())
	if err != nil {
		b.t.Fatal(err)
	}
	return postgres.As(b.t.Context(), b.pool, claims.Caller(), func(tx pgx.Tx) error {
		_, err := tx.Exec(b.t.Context(), `SELECT auth.check_session()`)
		return err
	})
}
