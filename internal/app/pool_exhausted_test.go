package app

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"automacao/internal/edge/middleware"
	"automacao/internal/postgres/dbtest"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Every connection of the pool is held: what needs one is told to come back,
// what needs none is answered, and so is what has a reserve of its own.
func TestAllConnectionsAreTaken(t *testing.T) {
	t.Parallel()
	b := setup(t)
	marina := b.Member("professional", "Marina Alves")
	token := b.session(marina)
	b.must(request{method: "GET", path: "/rest/v1/projects?select=id", token: token}, nil)
	var held []*pgxpool.Conn
	for range b.db.Pool.Config().MaxConns {
		conn, err := b.db.Pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, conn)
	}
	var asking sync.WaitGroup
	for fact, r := range map[string]request{
		"a list":  {method: "GET", path: "/rest/v1/projects?select=id", token: token},
		"a write": {method: "POST", path: "/rest/v1/messages", token: token, body: map[string]any{}},
		"a call":  {method: "POST", path: "/rest/v1/rpc/view_profile", token: token, body: map[string]any{"profile_id": marina}},
	} {
		asking.Go(func() { b.refuses(fact, r, `"code":"PGRST003"`) })
	}
	for _, q := range answeredWhileAway {
		if got := b.ask(request{method: q.method, path: q.path, headers: q.headers}); got.status != q.status {
			t.Errorf("%s is answered %d %s, want %d", q.fact, got.status, got.body, q.status)
		}
	}
	for _, path := range []string{"/ready", "/auth/v1/user", "/sitemap.xml"} {
		b.must(request{method: "GET", path: path, token: token}, nil)
	}
	asking.Wait()
	for _, conn := range held {
		conn.Release()
	}
	b.must(request{method: "GET", path: "/rest/v1/projects?select=id", token: token}, nil)
	t.Attr("figure", fmt.Sprintf("%d connections held: 3 calls told to come back, %d answered without one", len(held), len(answeredWhileAway)))
}

// TestADiskWithoutRoom takes no new rows and files, says so, and goes on by
// itself.
func TestADiskWithoutRoom(t *testing.T) {
	t.Parallel()
	b := setup(t, withInstitution)
	serra, marina := b.Member("company", "Serra Azul"), b.Member("professional", "Marina Alves")
	token := b.session(marina)
	message := request{method: "POST", path: "/rest/v1/messages", token: token, body: map[string]any{"from_id": marina, "to_id": serra, "content": "Bom dia."}}
	b.fill(0)
	for b.ask(request{method: "GET", path: "/ready"}).status == http.StatusOK && t.Context().Err() == nil {
	}
	b.refuses("health", request{method: "GET", path: "/ready"}, "disk full")
	b.refuses("a message", message, `"code":"disk_full"`)
	b.refuses("the institution", request{method: "POST", path: webhookPath, headers: map[string]string{"asaas-access-token": hookToken}, body: hookEvent}, "disk_full")
	upload := b.ask(request{method: "POST", path: "/storage/v1/object/avatars/" + marina.String() + "/a.png", token: token, body: []byte("x")})
	if upload.status != http.StatusInsufficientStorage || upload.headers.Get("Retry-After") == "" || !strings.Contains(upload.body, `"statusCode":"507"`) {
		t.Errorf("an upload is answered %d %s", upload.status, upload.body)
	}
	for _, path := range []string{"/live", "/rest/v1/projects?select=id", "/auth/v1/user", "/sitemap.xml"} {
		if got := b.ask(request{method: "GET", path: path, token: token}); got.status != http.StatusOK {
			t.Errorf("%s is answered %d %s", path, got.status, got.body)
		}
	}
	b.fill(1 << 40)
	for b.ask(request{method: "GET", path: "/ready"}).status != http.StatusOK && t.Context().Err() == nil {
	}
	if got := b.ask(message); got.status != http.StatusCreated {
		t.Errorf("a message is answered %d %s", got.status, got.body)
	}
}

// fill leaves so many bytes of the disk free.
func (b *bundle) fill(free uint64) {
	b.app.disk.Set(1, func(string) (uint64, error) { return free, nil })
}

