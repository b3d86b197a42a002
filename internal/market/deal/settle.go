package deal

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
	"automacao/internal/market/transition"
)

// Settler posts what becomes of the money that is held for a milestone, before
// the milestone moves: a part is the professional's, the rest returns to the
// company. It works in the step's transaction and under its locks.
type Settler func(ctx context.Context, tx pgx.Tx, c Contract, m Milestone, toProfessional money.Money) error

type settlerKey struct{}

// WithSettler has the steps below ctx post to a ledger. Whoever starts requests
// and jobs gives it to them; without it nothing is held, and a step that finds
// something held fails whole.
func WithSettler(ctx context.Context, settle Settler) context.Context {
	return context.WithValue(ctx, settlerKey{}, settle)
}

var errNoSettler = errors.New("money is held and nothing here can settle it")

// SettleHeld ends a milestone with what is held for it: all of it is the
// professional's, some of it, or none.
func (c *Contract) SettleHeld(ctx context.Context, tx pgx.Tx, m *Milestone, toProfessional money.Money) error {
	settle, ok := ctx.Value(settlerKey{}).(Settler)
	if !ok {
		return fmt.Errorf("milestone %s: %w", m.ID, errNoSettler)
	}
	if err := settle(ctx, tx, *c, *m, toProfessional); err != nil {
		return fmt.Errorf("settle milestone %s: %w", m.ID, err)
	}
	action := m.settledBy(toProfessional)
	m.Held = 0
	return c.MoveMilestone(ctx, tx, m, MilestoneMove{ContractMove: ContractMove{Action: action, By: transition.System}, Split: toProfessional})
}

// settledBy names the step that ends a milestone with what is held for it.
func (m Milestone) settledBy(toProfessional money.Money) string {
	became := "split"
	switch toProfessional {
	case 0:
		became = "refund"
	case m.Held:
		became = "release"
	}
	if m.Status != "disputed" {
		return became + "_milestone"
	}
	return map[string]string{"split": "end_dispute_split", "refund": "end_dispute_refunded", "release": "end_dispute_released"}[became]
}

// EndDispute gives the professional a percentage of a milestone in dispute, to
// the centavo, half of one rounded up, and the company the rest: of what is
// held, or else as what is owed. The contract follows.
func (c *Contract) EndDispute(ctx context.Context, tx pgx.Tx, m *Milestone, percent int64) error {
	if err := c.endDispute(ctx, tx, m, percent); err != nil {
		return err
	}
	return c.Follow(ctx, tx, ContractMove{Action: "end_dispute", By: transition.System})
}

func (c *Contract) endDispute(ctx context.Context, tx pgx.Tx, m *Milestone, percent int64) error {
	if m.Held > 0 {
		return c.SettleHeld(ctx, tx, m, m.Held.Percent(percent))
	}
	move := MilestoneMove{ContractMove: ContractMove{Action: "end_dispute_owed", By: transition.System}, Value: m.Value.Percent(percent)}
	switch {
	case move.Value == 0 && m.IsDisputedDebt:
		move.Action = "uphold_payment"
	case move.Value == 0:
		move.Action = "end_dispute_cancelled"
	}
	return c.MoveMilestone(ctx, tx, m, move)
}

// WindUp ends the milestones of a contract that ends early. The parts are what
// a distrato gives the professional, in percent. Without one, what is held
// returns to the company and the rest is cancelled. What is owed stays owed,
// and what is in dispute ends by it.
func (c *Contract) WindUp(ctx context.Context, tx pgx.Tx, parts map[uuid.UUID]int64) error {
	for i := range c.Milestones {
		m := &c.Milestones[i]
		if !m.canWindUp() {
			continue
		}
		if err := c.windUp(ctx, tx, m, m.Value.Percent(parts[m.ID])); err != nil {
			return err
		}
	}
	return nil
}

func (c *Contract) windUp(ctx context.Context, tx pgx.Tx, m *Milestone, part money.Money) error {
	switch {
	case m.Held > 0:
		return c.SettleHeld(ctx, tx, m, part)
	case part > 0:
		return c.MoveMilestone(ctx, tx, m, MilestoneMove{ContractMove: ContractMove{Action: "settle_milestone", By: transition.System}, Value: part})
	}
	return c.MoveMilestone(ctx, tx, m, MilestoneMove{ContractMove: ContractMove{Action: "cancel_milestone", By: transition.System}})
}

// canWindUp reports whether the end of the contract says what becomes of it.
func (m Milestone) canWindUp() bool {
	switch m.Status {
	case "planned", "funded", "delivered", "adjusting":
		return true
	case "awaiting_payment":
		return !m.IsOwed
	}
	return false
}
