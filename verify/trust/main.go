// Command trust attacks and breaks the built program on purpose and reports the result of each
// check: one JSON object per line, and a table at the end. It uses the program only from outside
// and changes nothing in it.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/alecthomas/kong"

	"automacao/verify/spawn"
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

// stage is what the checks of one run share.
type stage struct {
	program string
	common  *spawn.Server
}

// server returns the program running on the demonstration data. All checks share it. A check that
// kills, fills or stops what it attacks starts its own server.
func (s *stage) server(ctx context.Context) (*spawn.Server, error) {
	if s.common != nil {
		return s.common, nil
	}
	server, err := s.own([]string{"--demo"}, nil)
	if err != nil {
		return nil, err
	}
	if err := server.Start(ctx); err != nil {
		return nil, errors.Join(err, server.Close())
	}
	s.common = server
	return server, nil
}

// own returns a separate server that the check starts and closes. All attacks come from one address
// and few members, so rate limits are on only if env says so. Go tests cover the limits.
func (s *stage) own(flags, env []string) (*spawn.Server, error) {
	program, err := filepath.Abs(s.program)
	if err != nil {
		return nil, err
	}
	return spawn.New(program, flags, append([]string{"AUTOMACAO_LIMITS=requests=none,quotas=none"}, env...))
}

func (s *stage) close() error {
	if s.common == nil {
		return nil
	}
	return s.common.Close()
}

type command struct {
	Program  string        `help:"The built program." default:"bin/automacao" type:"existingfile"`
	Quick    bool          `help:"Small counts, and without the tests that make test runs anyway."`
	Only     []string      `help:"Checks to run, such as D4,B*; all when empty."`
	Seed     uint64        `help:"Repeats what another run drew; drawn anew when 0."`
	Soak     time.Duration `help:"How long the long check lasts." default:"10m"`
	Document string        `help:"File to write the table to, for people." placeholder:"docs/evidence/trust.md"`
}

// outcome is the result of a check.
type outcome struct {
	ID     string  `json:"id"`
	Pass   *bool   `json:"pass"` // nil if it could not be run
	Figure string  `json:"figure"`
	Limit  string  `json:"limit"`
	Seed   uint64  `json:"seed"`
	Commit string  `json:"commit"`
	Took   float64 `json:"took_s"`
	title  string
}

func (o outcome) word() string {
	switch {
	case o.Pass == nil:
		return "–"
	case *o.Pass:
		return "pass"
	}
	return "FAIL"
}

// timeMax bounds a check that has no limit of its own.
const timeMax = 40 * time.Minute

// Run runs the checks one after the other.
func (c *command) Run(ctx context.Context) (err error) {
	if c.Seed == 0 {
		c.Seed = rand.Uint64N(1 << 53) // exact in JSON
	}
	stage := &stage{program: c.Program}
	defer func() { err = errors.Join(err, stage.close()) }()
	var done []outcome
	failed := 0
	for _, group := range groups {
		for _, check := range group {
			if !c.wants(check) {
				continue
			}
			o := c.judge(ctx, stage, check)
			if o.Pass != nil && !*o.Pass {
				failed++
			}
			done = append(done, o)
			if err := json.NewEncoder(os.Stdout).Encode(o); err != nil {
				return err
			}
		}
	}
	printTable(os.Stdout, done)
	if err := c.write(done); err != nil {
		return err
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d checks failed; --seed %d repeats what was drawn", failed, len(done), c.Seed)
	}
	return ctx.Err()
}

func (c *command) wants(check check) bool {
	if c.Quick && check.FullOnly {
		return false
	}
	for _, pattern := range c.Only {
		if matched, err := path.Match(pattern, check.ID); err == nil && matched {
			return true
		}
	}
	return len(c.Only) == 0
}

func (c *command) judge(ctx context.Context, stage *stage, check check) outcome {
	hash := fnv.New64a()
	_, _ = io.WriteString(hash, check.ID)
	r := &run{stage: stage, Quick: c.Quick, Soak: c.Soak, Rand: rand.New(rand.NewPCG(c.Seed, hash.Sum64()))}
	bounded, cancel := context.WithTimeout(ctx, timeMax+c.Soak)
	defer cancel()
	began := time.Now()
	figure, err := check.Run(bounded, r)
	o := outcome{ID: check.ID, Figure: figure, Limit: check.Limit, Seed: c.Seed, Commit: commit(), Took: time.Since(began).Seconds(), title: check.Title}
	if err != nil {
		o.Figure = strings.TrimPrefix(figure+"; "+err.Error(), "; ")
	}
	if !errors.Is(err, errAbsent) {
		passed := err == nil
		o.Pass = &passed
	}
	return o
}

// commit returns the commit of the checked source.
func commit() string {
	said, err := exec.Command("git", "describe", "--always", "--dirty").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(said))
}

func printTable(to io.Writer, done []outcome) {
	table := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "\ncheck\t\tfigure\tlimit")
	for _, o := range done {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", o.ID, o.word(), oneLine(o.Figure), o.Limit)
	}
	_ = table.Flush()
}

// figureMax is the longest figure in the table; the JSON line has the whole one.
const figureMax = 160

func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if letters := []rune(text); len(letters) > figureMax {
		return string(letters[:figureMax]) + "…"
	}
	return text
}
