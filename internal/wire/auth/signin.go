package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
)

// tokenRoute is the prefix of the grant types' route names.
const tokenRoute = "POST " + Base + "/token?grant_type="

// token is POST /token: one path for every grant type.
func (s *Server) token() handler {
	grants := map[string]handler{
		"password":      s.measured(tokenRoute+"password", s.requireCaptcha(s.signIn)),
		"pkce":          s.measured(tokenRoute+"pkce", s.exchange),
		"refresh_token": s.measured(tokenRoute+"refresh_token", s.refresh),
		"id_token":      s.measured(tokenRoute+"id_token", s.believeIDToken),
		"web3":          s.measured(tokenRoute+"web3", s.requireCaptcha(s.believeWallet)),
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		grant, known := grants[r.URL.Query().Get("grant_type")]
		if !known {
			return invalid("Unsupported grant type")
		}
		return grant(w, r)
	}
}

type credentials struct {
	Email    string `json:"email"`
	Phone    string `json:"phone"`
	Password string `json:"password"`
}

func (s *Server) signIn(w http.ResponseWriter, r *http.Request) error {
	var in credentials
	if err := decode(r, &in); err != nil {
		return err
	}
	who, err := s.whoSignsIn(in)
	if err != nil {
		return err
	}
	out, err := s.signInWith(r.Context(), who, in.Password)
	if err != nil {
		return err
	}
	out.WeakPassword = s.weaknessOf(in.Password, who)
	return answer(w, http.StatusOK, out)
}

func (s *Server) whoSignsIn(in credentials) (handle, error) {
	switch {
	case in.Email != "" && in.Phone != "":
		return handle{}, invalid("Only an email address or phone number should be provided on login.")
	case in.Phone != "" && s.cfg.Texter == nil:
		return handle{}, errPhoneLoginOff
	case in.Phone != "":
		return handle{phone: foldPhone(in.Phone)}, nil
	case foldEmail(in.Email) == "":
		return handle{}, invalid("missing email or phone")
	case s.cfg.DisableEmail:
		return handle{}, errEmailOff
	}
	return handle{email: foldEmail(in.Email)}, nil
}

// weaknessOf says why a correct password would be refused as a new one; nil if it would be
// accepted.
func (s *Server) weaknessOf(password string, who handle) *weakAnswer {
	told, ok := errors.AsType[*fault.Error](s.cfg.checkPassword(password, who.text()))
	if !ok {
		return nil
	}
	if why, isWeak := told.Details.(weakPassword); isWeak {
		return &weakAnswer{Message: told.Message, Reasons: why.Reasons}
	}
	return nil
}

