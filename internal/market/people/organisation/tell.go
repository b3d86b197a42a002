package organisation

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

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
	name, err := nameOf(ctx, tx, personID)
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
	name, err := nameOf(ctx, tx, personID)
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

func nameOf(ctx context.Context, tx pgx.Tx, personID uuid.UUID) (name string, err error) {
	if err := tx.QueryRow(ctx, `SELECT name FROM public.profiles WHERE id = $1`, personID).Scan(&name); err != nil {
		return "", fmt.Errorf("look up name of %s: %w", personID, err)
	}
	return name, nil
}
