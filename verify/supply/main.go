// Command supply documents what the product is made of: a bill of materials, the licences of all
// parts, and their known vulnerabilities. It changes no dependency.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/alecthomas/kong"
)

type command struct {
	SBOM     sbomCommand     `cmd:"" name:"sbom" help:"Write the bill of materials (CycloneDX 1.6, JSON)."`
	Licences licencesCommand `cmd:"" help:"Check every part's licence, and write the notices that those of the shipped ones ask for."`
	Audit    auditCommand    `cmd:"" help:"Look up what is known against the parts, where that can be reached."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var cli command
	parsed := kong.Parse(&cli, kong.Name("supply"), kong.BindTo(ctx, (*context.Context)(nil)))
	if err := parsed.Run(); err != nil {
		fmt.Fprintf(os.Stderr, "supply: %v\n", err)
		os.Exit(1)
	}
}
