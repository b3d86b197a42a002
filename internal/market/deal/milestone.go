package deal

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/money"
	"automacao/internal/market/setting"
	"automacao/internal/market/transition"
)

// ErrMilestoneNotFound answers for a milestone that does not exist or is not the caller's.
var ErrMilestoneNotFound = fault.New(http.StatusNotFound, "milestone_not_found", "Marco não encontrado.")

// ErrChecklistBlocking refuses an acceptance while a blocking item of the milestone's checklist is
// open. Acceptance by silence is also refused while a blocking item lacks its witness.
var ErrChecklistBlocking = fault.New(http.StatusConflict, "checklist_blocking", "Há item impeditivo em aberto na lista de aceite deste marco.")

// ErrMilestoneNotFunded refuses a delivery for which nobody has deposited, unless the professional
// declares that they work without a guarantee.
var ErrMilestoneNotFunded = fault.New(http.StatusConflict, "milestone_not_funded",
	"A empresa ainda não depositou este marco. Espere o depósito, ou diga que entrega sem garantia.")

// Milestone is one part of a locked contract.
type Milestone struct {
	ID       uuid.UUID
	Position int
	Kind     string
	Title    string
	Status   string
	Value    money.Money
	// Held is what the institution holds for it.
	Held money.Money
	// IsOwed reports that it is accepted and no money is held for it.
	IsOwed bool
	// DeliveredBy is the person who delivered it, uuid.Nil before the delivery.
	DeliveredBy uuid.UUID
	// IsBlocked reports that a blocking item of its checklist is open, IsPaused that its acceptance
	// clock is paused.
	IsBlocked bool
	IsPaused  bool
	// WaitsForTAC reports that the acceptance clock starts when the TAC is executed.
	WaitsForTAC bool
	// IsDisputedDebt reports that it is accepted and in dispute over whether it was paid.
	IsDisputedDebt bool
	// AwaitsWitness reports that one side alone lifted a blocking item.
	AwaitsWitness bool
}

// IsOpen reports whether it is neither accepted, nor over, nor in dispute.
func (m Milestone) IsOpen() bool {
	switch m.Status {
	case "planned", "funded", "adjusting", "delivered":
		return true
	case "awaiting_payment":
		return !m.IsOwed
	}
	return false
}

// Label names the milestone within its contract, by position and title.
func (m Milestone) Label() string { return fmt.Sprintf("Marco %d, %s", m.Position, m.Title) }

// LockMilestone locks the contract of a milestone with all its milestones and returns the contract
// and a pointer to the milestone in it, or ErrMilestoneNotFound.
func LockMilestone(ctx context.Context, tx pgx.Tx, id uuid.UUID) (Contract, *Milestone, error) {
	var contractID uuid.UUID
	err := tx.QueryRow(ctx, `SELECT contract_id FROM public.milestones WHERE id = $1`, id).Scan(&contractID)
	if errors.Is(err, pgx.ErrNoRows) {
		return Contract{}, nil, ErrMilestoneNotFound
	}
	if err != nil {
		return Contract{}, nil, fmt.Errorf("look up milestone %s: %w", id, err)
	}
	c, err := LockContract(ctx, tx, contractID)
	if err != nil {
		return Contract{}, nil, err
	}
	m := c.Milestone(id)
	if m == nil {
		return Contract{}, nil, ErrMilestoneNotFound
	}
	return c, m, nil
}

// LockMilestoneOf locks, as LockMilestone does, the milestone to which a row of a table belongs. It
// returns missing if the row does not exist.
func LockMilestoneOf(ctx context.Context, tx pgx.Tx, table string, id uuid.UUID, missing error) (Contract, *Milestone, error) {
	var milestoneID uuid.UUID
	err := tx.QueryRow(ctx, "SELECT milestone_id FROM "+pgx.Identifier{"public", table}.Sanitize()+" WHERE id = $1", id).Scan(&milestoneID)
	if errors.Is(err, pgx.ErrNoRows) {
		return Contract{}, nil, missing
	}
	if err != nil {
		return Contract{}, nil, fmt.Errorf("look up %s %s: %w", table, id, err)
	}
	return LockMilestone(ctx, tx, milestoneID)
}

// Milestone returns the contract's milestone with a key, or nil if it has none.
func (c *Contract) Milestone(id uuid.UUID) *Milestone {
	for i := range c.Milestones {
		if c.Milestones[i].ID == id {
			return &c.Milestones[i]
		}
	}
	return nil
}

// lockMilestones reads and locks the milestones of a contract, in order of position.
func lockMilestones(ctx context.Context, tx pgx.Tx, contractID uuid.UUID) ([]Milestone, error) {
	rows, err := tx.Query(ctx, `
		SELECT id, position, kind, title, status, value_cents, held_cents, status = 'awaiting_payment' AND owed_due_on IS NOT NULL, coalesce(delivered_by, $2),
		       private.is_acceptance_blocked(id), paused_at IS NOT NULL, waits_for_tac, status = 'disputed' AND owed_due_on IS NOT NULL, private.awaits_witness(id)
		FROM public.milestones WHERE contract_id = $1 ORDER BY position FOR UPDATE`, contractID, uuid.Nil)
	if err != nil {
		return nil, fmt.Errorf("lock the milestones of contract %s: %w", contractID, err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Milestone])
	if err != nil {
		return nil, fmt.Errorf("lock the milestones of contract %s: %w", contractID, err)
	}
	return found, nil
}

// MilestoneMove is one step of a milestone. Note belongs to a delivery. Value is the new value
// after a distrato or dispute that gives the professional a part of it. Split is the professional's
// part when the money held is divided. WithoutGuarantee is the professional's declaration that they
// deliver a milestone that nobody has deposited.
type MilestoneMove struct {
	ContractMove
	Note             string
	Value            money.Money
	Split            money.Money
	WithoutGuarantee bool
}

