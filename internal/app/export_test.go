package app

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/edge/middleware"
	"automacao/internal/edge/ratelimit"
	"automacao/internal/market/money/payment"
	"automacao/internal/market/people/barred"
	"automacao/internal/postgres"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/token"
)

// The tests of this folder are outside the package, as is the harness that they share with the
// acceptance tests. This file exports to them what an App does not export itself.

// Parts of an App.
type (
	Doorkeeper = doorkeeper
	Members    = members
)

var (
	Measures    = measures
	OpenKeys    = openKeys
	OpenPushKey = openPushKey
	OpenRest    = openRest
	Processors  = processors
	SaidOnce    = saidOnce
)

func NewDoorkeeper(server *auth.Server) Doorkeeper { return doorkeeper{server} }

func NewMembers(server *auth.Server) Members { return members{server} }

// barsOnly returns an App that has only its settings and the list of barred people.
func barsOnly(cfg Config) *App { return &App{cfg: cfg, keys: Keys{bars: []byte("bars")}} }

func AuthConfig(cfg Config) core.Config { return barsOnly(cfg).authConfig() }

func Barred(cfg Config) barred.List { return barsOnly(cfg).barred() }

func (k Keys) Bars() []byte { return k.bars }

func (c *Config) BackupLacks(ctx context.Context) error { return c.backupLacks(ctx) }

func (c *Config) FeeBasisPoints() (int64, error) { return c.feeBasisPoints() }

func (c *Config) OperatedBy() string { return c.operatedBy() }

func (c *Config) StorageOrigins(listening net.Addr) []string { return c.storageOrigins(listening) }

func (c *Config) LimitsTable() (*ratelimit.Table, map[string]int64, error) { return c.limits() }

// Listen opens the address of a server that is not started.
func Listen(ctx context.Context, cfg Config) (net.Listener, error) {
	a := &App{cfg: cfg}
	err := a.listen(ctx)
	return a.listener, err
}

// Bare returns the routes of an App without its parts. One handler serves the gateway and the
// pages.
func Bare(cfg Config, handler http.HandlerFunc, log *slog.Logger) http.Handler {
	a := &App{cfg: cfg, log: log, workers: workers{payments: &payment.Desk{}}, front: front{
		entrance: middleware.NewEntrance((&token.Keys{}).Caller, ""), disk: middleware.NewDisk(".", 0, errDiskFull),
	}}
	return a.route(handler, handler)
}

// Live is the handler of /live.
func Live(w http.ResponseWriter, r *http.Request) { (&App{}).live(w, r) }

func CompareClocks(asked, said, answered time.Time) []Finding {
	d := &doctor{}
	d.compareClocks(asked, said, answered)
	return d.found
}

func LookAtBackups(ctx context.Context, cfg Config) []Finding {
	d := &doctor{cfg: cfg, log: slog.New(slog.DiscardHandler)}
	d.lookAtBackups(ctx)
	return d.found
}

// Handler returns the handler of the server, also after the server has closed its address.
func (a *App) Handler() http.Handler { return a.server.Handler }

func (a *App) IsReady() bool { return a.ready.Load() }

func (a *App) SetReady(is bool) { a.ready.Store(is) }

// ForgetHealth forgets the cached answers about the database and the files, so that the next health
// check asks again.
func (a *App) ForgetHealth() { a.files.Forget(); a.pulse.Forget() }

func (a *App) CloseHealthPool() { a.conns.health.Close() }

// FillDisk makes the disk appear to have a number of free bytes.
func (a *App) FillDisk(free uint64) {
	a.disk.Set(1, func(string) (uint64, error) { return free, nil })
}

// TakePlaces takes all places of a network until leave is called.
func (a *App) TakePlaces(network string) (leave func()) {
	var taken []func()
	for {
		leave, ok := a.entrance.Calls.TryEnter(network)
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

func (a *App) TellDifferences(ctx context.Context) { a.tellDifferences(ctx) }

// BackUp makes a backup if one is due, with the given settings.
func (a *App) BackUp(ctx context.Context, to string, keep int) error {
	a.cfg.BackupTo, a.cfg.BackupKeep = to, keep
	return a.backUp(ctx)
}

func (a *App) KeepSuppressions(ctx context.Context) error { return a.keepSuppressions(ctx) }

// Settled runs work in a transaction as the server does, with its doorkeeper.
func (a *App) Settled(ctx context.Context, work func(context.Context, pgx.Tx, Doorkeeper) error) error {
	ctx = a.settling(ctx)
	return postgres.InTx(ctx, a.db.Pool, func(tx pgx.Tx) error { return work(ctx, tx, doorkeeper{a.auth}) })
}

// TestPartsCloseInReverse checks that Close ends the parts that were opened, the last one first, and
// among them the one that failed to open.
func TestPartsCloseInReverse(t *testing.T) {
	t.Parallel()
	errOpen, errClose := errors.New("does not open"), errors.New("does not close")
	var took []string
	step := func(name string, err error) func(context.Context) error {
		return func(context.Context) error { took = append(took, name); return err }
	}
	a := &App{log: slog.New(slog.DiscardHandler)}
	err := a.start(t.Context(), []part{
		{"first", step("open first", nil), step("close first", nil)},
		{"second", step("open second", nil), nil},
		{"third", step("open third", errOpen), step("close third", errClose)},
		{"fourth", step("open fourth", nil), step("close fourth", nil)},
	})
	if !errors.Is(err, errOpen) {
		t.Errorf("the start fails with %v", err)
	}
	if err := a.Close(t.Context()); !errors.Is(err, errClose) {
		t.Errorf("the close fails with %v", err)
	}
	if err := a.Close(t.Context()); err != nil {
		t.Errorf("a second close fails with %v", err)
	}
	want := []string{"open first", "open second", "open third", "close third", "close first"}
	if !slices.Equal(took, want) {
		t.Errorf("took %q, want %q", took, want)
	}
}
