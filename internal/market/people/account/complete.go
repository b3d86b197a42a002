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
	"automacao/internal/kernel/humantext"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/barred"
)

// ErrRoleChosen refuses to change the side of the market while completing a registration.
var ErrRoleChosen = fault.New(http.StatusConflict, "role_chosen", "Esta conta já foi aberta como profissional ou empresa. Para a outra opção, abra uma nova conta.")

// Completion is what a registration still lacked. `name`, `role` and `skills` keep their earlier
// values if they are not given.
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

// ErrEmailRequired refuses a user for whom the provider gives no e-mail address, since the market
// could not reach them.
var ErrEmailRequired = fault.New(http.StatusUnprocessableEntity, "email_required", "Email é obrigatório")

// isUnfinished reports whether sign-up data has neither document, terms nor invitation, like the
// client's own call with only name and role. The rest is asked for at the first sign-in.
func isUnfinished(data map[string]any) bool {
	for _, key := range []string{"document", "terms", "invitation"} {
		if _, isSaid := data[key]; isSaid {
			return false
		}
	}
	return true
}

// begin stores an unfinished registration until it is completed. Unlike a full registration, it has
// no default role.
func begin(ctx context.Context, tx pgx.Tx, userID uuid.UUID, email string, data map[string]any) (map[string]any, error) {
	r := ReadRegistration(data)
	r.Role, _ = data["role"].(string)
	var err error
	if r.Name, err = humantext.ReadLine(r.Name); err != nil {
		return nil, err
	}
	if err := checkName(r.Name); err != nil {
		return nil, err
	}
	if r.Role != Professional && r.Role != Company {
		return nil, ErrUnknownRole
	}
	if r.Role == Company {
		r.Skills = nil
	}
	if len(r.Skills) > limits.ProfilesSkills {
		return nil, ErrTooManySkills
	}
	skills, err := readSkills(ctx, tx, r.Skills)
	if err != nil {
		return nil, err
	}
	return map[string]any{"name": r.Name, "role": r.Role}, insertUnfinished(ctx, tx, userID, email, r.Name, &r.Role, skills)
}

// Recognise stores the unfinished registration of somebody whom an identity provider vouches for:
// the name, if the provider gives a usable one, and no role, whatever the provider's claims call
// so.
func Recognise(ctx context.Context, tx pgx.Tx, userID uuid.UUID, email string, claims map[string]any) (map[string]any, error) {
	if email == "" {
		return nil, ErrEmailRequired
	}
	name := ""
	for _, claim := range []string{"full_name", "name"} {
		if told, isText := claims[claim].(string); isText && name == "" {
			name = humantext.Line(humantext.Cut(humantext.Clean(told), limits.ProfilesName))
		}
	}
	if !humantext.IsVisible(name) || humantext.HasPiledMarks(name) {
		name = ""
	}
	return map[string]any{"name": name}, insertUnfinished(ctx, tx, userID, email, name, nil, []string{})
}

func insertUnfinished(ctx context.Context, tx pgx.Tx, userID uuid.UUID, email, name string, role *string, skills []string) error {
	_, err := tx.Exec(ctx, `INSERT INTO public.registrations (user_id, email, name, role, skills) VALUES ($1, $2, $3, $4, $5)`, userID, email, name, role, skills)
	if err != nil {
		return fmt.Errorf("keep an unfinished registration: %w", err)
	}
	return nil
}

// removeUnfinished deletes an unfinished registration, and reports whether there was one, in which
// case the user has nothing else. It waits for a registration that is just being completed.
func removeUnfinished(ctx context.Context, tx pgx.Tx, userID uuid.UUID) (bool, error) {
	tag, err := tx.Exec(ctx, `DELETE FROM public.registrations WHERE user_id = $1`, userID)
	if err != nil {
		return false, fmt.Errorf("remove an unfinished registration: %w", err)
	}
	return tag.RowsAffected() > 0, nil
}

// unfinishedMax bounds how many unfinished registrations are removed in one transaction.
const unfinishedMax = 100

// ForgetUnfinished removes users who left their registration unfinished for too long, and returns
// how many, at most 100 per call. It skips registrations that are just being completed.
func ForgetUnfinished(ctx context.Context, tx pgx.Tx, users Users, now time.Time) (int, error) {
	rows, err := tx.Query(ctx, `
		SELECT user_id FROM public.registrations WHERE created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
		now.AddDate(0, 0, -limits.RegistrationDays), unfinishedMax)
	if err != nil {
		return 0, fmt.Errorf("list unfinished registrations: %w", err)
	}
	old, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return 0, fmt.Errorf("list unfinished registrations: %w", err)
	}
	for _, userID := range old {
		if err := users.Delete(ctx, tx, userID); err != nil {
			return 0, fmt.Errorf("forget unfinished registration: %w", err)
		}
	}
	return len(old), nil
}

// lockUnfinished returns and locks an unfinished registration, so that nobody else completes or
// removes it meanwhile. ok is false if there is none.
func lockUnfinished(ctx context.Context, tx pgx.Tx, userID uuid.UUID) (r Registration, email string, ok bool, err error) {
	err = tx.QueryRow(ctx, `SELECT name, coalesce(role, ''), skills, email FROM public.registrations WHERE user_id = $1 FOR UPDATE`, userID).
		Scan(&r.Name, &r.Role, &r.Skills, &email)
	if errors.Is(err, pgx.ErrNoRows) {
		return r, "", false, nil
	}
	if err != nil {
		return r, "", false, fmt.Errorf("lock an unfinished registration: %w", err)
	}
	return r, email, true, nil
}
