package account

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market/limits"
)

// ErrEmailRequired refuses somebody of whom a provider tells no address: the market
// would have no way to reach him.
var ErrEmailRequired = fault.New(http.StatusUnprocessableEntity, "email_required", "Email é obrigatório")

// isUnfinished reports sign-up data as the client's own call has it, name and role:
// neither document nor terms are spoken of, which are asked for at the first sign-in.
func isUnfinished(data map[string]any) bool {
	for _, key := range []string{"document", "terms", "invitation"} {
		if _, isSaid := data[key]; isSaid {
			return false
		}
	}
	return true
}

// begin keeps what somebody said of himself until he completes it. There is no role
// that would be meant where none is named.
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

// Recognise keeps the registration of somebody whom a provider vouches for: his name as
// far as it is told, and no role, whatever a provider may call so.
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

// removeUnfinished takes away a registration that was never completed, and reports
// whether that was all there is of a user. One that is just being completed is waited for.
func removeUnfinished(ctx context.Context, tx pgx.Tx, userID uuid.UUID) (bool, error) {
	tag, err := tx.Exec(ctx, `DELETE FROM public.registrations WHERE user_id = $1`, userID)
	if err != nil {
		return false, fmt.Errorf("remove an unfinished registration: %w", err)
	}
	return tag.RowsAffected() > 0, nil
}

// unfinishedMax is how many are forgotten in one transaction.
const unfinishedMax = 100

// ForgetUnfinished removes users who have left their registration unfinished for too
// long, and returns how many: at most so many at once, none that is being completed.
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

// lockUnfinished returns what somebody said so far, which nobody else completes or
// removes meanwhile; ok is false where there is none.
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