func (s *Server) signInWith(ctx context.Context, who handle, password string) (*answered, error) {
	if utf8.RuneCountInString(password) > PasswordMax || len(who.text()) > emailMax {
		return nil, errCredentials
	}
	userID, hash, err := s.passwordOf(ctx, who)
	if err != nil {
		return nil, err
	}
	counted, err := s.guess(ctx, s.db, userID, who.text(), password, hash, errCredentials)
	if err := s.judgePassword(ctx, userID, err); err != nil {
		return nil, err
	}
	anew, err := s.rehash(ctx, password, hash)
	if err != nil {
		return nil, err
	}
	var out *answered
	err = s.inTx(ctx, func(tx pgx.Tx) error {
		confirmed, present, err := lockPassword(ctx, tx, userID, who)
		if err != nil {
			return err
		}
		if err := s.stillMatches(ctx, password, hash, present); err != nil {
			return err
		}
		switch {
		case !confirmed && who.phone != "":
			return errPhoneNotConfirmed
		case !confirmed:
			return errNotConfirmed
		}
		if err := counted.forgive(ctx, tx); err != nil {
			return err
		}
		if out, err = s.openSession(ctx, tx, userID, methodPassword); err != nil || anew == "" || present != hash {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE auth.users SET password_hash = $2 WHERE id = $1`, userID, anew)
		return refusedBySQL(errUpdatingUser, err)
	})
	return out, err
}

// lockPassword locks the user and returns the hash of their password.
func lockPassword(ctx context.Context, tx pgx.Tx, userID uuid.UUID, who handle) (confirmed bool, hash string, err error) {
	err = tx.QueryRow(ctx, `
		SELECT CASE WHEN $2 THEN phone_confirmed_at IS NOT NULL ELSE email_confirmed_at IS NOT NULL END, password_hash
		  FROM auth.users WHERE id = $1 AND password_hash IS NOT NULL FOR NO KEY UPDATE`, userID, who.phone != "").Scan(&confirmed, &hash)
	switch {
	case isMissing(err):
		return false, "", errCredentials
	case err != nil:
		return false, "", fmt.Errorf("lock user: %w", err)
	}
	return confirmed, hash, nil
}

// rehash hashes a correct password whose hash was made elsewhere, so that comparing it takes as
// long as any other and does not reveal migrated users. For triggers it is a change of the
// password, once: for example a calendar's secret URL changes. It returns "" if there is nothing to
// do, or if the queue is full, since the caller did not ask for it.
func (s *Server) rehash(ctx context.Context, password, hash string) (string, error) {
	if isOwnHash(hash) || isBcrypt(hash) && len(password) > bcryptBytesMax {
		return "", nil
	}
	anew, err := s.hasher.hash(ctx, password)
	if errors.Is(err, errRequestRate) {
		return "", nil
	}
	return anew, err
}

// stillMatches refuses a password that was changed while it was compared. A concurrent sign-in may
// have rehashed the same password.
func (s *Server) stillMatches(ctx context.Context, password, compared, present string) error {
	if present == compared {
		return nil
	}
	matches, err := false, error(nil)
	if !isOwnHash(compared) {
		matches, err = s.hasher.matches(ctx, password, present)
	}
	if err == nil && !matches {
		return errCredentials
	}
	return err
}

// passwordOf returns the hash to compare with; empty if nobody has the address or number, or the
// user has no password.
func (s *Server) passwordOf(ctx context.Context, who handle) (uuid.UUID, string, error) {
	var id uuid.UUID
	var hash string
	err := s.db.QueryRow(ctx, `
		SELECT u.id, coalesce(u.password_hash, '') FROM auth.users u WHERE `+who.condition()+` AND u.deleted_at IS NULL`, who.text()).Scan(&id, &hash)
	if err != nil && !isMissing(err) {
		return uuid.Nil, "", fmt.Errorf("find password: %w", err)
	}
	return id, hash, nil
}

// confirm checks a password without signing in.
func (s *Server) confirm(ctx context.Context, q querier, userID uuid.UUID, email, password, hash string, wrong error) error {
	counted, err := s.guess(ctx, q, userID, email, password, hash, wrong)
	if err != nil {
		return err
	}
	return counted.forgive(ctx, q)
}

// guess compares a password, and counts the attempt first. It returns the counters, to be forgiven
// on success, and wrong if the password is not the user's. What it writes through q must persist
// whatever happens to the request.
func (s *Server) guess(ctx context.Context, q querier, userID uuid.UUID, email, password, hash string, wrong error) (guessed, error) {
	counted := guessed{
		here:       ratelimit.Key("password", email, caller.From(ctx).Network()),
		everywhere: ratelimit.Key("password", email),
	}
	if err := s.admitGuess(ctx, q, userID, counted); err != nil {
		return counted, err
	}
	matches, err := s.hasher.matches(ctx, password, hash)
	if err != nil {
		return counted, errors.Join(err, ratelimit.Refund(ctx, q, counted.here), ratelimit.Refund(ctx, q, counted.everywhere))
	}
	if !matches || slices.Contains(s.cfg.Published, password) {
		if err := s.record(ctx, q, actionLoginFailed, userID, nil); err != nil {
			return counted, err
		}
		return counted, wrong
	}
	return counted, nil
}

// guessed are the keys that an attempt was counted under.
type guessed struct{ here, everywhere string }

// forgive clears the counter here after a correct attempt, and takes back only this attempt from
// everywhere.
func (g guessed) forgive(ctx context.Context, q querier) error {
	if g.everywhere == "" {
		return ratelimit.Forgive(ctx, q, g.here)
	}
	return errors.Join(ratelimit.Forgive(ctx, q, g.here), ratelimit.Refund(ctx, q, g.everywhere))
}

func (s *Server) admitGuess(ctx context.Context, q querier, userID uuid.UUID, counted guessed) error {
	wait, err := s.spend(ctx, q, s.cfg.Limits.PasswordFailures, counted.here)
	if err != nil {
		return err
	}
	if wait > 0 {
		return errRequestRate.After(wait)
	}
	if wait, err = s.spend(ctx, q, s.cfg.Limits.PasswordFailuresPerAccount, counted.everywhere); err != nil || wait == 0 {
		return err
	}
	known, err := s.signedInFrom(ctx, q, userID)
	if err == nil && !known {
		return errRequestRate.After(wait)
	}
	return err
}

// signedInFrom reports whether the user has signed in from the caller's network within the time
// that the audit log covers.
func (s *Server) signedInFrom(ctx context.Context, q querier, userID uuid.UUID) (known bool, err error) {
	here, err := netip.ParsePrefix(caller.From(ctx).Network())
	if address := address(caller.From(ctx).IP); err != nil && address != nil {
		here = netip.PrefixFrom(*address, address.BitLen())
	} else if err != nil {
		return false, nil
	}
	err = q.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM auth.audit_log_entries WHERE user_id = $1 AND action = $2 AND ip <<= $3)`,
		userID, actionLogin, here).Scan(&known)
	if err != nil {
		return false, fmt.Errorf("look up earlier sign-ins: %w", err)
	}
	return known, nil
}
