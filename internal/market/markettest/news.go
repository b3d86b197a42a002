package markettest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/market/transition"
)

// Watch makes the test fail, when it ends, if steps that were taken with the returned context did
// not tell the people whom their tables name. Call watches its workflow.
func (s *Stage) Watch(ctx context.Context) context.Context {
	return transition.Observed(ctx, s.news)
}

// news holds what happened in each transaction, by its id.
type news struct {
	mu   sync.Mutex
	acts map[string]*act
}

// act is the steps that one transaction took, and the notices that it sent. Audiences are sides
// rather than the other side.
type act struct {
	took []taken
	told []told
}

type taken struct {
	step string
	owes []transition.Audience
}

type told struct {
	of string
	to transition.Audience
}

// reaches reports whether a notice went to an audience. The other side of a step that no side takes is
// whichever side was told.
func (one told) reaches(to transition.Audience) bool {
	return one.to == to || to == transition.TheOther && (one.to == transition.TheCompany || one.to == transition.TheProfessional)
}

func named(m transition.Machine, action string) string { return action + " of " + m.Noun }

// Took notes a step and whom it always tells.
func (n *news) Took(ctx context.Context, tx pgx.Tx, m transition.Machine, step transition.Step, by transition.Actor) {
	one := taken{step: named(m, step.Action)}
	for _, notice := range step.Tells {
		if notice.Case == "" {
			one.owes = append(one.owes, notice.To.Beside(by))
		}
	}
	n.during(ctx, tx, func(a *act) { a.took = append(a.took, one) })
}

// Told notes a notice.
func (n *news) Told(ctx context.Context, tx pgx.Tx, m transition.Machine, of transition.Told, notice transition.Notice) {
	side := of.Side
	if side == "" {
		side = of.By
	}
	one := told{of: named(m, of.Action), to: notice.To.Beside(side)}
	if slices.ContainsFunc(m.Occasions, func(o transition.Occasion) bool { return o.Name == of.Action }) {
		one.of = ""
	}
	n.during(ctx, tx, func(a *act) { a.told = append(a.told, one) })
}

// during notes something of a transaction. A transaction that fails is not compared, so an error
// needs no answer.
func (n *news) during(ctx context.Context, tx pgx.Tx, note func(*act)) {
	var id string
	if err := tx.QueryRow(ctx, `SELECT pg_current_xact_id()::text`).Scan(&id); err != nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.acts[id] == nil {
		n.acts[id] = &act{}
	}
	note(n.acts[id])
}

// compare reports the steps of committed transactions that did not tell whom they name, and the
// notices of steps that were not taken. Steps that are taken together tell a reader once.
func (n *news) compare(t testing.TB, pool *pgxpool.Pool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for id, a := range n.acts {
		var state string
		if err := pool.QueryRow(context.Background(), `SELECT pg_xact_status($1::text::xid8)`, id).Scan(&state); err != nil {
			t.Errorf("ask what became of transaction %s: %v", id, err)
		}
		if state != "committed" {
			continue
		}
		for _, missed := range a.missed() {
			t.Error(missed)
		}
	}
}

func (a *act) missed() (all []string) {
	for _, step := range a.took {
		for _, to := range step.owes {
			if !slices.ContainsFunc(a.told, func(one told) bool { return one.reaches(to) }) {
				all = append(all, fmt.Sprintf("%s did not tell the %s", step.step, to))
			}
		}
	}
	for _, one := range a.told {
		if one.of != "" && !slices.ContainsFunc(a.took, func(step taken) bool { return step.step == one.of }) {
			all = append(all, fmt.Sprintf("the %s was told of %s, which was not taken", one.to, one.of))
		}
	}
	return all
}
