package organisation

import (
	"context"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/market/people/audit"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
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

// Abandon removes a person who leaves the product from every organisation. Organisations without
// other members are deleted, and open invitations that the person sent are revoked. Owner notices
// about or by them are deleted, and so are invitations that they accepted or that went to their
// address. Invitations that they sent stay with the organisation, without their name. The caller
// has locked the organisations.
func Abandon(ctx context.Context, tx pgx.Tx, personID uuid.UUID) error {
	_, err := transition.Invitation.Take(ctx, tx, transition.Taken{
		ID: personID, Action: "settle_access", From: transition.Invitation.Initial, By: transition.System, Rows: "invited_by = @id AND status = 'pending'",
	})
	if err != nil {
		return err
	}
	for _, step := range []string{
		`DELETE FROM public.owner_removals WHERE person_id = $1 OR proposed_by = $1`,
		`DELETE FROM public.organisations WHERE id = ANY (private.parties_ending_with($1))`,
		`DELETE FROM public.memberships WHERE person_id = $1`,
		`DELETE FROM public.invitations WHERE accepted_by = $1 OR email = (SELECT email FROM public.accounts WHERE profile_id = $1)`,
		`UPDATE public.invitations SET invited_by = NULL WHERE invited_by = $1`,
	} {
		if _, err := tx.Exec(ctx, step, personID); err != nil {
			return fmt.Errorf("take %s out of organisations: %w", personID, err)
		}
	}
	return decideNow(ctx, tx)
}

// Leave ends the caller's own membership, whatever their role, also of a blocked organisation. The
// last owner has to transfer the ownership first.
func Leave(ctx context.Context, tx pgx.Tx, in Reference) (Reference, error) {
	who := caller.From(ctx).UserID
	within, err := lock(ctx, tx, in.OrganisationID, party.Read)
	if err != nil {
		return Reference{}, err
	}
	if err := part(ctx, tx, within, who); err != nil {
		return Reference{}, err
	}
	return in, tellManagers(ctx, tx, within, who, " saiu da equipe", "")
}

// ErrAlreadyOwner refuses to transfer the ownership to somebody who already has it.
var ErrAlreadyOwner = fault.New(http.StatusConflict, "already_owner", "Esta pessoa já é proprietária.")

// Transferred is the result of a transfer.
type Transferred struct {
	OrganisationID uuid.UUID `json:"organisation_id"`
	OwnerID        uuid.UUID `json:"owner_id"`
	// Role is the caller's new role, which the new owner had before.
	Role string `json:"role"`
}

// TransferOwnership swaps the roles of an owner and a colleague: the colleague becomes owner, and
// the owner gets the colleague's role.
func TransferOwnership(ctx context.Context, tx pgx.Tx, in Person) (Transferred, error) {
	who := caller.From(ctx).UserID
	within, err := lock(ctx, tx, in.OrganisationID, party.Manage)
	if err != nil {
		return Transferred{}, err
	}
	before, err := roleOf(ctx, tx, within, in.PersonID)
	switch {
	case err != nil:
		return Transferred{}, err
	case before == owner:
		return Transferred{}, ErrAlreadyOwner
	}
	_, err = tx.Exec(ctx, `
		UPDATE public.memberships SET role = CASE person_id WHEN $2 THEN 'owner' ELSE $4 END
		WHERE organisation_id = $1 AND person_id IN ($2, $3)`, within.id, in.PersonID, who, before)
	if err != nil {
		return Transferred{}, fmt.Errorf("change places with %s: %w", in.PersonID, err)
	}
	if err := settleAccess(ctx, tx, within, who); err != nil {
		return Transferred{}, err
	}
	err = audit.Record(ctx, tx, audit.Entry{
		Action: audit.TransferOwnership, SubjectKind: "organisation", SubjectID: within.id.String(), Label: within.name,
		Details: map[string]any{"person_id": in.PersonID},
	})
	if err != nil {
		return Transferred{}, err
	}
	return Transferred{OrganisationID: within.id, OwnerID: in.PersonID, Role: before},
		tell(ctx, tx, within, in.PersonID, "Você agora responde por "+within.name, "A propriedade da organização passou para você.")
}

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
