package organisation

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/audit"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// Refusals around a notice to an owner.
var (
	ErrOwnerConsent      = fault.New(http.StatusConflict, "owner_consent_needed", limits.Say("Um proprietário só sai ou muda de papel com o próprio consentimento, ou {owner_notice_days} dias depois de um aviso a todos os proprietários e à administração."))
	ErrNotAnOwner        = fault.New(http.StatusConflict, "not_an_owner", "Esta pessoa não é proprietária: o papel dela muda sem aviso.")
	ErrOwnNotice         = fault.New(http.StatusConflict, "own_owner_notice", "Para sair ou mudar o próprio papel não é preciso aviso.")
	ErrNoticeOpen        = fault.New(http.StatusConflict, "owner_notice_open", "Já há um aviso de saída aberto para esta pessoa.")
	ErrTooManyNotices    = fault.New(http.StatusTooManyRequests, "owner_notices_max", limits.Say("Só {owner_removals_monthly_max} avisos de saída por pessoa em 30 dias."))
	ErrNoticeReason      = fault.New(http.StatusBadRequest, "owner_notice_reason_required", limits.Say("Escreva o motivo, com até {owner_removals.objection} caracteres."))
	ErrNotTheOwnerNamed  = fault.New(http.StatusForbidden, "not_the_owner_named", "Só o proprietário de quem o aviso fala pode responder.")
	ErrNotTheOwnerWarned = fault.New(http.StatusForbidden, "not_who_gave_notice", "Só quem deu o aviso pode retirá-lo.")
)

// OwnerNotice asks that another owner leave an organisation, or, with a role, take that role
// instead.
type OwnerNotice struct {
	OrganisationID uuid.UUID `json:"organisation_id"`
	PersonID       uuid.UUID `json:"person_id"`
	Role           string    `json:"role,omitempty"`
}

// OwnerRemovalStatus is the state of a notice after a step, and when it takes effect.
type OwnerRemovalStatus struct {
	ID            uuid.UUID `json:"id"`
	Status        string    `json:"status"`
	TakesEffectAt time.Time `json:"takes_effect_at"`
}

// AnnounceOwnerRemoval gives every owner and the administrators notice that another owner is to
// leave. Only an owner may, and only one notice per person can be open.
func AnnounceOwnerRemoval(ctx context.Context, tx pgx.Tx, in OwnerNotice) (OwnerRemovalStatus, error) {
	within, err := lock(ctx, tx, in.OrganisationID, party.Manage)
	if err != nil {
		return OwnerRemovalStatus{}, err
	}
	if err := checkOwnerNotice(ctx, tx, within, in); err != nil {
		return OwnerRemovalStatus{}, err
	}
	out := OwnerRemovalStatus{Status: transition.OwnerRemoval.Initial}
	err = tx.QueryRow(ctx, `
		INSERT INTO public.owner_removals (organisation_id, person_id, role, proposed_by, takes_effect_at)
		VALUES ($1, $2, nullif($3, ''), $4, (private.market_day() + $5::integer + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo')
		RETURNING id, takes_effect_at`, within.id, in.PersonID, in.Role, caller.From(ctx).UserID, limits.OwnerNoticeDays).Scan(&out.ID, &out.TakesEffectAt)
	if err != nil {
		return OwnerRemovalStatus{}, fmt.Errorf("give owner %s notice: %w", in.PersonID, err)
	}
	err = audit.Record(ctx, tx, audit.Entry{Action: audit.AnnounceOwnerRemoval, SubjectKind: "organisation", SubjectID: within.id.String(), Label: within.name,
		Details: map[string]any{"person_id": in.PersonID, "role": in.Role}})
	if err != nil {
		return OwnerRemovalStatus{}, err
	}
	return out, announceRemoval(ctx, tx, within, in.PersonID, out.TakesEffectAt)
}

func checkOwnerNotice(ctx context.Context, tx pgx.Tx, within locked, in OwnerNotice) error {
	if in.PersonID == caller.From(ctx).UserID {
		return ErrOwnNotice
	}
	if in.Role != "" {
		if err := checkRole(in.Role); err != nil || in.Role == owner {
			return ErrUnknownRole
		}
	}
	role, err := roleOf(ctx, tx, within, in.PersonID)
	switch {
	case err != nil:
		return err
	case role != owner:
		return ErrNotAnOwner
	}
	if err := checkFounder(ctx, within, in.PersonID); err != nil {
		return err
	}
	var isOpen bool
	var lately int
	err = tx.QueryRow(ctx, `
		SELECT coalesce(bool_or(closed_at IS NULL), false), count(*) FILTER (WHERE created_at > now() - interval '30 days')
		FROM public.owner_removals WHERE organisation_id = $1 AND person_id = $2`, within.id, in.PersonID).Scan(&isOpen, &lately)
	switch {
	case err != nil:
		return fmt.Errorf("count the notices to %s: %w", in.PersonID, err)
	case isOpen:
		return ErrNoticeOpen
	case lately >= limits.OwnerRemovalsMonthlyMax:
		return ErrTooManyNotices
	}
	return nil
}

