package deal

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market/transition"
)

// Follow moves a contract and its project to the state that its milestones imply, after one of them
// moved. The given move says what somebody did; the contract's own step is derived from it. A
// contract that has ended stays as it is.
func (c *Contract) Follow(ctx context.Context, tx pgx.Tx, move ContractMove) error {
	if !c.IsRunning() {
		return nil
	}
	to := c.follows()
	if to == c.Status {
		return c.keepDate(ctx, tx)
	}
	move.Action = c.stepTo(to, move)
	if move.Action == "follow_milestones" {
		move.By = transition.System
	}
	wasAgreed := c.Status == "agreed"
	if err := c.Move(ctx, tx, move); err != nil {
		return err
	}
	if move.Action != "start_contract" {
		projectMove := move.Action
		if to == "completed" && projectMove != "follow_milestones" {
			projectMove = "complete_contract"
		}
		if err := c.Project.Move(ctx, tx, projectMove, transition.System); err != nil {
			return err
		}
	}
	if wasAgreed {
		return c.LetOthersGo(ctx, tx)
	}
	return nil
}

// stepTo returns the contract's step that leads to a state.
func (c Contract) stepTo(to string, move ContractMove) string {
	switch {
	case to == "active" && c.Status == "agreed":
		return "start_contract"
	case to == "active" && move.Action == "accept_amendment":
		return move.Action
	case to == "active":
		return "request_adjustments"
	case to == "delivered":
		return "deliver_contract"
	case c.Status == "delivered" && move.By == transition.Company:
		return "complete_contract"
	case c.Status == "delivered" && (move.By == transition.Time || move.Action == "leave"):
		return map[bool]string{true: "accept_by_silence", false: "leave"}[move.By == transition.Time]
	}
	return "follow_milestones"
}

// follows returns the state that the milestones imply for a running contract. A milestone in
// dispute keeps the contract from completing, unless it was accepted and only its payment is in
// dispute.
func (c Contract) follows() string {
	has := func(states ...string) bool {
		return slices.ContainsFunc(c.Milestones, func(m Milestone) bool { return !m.IsDisputedDebt && slices.Contains(states, m.Status) })
	}
	isOpen := has("planned", "funded", "adjusting") || slices.ContainsFunc(c.Milestones, func(m Milestone) bool { return m.Status == "awaiting_payment" && !m.IsOwed })
	isBegun := has("delivered", "adjusting", "released", "disputed", "split") || slices.ContainsFunc(c.Milestones, func(m Milestone) bool { return m.IsOwed || m.IsDisputedDebt })
	switch {
	case isOpen && c.Status == "agreed" && !isBegun:
		return "agreed"
	case isOpen:
		return "active"
	case has("disputed") && c.Status != "delivered":
		return c.Status
	case has("delivered", "disputed"):
		return "delivered"
	}
	return "completed"
}

// IsRunning reports whether the contract has neither been completed nor ended early.
func (c Contract) IsRunning() bool {
	return slices.Contains([]string{"agreed", "active", "delivered"}, c.Status)
}

// keepDate sets the acceptance date of a delivered contract to the latest of its milestones'.
func (c Contract) keepDate(ctx context.Context, tx pgx.Tx) error {
	if c.Status != "delivered" {
		return nil
	}
	if _, err := tx.Exec(ctx, `UPDATE public.contracts SET acceptance_due_at = `+transition.AcceptanceDue+` WHERE id = $1`, c.ID); err != nil {
		return fmt.Errorf("keep the date of contract %s: %w", c.ID, err)
	}
	return nil
}

// LetOthersGo declines the proposals that were kept waiting until the work began.
func (c Contract) LetOthersGo(ctx context.Context, tx pgx.Tx) error {
	return Decline(ctx, tx, c.Project, ProposalMove{Action: "choose_other", Cause: OtherChosen,
		Reason: "O trabalho começou com a proposta escolhida. Obrigado pelo interesse: novos projetos entram toda semana."})
}
