package signin

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/session"
)

type credentials struct {
	Email    string `json:"email"`
	Phone    string `json:"phone"`
	Password string `json:"password"`
}

// SignIn is the grant password.
func (s *Server) SignIn(w http.ResponseWriter, r *http.Request) error {
	var in credentials
	if err := core.Decode(r, &in); err != nil {
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
	return core.Answer(w, http.StatusOK, out)
}

func (s *Server) whoSignsIn(in credentials) (core.Handle, error) {
	switch {
	case in.Email != "" && in.Phone != "":
		return core.Handle{}, core.Invalid("Only an email address or phone number should be provided on login.")
	case in.Phone != "" && s.Config.Texter == nil:
		return core.Handle{}, errPhoneLoginOff
	case in.Phone != "":
		return core.Handle{Phone: core.FoldPhone(in.Phone)}, nil
	case core.FoldEmail(in.Email) == "":
		return core.Handle{}, core.Invalid("missing email or phone")
	case s.Config.DisableEmail:
		return core.Handle{}, errEmailOff
	}
	return core.Handle{Email: core.FoldEmail(in.Email)}, nil
}

// weaknessOf says why a correct password would be refused as a new one; nil if it would be
// accepted.
func (s *Server) weaknessOf(password string, who core.Handle) *session.Weakness {
	told, ok := errors.AsType[*fault.Error](s.Config.CheckPassword(password, who.Text()))
	if !ok {
		return nil
	}
	if why, isWeak := told.Details.(core.WeakPassword); isWeak {
		return &session.Weakness{Message: told.Message, Reasons: why.Reasons}
	}
	return nil
}

func (s *Server) signInWith(ctx context.Context, who core.Handle, password string) (*session.Answer, error) {
	if utf8.RuneCountInString(password) > core.PasswordMax || len(who.Text()) > core.EmailMax {
		return nil, account.ErrCredentials
	}
	userID, hash, err := s.passwordOf(ctx, who)
	if err != nil {
		return nil, err
	}
	counted, err := s.accounts.Guess(ctx, s.DB, userID, who.Text(), password, hash, account.ErrCredentials)
	if err := s.accounts.JudgePassword(ctx, userID, err); err != nil {
		return nil, err
	}
	anew, err := s.rehash(ctx, password, hash)
	if err != nil {
		return nil, err
	}
	var out *session.Answer
	err = s.InTx(ctx, func(tx pgx.Tx) error {
		confirmed, present, err := lockPassword(ctx, tx, userID, who)
		if err != nil {
			return err
		}
		if err := s.stillMatches(ctx, password, hash, present); err != nil {
			return err
		}
		switch {
		case !confirmed && who.Phone != "":
			return errPhoneNotConfirmed
		case !confirmed:
			return core.ErrNotConfirmed
		}
		if err := counted.Forgive(ctx, tx); err != nil {
			return err
		}
		if out, err = s.sessions.Open(ctx, tx, userID, session.MethodPassword); err != nil || anew == "" || present != hash {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE auth.users SET password_hash = $2 WHERE id = $1`, userID, anew)
		return core.RefusedBySQL(core.ErrUpdatingUser, err)
	})
	return out, err
}

// lockPassword locks the user and returns the hash of their password.
func lockPassword(ctx context.Context, tx pgx.Tx, userID uuid.UUID, who core.Handle) (confirmed bool, hash string, err error) {
	err = tx.QueryRow(ctx, `
		SELECT CASE WHEN $2 THEN phone_confirmed_at IS NOT NULL ELSE email_confirmed_at IS NOT NULL END, password_hash
		  FROM auth.users WHERE id = $1 AND password_hash IS NOT NULL FOR NO KEY UPDATE`, userID, who.Phone != "").Scan(&confirmed, &hash)
	switch {
	case core.IsMissing(err):
		return false, "", account.ErrCredentials
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
	if core.IsOwnHash(hash) || core.IsBcrypt(hash) && len(password) > core.BcryptBytesMax {
		return "", nil
	}
	anew, err := s.Hasher.Hash(ctx, password)
	if errors.Is(err, core.ErrRequestRate) {
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
	if !core.IsOwnHash(compared) {
		matches, err = s.Hasher.Matches(ctx, password, present)
	}
	if err == nil && !matches {
		return account.ErrCredentials
	}
	return err
}

// passwordOf returns the hash to compare with; empty if nobody has the address or number, or the
// user has no password.
func (s *Server) passwordOf(ctx context.Context, who core.Handle) (uuid.UUID, string, error) {
	var id uuid.UUID
	var hash string
	err := s.DB.QueryRow(ctx, `
		SELECT u.id, coalesce(u.password_hash, '') FROM auth.users u WHERE `+who.Condition()+` AND u.deleted_at IS NULL`, who.Text()).Scan(&id, &hash)
	if err != nil && !core.IsMissing(err) {
		return uuid.Nil, "", fmt.Errorf("find password: %w", err)
	}
	return id, hash, nil
}
