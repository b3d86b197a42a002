// Command trust attacks and breaks the built program on purpose and reports the result of each
// check: one JSON object per line, and a table at the end. It uses the program only from outside
// and changes nothing in it.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/alecthomas/kong"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var cli command
	parsed := kong.Parse(&cli, kong.Name("trust"), kong.BindTo(ctx, (*context.Context)(nil)))
	if err := parsed.Run(); err != nil {
		fmt.Fprintf(os.Stderr, "trust: %v\n", err)
		os.Exit(1)
	}
}
