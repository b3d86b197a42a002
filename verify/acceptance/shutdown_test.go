package acceptance

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"testing"

	"github.com/coder/websocket"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/app"
	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
)

// TestAStoppingServerRefusesNewRequests checks that a stopping server refuses new requests at once,
// while it still waits for an unfinished request and for a socket whose client is silent.
func TestAStoppingServerRefusesNewRequests(t *testing.T) {
	t.Parallel()
	b := setup(t)
	socket, _, err := websocket.Dial(b.Within(), "ws://"+b.Addr+"/realtime/v1/websocket?apikey="+b.AnonKey+"&vsn=1.0.0", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = socket.CloseNow() }()
	finish, answered := b.Flight()
	closed := make(chan error, 1)
	go func() { closed <- b.Close() }()

	for ctx := b.Within(); ; {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", b.Addr)
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
	// The client reads only now, and finds why the socket ends.
	if _, _, err := socket.Read(b.Within()); websocket.CloseStatus(err) != websocket.StatusServiceRestart {
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

// TestASecondServerTakesOverThePort runs two servers on one port and one database, and ends the first. No call
// is refused.
func TestASecondServerTakesOverThePort(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	first := setupOn(t, db, func(cfg *app.Config) { cfg.SharePort = true })
	cfg := first.Config
	cfg.Addr = first.Addr
	second, err := app.Start(t.Context(), cfg, slog.New(slog.DiscardHandler), app.OnDatabase(func(ctx context.Context, _ func(*pgxpool.Config)) (*postgres.Database, error) {
		pool, err := postgres.NewPool(ctx, db.URL, 4)
		return &postgres.Database{Pool: pool, OwnerURL: db.OwnerURL}, err
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := second.Close(context.Background()); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	// Each call has its own connection, so that the system gives them to both servers.
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	call := func() {
		t.Helper()
		got, err := client.Get("http://" + first.Addr + "/ready")
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
	if err := first.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	for range 50 {
		call()
	}
}
