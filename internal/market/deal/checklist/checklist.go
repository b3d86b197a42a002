// Package checklist owns the items by which a milestone is accepted: those of a factory acceptance
// test (TAF), a site acceptance test (TAC) or a plain delivery. Either side proposes them, both
// agree, one records results, and both sign the version that they read. Package deal decides what
// an open item does to the acceptance.
package checklist

import (
	"context"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/transition"
)

// Refusals of a checklist's step.
var (
	ErrKind       = fault.New(http.StatusUnprocessableEntity, "checklist_kind_wrong", "A lista é de TAF, de TAC ou de entrega.")
	ErrTemplate   = fault.New(http.StatusUnprocessableEntity, "checklist_template_unknown", "Este modelo de lista não existe.")
	ErrNoItems    = fault.New(http.StatusUnprocessableEntity, "checklist_empty", "A lista precisa de ao menos um item.")
	ErrManyItems  = fault.New(http.StatusUnprocessableEntity, "checklist_too_long", limits.Say("A lista tem no máximo {checklist_items_max} itens."))
	ErrItem       = fault.New(http.StatusUnprocessableEntity, "checklist_item_wrong", "Dê a cada item um título de até 200 caracteres e o esperado em até 500.")
	ErrWaits      = fault.New(http.StatusUnprocessableEntity, "checklist_waits_for_tac", "Só uma lista de TAC pode iniciar o prazo de aceite.")
	ErrResult     = fault.New(http.StatusUnprocessableEntity, "checklist_result_wrong", "O resultado é pendente, aprovado, reprovado ou não se aplica.")
	ErrNote       = fault.New(http.StatusUnprocessableEntity, "checklist_note_too_long", "A observação é longa demais.")
	ErrNoteNeeded = fault.New(http.StatusUnprocessableEntity, "checklist_note_required", "Escreva o que falta no item reprovado.")

	ErrStarted      = fault.New(http.StatusConflict, "checklist_started", "Este marco já tem uma lista deste tipo.")
	ErrDelivered    = fault.New(http.StatusConflict, "checklist_after_delivery", "A lista de aceite se combina antes da entrega do marco.")
	ErrClosed       = fault.New(http.StatusConflict, "checklist_closed", "Este marco já terminou ou está em disputa: a lista não muda mais.")
	ErrChanged      = fault.New(http.StatusConflict, "checklist_changed", "A lista mudou depois que você a leu. Confira a versão atual.")
	ErrOwnList      = fault.New(http.StatusConflict, "checklist_own_version", "Você já concordou com esta versão. Falta a outra parte.")
	ErrPending      = fault.New(http.StatusConflict, "checklist_unfinished", "Há item sem resultado. Registre todos antes de assinar.")
	ErrTwice        = fault.New(http.StatusConflict, "checklist_signed_by_side", "Sua parte já assinou esta versão.")
	ErrTheirFailure = fault.New(http.StatusConflict, "failure_of_other_side", "Só quem reprovou o item pode liberá-lo. Corrija e entregue de novo, ou abra uma disputa.")
	ErrPassed       = fault.New(http.StatusConflict, "result_signed", "As duas partes já assinaram este resultado.")
	ErrNoWitness    = fault.New(http.StatusConflict, "nothing_to_witness", "Nenhum resultado da outra parte espera pelo seu testemunho nesta lista.")
	ErrNotTAC       = fault.New(http.StatusConflict, "checklist_not_tac", "Esta lista não é de TAC.")
)

// Status is the state of a checklist and its milestone after a step.
type Status struct {
	ID              uuid.UUID `json:"id"`
	Status          string    `json:"status"`
	Version         int       `json:"version"`
	IsExecuted      bool      `json:"is_executed"`
	MilestoneID     uuid.UUID `json:"milestone_id"`
	MilestoneStatus string    `json:"milestone_status"`
	IsBlocked       bool      `json:"is_blocked"`
	IsPaused        bool      `json:"is_paused"`
	// AwaitsWitness reports that one side alone lifted a blocking item.
	AwaitsWitness bool `json:"awaits_witness"`
}

// Version names a checklist in the version that somebody read.
type Version struct {
	ChecklistID uuid.UUID `json:"checklist_id"`
	Version     int       `json:"version"`
}

// Agree accepts a list as the one by which the milestone will be accepted. Only the side that did
// not write the version may, and not the person who wrote it.
func Agree(ctx context.Context, tx pgx.Tx, in Version) (Status, error) {
	l, err := lock(ctx, tx, in.ChecklistID, "agree_checklist")
	if err != nil {
		return Status{}, err
	}
	if err := l.checkOpen(true); err != nil {
		return Status{}, err
	}
	switch {
	case in.Version != l.version:
		return Status{}, ErrChanged
	case l.agreed(l.by) != uuid.Nil:
		return Status{}, ErrOwnList
	case l.agreed(other(l.by)) == caller.From(ctx).UserID:
		return Status{}, deal.ErrBothSides
	}
	if err := l.move(ctx, tx, "agree_checklist"); err != nil {
		return Status{}, err
	}
	if l.holdsClock {
		if _, err := tx.Exec(ctx, `UPDATE public.milestones SET waits_for_tac = true WHERE id = $1`, l.milestone.ID); err != nil {
			return Status{}, fmt.Errorf("have milestone %s wait for its TAC: %w", l.milestone.ID, err)
		}
	}
	if err := l.log(ctx, tx, "agree_checklist", ""); err != nil {
		return Status{}, err
	}
	if err := l.contract.KeepClock(ctx, tx, l.milestone); err != nil {
		return Status{}, err
	}
	return l.stands(), l.tell(ctx, tx, "agree_checklist", "As duas partes concordaram com os itens.")
}

