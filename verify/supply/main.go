// Command supply documents what the product is made of: a bill of materials, the licences of all
// parts, and their known vulnerabilities. It changes no dependency.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"

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

// govulncheck has its version pinned here, because it is run with go run and not built in.
const govulncheck = "golang.org/x/vuln/cmd/govulncheck@v1.9.0"

// source is a database of known problems in dependencies.
type source struct {
	name, folder string
	command      []string
	// away are messages that mean its data cannot be reached.
	away []string
}

var npmAway = []string{"audit endpoint returned an error", "code ENOTFOUND", "code ECONNREFUSED", "code ETIMEDOUT", "code EAI_AGAIN", "code E40", "code E50", "Method Not Allowed"}

var sources = []source{
	{"govulncheck", ".", []string{"go", "run", govulncheck, "./cmd/...", "./internal/..."},
		[]string{"fetching vulnerabilities", "no such host", "dial tcp", "proxyconnect", "is not available", "resolve host"}},
	{"npm audit (web)", "web", []string{"npm", "audit", "--audit-level=low"}, npmAway},
	{"npm audit (e2e)", "verify/e2e", []string{"npm", "audit", "--audit-level=low"}, npmAway},
	{"npm audit signatures (web)", "web", []string{"npm", "audit", "signatures"}, npmAway},
	{"npm audit signatures (e2e)", "verify/e2e", []string{"npm", "audit", "signatures"}, npmAway},
}

// verdict is the result of asking a source.
type verdict int

const (
	clean verdict = iota
	unreachable
	found
)

// judge distinguishes a finding from a source that could not answer.
func (s source) judge(printed string, err error) verdict {
	if err == nil {
		return clean
	}
	for _, sign := range s.away {
		if strings.Contains(printed, sign) {
			return unreachable
		}
	}
	return found
}

type auditCommand struct{}

// Run asks every source. A source that cannot be reached is reported but is no failure: it is
// neither a finding nor a clean result.
func (c *auditCommand) Run(ctx context.Context) error {
	var problems []error
	asked := 0
	for _, s := range sources {
		command := exec.CommandContext(ctx, s.command[0], s.command[1:]...)
		command.Dir = s.folder
		var printed bytes.Buffer
		command.Stdout, command.Stderr = &printed, &printed
		err := command.Run()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		switch s.judge(printed.String(), err) {
		case clean:
			asked++
			fmt.Printf("clean        %s\n", s.name)
		case unreachable:
			fmt.Printf("NOT ASKED    %s: its data cannot be reached from here\n", s.name)
		case found:
			asked++
			problems = append(problems, fmt.Errorf("%s:\n%s", s.name, printed.String()))
		}
	}
	fmt.Printf("%d of %d sources were asked\n", asked, len(sources))
	return errors.Join(problems...)
}
