package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/people/audit"
	"automacao/internal/notify/mail"
)

// Refusals of what the operator does on the server's own machine, where nobody is signed in. The
// operator reads them.
var (
	errNobody     = errors.New("nobody has this address")
	errLastAdmin  = errors.New("this is the only administrator who can sign in: create another one first")
	errHasDealt   = errors.New("this account has a team, projects or proposals, which an administrator cannot have: create an administrator under another address")
	errIsBlocked  = errors.New("this account is blocked: unblock it first")
	errIsAdmin    = errors.New("this is an administrator already")
	errNotInForce = errors.New("this account stands so already")
)

// Person is an account as the operator sees it.
type Person struct {
	ID        uuid.UUID `json:"id"`
	Email     string    `json:"email"`
	Name      string    `json:"name"`
	Role      string    `json:"role"`
	Status    string    `json:"status"`
	CreatedAt time.Time `json:"created_at"`
}

const selectPerson = `
	SELECT p.id, a.email, p.name, p.role, p.status, p.created_at
	  FROM public.profiles p JOIN public.accounts a ON a.profile_id = p.id WHERE p.removed_at IS NULL AND `

// Administrators lists the administrators, the oldest account first.
func Administrators(ctx context.Context, tx pgx.Tx) ([]Person, error) {
	rows, err := tx.Query(ctx, selectPerson+`p.role = 'admin' ORDER BY p.created_at, p.id`)
	if err != nil {
		return nil, fmt.Errorf("list administrators: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[Person])
}

// FindByEmail returns the account with an address, and locks its profile.
func FindByEmail(ctx context.Context, tx pgx.Tx, email string) (Person, error) {
	address, ok := mail.ParseAddress(email)
	if !ok {
		return Person{}, errNobody
	}
	rows, err := tx.Query(ctx, selectPerson+`lower(a.email) = $1 FOR UPDATE OF p`, address)
	if err != nil {
		return Person{}, fmt.Errorf("look up %s: %w", email, err)
	}
	found, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[Person])
	if errors.Is(err, pgx.ErrNoRows) {
		return Person{}, errNobody
	}
	return found, err
}

// Promote makes an account without a team, projects or proposals an administrator.
func Promote(ctx context.Context, tx pgx.Tx, email string) (Person, error) {
	if err := lockAdmins(ctx, tx); err != nil {
		return Person{}, err
	}
	who, err := FindByEmail(ctx, tx, email)
	switch {
	case err != nil:
		return Person{}, err
	case who.Role == "admin":
		return Person{}, errIsAdmin
	case who.Status != "active":
		return Person{}, errIsBlocked
	}
	var hasDealt bool
	err = tx.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM public.memberships WHERE person_id = $1) OR EXISTS (SELECT FROM public.projects WHERE company_id = $1)
		    OR EXISTS (SELECT FROM public.proposals WHERE professional_id = $1)`, who.ID).Scan(&hasDealt)
	if err != nil {
		return Person{}, fmt.Errorf("ask what %s has dealt: %w", email, err)
	}
	if hasDealt {
		return Person{}, errHasDealt
	}
	who.Role = "admin"
	if _, err := tx.Exec(ctx, `UPDATE public.profiles SET role = 'admin', title = 'Administração' WHERE id = $1`, who.ID); err != nil {
		return Person{}, fmt.Errorf("make %s an administrator: %w", email, err)
	}
	return who, nil
}

// BlockByOperator blocks an account until ActivateByOperator. It refuses to block the last
// administrator.
func BlockByOperator(ctx context.Context, tx pgx.Tx, door Doorkeeper, email string) error {
	return operate(ctx, tx, email, "blocked", audit.BlockUser, door.Ban)
}

// ActivateByOperator lets a blocked user sign in again.
func ActivateByOperator(ctx context.Context, tx pgx.Tx, door Doorkeeper, email string) error {
	return operate(ctx, tx, email, "active", audit.ActivateUser, door.Unban)
}

func operate(ctx context.Context, tx pgx.Tx, email, status, action string, tell decide) error {
	if err := lockAdmins(ctx, tx); err != nil {
		return err
	}
	who, err := FindByEmail(ctx, tx, email)
	if err != nil {
		return err
	}
	if who.Status == status {
		return errNotInForce
	}
	if who.Role == "admin" && status == "blocked" {
		var others int
		err := tx.QueryRow(ctx, `SELECT count(*) FROM public.profiles WHERE role = 'admin' AND status = 'active' AND removed_at IS NULL AND id <> $1`, who.ID).Scan(&others)
		if err != nil {
			return fmt.Errorf("count administrators: %w", err)
		}
		if others == 0 {
			return errLastAdmin
		}
	}
	_, err = putStatus(ctx, tx, who.ID, status, action, tell)
	return err
}
