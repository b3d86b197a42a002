package factor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/session"
)

// BeginPasskeySignIn is POST /passkeys/authentication/options. Its response is the same for
// everybody: only the passkey's response tells whose it is.
func (s *Server) BeginPasskeySignIn(w http.ResponseWriter, r *http.Request) error {
	options, ceremony, err := s.Party.BeginDiscoverableLogin()
	if err != nil {
		return fmt.Errorf("ask for a passkey: %w", err)
	}
	id, expiresAt, err := s.beginCeremony(r.Context(), uuid.Nil, ceremony)
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, map[string]any{"challenge_id": id, "options": options.Response, "expires_at": expiresAt.Unix()})
}

// FinishPasskeySignIn is POST /passkeys/authentication/verify. The error is the same for a passkey
// that is unknown, was removed, or did not sign this challenge.
func (s *Server) FinishPasskeySignIn(w http.ResponseWriter, r *http.Request) error {
	var in ceremonyAnswer
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	ctx := r.Context()
	ceremony, err := s.takeCeremony(ctx, in.ChallengeID, uuid.Nil)
	if err != nil {
		return err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(in.Credential)
	if err != nil {
		return errPasskeyRefused.Because(err)
	}
	userID, err := ownerOfPasskey(ctx, s.DB, parsed.RawID)
	if err != nil {
		return err
	}
	var out *session.Answer
	err = s.InTx(ctx, func(tx pgx.Tx) error {
		out, err = s.signInByPasskey(ctx, tx, userID, ceremony, parsed)
		return err
	})
	if errors.Is(err, errPasskeyRefused) {
		return errors.Join(err, s.Record(ctx, s.DB, core.ActionLoginFailed, userID, map[string]any{"method": session.MethodPasskey}))
	}
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, out)
}

func ownerOfPasskey(ctx context.Context, q core.Querier, credentialID []byte) (userID uuid.UUID, err error) {
	err = q.QueryRow(ctx, `
		SELECT f.user_id FROM auth.passkeys p JOIN auth.mfa_factors f ON f.id = p.factor_id
		 WHERE p.credential_id = $1 AND f.status = $2`, credentialID, core.FactorVerified).Scan(&userID)
	if core.IsMissing(err) {
		return uuid.Nil, errPasskeyRefused
	}
	if err != nil {
		return uuid.Nil, fmt.Errorf("find passkey: %w", err)
	}
	return userID, nil
}

// signInByPasskey opens a session at aal2: the device with the passkey is something the user has,
// and it always verifies the user by what they are or know. These are two factors, and the server
// stores no secret of either.
func (s *Server) signInByPasskey(ctx context.Context, tx pgx.Tx, userID uuid.UUID, ceremony webauthn.SessionData, parsed *protocol.ParsedCredentialAssertionData) (*session.Answer, error) {
	if err := core.LockUser(ctx, tx, userID); err != nil {
		return nil, err
	}
	owner, err := readOwner(ctx, tx, userID)
	if errors.Is(err, core.ErrUserNotFound) {
		return nil, errPasskeyRefused
	}
	if err != nil {
		return nil, err
	}
	find := func(_, handle []byte) (webauthn.User, error) {
		if !bytes.Equal(handle, owner.id[:]) {
			return nil, errPasskeyRefused
		}
		return owner, nil
	}
	_, used, err := s.Party.ValidatePasskeyLogin(find, ceremony, parsed)
	if err != nil {
		return nil, errPasskeyRefused.Because(err)
	}
	if err := s.usePasskey(ctx, tx, used); err != nil {
		return nil, err
	}
	var confirmed, isSSO bool
	if err := tx.QueryRow(ctx, `SELECT email_confirmed_at IS NOT NULL, is_sso_user FROM auth.users WHERE id = $1`, userID).Scan(&confirmed, &isSSO); err != nil {
		return nil, fmt.Errorf("read confirmation: %w", err)
	}
	switch {
	case isSSO:
		// A user whose organisation manages them may still have a passkey.
		return nil, account.ErrSSOManaged
	case !confirmed:
		return nil, core.ErrNotConfirmed
	}
	return s.sessions.Open(ctx, tx, userID, session.MethodPasskey)
}

