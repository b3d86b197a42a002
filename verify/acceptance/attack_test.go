package acceptance

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/app"
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
