package account

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/market/people/barred"
)

// ErrRoleChosen refuses to change the side of the market while completing a registration.
var ErrRoleChosen = fault.New(http.StatusConflict, "role_chosen", "Esta conta já foi aberta como profissional ou empresa. Para a outra opção, abra uma nova conta.")

// Completion is what a registration still lacked. Name, role and skills keep their earlier values
// if they are not given.
type Completion struct {
	Document   string   `json:"document,omitempty"`
	Terms      bool     `json:"terms"`
	Name       string   `json:"name,omitempty"`
	Role       string   `json:"role,omitempty"`
	Skills     []string `json:"skills,omitempty"`
	Invitation string   `json:"invitation,omitempty"`
}

// Completed is a user who is now a member.
type Completed struct {
	ID   uuid.UUID `json:"id"`
	Role string    `json:"role"`
}

// Describer sets the metadata of a user that goes into their tokens.
type Describer interface {
	Describe(ctx context.Context, tx pgx.Tx, userID uuid.UUID, metadata map[string]any) error
}

// Complete makes the caller a member if they signed up without a document or without accepting the
// terms, with the checks of a sign-up. It answers a caller who is already a member with the same
// result.
func Complete(users Describer, list barred.List) func(context.Context, pgx.Tx, Completion) (Completed, error) {
	return func(ctx context.Context, tx pgx.Tx, in Completion) (Completed, error) {
		who := caller.From(ctx).UserID
		said, email, ok, err := lockUnfinished(ctx, tx, who)
		if err != nil {
			return Completed{}, err
		}
		if !ok {
			return member(ctx, tx, who)
		}
		registration, err := in.over(said)
		if err != nil {
			return Completed{}, err
		}
		metadata, err := enrol(ctx, tx, who, email, registration, time.Now())
		if err != nil {
			return Completed{}, err
		}
		if err := list.Refuse(ctx, tx, who); err != nil {
			return Completed{}, err
		}
		if _, err := removeUnfinished(ctx, tx, who); err != nil {
			return Completed{}, err
		}
		if err := users.Describe(ctx, tx, who, metadata); err != nil {
			return Completed{}, fmt.Errorf("describe %s: %w", who, err)
		}
		return member(ctx, tx, who)
	}
}

// over merges the completion into what was given before, and validates the whole registration.
func (c Completion) over(said Registration) (Registration, error) {
	if said.Role != "" && c.Role != "" && c.Role != said.Role {
		return Registration{}, ErrRoleChosen
	}
	if c.Skills == nil {
		c.Skills = said.Skills
	}
	return Registration{
		Name: cmp.Or(c.Name, said.Name), Role: cmp.Or(c.Role, said.Role), Document: c.Document, Skills: c.Skills, Terms: c.Terms, Invitation: c.Invitation,
	}.Validate()
}

func member(ctx context.Context, tx pgx.Tx, userID uuid.UUID) (Completed, error) {
	done := Completed{ID: userID}
	err := tx.QueryRow(ctx, `SELECT p.role FROM public.profiles p JOIN public.accounts a ON a.profile_id = p.id WHERE p.id = $1`, userID).Scan(&done.Role)
	if errors.Is(err, pgx.ErrNoRows) {
		return Completed{}, ErrNoSuchUser
	}
	if err != nil {
		return Completed{}, fmt.Errorf("look up member: %w", err)
	}
	return done, nil
}