// listedPasskey is a passkey as its owner sees it.
type listedPasskey struct {
	ID           uuid.UUID  `json:"id" db:"id"`
	FriendlyName string     `json:"friendly_name,omitempty" db:"friendly_name"`
	CreatedAt    time.Time  `json:"created_at" db:"created_at"`
	LastUsedAt   *time.Time `json:"last_used_at,omitempty" db:"last_used_at"`
}

// BeginPasskey is POST /passkeys/registration/options.
func (s *Server) BeginPasskey(w http.ResponseWriter, r *http.Request, me session.SignedIn) error {
	if err := s.mayEnrol(me); err != nil {
		return err
	}
	owner, err := readOwner(r.Context(), s.DB, me.ID)
	if err != nil {
		return err
	}
	options, ceremony, err := s.creationOptions(owner)
	if err != nil {
		return err
	}
	id, expiresAt, err := s.beginCeremony(r.Context(), me.Session.ID, ceremony)
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, map[string]any{"challenge_id": id, "options": options.Response, "expires_at": expiresAt.Unix()})
}

// creationOptions requests a new passkey and excludes the user's existing ones.
func (s *Server) creationOptions(owner passkeyOwner) (*protocol.CredentialCreation, *webauthn.SessionData, error) {
	return s.Party.BeginRegistration(owner,
		webauthn.WithExclusions(webauthn.Credentials(owner.credentials).CredentialDescriptors()),
		webauthn.WithPublicKeyCredentialHints(anyDevice))
}

// FinishPasskey is POST /passkeys/registration/verify: it creates a verified factor. The device has
// verified the user, so the session is raised as by any second factor, and the account's other
// sessions end.
func (s *Server) FinishPasskey(w http.ResponseWriter, r *http.Request, me session.SignedIn) error {
	var in ceremonyAnswer
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	ctx := r.Context()
	ceremony, err := s.takeCeremony(ctx, in.ChallengeID, me.Session.ID)
	if err != nil {
		return err
	}
	owner := passkeyOwner{id: me.ID, email: me.Email}
	made, err := s.readCreated(owner, ceremony, in.Credential)
	if err != nil {
		return err
	}
	var factorID uuid.UUID
	err = s.InTx(ctx, func(tx pgx.Tx) error {
		factorID, err = s.insertFactor(ctx, tx, me.ID, newFactor{kind: core.FactorPasskey, status: core.FactorVerified})
		if errors.Is(err, errFactorsMax) {
			return errPasskeysMax
		}
		if err != nil {
			return err
		}
		if err := s.keepPasskey(ctx, tx, factorID, made); err != nil {
			return err
		}
		if _, err := s.raise(ctx, tx, me, session.MethodPasskey); err != nil {
			return err
		}
		if err := s.Record(ctx, tx, core.ActionFactorVerified, me.ID, map[string]any{"factor_id": factorID}); err != nil {
			return err
		}
		return s.messages.Notify(ctx, tx, me.ID, core.MailPasskeyAdded, me.Email)
	})
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, listedPasskey{ID: factorID, CreatedAt: s.Config.Now().UTC()})
}

// readCreated checks a created credential against its ceremony.
func (s *Server) readCreated(owner passkeyOwner, ceremony webauthn.SessionData, raw []byte) (*webauthn.Credential, error) {
	parsed, err := protocol.ParseCredentialCreationResponseBytes(raw)
	if err != nil {
		return nil, errPasskeyRefused.Because(err)
	}
	made, err := s.Party.CreateCredential(owner, ceremony, parsed)
	if err != nil {
		return nil, errPasskeyRefused.Because(err)
	}
	return made, nil
}
