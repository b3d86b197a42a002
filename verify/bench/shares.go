package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/crypto/argon2"

	"automacao/internal/market/demo"
	"automacao/internal/market/volume"
	"automacao/internal/wire/client"
)

type sharesCommand struct {
	Rounds  int           `help:"Rounds, in each of which everything has its turn." default:"5"`
	Turn    time.Duration `help:"How long a turn takes." default:"4s"`
	Clients int           `help:"Logins at once." default:"200"`
	Reads   int           `help:"Reads due a second meanwhile." default:"50"`
}

// sharesStage is what the turns of the measurement share.
type sharesStage struct {
	*sharesCommand
	url, anonKey string
	emails       []string
	reader       *client.Client
	read         string
}

// Run measures as many logins as possible, next to a bare loop of their password hash, while one
// client reads.
func (c *sharesCommand) Run(ctx context.Context) (err error) {
	s, err := openStage(ctx, volume.Size{Projects: 200, Professionals: 500, Companies: 20, Messages: 100})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	on, err := c.prepare(ctx, s)
	if err != nil {
		return err
	}
	var shares []float64
	var alone, crowded durations
	for round := range c.Rounds + 1 {
		bare := on.bareHashes()
		reads, err := on.readUntil(ctx, time.After(c.Turn))
		if err != nil {
			return err
		}
		logins, during, err := on.logins(ctx)
		if err != nil {
			return err
		}
		if round > 0 {
			shares = append(shares, logins/bare)
			alone, crowded = append(alone, reads...), append(crowded, during...)
			fmt.Printf("  hashes by a bare loop %.1f a second, logins %.1f a second\n", bare, logins)
		}
	}
	load, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return err
	}
	fmt.Printf("%d cores, %d processors of the runtime, load at the end %s\n", runtime.NumCPU(), runtime.GOMAXPROCS(0), strings.TrimSpace(string(load)))
	fmt.Printf("logins / bare loop = %s\n", spreadOf(shares))
	printReads("alone", alone)
	printReads(fmt.Sprintf("under %d logins", c.Clients), crowded)
	return nil
}

func printReads(when string, d durations) {
	fmt.Printf("a read %-18s p50 %s ms, p99 %s ms (%d reads)\n", when, milliseconds(d.at(0.5)), milliseconds(d.at(0.99)), len(d))
}

// prepare sets the demonstration's password on every seeded account.
func (c *sharesCommand) prepare(ctx context.Context, s *stage) (*sharesStage, error) {
	on := &sharesStage{sharesCommand: c, url: s.app.URL(), anonKey: s.app.Keys().AnonKey}
	on.reader = client.New(on.url, on.anonKey)
	if err := on.reader.SignIn(ctx, demo.CompanyEmail, demo.Password); err != nil {
		return nil, err
	}
	project, err := ownProject(ctx, on.reader)
	if err != nil {
		return nil, err
	}
	on.read = "/rest/v1/projects?select=id,title,status&id=eq." + project
	owner, err := pgx.Connect(ctx, s.db.OwnerURL)
	if err != nil {
		return nil, err
	}
	defer func() { _ = owner.Close(ctx) }()
	rows, err := owner.Query(ctx, `
		UPDATE auth.users SET email_confirmed_at = coalesce(email_confirmed_at, now()),
		       password_hash = (SELECT password_hash FROM auth.users WHERE email = $1)
		 WHERE email <> $1 AND email NOT LIKE 'admin@%' AND banned_until IS NULL RETURNING email`, demo.CompanyEmail)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var email string
		if err := rows.Scan(&email); err != nil {
			return nil, err
		}
		on.emails = append(on.emails, email)
	}
	return on, rows.Err()
}

// bareHashes returns how many password hashes per second all cores compute, at the cost of a
// login's hash, with no other work.
func (c *sharesCommand) bareHashes() float64 {
	var made atomic.Int64
	var running sync.WaitGroup
	began := time.Now()
	for range runtime.NumCPU() {
		running.Go(func() {
			for time.Since(began) < c.Turn {
				argon2.IDKey([]byte(demo.Password), make([]byte, 16), 2, 19*1024, 1, 32)
				made.Add(1)
			}
		})
	}
	running.Wait()
	return float64(made.Load()) / time.Since(began).Seconds()
}

// readUntil reads sequentially at a fixed rate. A read's time includes the wait that a late
// previous read caused.
func (s *sharesStage) readUntil(ctx context.Context, ended <-chan time.Time) (taken durations, err error) {
	for due := time.Now(); ; due = due.Add(time.Second / time.Duration(s.Reads)) {
		select {
		case <-ended:
			return taken, nil
		case <-time.After(time.Until(due)):
		}
		if _, err := s.reader.Call(ctx, http.MethodGet, s.read, nil); err != nil {
			return taken, err
		}
		taken = append(taken, time.Since(due))
	}
}

// logins returns the logins per second and the times of the reads meanwhile.
func (s *sharesStage) logins(ctx context.Context) (rate float64, reads durations, err error) {
	var next, in atomic.Int64
	failures := make([]error, s.Clients)
	var running sync.WaitGroup
	began := time.Now()
	for i := range s.Clients {
		running.Go(func() {
			for failures[i] == nil && time.Since(began) < s.Turn {
				email := s.emails[int(next.Add(1))%len(s.emails)]
				failures[i] = client.New(s.url, s.anonKey).SignIn(ctx, email, demo.Password)
				if failures[i] == nil && time.Since(began) < s.Turn {
					in.Add(1)
				}
			}
		})
	}
	reads, err = s.readUntil(ctx, time.After(s.Turn))
	running.Wait()
	return float64(in.Load()) / s.Turn.Seconds(), reads, errors.Join(append(failures, err)...)
}