// milestoneFlags are the SQL expressions from which a Milestone's flags are read.
const milestoneFlags = `status = 'awaiting_payment' AND owed_due_on IS NOT NULL, coalesce(delivered_by, '00000000-0000-0000-0000-000000000000'),
	paused_at IS NOT NULL, status = 'disputed' AND owed_due_on IS NOT NULL`

// MoveMilestone takes a milestone from its state to the next and logs the step. The money held for
// a milestone that is accepted is released at once.
func (c *Contract) MoveMilestone(ctx context.Context, tx pgx.Tx, m *Milestone, move MilestoneMove) error {
	if _, err := c.leads(*m, move); err != nil {
		return err
	}
	if move.Action == "deliver_milestone" && c.IsUnfunded(*m) {
		waived := move.ContractMove
		waived.Action = "waive_guarantee"
		if _, err := transition.Milestone.Pass(ctx, tx, waived.Action, m.Status, move.By); err != nil {
			return err
		}
		if err := c.LogMilestone(ctx, tx, *m, waived); err != nil {
			return err
		}
	}
	from := m.Status
	if err := m.witnessBy(ctx, tx, move.ContractMove); err != nil {
		return err
	}
	to, err := transition.Milestone.Take(ctx, tx, transition.Taken{
		ID: m.ID, Action: move.Action, From: from, By: move.By, At: date(ctx), Person: move.person(ctx), Reason: move.Reason,
		Args:      map[string]any{"note": move.Note, "value": int64(move.Value), "split": int64(move.Split)},
		Returning: "value_cents, held_cents, " + milestoneFlags,
		Into:      []any{&m.Value, &m.Held, &m.IsOwed, &m.DeliveredBy, &m.IsPaused, &m.IsDisputedDebt},
	})
	if err != nil {
		return err
	}
	m.Status = to
	if err := c.log(ctx, tx, move.ContractMove, &m.ID, from, m.Status); err != nil {
		return err
	}
	if m.Status == "awaiting_payment" && m.Held > 0 {
		return c.SettleHeld(ctx, tx, m, m.Value)
	}
	return nil
}

// IsUnfunded reports whether a milestone waits for its deposit: no money is held for it, and it is
// not delivered, or its delivery was sent back for adjustments. It mirrors private.is_unfunded in
// the database.
func (c Contract) IsUnfunded(m Milestone) bool {
	return c.Settlement == setting.Guarantee && m.Held == 0 && (m.Status == "planned" || m.Status == "adjusting" || m.Status == "awaiting_payment" && !m.IsOwed)
}

// NextDeposit returns the milestone that the company is asked to deposit now: the first one in
// turn, or before it one sent back for adjustments. It returns nil if none waits for a deposit.
func (c Contract) NextDeposit() *Milestone {
	if c.Status != "agreed" && c.Status != "active" {
		return nil
	}
	first := slices.IndexFunc(c.Milestones, func(m Milestone) bool { return m.Status == "adjusting" })
	if first < 0 {
		first = slices.IndexFunc(c.Milestones, func(m Milestone) bool { return m.Status == "funded" || c.IsUnfunded(m) })
	}
	if first < 0 || !c.IsUnfunded(c.Milestones[first]) {
		return nil
	}
	return &c.Milestones[first]
}

// leads returns the state to which a step takes a milestone of this contract.
func (c Contract) leads(m Milestone, move MilestoneMove) (string, error) {
	to, err := m.leadsTo(move)
	if err == nil && move.Action == "deliver_milestone" && c.IsUnfunded(m) && !move.WithoutGuarantee {
		return "", ErrMilestoneNotFunded
	}
	return to, err
}

// leadsTo returns the state to which a step takes a milestone. An owed milestone was accepted:
// although it waits for its payment, it can neither be delivered again nor cancelled.
func (m Milestone) leadsTo(move MilestoneMove) (string, error) {
	to, err := transition.Milestone.Check(move.Action, m.Status, move.By)
	if err != nil {
		return to, err
	}
	switch {
	case m.IsBlocked && move.Action == "approve_milestone", (m.IsBlocked || m.AwaitsWitness) && move.Action == "accept_by_silence":
		return "", ErrChecklistBlocking
	}
	if !m.IsOwed {
		if move.Action == "dispute_payment" {
			return "", transition.ErrMilestoneNotAwaiting
		}
		return to, nil
	}
	switch move.Action {
	case "deliver_milestone":
		return "", transition.ErrMilestoneNotActive
	case "cancel_milestone", "settle_milestone", "hold_payment", "expire_charge":
		return "", transition.ErrMilestoneOver
	}
	return to, nil
}

// MoveMilestones takes the step for every milestone that can take it. It fails if a milestone is
// blocked by its checklist or lacks its deposit.
func (c *Contract) MoveMilestones(ctx context.Context, tx pgx.Tx, move MilestoneMove) error {
	for i := range c.Milestones {
		m := &c.Milestones[i]
		_, err := c.leads(*m, move)
		if errors.Is(err, ErrChecklistBlocking) || errors.Is(err, ErrMilestoneNotFunded) {
			return err
		}
		if err != nil {
			continue
		}
		if err := c.MoveMilestone(ctx, tx, m, move); err != nil {
			return err
		}
	}
	return nil
}

// IsWorkOf reports whether a person delivered any of the contract. Nobody accepts their own work,
// nor what a colleague adds to it.
func (c Contract) IsWorkOf(person uuid.UUID) bool {
	return c.DeliveredBy == person || slices.ContainsFunc(c.Milestones, func(m Milestone) bool { return m.DeliveredBy == person })
}
