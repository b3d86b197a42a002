package realtime

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/token"
)

// TestMain checks that no goroutine outlives its test.
func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// patience bounds every wait; a passing test never takes nearly as long.
const patience = time.Minute

const secret = "a-secret-for-tests-of-the-websocket-hub"

// schema is one watched table of private notes, a session check that reads a table, and topics that
// belong to the user they are named after.
const schema = `
CREATE TABLE public.notes (
  id     bigint PRIMARY KEY,
  owner  uuid NOT NULL,
  text   text,
  secret text,
  at     timestamptz NOT NULL DEFAULT '2026-01-02 03:04:05Z'
);
ALTER TABLE public.notes ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.notes FORCE ROW LEVEL SECURITY;
CREATE POLICY "owners see their notes" ON public.notes FOR SELECT TO authenticated USING (owner = auth.uid());
CREATE POLICY "the server keeps notes" ON public.notes TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, owner, text, at) ON public.notes TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.notes TO service_role;
SELECT realtime.watch('public.notes');

CREATE TABLE public.unwatched (id int PRIMARY KEY);
GRANT SELECT ON public.unwatched TO authenticated;

CREATE TABLE public.ended (user_id uuid PRIMARY KEY);
GRANT SELECT ON public.ended TO anon, authenticated, service_role;
GRANT INSERT ON public.ended TO service_role;
CREATE TRIGGER recheck AFTER INSERT ON public.ended
  FOR EACH ROW EXECUTE FUNCTION realtime.recheck_user('user_id');
CREATE FUNCTION public.check_session() RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF EXISTS (SELECT FROM public.ended WHERE user_id = auth.uid()) THEN
    RAISE EXCEPTION 'Session ended' USING ERRCODE = 'PT401';
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION public.check_session() TO anon, authenticated, service_role;

CREATE TABLE public.members (user_id uuid, topic text, PRIMARY KEY (user_id, topic));
GRANT SELECT ON public.members TO authenticated;
GRANT SELECT, INSERT, DELETE ON public.members TO service_role;
CREATE TRIGGER recheck AFTER INSERT OR DELETE ON public.members
  FOR EACH ROW EXECUTE FUNCTION realtime.recheck_user('user_id');
CREATE POLICY "members listen" ON realtime.messages FOR SELECT TO authenticated USING (
  EXISTS (SELECT FROM public.members m WHERE m.user_id = auth.uid() AND m.topic = realtime.topic()));
CREATE POLICY "members speak" ON realtime.messages FOR INSERT TO authenticated WITH CHECK (
  EXISTS (SELECT FROM public.members m WHERE m.user_id = auth.uid() AND m.topic = realtime.topic())
  AND realtime.topic() NOT LIKE 'listen-only%');
`

// The cast: each owns her own notes.
var (
	marina = uuid.MustParse("11111111-1111-4111-8111-111111111111")
	helena = uuid.MustParse("22222222-2222-4222-8222-222222222222")
)

type bundle struct {
	*testing.T
	db   *dbtest.Database
	hub  *Hub
	keys *token.Keys
	url  string
}

// setup starts a node on a database of its own.
func setup(t *testing.T, change ...func(*Config)) *bundle {
	t.Helper()
	db := dbtest.Open(t)
	exec(t, db, schema)
	return startNode(t, db, change...)
}

// startNode starts another node on the same database.
func startNode(t *testing.T, db *dbtest.Database, change ...func(*Config)) *bundle {
	t.Helper()
	keys, err := token.FromSecret(secret)
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{PreRequest: "public.check_session", Direct: db.Direct}
	for _, apply := range change {
		apply(&cfg)
	}
	hub := New(db.Pool, keys, cfg, slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithCancel(context.Background())
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		_ = hub.Run(ctx)
	}()
	server := httptest.NewServer(hub)
	t.Cleanup(func() {
		closing, done := context.WithTimeout(context.Background(), patience)
		defer done()
		hub.Shutdown(closing)
		server.Close()
		cancel()
		<-stopped
	})
	select {
	case <-hub.Ready():
	case <-time.After(patience):
		t.Fatal("the hub does not hear the database")
	}
	return &bundle{T: t, db: db, hub: hub, keys: keys, url: server.URL}
}

func exec(t *testing.T, db *dbtest.Database, statement string, arguments ...any) {
	t.Helper()
	if _, err := db.Owner.Exec(context.Background(), statement, arguments...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

func (b *bundle) exec(statement string, arguments ...any) {
	b.Helper()
	exec(b.T, b.db, statement, arguments...)
}

// token signs a token; each call makes a different one, as refreshing does.
func (b *bundle) token(role string, user uuid.UUID) string {
	b.Helper()
	return b.tokenUntil(role, user, time.Now().Add(time.Hour))
}

func (b *bundle) tokenUntil(role string, user uuid.UUID, expires time.Time) string {
	b.Helper()
	claims := jwt.MapClaims{"role": role, "exp": expires.Unix(), "jti": uuid.NewString()}
	if user != uuid.Nil {
		claims["sub"] = user.String()
	}
	return b.sign(claims)
}

func (b *bundle) sessionToken(user, session uuid.UUID) string {
	b.Helper()
	return b.sign(jwt.MapClaims{
		"role": "authenticated", "sub": user.String(), "session_id": session.String(),
		"exp": time.Now().Add(time.Hour).Unix(),
	})
}

func (b *bundle) sign(claims jwt.MapClaims) string {
	b.Helper()
	signed, err := b.keys.Sign(claims)
	if err != nil {
		b.Fatal(err)
	}
	return signed
}

func assertEqual(t *testing.T, got, want any) {
	t.Helper()
	if raw, ok := want.([]byte); ok {
		got, want = string(reflect.ValueOf(got).Bytes()), string(raw)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func assertContains(t *testing.T, text, part string) {
	t.Helper()
	if !strings.Contains(text, part) {
		t.Errorf("%q does not contain %q", text, part)
	}
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// noteTime is the default time of notes in the session's time zone.
func (b *bundle) noteTime() string {
	b.Helper()
	var text string
	err := b.db.Pool.QueryRow(context.Background(),
		`SELECT to_json('2026-01-02 03:04:05Z'::timestamptz) #>> '{}'`).Scan(&text)
	if err != nil {
		b.Fatal(err)
	}
	return text
}
