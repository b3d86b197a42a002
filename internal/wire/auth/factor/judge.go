package factor

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/hook"
	"automacao/internal/wire/auth/session"
)

// judgeFactor lets the hook judge a second factor that was checked, with the result met. A rejection
// signs the user out everywhere, which is committed.
func (s *Server) judgeFactor(ctx context.Context, tx pgx.Tx, me session.SignedIn, factorID uuid.UUID, met error) error {
	program := s.Config.Hooks.MFAVerificationAttempt
	isJudged := met == nil || errors.Is(met, errFactorCode) || errors.Is(met, errPasskeyRefused)
	if program == nil || !isJudged {
		return met
	}
	var kind string
	if err := tx.QueryRow(ctx, `SELECT factor_type FROM auth.mfa_factors WHERE id = $1`, factorID).Scan(&kind); err != nil {
		return fmt.Errorf("read factor: %w", err)
	}
	var word account.Decision
	about := map[string]any{"user_id": me.ID, "factor_id": factorID, "factor_type": kind, "valid": met == nil}
	if err := s.Ask(ctx, tx, program, hook.MFAVerification, about, &word); err != nil {
		if met != nil {
			return core.Settled(err)
		}
		return err
	}
	if word.Decision != account.DecisionReject {
		return met
	}
	if err := s.sessions.EndAll(ctx, tx, me.ID); err != nil {
		return err
	}
	return core.Settled(hook.Refusal(*hook.ErrFactor, word.Message))
}
