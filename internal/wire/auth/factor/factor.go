package factor

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/kernel/caller"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/session"
)

// factorUnverified is the status of a factor that has never been used.
const factorUnverified = "unverified"

// These bound second factors.
const (
	factorsMax           = 10
	challengeTTL         = 5 * time.Minute
	challengeAttemptsMax = 5

	NameMax = 100
)

// NameConstraint is violated by the name of another factor of the user.
const NameConstraint = "mfa_factors_name_key"

type enrolment struct {
	Type         string `json:"factor_type"`
	FriendlyName string `json:"friendly_name"`
	Issuer       string `json:"issuer"`
	Phone        string `json:"phone"`
}

// Enrol is POST /factors: it creates a secret that its first code confirms, or an empty factor for
// the passkey that its first challenge registers.
func (s *Server) Enrol(w http.ResponseWriter, r *http.Request, me session.SignedIn) error {
	var in enrolment
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	if err := s.checkEnrolment(in, me); err != nil {
		return err
	}
	if in.Type == core.FactorPhone {
		return s.enrollPhone(w, r, me, in)
	}
	told := map[string]any{"type": in.Type, "friendly_name": in.FriendlyName}
	begun := newFactor{kind: in.Type, name: in.FriendlyName, status: factorUnverified}
	if in.Type == core.FactorTOTP {
		if in.Issuer == "" {
			in.Issuer = s.Config.SiteURL
		}
		made, err := newSecret(in.Issuer, me.Email)
		if err != nil {
			return err
		}
		told["totp"], begun.secret = made, s.sealed(made.Secret, me.ID)
	}
	ctx := r.Context()
	err := s.InTx(ctx, func(tx pgx.Tx) (err error) {
		told["id"], err = s.insertFactor(ctx, tx, me.ID, begun)
		return err
	})
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, told)
}

func (s *Server) checkEnrolment(in enrolment, me session.SignedIn) error {
	kind, isKnown := factorKinds[in.Type]
	switch {
	case !isKnown:
		return core.Invalid("factor_type needs to be totp, phone, or webauthn")
	case s.useOf(in.Type) != core.FactorOn:
		return kind.enrollOff
	case len(in.FriendlyName) > NameMax || len(in.Issuer) > NameMax:
		return core.Invalid("friendly_name and issuer may have %d bytes", NameMax)
	}
	return s.mayEnrol(me)
}

// newFactor is a factor to insert. A passkey's has no secret, since its key is public.
type newFactor struct{ kind, name, secret, status, phone string }

func (s *Server) insertFactor(ctx context.Context, tx pgx.Tx, userID uuid.UUID, begun newFactor) (uuid.UUID, error) {
	// Take the user's lock, so that concurrent enrolments count each other.
	if err := core.LockUser(ctx, tx, userID); err != nil {
		return uuid.Nil, err
	}
	var count int
	if err := tx.QueryRow(ctx, `SELECT count(*) FROM auth.mfa_factors WHERE user_id = $1`, userID).Scan(&count); err != nil {
		return uuid.Nil, fmt.Errorf("count factors: %w", err)
	}
	if count >= factorsMax {
		return uuid.Nil, errFactorsMax
	}
	var id uuid.UUID
	err := tx.QueryRow(ctx, `
		INSERT INTO auth.mfa_factors (user_id, factor_type, friendly_name, secret, status, phone, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, nullif($7, ''), $6, $6) RETURNING id`, userID, begun.kind, begun.name, begun.secret, begun.status, s.Config.Now(), begun.phone).Scan(&id)
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.ConstraintName == NameConstraint {
		return uuid.Nil, ErrFactorName
	}
	if err != nil {
		return uuid.Nil, fmt.Errorf("insert factor: %w", err)
	}
	return id, s.Record(ctx, tx, core.ActionFactorEnrolled, userID, map[string]any{"factor_id": id})
}

// Challenge is POST /factors/{factor}/challenge.
func (s *Server) Challenge(w http.ResponseWriter, r *http.Request, me session.SignedIn) error {
	factorID, err := core.PathID(r, "factor")
	if err != nil {
		return err
	}
	var in struct {
		Passkey *passkeyAsked `json:"webauthn"`
		Channel string        `json:"channel"`
	}
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	at := slices.IndexFunc(me.Factors, func(f core.Factor) bool { return f.ID == factorID })
	if at < 0 {
		return ErrFactorNotFound
	}
	factor := me.Factors[at]
	// A factor that is off is challenged all the same, since a recovery code can answer instead.
	switch isOff := s.useOf(factor.Type) == core.FactorOff; {
	case factor.Type == core.FactorPasskey && !isOff:
		return s.challengePasskey(w, r, me, factor, in.Passkey)
	case factor.Type == core.FactorPhone && !isOff:
		return s.challengePhone(w, r, me, factor, in.Channel)
	}
	id, expiresAt, err := s.insertChallenge(r.Context(), me, factorID, nil)
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, map[string]any{"id": id, "type": factor.Type, "expires_at": expiresAt.Unix()})
}

