package auth

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// freshFor is how long a session's proof shows that the account's owner is present.
const freshFor = 10 * time.Minute

// isFresh reports whether the session's user proved their identity recently. Somebody who finds or
// steals an open session must not be able to add their own device to the account, nor remove the
// owner's.
func (s *Server) isFresh(proofs signInMethods) bool {
	return s.cfg.CurrentPasswordOptional || s.provedLately(proofs)
}

func (s *Server) provedLately(proofs signInMethods) bool {
	since := s.cfg.Now().Add(-freshFor).Unix()
	return slices.ContainsFunc(proofs, func(m signInMethod) bool { return m.Timestamp >= since })
}

// ProveOwner checks that the account's owner is present: by their password or, if they have none
// because they signed up through a provider, by what the session proved within freshFor: that
// provider, or the code that /reauthenticate mailed and PUT /user accepted. It returns wrong for a
// wrong password, which a recent session never replaces, and stale for a session that proved
// nothing recently or belongs to another app.
func (s *Server) ProveOwner(ctx context.Context, tx pgx.Tx, userID, sessionID uuid.UUID, password string, wrong, stale error) error {
	var hasPassword bool
	err := tx.QueryRow(ctx, `SELECT coalesce(password_hash, '') <> '' FROM auth.users WHERE id = $1 AND deleted_at IS NULL`, userID).Scan(&hasPassword)
	if isMissing(err) {
		return errUserNotFound
	}
	if err != nil {
		return fmt.Errorf("look up the password: %w", err)
	}
	if hasPassword || password != "" {
		return s.CheckPassword(ctx, tx, userID, password, wrong)
	}
	var proofs signInMethods
	err = tx.QueryRow(ctx, `SELECT amr FROM auth.sessions WHERE id = $1 AND user_id = $2 AND oauth_client_id IS NULL`, sessionID, userID).Scan(&proofs)
	if err != nil && !isMissing(err) {
		return fmt.Errorf("look up the session's proofs: %w", err)
	}
	if !s.provedLately(proofs) {
		return stale
	}
	return nil
}

// mayEnrol is checked before any kind of factor is enrolled.
func (s *Server) mayEnrol(me signedIn) error {
	switch {
	case me.IsAnonymous:
		return errAnonymousBarred
	case me.lacksSecondFactor():
		return errFactorAAL
	case !s.isFresh(me.session.amr):
		return errStale
	case len(me.Factors) >= factorsMax:
		return errFactorsMax
	}
	return nil
}

func (s *Server) mayUnenrol(me signedIn) error {
	if me.lacksSecondFactor() {
		return errUnenrollAAL
	}
	if !s.isFresh(me.session.amr) {
		return errStale
	}
	return nil
}

// stamped is a session's methods with $4 proved at $5, each method once, since every token contains
// them.
const stamped = `jsonb_build_array(jsonb_build_object('method', $4::text, 'timestamp', $5::bigint)) ||
	coalesce((SELECT jsonb_agg(m) FROM jsonb_array_elements(s.amr) m WHERE m ->> 'method' <> $4), '[]')`

// refreshProof handles a PUT /user that changes nothing and proves the caller: by the current
// password, or by the code that /reauthenticate mailed.
func (s *Server) refreshProof(ctx context.Context, in accountChange, me signedIn) error {
	method := methodPassword
	if in.Nonce != "" {
		method = methodOTP
	}
	if err := s.proveGiven(ctx, in, me); err != nil {
		return err
	}
	return s.inTx(ctx, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `UPDATE auth.sessions s SET amr = `+stamped+` WHERE id = $1 AND user_id = $2 AND aal = $3`,
			me.session.ID, me.ID, me.session.AAL, method, s.cfg.Now().Unix())
		if err != nil {
			return fmt.Errorf("store the proof: %w", err)
		}
		if tag.RowsAffected() == 0 {
			return errSessionGone
		}
		return s.record(ctx, tx, actionReproved, me.ID, map[string]any{"method": method})
	})
}
