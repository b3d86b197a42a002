package organisation

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/deal"
	"automacao/internal/market/people/audit"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// take moves a notice, and executes it if the step leads there. If one of its two owners is no
// longer an owner, the notice lapses instead.
func (r *removal) take(ctx context.Context, tx pgx.Tx, action string, by transition.Actor, said string) (OwnerRemovalStatus, error) {
	next, err := transition.OwnerRemoval.Check(action, r.status, by)
	if err != nil {
		return OwnerRemovalStatus{}, err
	}
	if next == "executed" {
		stands, err := r.stands(ctx, tx)
		if err != nil {
			return OwnerRemovalStatus{}, err
		}
		if !stands {
			return r.take(ctx, tx, "lapse_owner_removal", transition.System, "")
		}
	}
	if _, err := transition.OwnerRemoval.Take(ctx, tx, transition.Taken{ID: r.id, Action: action, From: r.status, By: by, Reason: said}); err != nil {
		return OwnerRemovalStatus{}, err
	}
	r.status = next
	out := OwnerRemovalStatus{ID: r.id, Status: next, TakesEffectAt: r.takesEffectAt}
	if next != "executed" {
		return out, nil
	}
	return out, r.execute(ctx, tx, action, by)
}

// stands reports whether both owners of a notice are still owners.
func (r *removal) stands(ctx context.Context, tx pgx.Tx) (stands bool, err error) {
	err = tx.QueryRow(ctx, `
		SELECT count(*) = 2 FROM public.memberships WHERE organisation_id = $1 AND person_id IN ($2, $3) AND role = 'owner'`,
		r.within.id, r.personID, r.proposedBy).Scan(&stands)
	if err != nil {
		return false, fmt.Errorf("look at the owners of notice %s: %w", r.id, err)
	}
	return stands, nil
}

// tell tells of a step of the notice.
func (r *removal) tell(ctx context.Context, tx pgx.Tx, told transition.Told) error {
	told.People = map[transition.Audience][]uuid.UUID{transition.TheAnnouncer: {r.proposedBy}}
	return tellOf(ctx, tx, transition.OwnerRemoval, r.within, r.personID, told)
}

// execute removes the owner from the organisation, or gives them the other role, after a step that
// an actor took.
func (r *removal) execute(ctx context.Context, tx pgx.Tx, action string, by transition.Actor) (err error) {
	const inForce = "O aviso de saída passou a valer."
	told := transition.Told{Action: action, By: by, Case: transition.Leaves, Body: inForce}
	entry := audit.Entry{Action: audit.RemoveMember, SubjectKind: "organisation", SubjectID: r.within.id.String(), Label: r.within.name,
		Details: map[string]any{"person_id": r.personID, "role": owner}}
	if r.role == "" {
		err = part(ctx, tx, r.within, r.personID)
	} else {
		told.Case, told.Bodies = transition.ChangesRole, map[transition.Audience]string{transition.TheOwner: "Novo papel: " + roleName(r.within.side, r.role) + "."}
		entry.Action, entry.Details = audit.ChangeMemberRole, map[string]any{"person_id": r.personID, "from": owner, "to": r.role}
		if err = setRole(ctx, tx, r.within, r.personID, owner, r.role); err == nil {
			err = decideNow(ctx, tx)
		}
	}
	if err != nil {
		return err
	}
	if err := audit.Record(ctx, tx, entry); err != nil {
		return err
	}
	return r.tell(ctx, tx, told)
}

// OwnerDecision is an administrator's decision: the notice takes effect, or nothing changes.
type OwnerDecision struct {
	RemovalID uuid.UUID `json:"removal_id"`
	Allow     bool      `json:"allow"`
	Reason    string    `json:"reason"`
}

// DecideOwnerRemoval allows or stops the removal of an owner, and stores the reason. If it is
// stopped, both owners are told the reason. Only administrators may. They may stop a notice without
// an objection, but not execute it early.
func DecideOwnerRemoval(ctx context.Context, tx pgx.Tx, in OwnerDecision) (OwnerRemovalStatus, error) {
	reason, err := decisionReason(ctx, tx, in)
	if err != nil {
		return OwnerRemovalStatus{}, err
	}
	found, err := readRemoval(ctx, tx, in.RemovalID)
	if err != nil {
		return OwnerRemovalStatus{}, err
	}
	action := "stop_owner_removal"
	if in.Allow {
		action = "allow_owner_removal"
	}
	out, err := found.take(ctx, tx, action, transition.Admin, "")
	if err != nil {
		return OwnerRemovalStatus{}, err
	}
	if err := found.keepDecision(ctx, tx, in.Allow, reason); err != nil {
		return OwnerRemovalStatus{}, err
	}
	if in.Allow {
		return out, nil
	}
	return out, found.tell(ctx, tx, transition.Told{Action: action, By: transition.Admin, Body: reason})
}

// Tend executes the notices to which nobody objected by a moment. A notice lapses if one of its
// owners is no longer an owner.
func Tend(ctx context.Context, pool *pgxpool.Pool, at time.Time) error {
	return deal.Due{
		List: `SELECT id FROM public.owner_removals WHERE id > $1 AND closed_at IS NULL AND status = 'announced' AND takes_effect_at <= $2 ORDER BY id LIMIT $3`,
		Do: func(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
			found, err := readRemoval(ctx, tx, id)
			if err != nil || found.status != "announced" || found.takesEffectAt.After(at) {
				return err
			}
			_, err = found.take(ctx, tx, "execute_owner_removal", transition.Time, "")
			return err
		},
	}.Run(ctx, pool, at)
}

// decisionReason checks that the caller may decide, and returns the reason.
func decisionReason(ctx context.Context, tx pgx.Tx, in OwnerDecision) (string, error) {
	isAdmin, err := party.IsAdmin(ctx, tx)
	if err != nil {
		return "", err
	}
	if !isAdmin {
		return "", ErrNotAdmin
	}
	return noticeReason(in.Reason)
}

func (r *removal) keepDecision(ctx context.Context, tx pgx.Tx, allow bool, reason string) error {
	_, err := tx.Exec(ctx, `UPDATE public.owner_removals SET decision = $2, decided_by = $3 WHERE id = $1`, r.id, reason, caller.From(ctx).UserID)
	if err != nil {
		return fmt.Errorf("keep the decision of notice %s: %w", r.id, err)
	}
	return audit.Record(ctx, tx, audit.Entry{Action: audit.DecideOwnerRemoval, SubjectKind: "organisation", SubjectID: r.within.id.String(), Label: r.within.name,
		Details: map[string]any{"person_id": r.personID, "allow": allow}})
}
