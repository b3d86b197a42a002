package factor

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/kernel/caller"
	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/hook"
	"automacao/internal/wire/auth/session"
)

// proofOfFactor is the body of a verification.
type proofOfFactor struct {
	ChallengeID uuid.UUID `json:"challenge_id"`
	// Code is the authenticator's code, or a recovery code.
	Code string `json:"code"`
	// Passkey is a passkey's response, instead of a code.
	Passkey *passkeyProof `json:"webauthn"`
}

// Verify is POST /factors/{factor}/verify: it raises the session to aal2.
func (s *Server) Verify(w http.ResponseWriter, r *http.Request, me session.SignedIn) error {
	var in proofOfFactor
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	factorID, err := core.PathID(r, "factor")
	if err != nil {
		return err
	}
	ctx := r.Context()
	counted, err := s.admitFactor(ctx, me.ID, in.Code)
	if err != nil {
		return err
	}
	var out *session.Answer
	err = s.InTx(ctx, func(tx pgx.Tx) error {
		if err := core.LockUser(ctx, tx, me.ID); err != nil {
			return err
		}
		method, err := s.meet(ctx, tx, me, factorID, in)
		if err := s.judgeFactor(ctx, tx, me, factorID, err); err != nil {
			return err
		}
		if err := counted.Forgive(ctx, tx); err != nil {
			return err
		}
		out, err = s.lift(ctx, tx, me, method)
		return err
	})
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, out)
}

// admitFactor counts an attempt before it is checked. Recovery codes are too long to be guessed:
// they count only per user and network, so that somebody who knows the password cannot lock the
// owner out.
func (s *Server) admitFactor(ctx context.Context, userID uuid.UUID, code string) (account.Guessed, error) {
	counted := account.Guessed{Here: ratelimit.Key("factor", userID.String(), caller.From(ctx).Network())}
	wait, err := s.Spend(ctx, s.DB, s.Config.Limits.FactorFailures, counted.Here)
	if err == nil && wait == 0 && !isRecoveryCode(code) {
		counted.Everywhere = ratelimit.Key("factor", userID.String())
		wait, err = s.Spend(ctx, s.DB, s.Config.Limits.FactorFailuresPerAccount, counted.Everywhere)
	}
	if err == nil && wait > 0 {
		err = core.ErrRequestRate.After(wait)
	}
	return counted, err
}

// challenged is a factor with one of its challenges. isBeyond is set for an unverified factor if
// the account has a verified one and the session lacks it: otherwise somebody who knows the
// password and saw the new secret could finish the enrolment.
type challenged struct {
	id, challengeID  uuid.UUID
	secret, kind, ip string
	ceremony         *webauthn.SessionData
	isVerified       bool
	isBeyond         bool
	codeHash         []byte
	lastStep         int64
	attempts         int
	expiresAt        time.Time
}

// meet checks the proof of a challenge and returns the method that proved it. Five wrong proofs end
// the challenge, and a code can be used only once.
func (s *Server) meet(ctx context.Context, tx pgx.Tx, me session.SignedIn, factorID uuid.UUID, in proofOfFactor) (string, error) {
	found := challenged{id: factorID, challengeID: in.ChallengeID}
	// Checked under the user's lock: an enrolment begun before the account was protected must not
	// raise a session afterwards.
	err := tx.QueryRow(ctx, `
		SELECT f.secret, f.factor_type, f.status = $4, f.last_step, c.ip, c.ceremony, c.attempts, c.expires_at, c.code_hash,
		       f.status <> $4 AND EXISTS (SELECT FROM auth.mfa_factors v WHERE v.user_id = $3 AND v.status = $4)
		         AND NOT EXISTS (SELECT FROM auth.sessions s WHERE s.id = $5 AND s.aal = $6)
		  FROM auth.mfa_challenges c JOIN auth.mfa_factors f ON f.id = c.factor_id
		 WHERE c.id = $1 AND f.id = $2 AND f.user_id = $3 AND coalesce(c.session_id, $5) = $5
		   FOR UPDATE OF c, f`, in.ChallengeID, factorID, me.ID, core.FactorVerified, me.Session.ID, session.AAL2,
	).Scan(&found.secret, &found.kind, &found.isVerified, &found.lastStep, &found.ip, &found.ceremony, &found.attempts, &found.expiresAt, &found.codeHash, &found.isBeyond)
	switch {
	case core.IsMissing(err):
		return "", errChallengeUnknown
	case err != nil:
		return "", fmt.Errorf("read challenge: %w", err)
	case found.ip != caller.From(ctx).IP:
		return "", errChallengeIP
	case found.expiresAt.Before(s.Config.Now()) || found.attempts >= challengeAttemptsMax:
		return "", errChallengeExpired
	case found.isBeyond:
		return "", errFactorAAL
	}
	return s.answerChallenge(ctx, tx, me, found, in)
}

