package contract

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/transition"
	"automacao/internal/postgres"
)

// Refusals of a distrato.
var (
	ErrTerminationOpen   = fault.New(http.StatusConflict, "termination_open", "Já há um distrato proposto para este contrato.")
	ErrNoTermination     = fault.New(http.StatusConflict, "termination_not_open", "Não há distrato em aberto neste contrato.")
	ErrOwnTermination    = fault.New(http.StatusForbidden, "own_termination", "A resposta a um distrato cabe à outra parte.")
	ErrTerminationNew    = fault.New(http.StatusConflict, "termination_changed", "O distrato mudou desde que você o abriu. Leia de novo antes de aceitar.")
	ErrSettlement        = fault.New(http.StatusUnprocessableEntity, "settlement_wrong", "A parte do profissional em cada marco vai de 0 a 100 por cento.")
	ErrOthersTermination = fault.New(http.StatusForbidden, "others_termination", "Só quem propôs o distrato pode retirá-lo.")
)

// ProposedEnd is one side's offer to end a contract. `settlement` is what the professional gets of
// each milestone, in whole percent, and nothing for a milestone that it does not name.
type ProposedEnd struct {
	Ending
	Settlement []deal.Part `json:"settlement,omitempty"`
}

// Answer is one side's answer to the other's distrato. `lapses_at` identifies the distrato that was
// read by the exact instant at which it lapses. Without it, only the first distrato proposed for
// the contract can be accepted. `reopen` counts only if the company sends it.
type Answer struct {
	ContractID uuid.UUID  `json:"contract_id"`
	Accept     bool       `json:"accept"`
	LapsesAt   *time.Time `json:"lapses_at,omitempty"`
	Reopen     *bool      `json:"reopen,omitempty"`
}

// Termination is the state of a contract and its distrato after a step: proposed, agreed, refused
// or withdrawn.
type Termination struct {
	ID          uuid.UUID `json:"id"`
	Status      string    `json:"status"`
	Termination string    `json:"termination"`
}

// ProposeTermination offers to end a contract by agreement. Either side may, and the other has 14
// days to answer.
func ProposeTermination(ctx context.Context, tx pgx.Tx, in ProposedEnd) (Termination, error) {
	reason, err := deal.Reason(in.Reason)
	if err != nil {
		return Termination{}, err
	}
	c, by, err := lock(ctx, tx, in.ContractID, "propose_termination")
	if err != nil {
		return Termination{}, err
	}
	var reopens *bool
	if by == transition.Company {
		said := isYes(in.Reopen)
		reopens = &said
	}
	if err := c.checkParts(in.Settlement); err != nil {
		return Termination{}, err
	}
	return c.propose(ctx, tx, by, reason, reopens, in.Settlement)
}

// checkParts refuses a settlement that names a milestone of another contract, names one twice, or
// gives a part outside 0 to 100 percent.
func (c locked) checkParts(parts []deal.Part) error {
	named := map[uuid.UUID]bool{}
	for _, part := range parts {
		switch {
		case c.Milestone(part.MilestoneID) == nil:
			return deal.ErrMilestoneNotFound
		case named[part.MilestoneID] || part.ProfessionalPercent < 0 || part.ProfessionalPercent > 100:
			return ErrSettlement
		}
		named[part.MilestoneID] = true
	}
	return nil
}

func (c locked) propose(ctx context.Context, tx pgx.Tx, by transition.Actor, reason string, reopens *bool, parts []deal.Part) (Termination, error) {
	if _, err := transition.Contract.Check("propose_termination", c.Status, by); err != nil {
		return Termination{}, err
	}
	if c.Termination.By != uuid.Nil {
		return Termination{}, ErrTerminationOpen
	}
	_, err := transition.Contract.Take(ctx, tx, transition.Taken{
		ID: c.ID, Action: "propose_termination", From: c.Status, By: by, Reason: reason,
		Args: map[string]any{"party": c.Party(by), "reopens": reopens, "parts": postgres.JSON{Document: parts}},
	})
	if err != nil {
		return Termination{}, err
	}
	if err := c.Log(ctx, tx, deal.ContractMove{Action: "propose_termination", By: by, Party: c.Party(by), Reason: reason}, c.Status); err != nil {
		return Termination{}, err
	}
	return c.termination("proposed"), c.tell(ctx, tx, "propose_termination", by, reason+limits.Say(" Responda em até {termination_days} dias."))
}