// announceRemoval tells the other owners, including the one concerned, and the administrators, with
// the last moment at which an objection counts.
func announceRemoval(ctx context.Context, tx pgx.Tx, within locked, personID uuid.UUID, takesEffectAt time.Time) error {
	name, err := party.Name(ctx, tx, personID)
	if err != nil {
		return err
	}
	last := lastMoment(takesEffectAt)
	return tellOf(ctx, tx, transition.OwnerRemoval, within, personID, transition.Told{
		Action: "announce_owner_removal",
		Body:   "Um proprietário de " + within.name + " avisou a saída de " + name + ". Até " + last + ", só essa pessoa pode consentir ou se opor; sem resposta, o aviso vale depois disso.",
		Bodies: map[transition.Audience]string{transition.TheAdmins: "Sem oposição até " + last + ", " + name + " deixa de ser proprietário."},
	})
}

// lastMoment returns the last minute before a moment, as text in the market's time zone.
func lastMoment(at time.Time) string {
	return market.Deadline(at.Add(-time.Minute))
}

// OwnerAnswer is the answer of the owner concerned: consent, or an objection with its reason.
type OwnerAnswer struct {
	RemovalID uuid.UUID `json:"removal_id"`
	Agree     bool      `json:"agree"`
	Reason    string    `json:"reason,omitempty"`
}

// AnswerOwnerRemoval consents or objects to a notice of an owner's removal. Only the owner
// concerned may.
func AnswerOwnerRemoval(ctx context.Context, tx pgx.Tx, in OwnerAnswer) (OwnerRemovalStatus, error) {
	found, err := lockRemoval(ctx, tx, in.RemovalID)
	if err != nil {
		return OwnerRemovalStatus{}, err
	}
	if found.personID != caller.From(ctx).UserID {
		return OwnerRemovalStatus{}, ErrNotTheOwnerNamed
	}
	if in.Agree {
		return found.take(ctx, tx, "agree_owner_removal", transition.Colleague, "")
	}
	reason, err := noticeReason(in.Reason)
	if err != nil {
		return OwnerRemovalStatus{}, err
	}
	out, err := found.take(ctx, tx, "object_owner_removal", transition.Colleague, reason)
	if err != nil {
		return OwnerRemovalStatus{}, err
	}
	return out, found.tell(ctx, tx, transition.Told{Action: "object_owner_removal", By: transition.Colleague, Bodies: map[transition.Audience]string{
		transition.TheManagers: "A administração vai decidir; até lá nada muda.", transition.TheAdmins: reason,
	}})
}

// RemovalReference names the notice that a call is about.
type RemovalReference struct {
	RemovalID uuid.UUID `json:"removal_id"`
}

// WithdrawOwnerRemoval withdraws a notice of an owner's removal. Only the owner who gave it may.
func WithdrawOwnerRemoval(ctx context.Context, tx pgx.Tx, in RemovalReference) (OwnerRemovalStatus, error) {
	found, err := lockRemoval(ctx, tx, in.RemovalID)
	if err != nil {
		return OwnerRemovalStatus{}, err
	}
	if found.proposedBy != caller.From(ctx).UserID {
		return OwnerRemovalStatus{}, ErrNotTheOwnerWarned
	}
	out, err := found.take(ctx, tx, "withdraw_owner_removal", transition.Colleague, "")
	if err != nil {
		return OwnerRemovalStatus{}, err
	}
	return out, found.tell(ctx, tx, transition.Told{Action: "withdraw_owner_removal", By: transition.Colleague,
		Body: "Você continua proprietário de " + found.within.name + "."})
}

func noticeReason(given string) (string, error) {
	reason, err := humantext.ReadParagraphs(given)
	if err != nil {
		return "", err
	}
	if reason == "" || utf8.RuneCountInString(reason) > limits.OwnerRemovalsObjection {
		return "", ErrNoticeReason
	}
	return reason, nil
}

// removal is a locked notice, whose organisation was locked before it.
type removal struct {
	id, personID, proposedBy uuid.UUID
	within                   locked
	role                     string
	status                   string
	takesEffectAt            time.Time
}

// lockRemoval locks a notice for an owner of its organisation. A notice that does not exist and one
// of another organisation get the same answer.
func lockRemoval(ctx context.Context, tx pgx.Tx, id uuid.UUID) (removal, error) {
	found, err := readRemoval(ctx, tx, id)
	if err != nil {
		return removal{}, err
	}
	err = party.Require(ctx, tx, found.within.id, party.Manage, transition.ErrOwnerRemovalNotFound)
	return found, err
}

func readRemoval(ctx context.Context, tx pgx.Tx, id uuid.UUID) (removal, error) {
	found := removal{id: id}
	err := tx.QueryRow(ctx, `
		SELECT o.id, o.role, p.name FROM public.organisations o JOIN public.profiles p ON p.id = o.id
		WHERE o.id = (SELECT organisation_id FROM public.owner_removals WHERE id = $1) FOR UPDATE OF o`, id,
	).Scan(&found.within.id, &found.within.side, &found.within.name)
	if err == nil {
		err = tx.QueryRow(ctx, `SELECT person_id, proposed_by, coalesce(role, ''), status, takes_effect_at FROM public.owner_removals WHERE id = $1 FOR UPDATE`, id).Scan(&found.personID, &found.proposedBy, &found.role, &found.status, &found.takesEffectAt)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return removal{}, transition.ErrOwnerRemovalNotFound
	}
	if err != nil {
		return removal{}, fmt.Errorf("lock notice %s: %w", id, err)
	}
	return found, nil
}
