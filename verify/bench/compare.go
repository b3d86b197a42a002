package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/market/demo"
	"automacao/internal/market/volume"
	"automacao/internal/postgres"
	"automacao/internal/wire/client"
	"automacao/internal/wire/rest/plan"
)

type compareCommand struct {
	Rounds   int `help:"Rounds, in each of which every way has its turn." default:"15"`
	Times    int `help:"Calls a turn." default:"100"`
	Projects int `help:"Synthetic projects and professionals." default:"2000"`
	Messages int `help:"Synthetic messages." default:"20000"`
}

// way is one implementation of the measured work.
type way struct {
	name string
	work func() error
}

// Run compares three implementations of three calls, and the ways to deliver a change.
func (c *compareCommand) Run(ctx context.Context) (err error) {
	s, err := openStage(ctx, volume.Size{Projects: c.Projects, Professionals: c.Projects, Companies: 100, Messages: c.Messages})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	b, err := newBareServer(ctx, s)
	if err != nil {
		return err
	}
	defer b.close()
	fmt.Printf("%d rounds of %d calls a way, in turn; a ratio is the median of the rounds' (its quartiles)\n", c.Rounds, c.Times)
	for _, thing := range []struct {
		name string
		ways func(context.Context) ([]way, error)
	}{
		{"a project by key, with its company", b.readByKey},
		{"20 projects of a filter, with their number", b.readList},
		{"a message is sent", b.sendMessage},
	} {
		ways, err := thing.ways(ctx)
		if err == nil {
			err = c.compare(thing.name, ways)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", thing.name, err)
		}
	}
	ways, done, err := b.deliveries(ctx)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	defer done()
	return c.compare("a message, from its writing to who listens", ways)
}

// compare runs every way once per round, in an order that rotates from round to round, and prints
// the ratio of the first way to each other one.
func (c *compareCommand) compare(name string, ways []way) error {
	medians := make([][]float64, len(ways))
	for round := range c.Rounds + 1 {
		for turn := range ways {
			i := (turn + round) % len(ways)
			taken, err := measure(c.Times, ways[i].work)
			if err != nil {
				return fmt.Errorf("%s: %w", ways[i].name, err)
			}
			// The first round is a warm-up: it prepares statements and opens connections.
			if round > 0 {
				medians[i] = append(medians[i], float64(taken.at(0.5).Microseconds())/1000)
			}
		}
	}
	fmt.Printf("\n%s\n", name)
	for i, other := range ways {
		fmt.Printf("  %-28s %s ms", other.name, spreadOf(medians[i]))
		if i > 0 {
			fmt.Printf("   ours / this = %s", spreadOf(ratios(medians[0], medians[i])))
		}
		fmt.Println()
	}
	return nil
}

// ratios divides the medians of the same round.
func ratios(ours, others []float64) []float64 {
	paired := make([]float64, len(ours))
	for i := range ours {
		paired[i] = ours[i] / others[i]
	}
	return paired
}

// bareServer is the baseline for the engine: the driver, and handlers that do only the work they
// are written for. Both do what the engine does for safety: role, claims, session check, row-level
// security.
type bareServer struct {
	stage        *stage
	pool         *pgxpool.Pool
	company      *client.Client
	professional *client.Client
	bare         *client.Client
	server       *http.Server
	project      string
	claims       string
	// other is a member whose messages none of our sockets listens to.
	other uuid.UUID
}

func newBareServer(ctx context.Context, s *stage) (*bareServer, error) {
	b := &bareServer{stage: s, company: client.New(s.app.URL(), s.app.Keys().AnonKey), professional: client.New(s.app.URL(), s.app.Keys().AnonKey)}
	err := errors.Join(b.company.SignIn(ctx, demo.CompanyEmail, demo.Password), b.professional.SignIn(ctx, demo.ProfessionalEmail, demo.Password))
	if err != nil {
		return nil, err
	}
	if b.project, err = ownProject(ctx, b.company); err != nil {
		return nil, err
	}
	if b.claims, err = claimsOf(b.company.Token); err != nil {
		return nil, err
	}
	if b.pool, err = postgres.NewPool(ctx, s.db.URL(), 0); err != nil {
		return nil, err
	}
	err = b.pool.QueryRow(ctx, `SELECT id FROM public.profiles WHERE role = 'professional' AND id <> $1 ORDER BY id LIMIT 1`,
		b.professional.UserID).Scan(&b.other)
	if err != nil {
		return nil, fmt.Errorf("find another professional: %w", err)
	}
	return b, b.serve()
}

func (b *bareServer) close() {
	_ = b.server.Close()
	b.pool.Close()
}

func (b *bareServer) readByKey(ctx context.Context) ([]way, error) {
	asked := "select=id,number,title,description,budget,deadline,skills,status,proposals_count,created_at,company:profiles!company_id(id,name,avatar_url)&id=eq." + b.project
	same, err := b.sameSQL(ctx, "projects", asked, plan.Options{Shape: plan.Object, RowsMax: 1000, BytesMax: 16 << 20})
	return []way{
		{"our engine", func() error {
			_, err := b.company.Get(ctx, "projects?"+asked, "Accept", "application/vnd.pgrst.object+json")
			return err
		}},
		{"its SQL by the driver alone", same},
		{"a handler by hand", func() error {
			_, err := b.bare.Call(ctx, http.MethodGet, "/project?id="+b.project, nil)
			return err
		}},
	}, err
}

func (b *bareServer) readList(ctx context.Context) ([]way, error) {
	asked := "select=id,number,title,budget,deadline,skills,created_at&status=eq.open&order=created_at.desc,id.desc&limit=20"
	same, err := b.sameSQL(ctx, "projects", asked, plan.Options{Count: "exact", RowsMax: 1000, BytesMax: 16 << 20})
	return []way{
		{"our engine", func() error {
			_, err := b.company.Get(ctx, "projects?"+asked, "Prefer", "count=exact")
			return err
		}},
		{"its SQL by the driver alone", same},
		{"a handler by hand", func() error {
			_, err := b.bare.Call(ctx, http.MethodGet, "/projects?status=open", nil)
			return err
		}},
	}, err
}

// outgoing is a message as a client sends it.
type outgoing struct {
	Key     uuid.UUID `json:"client_id"`
	FromID  uuid.UUID `json:"from_id"`
	ToID    uuid.UUID `json:"to_id"`
	Content string    `json:"content"`
}

func (b *bareServer) message(to uuid.UUID) outgoing {
	return outgoing{uuid.Must(uuid.NewV7()), b.company.UserID, to, "Segue a lista de I/O revisada (rev. C)."}
}

func (b *bareServer) sendMessage(ctx context.Context) ([]way, error) {
	send := func(to *client.Client, path string) func() error {
		return func() error {
			body, err := json.Marshal(b.message(b.professional.UserID))
			if err != nil {
				return err
			}
			_, err = to.Call(ctx, http.MethodPost, path, body)
			return err
		}
	}
	return []way{
		{"our engine", send(b.company, "/rest/v1/messages")},
		{"the driver alone", func() error { return b.write(ctx, b.claims, b.message(b.professional.UserID)) }},
		{"a handler by hand", send(b.bare, "/message")},
	}, nil
}
