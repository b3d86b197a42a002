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

// Remove ends a person's membership, and with it their access to the organisation; they keep their
// account. Only those who manage it may. Another owner leaves by AnnounceOwnerRemoval.
func Remove(ctx context.Context, tx pgx.Tx, in Person) (Person, error) {
	if in.PersonID == caller.From(ctx).UserID {
		_, err := Leave(ctx, tx, Reference{in.OrganisationID})
		return in, err
	}
	within, err := lock(ctx, tx, in.OrganisationID, party.Manage)
	if err != nil {
		return Person{}, err
	}
	before, err := roleOf(ctx, tx, within, in.PersonID)
	if err != nil {
		return Person{}, err
	}
	if err := checkFounder(ctx, within, in.PersonID); err != nil {
		return Person{}, err
	}
	if before == owner {
		return Person{}, ErrOwnerConsent
	}
	if err := part(ctx, tx, within, in.PersonID); err != nil {
		return Person{}, err
	}
	err = audit.Record(ctx, tx, audit.Entry{
		Action: audit.RemoveMember, SubjectKind: "organisation", SubjectID: within.id.String(), Label: within.name,
		Details: map[string]any{"person_id": in.PersonID, "role": before},
	})
	if err != nil {
		return Person{}, err
	}
	return in, tell(ctx, tx, within, in.PersonID, "Você não faz mais parte de "+within.name, "Quem cuida da equipe retirou o seu acesso.")
}

// part removes a member from a locked organisation.
func part(ctx context.Context, tx pgx.Tx, within locked, personID uuid.UUID) error {
	_, err := tx.Exec(ctx, `DELETE FROM public.memberships WHERE organisation_id = $1 AND person_id = $2`, within.id, personID)
	if err != nil {
		return fmt.Errorf("remove member %s: %w", personID, err)
	}
	if err := decideNow(ctx, tx); err != nil {
		return err
	}
	return settleAccess(ctx, tx, within, personID)
}
