package account

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
)

// SecondFactors keeps the codes for who lost the device that proves him.
type SecondFactors interface {
	// MakeRecoveryCodes refuses a session that has not proved the factor, or nothing of late.
	MakeRecoveryCodes(ctx context.Context, tx pgx.Tx, userID, sessionID uuid.UUID) ([]string, error)
	RecoveryCodesLeft(ctx context.Context, tx pgx.Tx, userID uuid.UUID) (int, error)
}

// RecoveryCodes are told once, when they are made.
type RecoveryCodes struct {
	Codes []string `json:"codes"`
}

// RecoveryCodesLeft is how many of them still work.
type RecoveryCodesLeft struct {
	Left int `json:"left"`
}

// MakeRecoveryCodes gives the caller ten new codes in the place of all before.
func MakeRecoveryCodes(factors SecondFactors) func(context.Context, pgx.Tx, Nothing) (RecoveryCodes, error) {
	return func(ctx context.Context, tx pgx.Tx, _ Nothing) (RecoveryCodes, error) {
		who := caller.From(ctx)
		codes, err := factors.MakeRecoveryCodes(ctx, tx, who.UserID, who.SessionID)
		return RecoveryCodes{Codes: codes}, err
	}
}

// CountRecoveryCodes tells the caller how many of his codes still work.
func CountRecoveryCodes(factors SecondFactors) func(context.Context, pgx.Tx, Nothing) (RecoveryCodesLeft, error) {
	return func(ctx context.Context, tx pgx.Tx, _ Nothing) (RecoveryCodesLeft, error) {
		left, err := factors.RecoveryCodesLeft(ctx, tx, caller.From(ctx).UserID)
		return RecoveryCodesLeft{Left: left}, err
	}
}
