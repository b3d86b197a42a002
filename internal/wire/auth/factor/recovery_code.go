package factor

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/session"
)

// Each recovery code has 80 random bits, so it can be neither guessed nor found from its digest.
const (
	recoveryCodes     = 10
	recoveryCodeBytes = 10
	recoveryGroup     = 4
)

// recoveryLetters is Crockford's alphabet, in which no letter looks like a digit.
var recoveryLetters = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// foldRecoveryCode normalises a code as a user typed it.
func foldRecoveryCode(typed string) string {
	return strings.NewReplacer(" ", "", "-", "", "O", "0", "I", "1", "L", "1").Replace(strings.ToUpper(typed))
}

// isRecoveryCode distinguishes a recovery code from a six-digit code by its length.
func isRecoveryCode(typed string) bool {
	return len(foldRecoveryCode(typed)) == recoveryLetters.EncodedLen(recoveryCodeBytes)
}

func recoveryHash(userID uuid.UUID, code string) []byte {
	sum := sha256.Sum256([]byte("recovery " + userID.String() + foldRecoveryCode(code)))
	return sum[:]
}

// MakeRecoveryCodes creates ten new codes, each of which replaces the second factor once, and
// invalidates earlier ones. They are returned only now. The session must have proved the factor,
// and recently: the codes outlive the session.
func (s *Server) MakeRecoveryCodes(ctx context.Context, tx pgx.Tx, userID, sessionID uuid.UUID) ([]string, error) {
	if err := core.LockUser(ctx, tx, userID); err != nil {
		return nil, err
	}
	if err := s.mayMakeCodes(ctx, tx, userID, sessionID); err != nil {
		return nil, err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM auth.recovery_codes WHERE user_id = $1`, userID); err != nil {
		return nil, fmt.Errorf("delete recovery codes: %w", err)
	}
	codes := make([]string, recoveryCodes)
	for i := range codes {
		codes[i] = newRecoveryCode()
		_, err := tx.Exec(ctx, `INSERT INTO auth.recovery_codes (user_id, code_hash, created_at) VALUES ($1, $2, $3)`,
			userID, recoveryHash(userID, codes[i]), s.Config.Now())
		if err != nil {
			return nil, fmt.Errorf("store recovery code: %w", err)
		}
	}
	return codes, s.Record(ctx, tx, core.ActionCodesMade, userID, nil)
}

func (s *Server) mayMakeCodes(ctx context.Context, tx pgx.Tx, userID, sessionID uuid.UUID) error {
	var proofs session.Methods
	err := tx.QueryRow(ctx, `
		SELECT s.amr FROM auth.sessions s
		 WHERE s.id = $1 AND s.user_id = $2 AND s.aal = $3
		   AND EXISTS (SELECT FROM auth.mfa_factors WHERE user_id = $2 AND status = $4)`, sessionID, userID, session.AAL2, core.FactorVerified).Scan(&proofs)
	switch {
	case core.IsMissing(err):
		return session.ErrAAL2Needed
	case err != nil:
		return fmt.Errorf("look up the second factor: %w", err)
	case !s.sessions.IsFresh(proofs):
		return account.ErrStale
	}
	return nil
}

// RecoveryCodesLeft is how many of a user's codes are unused.
func (s *Server) RecoveryCodesLeft(ctx context.Context, tx pgx.Tx, userID uuid.UUID) (left int, err error) {
	err = tx.QueryRow(ctx, `SELECT count(*) FROM auth.recovery_codes WHERE user_id = $1`, userID).Scan(&left)
	if err != nil {
		return 0, fmt.Errorf("count recovery codes: %w", err)
	}
	return left, nil
}

// newRecoveryCode is written in groups, which are easier to copy.
func newRecoveryCode() string {
	raw := make([]byte, recoveryCodeBytes)
	_, _ = rand.Read(raw)
	text := recoveryLetters.EncodeToString(raw)
	var groups []string
	for at := 0; at < len(text); at += recoveryGroup {
		groups = append(groups, text[at:at+recoveryGroup])
	}
	return strings.Join(groups, "-")
}

// useRecoveryCode uses a code instead of the factor, once, and notifies the user.
func (s *Server) useRecoveryCode(ctx context.Context, tx pgx.Tx, me session.SignedIn, found challenged, code string) error {
	tag, err := tx.Exec(ctx, `DELETE FROM auth.recovery_codes WHERE user_id = $1 AND code_hash = $2`, me.ID, recoveryHash(me.ID, code))
	if err != nil {
		return fmt.Errorf("use recovery code: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return countWrong(ctx, tx, found.challengeID, errFactorCode)
	}
	if _, err := tx.Exec(ctx, `DELETE FROM auth.mfa_challenges WHERE id = $1`, found.challengeID); err != nil {
		return fmt.Errorf("use challenge: %w", err)
	}
	if err := s.Record(ctx, tx, core.ActionCodeUsed, me.ID, nil); err != nil {
		return err
	}
	return s.messages.Notify(ctx, tx, me.ID, core.MailRecoveryCodeUsed, me.Email)
}

// sealed is a factor's secret as it is stored, so that a copy of the database alone cannot generate
// codes.
func (s *Server) sealed(secret string, userID uuid.UUID) string {
	if s.Config.Seal == nil {
		return secret
	}
	return s.Config.Seal.Seal(secret, "factor "+userID.String())
}

// unsealed decrypts a stored secret. Secrets stored without encryption contain no dot.
func (s *Server) unsealed(kept string, userID uuid.UUID) (string, error) {
	if s.Config.Seal == nil || !strings.Contains(kept, ".") {
		return kept, nil
	}
	secret, err := s.Config.Seal.Open(kept, "factor "+userID.String())
	if err != nil {
		return "", fmt.Errorf("decrypt the secret of a factor: %w", err)
	}
	return secret, nil
}