// answerChallenge checks the proof of a challenge, by the kind of its factor.
func (s *Server) answerChallenge(ctx context.Context, tx pgx.Tx, me session.SignedIn, found challenged, in proofOfFactor) (string, error) {
	switch {
	case found.isVerified && isRecoveryCode(in.Code):
		return session.MethodRecoveryCode, s.useRecoveryCode(ctx, tx, me, found, in.Code)
	case s.useOf(found.kind) == core.FactorOff:
		return "", core.Settled(factorKinds[found.kind].verifyOff)
	case in.Passkey != nil && found.kind == core.FactorPasskey:
		return session.MethodPasskey, s.useProof(ctx, tx, me, found, *in.Passkey)
	case in.Passkey != nil || found.kind == core.FactorPasskey:
		return "", countWrong(ctx, tx, found.challengeID, errFactorCode)
	case found.kind == core.FactorPhone:
		return session.MethodPhone, s.useText(ctx, tx, me, found, in.Code)
	}
	return session.MethodTOTP, s.useCode(ctx, tx, me, found, in.Code)
}

// useCode checks an authenticator's code. A factor's first code enrols it.
func (s *Server) useCode(ctx context.Context, tx pgx.Tx, me session.SignedIn, found challenged, code string) error {
	secret, err := s.unsealed(found.secret, me.ID)
	if err != nil {
		return err
	}
	step, ok := matchCode(secret, code, s.Config.Now(), found.lastStep)
	if !ok {
		return countWrong(ctx, tx, found.challengeID, errFactorCode)
	}
	return s.useFactor(ctx, tx, me, found, step)
}

// useFactor deletes a challenge that was met, and records the last time step whose codes are used
// up.
func (s *Server) useFactor(ctx context.Context, tx pgx.Tx, me session.SignedIn, found challenged, step int64) error {
	if _, err := tx.Exec(ctx, `DELETE FROM auth.mfa_challenges WHERE id = $1`, found.challengeID); err != nil {
		return fmt.Errorf("use challenge: %w", err)
	}
	_, err := tx.Exec(ctx, `UPDATE auth.mfa_factors SET status = $2, last_step = $3, updated_at = $4 WHERE id = $1`, found.id, core.FactorVerified, step, s.Config.Now())
	if err != nil {
		return fmt.Errorf("verify factor: %w", err)
	}
	if err := s.Record(ctx, tx, core.ActionFactorVerified, me.ID, map[string]any{"factor_id": found.id}); err != nil || found.isVerified {
		return err
	}
	return s.messages.Notify(ctx, tx, me.ID, core.MailFactorAdded, me.Email)
}

func countWrong(ctx context.Context, tx pgx.Tx, challengeID uuid.UUID, refusal error) error {
	if _, err := tx.Exec(ctx, `UPDATE auth.mfa_challenges SET attempts = attempts + 1 WHERE id = $1`, challengeID); err != nil {
		return fmt.Errorf("count wrong code: %w", err)
	}
	return core.Settled(refusal)
}

// lift raises a session to aal2 and issues new tokens that say so.
func (s *Server) lift(ctx context.Context, tx pgx.Tx, me session.SignedIn, method string) (*session.Answer, error) {
	raised, err := s.raise(ctx, tx, me, method)
	if err != nil {
		return nil, err
	}
	refreshToken, err := session.ResetTokens(ctx, tx, raised.ID, s.Config.Now())
	if err != nil {
		return nil, err
	}
	return s.sessions.Present(ctx, tx, raised, refreshToken, method)
}

// raise raises a session to aal2. It ends the user's sessions below aal2 and unfinished enrolments.
func (s *Server) raise(ctx context.Context, tx pgx.Tx, me session.SignedIn, method string) (session.Session, error) {
	now := s.Config.Now()
	raised, err := session.Scan(tx.QueryRow(ctx, `
		UPDATE auth.sessions s SET aal = $2, refreshed_at = $3, amr = `+session.Stamped+`
		 WHERE id = $1 RETURNING `+session.Columns, me.Session.ID, session.AAL2, now, method, now.Unix()))
	if core.IsMissing(err) {
		return raised, session.ErrSessionGone
	}
	if err != nil {
		return raised, fmt.Errorf("lift session: %w", err)
	}
	if _, err := tx.Exec(ctx, `DELETE FROM auth.sessions WHERE user_id = $1 AND aal = $2`, me.ID, session.AAL1); err != nil {
		return raised, fmt.Errorf("end weaker sessions: %w", err)
	}
	if _, err := tx.Exec(ctx, `DELETE FROM auth.mfa_factors WHERE user_id = $1 AND status <> $2`, me.ID, core.FactorVerified); err != nil {
		return raised, fmt.Errorf("remove unfinished factors: %w", err)
	}
	return raised, nil
}

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
