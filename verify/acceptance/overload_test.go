package acceptance

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/app"
	"automacao/internal/edge/middleware"
	"automacao/internal/market/markettest"
	"automacao/verify/apptest"
)

// attacks are requests that once stopped the server when one machine repeated them.
var attacks = []struct{ fact, path string }{
	{"RegularExpressions", "/rest/v1/profiles?select=id&about=match.%5E(.%2B)%2B(.%2B)%2B(.%2B)%2B%5C1%5C2%5C3%24"},
	{"Embeds", "/rest/v1/profiles?id=eq.%s&select=*,projects(*,profiles(*,projects(*)))"},
}

const attackers = 16

// TestAttacksFromOneAddressLeaveOthersServed repeats each attack on sixteen connections. Meanwhile the server stays
// ready, people sign in and write, and another address reads.
func TestAttacksFromOneAddressLeaveOthersServed(t *testing.T) {
	t.Parallel()
	b := setup(t, func(cfg *app.Config) { cfg.TrustedProxies = []string{"127.0.0.0/8"} })
	serra, marina := b.Member("company", "Serra Azul"), b.Member("professional", "Marina Alves")
	b.Exec(`
		INSERT INTO public.projects (company_id, title, description, budget, deadline, skills)
		SELECT $1, 'Retrofit ' || n, 'Troca de painel', 'A combinar', '30 dias', '{retrofit}' FROM generate_series(1, 1000) AS n`, serra)
	b.Exec(`UPDATE public.profiles SET about = repeat('a', 2000) WHERE id = $1`, serra)
	email := b.Text(`UPDATE auth.users SET email_confirmed_at = now(), password_hash = $2 WHERE id = $1 RETURNING email`, marina, b.passwordHash())
	token := b.Session(marina)
	for _, attack := range attacks {
		t.Run(attack.fact, func(t *testing.T) {
			b := b.in(t)
			path := attack.path
			if attack.fact == "Embeds" {
				path = fmt.Sprintf(path, serra)
			}
			answered, stop := b.attack(path)
			rounds := markettest.Times(4, 10)
			for round := range rounds {
				b.criticalCalls(t, round, token, email, marina, serra)
			}
			for answered.Load() < 2*attackers {
				if got := b.Ask(request{Method: "GET", Path: "/ready"}); got.Status != http.StatusOK {
					t.Errorf("health is answered %d %s", got.Status, got.Body)
				}
			}
			stop()
			t.Attr("figure", fmt.Sprintf("%s: %d attacks answered, all critical calls of %d rounds ok", attack.fact, answered.Load(), rounds))
		})
	}
}

// attack repeats an anonymous request on all connections until it is stopped.
func (b *bundle) attack(path string) (answered *atomic.Int64, stop func()) {
	answered = &atomic.Int64{}
	var isOver atomic.Bool
	var running sync.WaitGroup
	for range attackers {
		running.Go(func() {
			for !isOver.Load() {
				b.Ask(request{Method: "GET", Path: path, Headers: map[string]string{"X-Forwarded-For": "203.0.113.7"}})
				answered.Add(1)
			}
		})
	}
	return answered, func() { isOver.Store(true); running.Wait() }
}

func (b *bundle) criticalCalls(t *testing.T, round int, token, email string, from, to uuid.UUID) {
	t.Helper()
	own := map[string]string{"X-Forwarded-For": fmt.Sprintf("198.51.100.%d", round%250)}
	for _, c := range []struct {
		fact   string
		call   request
		status int
	}{
		{"health", request{Method: "GET", Path: "/ready"}, http.StatusOK},
		{"signing in", request{Method: "POST", Path: "/auth/v1/token?grant_type=password", Headers: own, Body: map[string]string{"email": email, "password": apptest.Password}}, http.StatusOK},
		{"a message", request{Method: "POST", Path: "/rest/v1/messages", Headers: own, Token: token,
			Body: map[string]any{"from_id": from, "to_id": to, "content": fmt.Sprint("Mensagem ", uuid.New())}}, http.StatusCreated},
		{"another's list", request{Method: "GET", Path: "/rest/v1/projects?select=id,title&limit=5", Headers: own}, http.StatusOK},
	} {
		if got := b.Ask(c.call); got.Status != c.status {
			t.Errorf("round %d: %s is answered %d %.200s", round, c.fact, got.Status, got.Body)
		}
	}
}

