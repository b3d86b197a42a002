package account

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/kernel/caller"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/hook"
)

// Decision is a hook's decision on an attempt: reject; anything else leaves the result as it is.
type Decision struct {
	Decision     string `json:"decision"`
	Message      string `json:"message"`
	ShouldLogout bool   `json:"should_logout_user"`
}

// DecisionReject is the decision of a hook that rejects an attempt.
const DecisionReject = "reject"

// JudgePassword lets the hook judge a password that was compared, with the result guessed. It is
// not called for unknown users.
func (s *Server) JudgePassword(ctx context.Context, userID uuid.UUID, guessed error) error {
	program := s.Config.Hooks.PasswordVerificationAttempt
	isJudged := guessed == nil || errors.Is(guessed, ErrCredentials)
	if program == nil || !isJudged || userID == uuid.Nil {
		return guessed
	}
	var word Decision
	if err := s.Ask(ctx, nil, program, hook.PasswordVerification, map[string]any{"user_id": userID, "valid": guessed == nil}, &word); err != nil {
		return err
	}
	if word.Decision != DecisionReject {
		return guessed
	}
	if word.ShouldLogout {
		if err := s.InTx(ctx, func(tx pgx.Tx) error { return s.sessions.EndAll(ctx, tx, userID) }); err != nil {
			return err
		}
	}
	return hook.Refusal(*hook.ErrPassword, word.Message)
}

// confirm checks a password without signing in.
func (s *Server) confirm(ctx context.Context, q core.Querier, userID uuid.UUID, email, password, hash string, wrong error) error {
	counted, err := s.Guess(ctx, q, userID, email, password, hash, wrong)
	if err != nil {
		return err
	}
	return counted.Forgive(ctx, q)
}

// Guess compares a password, and counts the attempt first. It returns the counters, to be forgiven
// on success, and wrong if the password is not the user's. What it writes through q must persist
// whatever happens to the request.
func (s *Server) Guess(ctx context.Context, q core.Querier, userID uuid.UUID, email, password, hash string, wrong error) (Guessed, error) {
	counted := Guessed{
		Here:       ratelimit.Key("password", email, caller.From(ctx).Network()),
		Everywhere: ratelimit.Key("password", email),
	}
	if err := s.admitGuess(ctx, q, userID, counted); err != nil {
		return counted, err
	}
	matches, err := s.Hasher.Matches(ctx, password, hash)
	if err != nil {
		return counted, errors.Join(err, ratelimit.Refund(ctx, q, counted.Here), ratelimit.Refund(ctx, q, counted.Everywhere))
	}
	if !matches || slices.Contains(s.Config.Published, password) {
		if err := s.Record(ctx, q, core.ActionLoginFailed, userID, nil); err != nil {
			return counted, err
		}
		return counted, wrong
	}
	return counted, nil
}

// Guessed are the keys that an attempt was counted under.
type Guessed struct{ Here, Everywhere string }

// Forgive clears the counter here after a correct attempt, and takes back only this attempt from
// everywhere.
func (g Guessed) Forgive(ctx context.Context, q core.Querier) error {
	if g.Everywhere == "" {
		return ratelimit.Forgive(ctx, q, g.Here)
	}
	return errors.Join(ratelimit.Forgive(ctx, q, g.Here), ratelimit.Refund(ctx, q, g.Everywhere))
}

func (s *Server) admitGuess(ctx context.Context, q core.Querier, userID uuid.UUID, counted Guessed) error {
	wait, err := s.Spend(ctx, q, s.Config.Limits.PasswordFailures, counted.Here)
	if err != nil {
		return err
	}
	if wait > 0 {
		return core.ErrRequestRate.After(wait)
	}
	if wait, err = s.Spend(ctx, q, s.Config.Limits.PasswordFailuresPerAccount, counted.Everywhere); err != nil || wait == 0 {
		return err
	}
	known, err := s.signedInFrom(ctx, q, userID)
	if err == nil && !known {
		return core.ErrRequestRate.After(wait)
	}
	return err
}

// signedInFrom reports whether the user has signed in from the caller's network within the time
// that the audit log covers.
func (s *Server) signedInFrom(ctx context.Context, q core.Querier, userID uuid.UUID) (known bool, err error) {
	here, err := netip.ParsePrefix(caller.From(ctx).Network())
	if address := core.Address(caller.From(ctx).IP); err != nil && address != nil {
		here = netip.PrefixFrom(*address, address.BitLen())
	} else if err != nil {
		return false, nil
	}
	err = q.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM auth.audit_log_entries WHERE user_id = $1 AND action = $2 AND ip <<= $3)`,
		userID, core.ActionLogin, here).Scan(&known)
	if err != nil {
		return false, fmt.Errorf("look up earlier sign-ins: %w", err)
	}
	return known, nil
}
