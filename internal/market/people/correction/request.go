package correction

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/audit"
	"automacao/internal/market/transition"
)

// Wanted is the number that somebody says is right, and why.
type Wanted struct {
	PartyID  uuid.UUID `json:"party_id"`
	Kind     string    `json:"kind"`
	Document string    `json:"document"`
	Reason   string    `json:"reason"`
}

// Request asks for a correction. It does not say whether another account has the number, because
// the caller could find out whether somebody is registered.
func Request(ctx context.Context, tx pgx.Tx, in Wanted) (Status, error) {
	number, err := parse(in.Kind, in.Document)
	if err != nil {
		return Status{}, err
	}
	reason, err := said(in.Reason)
	if err != nil {
		return Status{}, err
	}
	of, err := ofCaller(ctx, tx, in.PartyID, in.Kind)
	if err != nil {
		return Status{}, err
	}
	if of.document != nil && *of.document == number {
		return Status{}, ErrSameNumber
	}
	if err := of.mayAsk(ctx, tx); err != nil {
		return Status{}, err
	}
	out := Status{Status: transition.Correction.Initial}
	err = tx.QueryRow(ctx, `
		INSERT INTO public.corrections (party_id, kind, old_document, new_document, reason, asked_by) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
		of.partyID, of.kind, of.document, number, reason, caller.From(ctx).UserID).Scan(&out.ID)
	if err != nil {
		return Status{}, fmt.Errorf("store the correction of %s: %w", of.partyID, err)
	}
	return out, of.announce(ctx, tx, audit.RequestCorrection)
}

// mayAsk refuses a request while another is open, and too many requests within 30 days.
func (s subject) mayAsk(ctx context.Context, tx pgx.Tx) error {
	var isWaiting bool
	var lately int
	err := tx.QueryRow(ctx, `
		SELECT coalesce(bool_or(status = 'waiting'), false), count(*) FILTER (WHERE created_at > now() - interval '30 days')
		FROM public.corrections WHERE party_id = $1 AND kind = $2`, s.partyID, s.kind).Scan(&isWaiting, &lately)
	switch {
	case err != nil:
		return fmt.Errorf("count the corrections of %s: %w", s.partyID, err)
	case isWaiting:
		return ErrWaiting
	case lately >= limits.CorrectionsMonthlyMax:
		return ErrTooMany
	}
	return nil
}

// announce records the request, and tells the administrators and the others who may correct the
// number.
func (s subject) announce(ctx context.Context, tx pgx.Tx, action string) error {
	if err := s.record(ctx, tx, action, nil); err != nil {
		return err
	}
	return s.tell(ctx, tx, transition.Told{Action: "request_correction", Bodies: map[transition.Audience]string{
		transition.TheHolder: "A administração vai conferir o pedido. Se não foi alguém da sua equipe, retire-o em Configurações.",
		transition.TheAdmins: s.name,
	}})
}

func (s subject) record(ctx context.Context, tx pgx.Tx, action string, details map[string]any) error {
	if details == nil {
		details = map[string]any{}
	}
	details["kind"] = s.kind
	return audit.Record(ctx, tx, audit.Entry{Action: action, SubjectKind: s.auditedAs(), SubjectID: s.partyID.String(), Label: s.name, Details: details})
}

// Withdraw withdraws a request that nobody has decided yet.
func Withdraw(ctx context.Context, tx pgx.Tx, in Reference) (Status, error) {
	partyID, kind, err := partyOf(ctx, tx, in.CorrectionID)
	if err != nil {
		return Status{}, err
	}
	of, err := ofCaller(ctx, tx, partyID, kind)
	if err != nil {
		return Status{}, missing(err)
	}
	found, err := read(ctx, tx, in.CorrectionID, of)
	if err != nil {
		return Status{}, err
	}
	next, err := transition.Correction.Take(ctx, tx, transition.Taken{ID: found.id, Action: "withdraw_correction", From: found.status, By: transition.Colleague})
	if err != nil {
		return Status{}, err
	}
	return Status{ID: found.id, Status: next}, of.record(ctx, tx, audit.WithdrawCorrection, nil)
}

// missing returns the same error for a correction that does not exist and for somebody else's.
func missing(err error) error {
	if errors.Is(err, ErrNothingToCorrect) {
		return transition.ErrCorrectionNotFound
	}
	return err
}