// TestAnExhaustedPoolIsReported holds every connection of the pool. Requests that need one are told to
// retry; requests that need none, or have a reserve, are answered.
func TestAnExhaustedPoolIsReported(t *testing.T) {
	t.Parallel()
	b := setup(t)
	marina := b.Member("professional", "Marina Alves")
	token := b.Session(marina)
	b.Must(request{Method: "GET", Path: "/rest/v1/projects?select=id", Token: token}, nil)
	var held []*pgxpool.Conn
	for range b.DB.Pool.Config().MaxConns {
		conn, err := b.DB.Pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, conn)
	}
	var asking sync.WaitGroup
	for fact, r := range map[string]request{
		"a list":  {Method: "GET", Path: "/rest/v1/projects?select=id", Token: token},
		"a write": {Method: "POST", Path: "/rest/v1/messages", Token: token, Body: map[string]any{}},
		"a call":  {Method: "POST", Path: "/rest/v1/rpc/view_profile", Token: token, Body: map[string]any{"profile_id": marina}},
	} {
		asking.Go(func() { b.Refuses(fact, r, `"code":"PGRST003"`) })
	}
	for _, q := range answeredWhileAway {
		if got := b.Ask(request{Method: q.method, Path: q.path, Headers: q.headers}); got.Status != q.status {
			t.Errorf("%s is answered %d %s, want %d", q.fact, got.Status, got.Body, q.status)
		}
	}
	for _, path := range []string{"/ready", "/auth/v1/user", "/sitemap.xml"} {
		b.Must(request{Method: "GET", Path: path, Token: token}, nil)
	}
	asking.Wait()
	for _, conn := range held {
		conn.Release()
	}
	b.Must(request{Method: "GET", Path: "/rest/v1/projects?select=id", Token: token}, nil)
	t.Attr("figure", fmt.Sprintf("%d connections held: 3 calls told to come back, %d answered without one", len(held), len(answeredWhileAway)))
}

// TestExcessAnonymousReadsAreTurnedAway has so many anonymous reads wait that others would not
// get their turn. Further ones are refused before anything is parsed, sessions and health checks
// are answered, and so are anonymous reads once there is room.
func TestExcessAnonymousReadsAreTurnedAway(t *testing.T) {
	t.Parallel()
	b := setup(t, func(cfg *app.Config) { cfg.TrustedProxies = []string{"127.0.0.0/8"} })
	token := b.Session(b.Member("professional", "Marina Alves"))
	var held []*pgxpool.Conn
	for range b.DB.Pool.Config().MaxConns {
		conn, err := b.DB.Pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, conn)
	}
	var turned atomic.Pointer[answer]
	var crowd sync.WaitGroup
	for i := range middleware.WaitingMax/2 + 2*len(held) {
		crowd.Go(func() {
			for turned.Load() == nil && t.Context().Err() == nil {
				from := map[string]string{"X-Forwarded-For": fmt.Sprintf("198.51.%d.%d", i/250, i%250+1)}
				got := b.Ask(request{Method: "GET", Path: "/rest/v1/projects?select=id", Headers: from})
				if got.Headers.Get("X-Request-Id") == "" {
					turned.Store(&got)
				}
			}
		})
	}
	crowd.Wait()
	if got := turned.Load(); got == nil || got.Status != http.StatusServiceUnavailable || got.Code() != "overloaded" ||
		got.Headers.Get("Retry-After") != "1" || got.Headers.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("a visitor is turned away with %+v", got)
	}
	for _, path := range []string{"/ready", "/auth/v1/user"} {
		b.Must(request{Method: "GET", Path: path, Token: token}, nil)
	}
	for _, conn := range held {
		conn.Release()
	}
	for b.Ask(request{Method: "GET", Path: "/rest/v1/projects?select=id"}).Status != http.StatusOK && t.Context().Err() == nil {
	}
	b.Await("a line in the log", func() bool { return strings.Contains(b.Log.Text(), "turned away") })
}
