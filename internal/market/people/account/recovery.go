package account

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
)

// SecondFactors manages the recovery codes of users who lose the device of their second factor.
type SecondFactors interface {
	// MakeRecoveryCodes refuses a session that has not proved its second factor, or in which the
	// user has not proved their identity recently.
	MakeRecoveryCodes(ctx context.Context, tx pgx.Tx, userID, sessionID uuid.UUID) ([]string, error)
	RecoveryCodesLeft(ctx context.Context, tx pgx.Tx, userID uuid.UUID) (int, error)
}

// RecoveryCodes are the new codes. They are shown only once, when they are made.
type RecoveryCodes struct {
	Codes []string `json:"codes"`
}

// RecoveryCodesLeft is the number of codes that still work.
type RecoveryCodesLeft struct {
	Left int `json:"left"`
}

// MakeRecoveryCodes gives the caller ten new recovery codes, which replace all earlier ones.
func MakeRecoveryCodes(factors SecondFactors) func(context.Context, pgx.Tx, Nothing) (RecoveryCodes, error) {
	return func(ctx context.Context, tx pgx.Tx, _ Nothing) (RecoveryCodes, error) {
		who := caller.From(ctx)
		codes, err := factors.MakeRecoveryCodes(ctx, tx, who.UserID, who.SessionID)
		return RecoveryCodes{Codes: codes}, err
	}
}

// CountRecoveryCodes returns how many of the caller's recovery codes still work.
func CountRecoveryCodes(factors SecondFactors) func(context.Context, pgx.Tx, Nothing) (RecoveryCodesLeft, error) {
	return func(ctx context.Context, tx pgx.Tx, _ Nothing) (RecoveryCodesLeft, error) {
		left, err := factors.RecoveryCodesLeft(ctx, tx, caller.From(ctx).UserID)
		return RecoveryCodesLeft{Left: left}, err
	}
}
