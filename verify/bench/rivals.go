package main

import (
	"cmp"
	"context"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

type rivalsCommand struct {
	Projects int    `help:"Synthetic projects; a fifth as many professionals." default:"10000"`
	Rounds   int    `help:"Rounds, in each of which every server has its turn." default:"5"`
	Times    int    `help:"Requests a turn." default:"1500"`
	Clients  int    `help:"Connections at once." default:"32"`
	Rate     int    `help:"Requests a second at open load, for which latency is told." default:"100"`
	Results  string `help:"The results to compare with." default:"verify/bench/results.md" type:"path"`
	Only     string `help:"Only what is asked under a name that holds this."`
	Write    bool   `help:"Write the results anew."`
}

// call is a request that is sent to every server, in the form that the server expects.
type call struct {
	name string
	// mark is the highest acceptable ratio of CPU time to that of the handler by hand.
	mark float64
	of   map[string]func(n int) request
}

type request struct {
	method, path, body string
	isCounted          bool
}

// rival is a measured server in its own processes.
type rival struct {
	name, host, token, key string
	pid                    int
	// postmaster is the process id of its database server, 0 if the database is inside the process.
	postmaster int
	close      func() error
}

// Names of the servers.
const (
	ours       = "ours"
	hand       = "a handler by hand"
	postgrest  = "PostgREST 12.0.2"
	pocketbase = "PocketBase 0.36.8"
)

// Run measures the same requests on our server, a handler written by hand on the same database,
// PostgREST on the same database, and PocketBase with the same rows.
func (c *rivalsCommand) Run(ctx context.Context) (err error) {
	s, err := openRivals(ctx, c.Projects)
	if err != nil {
		return errors.Join(err, s.close())
	}
	defer func() { err = errors.Join(err, s.close()) }()
	fmt.Printf("%d rounds of %d requests a server, in turn, over %d connections; then %d a second for latency\n", c.Rounds, c.Times, c.Clients, c.Rate)
	before, err := readResults(c.Results)
	if err != nil {
		return err
	}
	var all []result
	for _, asked := range s.calls() {
		if !strings.Contains(asked.name, c.Only) {
			continue
		}
		found, err := c.measure(ctx, s.rivals, asked)
		if err != nil {
			return fmt.Errorf("%s: %w", asked.name, err)
		}
		for _, one := range found {
			one.projects = c.Projects
			all = append(all, one)
			fmt.Println(one.said(before))
		}
	}
	if c.Write {
		return writeResults(c.Results, all)
	}
	return nil
}

// turn is the cost per request of a server in one turn.
type turn struct{ perSecond, server, database float64 }

// processor returns the CPU time of server and database in microseconds.
func (t turn) processor() float64 { return t.server + t.database }

func (c *rivalsCommand) measure(ctx context.Context, rivals []*rival, asked call) ([]result, error) {
	turns := map[string][]turn{}
	for round := range c.Rounds + 1 {
		for i := range rivals {
			one := rivals[(i+round)%len(rivals)]
			taken, err := c.turn(ctx, one, asked.of[one.name])
			if err != nil {
				return nil, fmt.Errorf("%s: %w", one.name, err)
			}
			// The first round is a warm-up: it prepares statements and opens connections.
			if round > 0 {
				turns[one.name] = append(turns[one.name], taken)
			}
		}
	}
	var found []result
	for _, one := range rivals {
		waited, err := c.waits(ctx, one, asked.of[one.name])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", one.name, err)
		}
		found = append(found, resultOf(asked, one.name, turns[one.name], turns[hand], waited))
	}
	return found, nil
}

// turn sends requests as fast as the connections allow.
func (c *rivalsCommand) turn(ctx context.Context, one *rival, ask func(int) request) (turn, error) {
	serverBefore, databaseBefore, err := one.processorTime()
	if err != nil {
		return turn{}, err
	}
	var next atomic.Int64
	failures := make([]error, c.Clients)
	var running sync.WaitGroup
	began := time.Now()
	for i := range c.Clients {
		running.Go(func() {
			caller := newCaller(one)
			defer caller.close()
			for n := next.Add(1); n <= int64(c.Times) && failures[i] == nil; n = next.Add(1) {
				failures[i] = caller.ask(ctx, ask(int(n)))
			}
		})
	}
	running.Wait()
	took := time.Since(began)
	if err := cmp.Or(failures...); err != nil {
		return turn{}, err
	}
	serverAfter, databaseAfter, err := one.processorTime()
	times := float64(c.Times)
	return turn{
		perSecond: times / took.Seconds(),
		server:    float64((serverAfter - serverBefore).Microseconds()) / times,
		database:  float64((databaseAfter - databaseBefore).Microseconds()) / times,
	}, err
}

// openSeconds is the duration of the open-loop load.
const openSeconds = 4

