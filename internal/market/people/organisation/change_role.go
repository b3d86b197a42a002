package organisation

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/people/audit"
	"automacao/internal/market/people/party"
)

// ChangeRole gives a member of an organisation another role. Only those who manage it may. Another
// owner loses the role by AnnounceOwnerRemoval.
func ChangeRole(ctx context.Context, tx pgx.Tx, in Member) (Member, error) {
	if err := checkRole(in.Role); err != nil {
		return Member{}, err
	}
	within, err := lock(ctx, tx, in.OrganisationID, party.Manage)
	if err != nil {
		return Member{}, err
	}
	before, err := roleOf(ctx, tx, within, in.PersonID)
	if err != nil || before == in.Role {
		return in, err
	}
	if err := checkFounder(ctx, within, in.PersonID); err != nil {
		return Member{}, err
	}
	if before == owner && in.PersonID != caller.From(ctx).UserID {
		return Member{}, ErrOwnerConsent
	}
	if err := setRole(ctx, tx, within, in.PersonID, before, in.Role); err != nil {
		return Member{}, err
	}
	if err := decideNow(ctx, tx); err != nil {
		return Member{}, err
	}
	err = audit.Record(ctx, tx, audit.Entry{
		Action: audit.ChangeMemberRole, SubjectKind: "organisation", SubjectID: within.id.String(), Label: within.name,
		Details: map[string]any{"person_id": in.PersonID, "from": before, "to": in.Role},
	})
	if err != nil {
		return Member{}, err
	}
	return in, tell(ctx, tx, within, in.PersonID, "Seu papel em "+within.name+" mudou", "Novo papel: "+roleName(within.side, in.Role)+".")
}

// checkFounder keeps a partner from removing the professional who registered a firm, because its
// public profile and rating are that person's own.
func checkFounder(ctx context.Context, within locked, personID uuid.UUID) error {
	if within.side == "professional" && personID == within.id && personID != caller.From(ctx).UserID {
		return ErrFounderStays
	}
	return nil
}

func setRole(ctx context.Context, tx pgx.Tx, within locked, personID uuid.UUID, before, role string) error {
	_, err := tx.Exec(ctx, `UPDATE public.memberships SET role = $3 WHERE organisation_id = $1 AND person_id = $2`, within.id, personID, role)
	if err != nil {
		return fmt.Errorf("change role of %s: %w", personID, err)
	}
	if before != owner {
		return nil
	}
	return settleAccess(ctx, tx, within, personID)
}
