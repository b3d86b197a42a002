package app

import (
	"context"
	"net"
	"net/http"
	"testing"

	"github.com/coder/websocket"

	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
)

// TestAServerThatEndsRefusesWhatIsNew at once, whatever it still waits for: a
// request that has not finished, and a socket whose client says nothing.
func TestAServerThatEndsRefusesWhatIsNew(t *testing.T) {
	t.Parallel()
	b := setup(t)
	socket, _, err := websocket.Dial(b.within(), "ws://"+b.addr+"/realtime/v1/websocket?apikey="+b.anonKey+"&vsn=1.0.0", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = socket.CloseNow() }()
	finish, answered := b.flight()
	closed := make(chan error, 1)
	go func() { closed <- b.close() }()

	for ctx := b.within(); ; {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", b.addr)
		if err != nil {
			break
		}
		_ = conn.Close()
	}
	select {
	case err := <-closed:
		t.Fatalf("it ended with a request in flight: %v", err)
	default:
	}
	// Only now does the client look, and finds why it ends.
	if _, _, err := socket.Read(b.within()); websocket.CloseStatus(err) != websocket.StatusServiceRestart {
		t.Errorf("the socket ends with %v", err)
	}
	finish()
	if status := <-answered; status != http.StatusOK {
		t.Errorf("what was in flight is answered %d", status)
	}
	if err := <-closed; err != nil {
		t.Errorf("close: %v", err)
	}
}

// TestAPortChangesHands without a refused call: two servers listen on it, on
// one database, and the first ends.
func TestAPortChangesHands(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	first := setupOn(t, db, func(cfg *Config) { cfg.SharePort = true })
	second := &App{cfg: first.app.cfg, log: first.app.log, failed: make(chan error, 4)}
	second.cfg.Addr = first.addr
	err := second.start(t.Context(), func(ctx context.Context) (*postgres.Database, error) {
		pool, err := postgres.NewPool(ctx, db.URL, 4)
		return &postgres.Database{Pool: pool, OwnerURL: db.OwnerURL}, err
	})
	t.Cleanup(func() {
		if err := second.Close(context.Background()); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	// A connection for each call, so that the system gives them to both.
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	call := func() {
		t.Helper()
		got, err := client.Get("http://" + first.addr + "/ready")
		if err != nil {
			t.Fatalf("a call fails: %v", err)
		}
		if _ = got.Body.Close(); got.StatusCode != http.StatusOK {
			t.Errorf("a call is answered %d", got.StatusCode)
		}
	}
	for range 50 {
		call()
	}
	if err := first.close(); err != nil {
		t.Errorf("close: %v", err)
	}
	for range 50 {
		call()
	}
}

func TestAPortIsItsServersAlone(t *testing.T) {
	t.Parallel()
	held := &App{cfg: Config{Addr: "127.0.0.1:0"}}
	if err := held.listen(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = held.listener.Close() }()
	for _, shared := range []bool{false, true} {
		other := &App{cfg: Config{Addr: held.listener.Addr().String(), SharePort: shared}}
		if err := other.listen(t.Context()); err == nil {
			t.Errorf("another one listens there, shared %t", shared)
		}
	}
}
