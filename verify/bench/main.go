// Command bench measures the server next to simpler baselines: the same SQL through the database
// driver alone, and a handler written by hand. It prints ratios with their spread, because a
// machine's own speed drifts. It does not judge the results.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/alecthomas/kong"
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