// locked is a checklist whose contract and milestone were locked before it, and the actor as whom
// the caller acts.
type locked struct {
	id                   uuid.UUID
	kind                 string
	status               string
	version              int
	holdsClock           bool
	isExecuted           bool
	agreedByCompany      uuid.UUID
	agreedByProfessional uuid.UUID
	signedByCompany      uuid.UUID
	signedByProfessional uuid.UUID
	contract             deal.Contract
	milestone            *deal.Milestone
	by                   transition.Actor
}

// lock locks a checklist for a step that the caller may take. A checklist that does not exist and
// one that is not the caller's get the same answer.
func lock(ctx context.Context, tx pgx.Tx, id uuid.UUID, action string) (*locked, error) {
	l, err := lockRow(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	l.by, err = deal.ActorOf(ctx, tx, transition.Checklist, action, l.contract.CompanyID, l.contract.ProfessionalID, transition.ErrChecklistNotFound)
	return l, err
}

func lockRow(ctx context.Context, tx pgx.Tx, id uuid.UUID) (*locked, error) {
	contract, milestone, err := deal.LockMilestoneOf(ctx, tx, "checklists", id, transition.ErrChecklistNotFound)
	if err != nil {
		return nil, err
	}
	l := &locked{id: id, contract: contract, milestone: milestone}
	err = tx.QueryRow(ctx, `
		SELECT kind, status, version, holds_clock, executed_at IS NOT NULL, coalesce(agreed_by_company, $2), coalesce(agreed_by_professional, $2),
		       coalesce(signed_by_company, $2), coalesce(signed_by_professional, $2) FROM public.checklists WHERE id = $1 FOR UPDATE`, id, uuid.Nil).
		Scan(&l.kind, &l.status, &l.version, &l.holdsClock, &l.isExecuted, &l.agreedByCompany, &l.agreedByProfessional, &l.signedByCompany, &l.signedByProfessional)
	if err != nil {
		return nil, fmt.Errorf("lock checklist %s: %w", id, err)
	}
	return l, nil
}

// move takes a step of the list for the caller's side.
func (l *locked) move(ctx context.Context, tx pgx.Tx, action string) error {
	to, err := transition.Checklist.Take(ctx, tx, transition.Taken{
		ID: l.id, Action: action, From: l.status, By: l.by, At: deal.DateOf(ctx), Person: caller.From(ctx).UserID, Args: map[string]any{"side": string(l.by)},
		Returning: "version", Into: []any{&l.version},
	})
	if err != nil {
		return err
	}
	l.status = to
	return nil
}

// checkOpen refuses a step of a list whose contract or milestone is over. A list must be agreed on
// before the delivery, except for the TAC for which a delivered milestone waits.
func (l *locked) checkOpen(isAgreement bool) error {
	switch {
	case !l.contract.IsRunning():
		return transition.ErrNotRunning
	case !l.milestone.IsOpen():
		return ErrClosed
	case isAgreement && l.milestone.Status == "delivered" && !(l.kind == "tac" && l.milestone.WaitsForTAC):
		return ErrDelivered
	}
	return nil
}

// agreed and signed return who agreed or signed for a side, uuid.Nil if nobody has yet.
func (l *locked) agreed(by transition.Actor) uuid.UUID {
	if by == transition.Company {
		return l.agreedByCompany
	}
	return l.agreedByProfessional
}

func (l *locked) signed(by transition.Actor) uuid.UUID {
	if by == transition.Company {
		return l.signedByCompany
	}
	return l.signedByProfessional
}

func other(by transition.Actor) transition.Actor {
	if by == transition.Company {
		return transition.Professional
	}
	return transition.Company
}

// names maps the kind of a list to the name shown to people.
var names = map[string]string{"taf": "TAF", "tac": "TAC", "entrega": "Entrega"}

func (l *locked) named() string {
	return fmt.Sprintf("%s do marco %d, %s", names[l.kind], l.milestone.Position, l.milestone.Title)
}

func (l *locked) log(ctx context.Context, tx pgx.Tx, action, said string) error {
	text := fmt.Sprintf("%s, versão %d", names[l.kind], l.version)
	if said != "" {
		text += ", " + said
	}
	return l.contract.LogMilestone(ctx, tx, *l.milestone, deal.ContractMove{Action: action, By: l.by, Party: l.contract.Party(l.by), Reason: text})
}

func (l *locked) tell(ctx context.Context, tx pgx.Tx, action, body string) error {
	return l.contract.Tell(ctx, tx, transition.Checklist, transition.Told{Action: action, By: l.by, To: l.status, Body: l.named() + ": " + body})
}

func (l *locked) stands() Status {
	return Status{ID: l.id, Status: l.status, Version: l.version, IsExecuted: l.isExecuted, MilestoneID: l.milestone.ID,
		MilestoneStatus: l.milestone.Status, IsBlocked: l.milestone.IsBlocked, IsPaused: l.milestone.IsPaused,
		AwaitsWitness: l.milestone.AwaitsWitness}
}