// TestACrowdOfOneCaller waits for itself, whatever it asks for.
func TestACrowdOfOneCaller(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var inside, refused atomic.Int64
		hold := make(chan struct{})
		handler, _ := bare("", func(http.ResponseWriter, *http.Request) {
			inside.Add(1)
			<-hold
		})
		var crowd sync.WaitGroup
		for range 2 * middleware.FlightsPerCallerMax {
			crowd.Go(func() {
				if visit(handler, "GET", "/projetos/1").Code == http.StatusServiceUnavailable {
					refused.Add(1)
				}
			})
		}
		synctest.Wait()
		if inside.Load() != middleware.FlightsPerCallerMax {
			t.Errorf("%d are let in at once, want %d", inside.Load(), middleware.FlightsPerCallerMax)
		}
		if got := visit(handler, "GET", "/live"); got.Code != http.StatusOK {
			t.Errorf("health is answered %d", got.Code)
		}
		time.Sleep(time.Minute)
		close(hold)
		crowd.Wait()
		if refused.Load() != middleware.FlightsPerCallerMax {
			t.Errorf("%d are told to come back, want %d", refused.Load(), middleware.FlightsPerCallerMax)
		}
	})
}

// TestACrowdOfVisitorsIsTurnedAwayAtTheDoor: so many wait to read that nobody
// else would have his turn. Visitors hear so before anything is parsed, sessions
// and health go on, and so do visitors once there is room.
func TestACrowdOfVisitorsIsTurnedAwayAtTheDoor(t *testing.T) {
	t.Parallel()
	b := setup(t, func(cfg *Config) { cfg.TrustedProxies = []string{"127.0.0.0/8"} })
	token := b.session(b.Member("professional", "Marina Alves"))
	var held []*pgxpool.Conn
	for range b.db.Pool.Config().MaxConns {
		conn, err := b.db.Pool.Acquire(t.Context())
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
				got := b.ask(request{method: "GET", path: "/rest/v1/projects?select=id", headers: from})
				if got.headers.Get("X-Request-Id") == "" {
					turned.Store(&got)
				}
			}
		})
	}
	crowd.Wait()
	if got := turned.Load(); got == nil || got.status != http.StatusServiceUnavailable || got.code() != "overloaded" ||
		got.headers.Get("Retry-After") != "1" || got.headers.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("a visitor is turned away with %+v", got)
	}
	for _, path := range []string{"/ready", "/auth/v1/user"} {
		b.must(request{method: "GET", path: path, token: token}, nil)
	}
	for _, conn := range held {
		conn.Release()
	}
	for b.ask(request{method: "GET", path: "/rest/v1/projects?select=id"}).status != http.StatusOK && t.Context().Err() == nil {
	}
	b.await("a line in the log", func() bool { return strings.Contains(b.said.text(), "turned away") })
}

// TestWhatWaitsForNothingIsAnsweredWhileReadsWait: all places of a network are taken by
// reads that wait for the database. What was kept may have been dropped by then, since
// jobs write too; so it is read again before each try.
func TestWhatWaitsForNothingIsAnsweredWhileReadsWait(t *testing.T) {
	t.Parallel()
	b := setupKept(t, dbtest.Open(t))
	skills := request{method: "GET", path: "/rest/v1/skills?select=slug&limit=1"}
	page := request{method: "GET", path: "/projetos"}
	for fact, one := range map[string]struct {
		request
		status int
	}{
		"a bad token":         {request{method: "GET", path: "/rest/v1/projects?select=id", headers: map[string]string{"Authorization": "Bearer a.b.c"}}, http.StatusUnauthorized},
		"a malformed query":   {request{method: "GET", path: "/rest/v1/projects?id=igual.1"}, http.StatusBadRequest},
		"a read from memory":  {skills, http.StatusOK},
		"a page from memory":  {page, http.StatusOK},
		"a file of the pages": {request{method: "GET", path: "/config.json"}, http.StatusOK},
		"a read that waits":   {request{method: "GET", path: "/rest/v1/municipalities?select=id&limit=1"}, http.StatusServiceUnavailable},
	} {
		b.eventually(fmt.Sprintf("%s is answered %d", fact, one.status), func() bool {
			b.must(skills, nil)
			b.must(page, nil)
			defer b.takePlaces()()
			return b.ask(one.request).status == one.status
		})
	}
}

// takePlaces takes all places of the tests' network, until they are left.
func (b *bundle) takePlaces() (leave func()) {
	var taken []func()
	for {
		leave, ok := b.app.entrance.Calls.TryEnter("127.0.0.1")
		if !ok {
			break
		}
		taken = append(taken, leave)
	}
	return func() {
		for _, leave := range taken {
			leave()
		}
	}
}
