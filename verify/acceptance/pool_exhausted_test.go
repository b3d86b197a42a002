package acceptance

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"automacao/internal/app"
	"automacao/internal/edge/middleware"

	"github.com/jackc/pgx/v5/pgxpool"
)

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
