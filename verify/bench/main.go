// Command bench measures the server next to simpler baselines: the same SQL through the database
// driver alone, and a handler written by hand. It prints ratios with their spread, because a
// machine's own speed drifts. It does not judge the results.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/alecthomas/kong"

	"automacao/internal/app"
	"automacao/internal/market/volume"
	"automacao/internal/postgres"
	"automacao/verify/spawn"
)

type commands struct {
	Compare compareCommand `cmd:"" help:"Our engine, the driver alone and a handler written by hand, in turn."`
	Screens screensCommand `cmd:"" help:"What the screens ask for, on a market of the given size."`
	Memory  memoryCommand  `cmd:"" help:"What the server's process holds: idle, after a journey, idle again."`
	Rivals  rivalsCommand  `cmd:"" help:"Our server, a handler written by hand, PostgREST and PocketBase on the same rows: processor time and latency."`
	ByHand  handCommand    `cmd:"" hidden:"" help:"Serves the handlers written by hand."`
	Kept    keptCommand    `cmd:"" help:"What is answered from memory, beside a plain handler that does so."`
	Shares  sharesCommand  `cmd:"" help:"How many log in beside a bare loop of the hash, and what others wait meanwhile."`
	Sockets socketsCommand `cmd:"" help:"What open sockets cost the server's memory, and how long one change takes to all who listen."`

	PlainSockets plainSocketsCommand `cmd:"" hidden:"" help:"Keeps sockets open and does nothing else."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var cli commands
	parsed := kong.Parse(&cli, kong.Name("bench"), kong.BindTo(ctx, (*context.Context)(nil)))
	if err := parsed.Run(); err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

// stage is a server in this process with its own database, which the measurements can also reach
// directly.
type stage struct {
	folder string
	db     *postgres.Database
	app    *app.App
	cfg    app.Config
}

// defaults returns settings like the command line's defaults, with request limits and quotas off.
func defaults(folder, addr string) app.Config {
	return app.Config{
		Addr: addr, Data: filepath.Join(folder, "data"), Demo: true, PasswordMin: 6,
		AccessTokenTTL: time.Hour, ShutdownTimeout: 10 * time.Second, AnswersMB: 64, LogFormat: "json", LogLevel: "warn",
		Limits: []string{"requests=none", "quotas=none"},
	}
}

func openStage(ctx context.Context, size volume.Size) (_ *stage, err error) {
	folder, err := spawn.Folder()
	if err != nil {
		return nil, err
	}
	addr, err := spawn.FreeAddr()
	if err != nil {
		return nil, err
	}
	s := &stage{folder: folder, cfg: defaults(folder, addr)}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.close())
		}
	}()
	log := slog.New(slog.DiscardHandler)
	if s.db, err = postgres.Open(ctx, postgres.Config{Dir: s.cfg.Data, Log: log}); err != nil {
		return nil, err
	}
	s.cfg.DatabaseURL = s.db.OwnerURL
	began := time.Now()
	if _, err = app.Seed(ctx, s.cfg, log, size, func(string, int, int) {}); err != nil {
		return nil, err
	}
	fmt.Printf("seeded %d projects, %d professionals, %d companies, %d messages in %.1f s\n",
		size.Projects, size.Professionals, size.Companies, size.Messages, time.Since(began).Seconds())
	s.app, err = app.Start(ctx, s.cfg, log)
	return s, err
}

func (s *stage) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), s.cfg.ShutdownTimeout)
	defer cancel()
	var errs []error
	if s.app != nil {
		errs = append(errs, s.app.Close(ctx))
	}
	if s.db != nil {
		errs = append(errs, s.db.Close(ctx))
	}
	return errors.Join(append(errs, os.RemoveAll(s.folder))...)
}
