// Package party answers who acts for whom. Projects, proposals, contracts, reviews and portfolios
// belong to a party, which is an organisation or a person working alone. People act for an
// organisation by membership. The package changes nothing.
package party

import (
	"context"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
)

// The rights that the role of a membership may have; private.role_rights maps them.
const (
	Read      = "read"      // everything of the party
	Publish   = "publish"   // projects, questions, portfolios
	Negotiate = "negotiate" // proposals, the end of contracts, reviews
	Fulfil    = "fulfil"    // deliveries and the answers to them
	Pay       = "pay"
	Manage    = "manage" // members, the public profile, the firm's data
)

// ActsFor reports whether the caller acts for a party with a right.
func ActsFor(ctx context.Context, tx pgx.Tx, partyID uuid.UUID, right string) (acts bool, err error) {
	err = tx.QueryRow(ctx, `SELECT private.acts_for($1::uuid, $2::text, $3::uuid)`, partyID, right, caller.From(ctx).UserID).Scan(&acts)
	if err != nil {
		return false, fmt.Errorf("ask who acts for party %s: %w", partyID, err)
	}
	return acts, nil
}

// ErrRight refuses what the caller's role in a party, or the party's own standing, does not allow.
var ErrRight = fault.New(http.StatusForbidden, "right_missing", "Seu papel na organização não permite isso.")

// Require refuses a caller who does not act for a party with a right: with ErrRight if they belong
// to the party, and otherwise with missing, so that they do not learn that the party exists.
func Require(ctx context.Context, tx pgx.Tx, partyID uuid.UUID, right string, missing error) error {
	acts, err := ActsFor(ctx, tx, partyID, right)
	if err != nil || acts {
		return err
	}
	belongs, err := ActsFor(ctx, tx, partyID, Read)
	switch {
	case err != nil:
		return err
	case belongs:
		return ErrRight
	}
	return missing
}

// Side is where a person stands in a deal.
type Side string

// The sides of a deal. Both is a person who belongs to both parties. They decide nothing that one
// side owes the other.
const (
	Neither      Side = ""
	Company      Side = "company"
	Professional Side = "professional"
	Both         Side = "both"
)

// SideOf returns the side for which the caller acts with a right.
func SideOf(ctx context.Context, tx pgx.Tx, companyID, professionalID uuid.UUID, right string) (Side, error) {
	forCompany, err := ActsFor(ctx, tx, companyID, right)
	if err != nil {
		return Neither, err
	}
	forProfessional, err := ActsFor(ctx, tx, professionalID, right)
	switch {
	case err != nil:
		return Neither, err
	case forCompany && forProfessional:
		return Both, nil
	case forCompany:
		return Company, nil
	case forProfessional:
		return Professional, nil
	}
	return Neither, nil
}

// People returns the people of a party who are told of what needs a right, in the order of their
// keys. For a person working alone, that is the person.
func People(ctx context.Context, tx pgx.Tx, partyID uuid.UUID, right string) ([]uuid.UUID, error) {
	rows, err := tx.Query(ctx, `
		SELECT m.person_id FROM public.memberships m
		JOIN private.role_rights r ON r.role = m.role AND r."right" = $2::text
		WHERE m.organisation_id = $1::uuid
		UNION
		SELECT p.id FROM public.profiles p
		WHERE p.id = $1::uuid AND NOT EXISTS (SELECT FROM public.organisations o WHERE o.id = p.id)
		ORDER BY 1`, partyID, right)
	if err != nil {
		return nil, fmt.Errorf("list the people of party %s: %w", partyID, err)
	}
	people, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return nil, fmt.Errorf("list the people of party %s: %w", partyID, err)
	}
	return people, nil
}

// Contact returns who reads messages to a party.
func Contact(ctx context.Context, tx pgx.Tx, partyID uuid.UUID) (person uuid.UUID, err error) {
	err = tx.QueryRow(ctx, `SELECT coalesce(contact_id, id) FROM public.profiles WHERE id = $1::uuid`, partyID).Scan(&person)
	if err != nil {
		return uuid.Nil, fmt.Errorf("look up who reads for party %s: %w", partyID, err)
	}
	return person, nil
}

// Name returns the name of a profile.
func Name(ctx context.Context, tx pgx.Tx, profileID uuid.UUID) (name string, err error) {
	if err := tx.QueryRow(ctx, `SELECT name FROM public.profiles WHERE id = $1`, profileID).Scan(&name); err != nil {
		return "", fmt.Errorf("look up name of %s: %w", profileID, err)
	}
	return name, nil
}

// IsAdmin reports whether the caller is an active administrator.
func IsAdmin(ctx context.Context, tx pgx.Tx) (is bool, err error) {
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM public.profiles WHERE id = $1 AND role = 'admin' AND status = 'active')`,
		caller.From(ctx).UserID).Scan(&is)
	if err != nil {
		return false, fmt.Errorf("look up administrator: %w", err)
	}
	return is, nil
}