// waits sends requests at a constant rate, independent of the answers, and returns each one's time
// from when it was due.
func (c *rivalsCommand) waits(ctx context.Context, one *rival, ask func(int) request) (durations, error) {
	due := make(chan int, c.Rate*openSeconds)
	taken := make(durations, c.Rate*openSeconds)
	began := time.Now()
	dueAt := func(n int) time.Time { return began.Add(time.Duration(n) * time.Second / time.Duration(c.Rate)) }
	failures := make([]error, c.Clients)
	var running sync.WaitGroup
	for i := range c.Clients {
		running.Go(func() {
			caller := newCaller(one)
			defer caller.close()
			for n := range due {
				if err := caller.ask(ctx, ask(n)); err != nil {
					failures[i] = err
				}
				taken[n] = time.Since(dueAt(n))
			}
		})
	}
	for n := range c.Rate * openSeconds {
		time.Sleep(time.Until(dueAt(n)))
		due <- n
	}
	close(due)
	running.Wait()
	return taken, errors.Join(failures...)
}

// calls returns the measured requests in each server's form.
func (s *rivalStage) calls() []call {
	const (
		listed  = "select=id,number,title,budget,deadline,skills,created_at,company:profiles!company_id(id,name,avatar_url)&status=eq.open"
		newest  = "&order=created_at.desc,id.desc&limit=24"
		one     = "select=id,number,title,description,budget,deadline,skills,status,proposals_count,created_at,company:profiles!company_id(id,name,avatar_url)&limit=1&id=eq."
		worded  = "&search=fts(automacao).'clp':*&skills=ov.%7Bvisao-maquina%7D"
		records = "/api/collections/projects/records"
		open    = "?expand=company&sort=-created_at,-id&perPage=24&filter="
		found   = "(status='open'%26%26(title~'clp'%7C%7Cdescription~'clp')%26%26skills~',visao-maquina,')"
	)
	get := func(path string) func(int) request {
		return func(int) request { return request{method: http.MethodGet, path: path} }
	}
	counted := func(ask func(int) request) func(int) request {
		return func(n int) request {
			asked := ask(n)
			asked.isCounted = true
			return asked
		}
	}
	ofEach := func(path string, short bool) func(int) request {
		return func(n int) request {
			id := s.ids[n%len(s.ids)]
			if short {
				id = shortID(id)
			}
			return request{method: http.MethodGet, path: strings.ReplaceAll(path, "ID", id)}
		}
	}
	rest := func(query string) func(int) request { return get("/rest/v1/projects?" + query) }
	bare := func(query string) func(int) request { return get("/projects?" + query) }
	sent := func(path string) func(int) request {
		return func(int) request {
			return request{method: http.MethodPost, path: path, body: fmt.Sprintf(`{"client_id":%q,"from_id":%q,"to_id":%q,"content":"Segue a lista de I/O revisada (rev. C)."}`, uuid.Must(uuid.NewV7()), s.from, s.to)}
		}
	}
	return []call{
		{"24 projects with their companies", 1.4, map[string]func(int) request{
			ours: rest(listed + newest), hand: get("/newest"), postgrest: bare(listed + newest), pocketbase: get(records + open + "(status='open')&skipTotal=1"),
		}},
		{"a project by its key", 1.5, map[string]func(int) request{
			ours: ofEach("/rest/v1/projects?"+one+"ID", false), hand: ofEach("/project?id=ID", false), postgrest: ofEach("/projects?"+one+"ID", false), pocketbase: ofEach(records+"/ID?expand=company", true),
		}},
		{"by a word and a skill", 1.15, map[string]func(int) request{
			ours: rest(listed + worded + newest), hand: get("/found"), postgrest: bare(listed + worded + newest), pocketbase: get(records + open + found + "&skipTotal=1"),
		}},
		{"the same, counted", 1.15, map[string]func(int) request{
			ours: counted(rest(listed + worded + newest)), hand: get("/found?counted=1"), postgrest: counted(bare(listed + worded + newest)), pocketbase: get(records + open + found),
		}},
		{"a message is sent", 1.35, map[string]func(int) request{
			ours: sent("/rest/v1/messages"), hand: sent("/message"), postgrest: sent("/messages"), pocketbase: func(int) request {
				return request{method: http.MethodPost, path: "/api/collections/messages/records", body: fmt.Sprintf(`{"from_id":%q,"to_id":%q,"content":"Segue a lista de I/O revisada (rev. C)."}`, s.member, s.to)}
			},
		}},
	}
}

// shortID makes a PocketBase key of fifteen characters from an id. It uses a hash of the whole id,
// because ids made in the same millisecond have similar parts.
func shortID(id string) string {
	sum := md5.Sum([]byte(id)) //nolint:gosec // nothing is secret in it
	return hex.EncodeToString(sum[:])[:15]
}

func (s *rivalStage) close() error {
	if s == nil {
		return nil
	}
	var errs []error
	for _, one := range slices.Backward(s.rivals) {
		errs = append(errs, one.close())
	}
	ctx := context.WithoutCancel(context.Background())
	if s.db != nil {
		errs = append(errs, s.db.Close(ctx))
	}
	return errors.Join(append(errs, os.RemoveAll(s.folder))...)
}
