package acceptance

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/app"
	"automacao/internal/market/markettest"
	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
	"automacao/verify/apptest"
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

// pauseMax is a little more than the number of queries to the database until a payment is posted.
const pauseMax = 3000

// between is a proxy between the server and the institution. When armed, it kills the server after
// it answered an event with 200: either at once, while it holds back the next answer of the
// institution so that nothing can have been posted, or some queries later, wherever the server is
// by then.
type between struct {
	*program
	isArmed, isHeld atomic.Bool
	killed          chan struct{}
	// pause is the number of queries to the database after which the server is killed.
	pause int
}

func (b *between) listen() *httptest.Server {
	toInstitution := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(&url.URL{Scheme: "http", Host: b.control}) }}
	toServer := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(&url.URL{Scheme: "http", Host: b.Addr}) },
		ModifyResponse: func(r *http.Response) error {
			if r.StatusCode == http.StatusOK && b.isArmed.CompareAndSwap(true, false) {
				for range b.pause {
					b.Exec(`SELECT`)
				}
				b.kill()
				close(b.killed)
			}
			return nil
		},
	}
	listening := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, apptest.WebhookPath):
			toServer.ServeHTTP(w, r)
		case b.isHeld.Load():
			<-b.killed
			panic(http.ErrAbortHandler)
		default:
			toInstitution.ServeHTTP(w, r)
		}
	}))
	b.T.Cleanup(listening.Close)
	return listening
}

// TestAPaymentSurvivesAKilledServer kills the server right after it answered the institution with
// 200. The institution does not repeat the event, and each payment is still credited exactly once.
func TestAPaymentSurvivesAKilledServer(t *testing.T) {
	t.Parallel()
	b := &between{program: newProgram(t)}
	hook := b.listen()
	b.startInstitution(hook.URL + apptest.WebhookPath)
	institution := strings.TrimPrefix(hook.URL, "http://")
	b.start(institution)
	b.people()
	kills := markettest.Times(12, 100)
	var codes []string
	for len(codes) < kills {
		_, milestones := b.agreed(b.marina, []string{"100.01", "99.99"})
		for _, milestone := range milestones {
			codes = append(codes, b.fund(milestone))
		}
	}
	unposted := 0
	for i, txid := range codes {
		b.killed = make(chan struct{})
		b.isHeld.Store(i%2 == 0)
		if b.pause = 0; i%2 == 1 {
			b.pause = rand.IntN(pauseMax)
		}
		b.isArmed.Store(true)
		b.cause(txid, "paid")
		select {
		case <-b.killed:
		case <-time.After(apptest.Patience):
			t.Fatal("no event came")
		}
		b.isHeld.Store(false)
		if b.Text(`SELECT (SELECT status FROM public.charges WHERE txid = $1) || ' ' || (SELECT count(*) FROM private.provider_events WHERE reference = $1)`, txid) == "open 1" {
			unposted++
		}
		b.start(institution)
	}
	t.Logf("of %d kills %d were between the answer and the posting", len(codes), unposted)
	if unposted < len(codes)/2 {
		t.Errorf("only %d of %d kills were before the posting", unposted, len(codes))
	}
	b.creditedOnce(len(codes))
}

// creditedOnce checks that every payment is posted once, from the stored events alone: no
// comparison runs before.
func (b *between) creditedOnce(payments int) {
	b.T.Helper()
	ctx, cancel := context.WithTimeout(b.T.Context(), apptest.Patience)
	defer cancel()
	for b.Text(`SELECT count(*)::text FROM private.provider_events WHERE state <> 'done'`) != "0" {
		if ctx.Err() != nil {
			b.T.Fatal("events are not worked on")
		}
		b.Exec(`UPDATE private.provider_events SET next_at = now() WHERE state = 'waiting'`)
	}
	got := b.Text(`
		SELECT concat_ws(', ', (SELECT count(*) FILTER (WHERE status = 'funded' AND held_cents = value_cents) FROM public.milestones),
		  (SELECT count(*) FROM public.ledger_transfers), (SELECT count(DISTINCT milestone_id) FROM public.ledger_transfers WHERE kind = 'guarantee'),
		  (SELECT count(*) FROM public.charges WHERE status = 'paid'), (SELECT sum(balance_cents) FROM private.ledger_balances WHERE account LIKE 'held:%'))`)
	if want := fmt.Sprintf("%d, %d, %d, %d, %d", payments, payments, payments, payments, payments*100_00); got != want {
		b.T.Errorf("funded, posted, guarantees, paid and held are %s, want %s", got, want)
	}
	b.balanced(b.admin)
	b.await("a comparison", `SELECT count(*)::text FROM public.reconciliation_differences WHERE resolved_at IS NULL`, "0")
}

// balanced checks that the ledger adds up, as an administrator sees it.
func (p *program) balanced(admin uuid.UUID) {
	p.T.Helper()
	if found := p.rpc(admin, "verify_ledger", map[string]any{}); found["balanced"] != true || found["chained"] != true {
		p.T.Errorf("the ledger is %v", found)
	}
}
