// Package deal owns the rows of a project, its proposals and its contract on behalf of the packages
// of those nouns: the order in which the rows are locked, the one function that sets each state,
// and what all their notices have in common. What a step means belongs to its noun's package, and
// which steps exist and whom they tell to package transition. No step reads the object store while it
// holds these locks; see Beforehand.
package deal

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// ErrBothSides refuses a step that one side owes the other to a person who belongs to both.
var ErrBothSides = fault.New(http.StatusForbidden, "both_sides", "Você faz parte dos dois lados deste negócio. Outra pessoa precisa decidir.")

// Project is a locked project. A transaction that changes a project, its proposals or its contract
// takes this lock first. Proposals come next, then the contract, then profiles in the order of
// their keys. Concurrent transactions therefore wait for each other instead of deadlocking.
type Project struct {
	ID             uuid.UUID
	CompanyID      uuid.UUID
	Title          string
	Status         string
	Revision       int
	IsConfidential bool
}

// LockProject reads and locks a project, or returns ErrProjectNotFound.
func LockProject(ctx context.Context, tx pgx.Tx, id uuid.UUID) (Project, error) {
	locked := Project{ID: id}
	// The owner is read in a second query, after the lock is held: a joined row would not be read
	// again after the wait for the lock.
	err := tx.QueryRow(ctx, `SELECT title, status, revision, is_confidential FROM public.projects WHERE id = $1 FOR UPDATE`, id).
		Scan(&locked.Title, &locked.Status, &locked.Revision, &locked.IsConfidential)
	if errors.Is(err, pgx.ErrNoRows) {
		return Project{}, transition.ErrProjectNotFound
	}
	if err != nil {
		return Project{}, fmt.Errorf("lock project %s: %w", id, err)
	}
	err = tx.QueryRow(ctx, `SELECT company_id FROM public.project_owners WHERE project_id = $1`, id).Scan(&locked.CompanyID)
	if err != nil {
		return Project{}, fmt.Errorf("look up the owner of project %s: %w", id, err)
	}
	return locked, nil
}

// Move takes the project from its state to the next.
func (p *Project) Move(ctx context.Context, tx pgx.Tx, action string, by transition.Actor) error {
	to, err := transition.Project.Take(ctx, tx, transition.Taken{ID: p.ID, Action: action, From: p.Status, By: by})
	if err == nil {
		p.Status = to
	}
	return err
}

// ActorOf returns the actor as whom the caller takes a step between two parties, or a refusal:
// unknown if the caller belongs to neither party, party.ErrRight if their role lacks the right, and
// ErrBothSides if they belong to both parties in whatever role, unless the step is the
// professional's alone.
func ActorOf(ctx context.Context, tx pgx.Tx, m transition.Machine, action string, companyID, professionalID uuid.UUID, unknown error) (transition.Actor, error) {
	belongs, err := party.SideOf(ctx, tx, companyID, professionalID, party.Read)
	if err != nil {
		return "", err
	}
	side, err := party.SideOf(ctx, tx, companyID, professionalID, m.Right(action))
	if err != nil {
		return "", err
	}
	forProfessional := side == party.Professional || side == party.Both
	switch {
	case belongs == party.Neither:
		return "", unknown
	case side == party.Neither:
		return "", party.ErrRight
	case belongs == party.Both && !(forProfessional && m.IsOf(action, transition.Professional)):
		return "", ErrBothSides
	case forProfessional:
		return transition.Professional, nil
	}
	return transition.Company, nil
}

// PaysAs refuses a step about money unless the caller acts for the wanted side alone with the right
// to pay. It returns unknown to a caller with no part in the contract.
func (c Contract) PaysAs(ctx context.Context, tx pgx.Tx, wanted party.Side, unknown error) error {
	belongs, err := party.SideOf(ctx, tx, c.CompanyID, c.ProfessionalID, party.Read)
	if err != nil {
		return err
	}
	pays, err := party.SideOf(ctx, tx, c.CompanyID, c.ProfessionalID, party.Pay)
	switch {
	case err != nil:
		return err
	case belongs == party.Neither:
		return unknown
	case belongs == party.Both:
		return ErrBothSides
	case pays == party.Neither:
		return party.ErrRight
	case pays != wanted:
		return transition.ErrNotYourStep
	}
	return nil
}

// MayRead reports whether the caller belongs to a side of a contract between these two parties, or
// is an administrator and the contract has or had a dispute.
func MayRead(ctx context.Context, tx pgx.Tx, contractID, companyID, professionalID uuid.UUID) (bool, error) {
	side, err := party.SideOf(ctx, tx, companyID, professionalID, party.Read)
	if err != nil || side != party.Neither {
		return side != party.Neither, err
	}
	var decides bool
	err = tx.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM public.profiles WHERE id = $1 AND role = 'admin' AND status = 'active')
		   AND EXISTS (SELECT FROM public.disputes WHERE contract_id = $2)`, caller.From(ctx).UserID, contractID).Scan(&decides)
	if err != nil {
		return false, fmt.Errorf("look whether the caller administers a case: %w", err)
	}
	return decides, nil
}

// Refusals of a reason.
var (
	ErrReasonRequired = fault.New(http.StatusUnprocessableEntity, "reason_required", "Escreva o motivo.")
	ErrReasonTooLong  = fault.New(http.StatusUnprocessableEntity, "reason_too_long", "O motivo é longo demais.")
)

// Reason normalises the reason that a step gives the other side. It returns an error if the reason
// is empty, too long or not readable text.
func Reason(given string) (string, error) {
	reason, err := humantext.ReadParagraphs(given)
	switch {
	case err != nil:
		return "", err
	case reason == "":
		return "", ErrReasonRequired
	case utf8.RuneCountInString(reason) > limits.ContractEventsReason:
		return "", ErrReasonTooLong
	}
	return reason, nil
}

// Consent stores that the caller agreed to the numbered terms of a proposal, and from which
// address. The consent counts when the company accepts those terms. A later consent to the same
// terms, for a project that changed, replaces the first. Without a signed-in caller it stores
// nothing.
func Consent(ctx context.Context, tx pgx.Tx, proposalID uuid.UUID, number int) error {
	who := caller.From(ctx)
	if who.UserID == uuid.Nil {
		return nil
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO private.terms_consents (proposal_id, number, person_id, address, at) VALUES ($1, $2, $3, nullif($4, ''), coalesce($5, now()))
		ON CONFLICT (proposal_id, number) DO UPDATE SET person_id = excluded.person_id, at = excluded.at, address = excluded.address`,
		proposalID, number, who.UserID, who.IP, date(ctx))
	if err != nil {
		return fmt.Errorf("keep the consent to terms %d of proposal %s: %w", number, proposalID, err)
	}
	return nil
}

// Beforehand makes the checks of a step and then releases the locks that they took: it runs check
// in a savepoint and rolls it back. A step that reads from the object store, which may be slow,
// first makes its checks so, then reads, and then makes the same checks again to take its locks.
// What check found may have changed by then, so the step compares.
func Beforehand(ctx context.Context, tx pgx.Tx, check func(pgx.Tx) error) error {
	savepoint, err := tx.Begin(ctx)
	if err != nil {
		return fmt.Errorf("begin the checks of a step: %w", err)
	}
	return errors.Join(check(savepoint), savepoint.Rollback(ctx))
}
