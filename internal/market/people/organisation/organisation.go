// Package organisation owns how people become, and cease to be, a party together: founding,
// invitations, roles and leaving. The database decides what each role may do (private.role_rights),
// and package party asks it. An organisation keeps at least one owner, whoever leaves.
package organisation

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// owner is the role that at least one member always has.
const owner = "owner"

// roles are the roles of a membership, as in private.role_rights.
var roles = []string{owner, "buyer", "engineer", "finance", "reader"}

// Refusals that several steps share. The database itself refuses to leave an organisation without
// an owner (last_owner).
var (
	ErrNotFound       = fault.New(http.StatusNotFound, "organisation_not_found", "Organização não encontrada.")
	ErrMemberNotFound = fault.New(http.StatusNotFound, "member_not_found", "Esta pessoa não faz parte da organização.")
	ErrNotAdmin       = fault.New(http.StatusForbidden, "not_admin", "Apenas administradores podem fazer isso.")
	ErrUnknownRole    = fault.New(http.StatusUnprocessableEntity, "unknown_member_role", "Escolha um papel da lista.")
	ErrTooManyMembers = fault.New(http.StatusConflict, "too_many_members", limits.Say("A organização chegou ao limite de {organisation_members_max} pessoas."))
	ErrAlreadyMember  = fault.New(http.StatusConflict, "already_member", "Esta pessoa já faz parte da organização.")
	ErrFounderStays   = fault.New(http.StatusConflict, "founder_stays", "O perfil desta firma é de quem a cadastrou: só essa pessoa decide sair ou mudar de papel.")
)

// Reference names the organisation that a call is about.
type Reference struct {
	OrganisationID uuid.UUID `json:"organisation_id"`
}

// Person names a member of an organisation.
type Person struct {
	OrganisationID uuid.UUID `json:"organisation_id"`
	PersonID       uuid.UUID `json:"person_id"`
}

// Member is a member of an organisation and their role.
type Member struct {
	OrganisationID uuid.UUID `json:"organisation_id"`
	PersonID       uuid.UUID `json:"person_id"`
	Role           string    `json:"role"`
}

// locked is an organisation whose members nobody else can change meanwhile. side is its side of the
// market, name the name on its profile.
type locked struct {
	id   uuid.UUID
	side string
	name string
}

// lock locks an organisation for the rest of the transaction, for a caller with a right in it. An
// organisation that does not exist and one that is not the caller's get the same answer.
func lock(ctx context.Context, tx pgx.Tx, id uuid.UUID, right string) (locked, error) {
	found := locked{id: id}
	err := tx.QueryRow(ctx, `
		SELECT o.role, p.name FROM public.organisations o JOIN public.profiles p ON p.id = o.id WHERE o.id = $1 FOR UPDATE OF o`, id,
	).Scan(&found.side, &found.name)
	if errors.Is(err, pgx.ErrNoRows) {
		return locked{}, ErrNotFound
	}
	if err != nil {
		return locked{}, fmt.Errorf("lock organisation %s: %w", id, err)
	}
	return found, party.Require(ctx, tx, id, right, ErrNotFound)
}

// roleOf returns the role of a member of a locked organisation.
func roleOf(ctx context.Context, tx pgx.Tx, in locked, personID uuid.UUID) (role string, err error) {
	err = tx.QueryRow(ctx, `SELECT role FROM public.memberships WHERE organisation_id = $1 AND person_id = $2`, in.id, personID).Scan(&role)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", ErrMemberNotFound
	}
	if err != nil {
		return "", fmt.Errorf("look up member %s: %w", personID, err)
	}
	return role, nil
}

func checkRole(role string) error {
	if !slices.Contains(roles, role) {
		return ErrUnknownRole
	}
	return nil
}

// decideNow makes the database check at once, instead of at the end of the transaction, that an
// owner is left.
func decideNow(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, `SET CONSTRAINTS public.keep_an_owner IMMEDIATE`)
	return err
}

// settleAccess applies the loss of a role: the person's open invitations are revoked if they no
// longer manage the organisation, and their open sockets are checked again for what they may
// receive.
func settleAccess(ctx context.Context, tx pgx.Tx, in locked, personID uuid.UUID) error {
	_, err := transition.Invitation.Take(ctx, tx, transition.Taken{
		ID: personID, Action: "settle_access", From: transition.Invitation.Initial, By: transition.System,
		Rows: "organisation_id = @organisation AND invited_by = @id AND status = 'pending' AND NOT private.acts_for(@organisation, 'manage', @id)",
		Args: map[string]any{"organisation": in.id},
	})
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `SELECT realtime.recheck($1)`, personID); err != nil {
		return fmt.Errorf("recheck sockets of %s: %w", personID, err)
	}
	return nil
}

// roleNames are the roles as people read them. For a professional's firm, roleName replaces
// "Comprador", because its members sell.
var roleNames = map[string]string{
	owner: "Proprietário", "buyer": "Comprador", "engineer": "Engenheiro", "finance": "Financeiro", "reader": "Leitor",
}

func roleName(side, role string) string {
	if side == "professional" && role == "buyer" {
		return "Comercial"
	}
	return roleNames[role]
}

// tell notifies a member of a change in an organisation that the title names. It does nothing if
// the member is the caller.
func tell(ctx context.Context, tx pgx.Tx, about locked, personID uuid.UUID, title, body string) error {
	if personID == caller.From(ctx).UserID {
		return nil
	}
	return notification.Tell(ctx, tx, personID, notification.News{
		Kind: notification.Organisation, Title: title, Body: body,
		SubjectKind: notification.AboutOrganisation, SubjectID: about.id, ActorID: about.id,
	})
}

// tellOf tells of a step of an invitation or an owner's notice of an organisation, which is about a
// person.
func tellOf(ctx context.Context, tx pgx.Tx, m transition.Machine, about locked, personID uuid.UUID, told transition.Told) error {
	name, err := party.Name(ctx, tx, personID)
	if err != nil {
		return err
	}
	managers, err := party.People(ctx, tx, about.id, party.Manage)
	if err != nil {
		return err
	}
	told.Names = map[string]string{"person": name, "organisation": about.name}
	told.Mentioned = map[string]uuid.UUID{"person": personID, "organisation": about.id}
	told.About = map[string]uuid.UUID{notification.AboutOrganisation: about.id, notification.AboutOwnerRemoval: about.id}
	if told.People == nil {
		told.People = map[transition.Audience][]uuid.UUID{}
	}
	told.People[transition.TheOwner] = []uuid.UUID{personID}
	told.People[transition.TheManagers] = slices.DeleteFunc(managers, func(manager uuid.UUID) bool { return manager == personID })
	return m.Tell(ctx, tx, told)
}

// tellManagers tells those who manage an organisation what a person did, except that person. The
// title begins with the person's name.
func tellManagers(ctx context.Context, tx pgx.Tx, about locked, personID uuid.UUID, did, body string) error {
	name, err := party.Name(ctx, tx, personID)
	if err != nil {
		return err
	}
	managers, err := party.People(ctx, tx, about.id, party.Manage)
	if err != nil {
		return err
	}
	for _, manager := range managers {
		if manager == personID {
			continue
		}
		err := notification.Tell(ctx, tx, manager, notification.News{
			Kind: notification.Organisation, Title: name + did, Body: body,
			SubjectKind: notification.AboutOrganisation, SubjectID: about.id, ActorID: personID,
		})
		if err != nil {
			return err
		}
	}
	return nil
}
