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

// Settler posts to the ledger what becomes of the money held for a milestone, before the milestone
// moves: one part goes to the professional and the rest returns to the company. It runs in the
// step's transaction and under its locks.
type Settler func(ctx context.Context, tx pgx.Tx, c Contract, m Milestone, toProfessional money.Money) error

type settlerKey struct{}

// WithSettler makes the steps taken with the returned context post to a ledger. The code that
// starts requests and jobs sets it. Without it, a step that finds money held fails.
func WithSettler(ctx context.Context, settle Settler) context.Context {
	return context.WithValue(ctx, settlerKey{}, settle)
}

var errNoSettler = errors.New("money is held and nothing here can settle it")

// SettleHeld ends a milestone by dividing the money held for it: toProfessional goes to the
// professional, which may be all of it or nothing, and the rest returns to the company.
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

// settledBy returns the step that ends a milestone when the money held for it is divided.
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

// EndDispute ends the dispute over a milestone. It gives the professional a percentage of the money
// held, or, if none is held, makes that percentage of the value owed, rounded half up to the
// centavo. The company gets the rest. The contract follows.
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

// WindUp ends the milestones of a contract that ends early. parts is what a distrato gives the
// professional of each milestone, in percent. Of a milestone that parts does not name, what is held
// returns to the company, and if nothing is held the milestone is cancelled. Milestones that are
// owed stay owed, and those in dispute end with their dispute.
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

// canWindUp reports whether the end of the contract decides what becomes of the milestone.
func (m Milestone) canWindUp() bool {
	switch m.Status {
	case "planned", "funded", "delivered", "adjusting":
		return true
	case "awaiting_payment":
		return !m.IsOwed
	}
	return false
}