func (s *Server) insertChallenge(ctx context.Context, me session.SignedIn, factorID uuid.UUID, ceremony *webauthn.SessionData) (id uuid.UUID, expiresAt time.Time, err error) {
	now := s.Config.Now()
	expiresAt = now.Add(challengeTTL)
	err = s.DB.QueryRow(ctx, `
		WITH challenged AS (
		  UPDATE auth.mfa_factors SET last_challenged_at = $3 WHERE id = $1 AND user_id = $2 RETURNING id
		)
		INSERT INTO auth.mfa_challenges (factor_id, session_id, ip, ceremony, expires_at, created_at)
		SELECT id, $6, $4, $7, $5, $3 FROM challenged RETURNING id`,
		factorID, me.ID, now, caller.From(ctx).IP, expiresAt, me.Session.ID, document(ceremony)).Scan(&id)
	if core.IsMissing(err) {
		return uuid.Nil, expiresAt, ErrFactorNotFound
	}
	if sessionIsGone(err) {
		return uuid.Nil, expiresAt, session.ErrSessionGone
	}
	if err != nil {
		return uuid.Nil, expiresAt, fmt.Errorf("challenge factor: %w", err)
	}
	return id, expiresAt, nil
}

// sessionIsGone reports whether a row was refused because its session ended meanwhile.
func sessionIsGone(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (refused.ConstraintName == "mfa_challenges_session_id_fkey" || refused.ConstraintName == "passkey_challenges_session_id_fkey")
}

// Unenrol is DELETE /factors/{factor}: sessions fall back to one factor.
func (s *Server) Unenrol(w http.ResponseWriter, r *http.Request, me session.SignedIn) error {
	factorID, err := core.PathID(r, "factor")
	if err != nil {
		return err
	}
	if err := s.mayUnenrol(me); err != nil {
		return err
	}
	err = s.InTx(r.Context(), func(tx pgx.Tx) error { return s.Drop(r.Context(), tx, me.ID, factorID) })
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, map[string]any{"id": factorID})
}

// Drop removes a factor, and lowers the user's sessions if it was the last.
func (s *Server) Drop(ctx context.Context, tx pgx.Tx, userID, factorID uuid.UUID) error {
	if err := core.LockUser(ctx, tx, userID); err != nil {
		return err
	}
	var wasVerified bool
	err := tx.QueryRow(ctx, `DELETE FROM auth.mfa_factors WHERE id = $1 AND user_id = $2 RETURNING status = $3`,
		factorID, userID, core.FactorVerified).Scan(&wasVerified)
	if core.IsMissing(err) {
		return ErrFactorNotFound
	}
	if err != nil {
		return fmt.Errorf("remove factor: %w", err)
	}
	_, err = tx.Exec(ctx, `
		UPDATE auth.sessions SET aal = $2 WHERE user_id = $1
		   AND NOT EXISTS (SELECT FROM auth.mfa_factors f WHERE f.user_id = $1 AND f.status = $3)`, userID, session.AAL1, core.FactorVerified)
	if err != nil {
		return fmt.Errorf("lower sessions: %w", err)
	}
	_, err = tx.Exec(ctx, `
		DELETE FROM auth.recovery_codes WHERE user_id = $1
		   AND NOT EXISTS (SELECT FROM auth.mfa_factors f WHERE f.user_id = $1 AND f.status = $2)`, userID, core.FactorVerified)
	if err != nil {
		return fmt.Errorf("delete recovery codes: %w", err)
	}
	if err := s.Record(ctx, tx, core.ActionFactorRemoved, userID, map[string]any{"factor_id": factorID}); err != nil || !wasVerified {
		return err
	}
	var email string
	if err := tx.QueryRow(ctx, `SELECT coalesce(email, '') FROM auth.users WHERE id = $1`, userID).Scan(&email); err != nil {
		return fmt.Errorf("read address: %w", err)
	}
	return s.messages.Notify(ctx, tx, userID, core.MailFactorRemoved, email)
}