// AnswerTermination accepts a distrato, which ends the contract, or refuses it. Only the side to
// which it was proposed may answer.
func AnswerTermination(ctx context.Context, tx pgx.Tx, in Answer) (Termination, error) {
	c, by, err := lock(ctx, tx, in.ContractID, "answer_termination")
	if err != nil {
		return Termination{}, err
	}
	if _, err := transition.Contract.Check("answer_termination", c.Status, by); err != nil {
		return Termination{}, err
	}
	switch c.Termination.By {
	case uuid.Nil:
		return Termination{}, ErrNoTermination
	case c.Party(by):
		return Termination{}, ErrOwnTermination
	}
	if !in.Accept {
		if err := c.drop(ctx, tx, "refuse_termination", by); err != nil {
			return Termination{}, err
		}
		return c.termination("refused"), c.tell(ctx, tx, "refuse_termination", by, "O contrato continua como está.")
	}
	if err := c.checkRead(ctx, tx, in.LapsesAt); err != nil {
		return Termination{}, err
	}
	reopens := isYes(c.Termination.Reopens)
	if by == transition.Company {
		reopens = isYes(in.Reopen)
	}
	return c.terminate(ctx, tx, by, reopens)
}

// checkRead refuses to accept a distrato other than the one that was read: the other side may have
// withdrawn it and proposed another settlement since.
func (c locked) checkRead(ctx context.Context, tx pgx.Tx, lapsesAt *time.Time) error {
	var isRead bool
	err := tx.QueryRow(ctx, `
		SELECT coalesce(termination_lapses_at = $2, (SELECT count(*) <= 1 FROM public.contract_events e WHERE e.contract_id = c.id AND e.action = 'propose_termination'))
		FROM public.contracts c WHERE id = $1`, c.ID, lapsesAt).Scan(&isRead)
	switch {
	case err != nil:
		return fmt.Errorf("compare the termination of contract %s: %w", c.ID, err)
	case !isRead:
		return ErrTerminationNew
	}
	return nil
}

func (c locked) terminate(ctx context.Context, tx pgx.Tx, by transition.Actor, reopens bool) (Termination, error) {
	if err := end(ctx, tx, &c, deal.ContractMove{Action: "answer_termination", By: by, Party: c.Party(by)}, reopens); err != nil {
		return Termination{}, err
	}
	return c.termination("agreed"), c.tell(ctx, tx, "answer_termination", by, "O contrato terminou por acordo das duas partes.")
}

// WithdrawTermination withdraws an unanswered distrato. Only the side that proposed it may.
func WithdrawTermination(ctx context.Context, tx pgx.Tx, in Reference) (Termination, error) {
	c, by, err := lock(ctx, tx, in.ContractID, "withdraw_termination")
	if err != nil {
		return Termination{}, err
	}
	switch c.Termination.By {
	case c.Party(by):
	case uuid.Nil:
		return Termination{}, ErrNoTermination
	default:
		return Termination{}, ErrOthersTermination
	}
	if err := c.drop(ctx, tx, "withdraw_termination", by); err != nil {
		return Termination{}, err
	}
	return c.termination("withdrawn"), c.tell(ctx, tx, "withdraw_termination", by, "O contrato continua como está.")
}

// drop takes and logs a step that clears an open distrato.
func (c locked) drop(ctx context.Context, tx pgx.Tx, action string, by transition.Actor) error {
	if _, err := transition.Contract.Take(ctx, tx, transition.Taken{ID: c.ID, Action: action, From: c.Status, By: by}); err != nil {
		return err
	}
	return c.Log(ctx, tx, c.move(action, by), c.Status)
}

func (c locked) termination(became string) Termination {
	return Termination{ID: c.ID, Status: c.Status, Termination: became}
}
