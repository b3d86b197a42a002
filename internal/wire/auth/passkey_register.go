package auth

import (
	"errors"
	"net/http"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// listedPasskey is a passkey as its owner sees it.
type listedPasskey struct {
	ID           uuid.UUID  `json:"id" db:"id"`
	FriendlyName string     `json:"friendly_name,omitempty" db:"friendly_name"`
	CreatedAt    time.Time  `json:"created_at" db:"created_at"`
	LastUsedAt   *time.Time `json:"last_used_at,omitempty" db:"last_used_at"`
}

// beginPasskey is POST /passkeys/registration/options.
func (s *Server) beginPasskey(w http.ResponseWriter, r *http.Request, me signedIn) error {
	if err := s.mayEnrol(me); err != nil {
		return err
	}
	owner, err := readOwner(r.Context(), s.db, me.ID)
	if err != nil {
		return err
	}
	options, ceremony, err := s.creationOptions(owner)
	if err != nil {
		return err
	}
	id, expiresAt, err := s.beginCeremony(r.Context(), me.session.ID, ceremony)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, map[string]any{"challenge_id": id, "options": options.Response, "expires_at": expiresAt.Unix()})
}

// creationOptions requests a new passkey and excludes the user's existing ones.
func (s *Server) creationOptions(owner passkeyOwner) (*protocol.CredentialCreation, *webauthn.SessionData, error) {
	return s.party.BeginRegistration(owner,
		webauthn.WithExclusions(webauthn.Credentials(owner.credentials).CredentialDescriptors()),
		webauthn.WithPublicKeyCredentialHints(anyDevice))
}

// finishPasskey is POST /passkeys/registration/verify: it creates a verified factor. The device has
// verified the user, so the session is raised as by any second factor, and the account's other
// sessions end.
func (s *Server) finishPasskey(w http.ResponseWriter, r *http.Request, me signedIn) error {
	var in ceremonyAnswer
	if err := decode(r, &in); err != nil {
		return err
	}
	ctx := r.Context()
	ceremony, err := s.takeCeremony(ctx, in.ChallengeID, me.session.ID)
	if err != nil {
		return err
	}
	owner := passkeyOwner{id: me.ID, email: me.Email}
	made, err := s.readCreated(owner, ceremony, in.Credential)
	if err != nil {
		return err
	}
	var factorID uuid.UUID
	err = s.inTx(ctx, func(tx pgx.Tx) error {
		factorID, err = s.insertFactor(ctx, tx, me.ID, newFactor{kind: factorPasskey, status: factorVerified})
		if errors.Is(err, errFactorsMax) {
			return errPasskeysMax
		}
		if err != nil {
			return err
		}
		if err := s.keepPasskey(ctx, tx, factorID, made); err != nil {
			return err
		}
		if _, err := s.raise(ctx, tx, me, methodPasskey); err != nil {
			return err
		}
		if err := s.record(ctx, tx, actionFactorVerified, me.ID, map[string]any{"factor_id": factorID}); err != nil {
			return err
		}
		return s.notify(ctx, tx, me.ID, MailPasskeyAdded, me.Email)
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, listedPasskey{ID: factorID, CreatedAt: s.cfg.Now().UTC()})
}

// readCreated checks a created credential against its ceremony.
func (s *Server) readCreated(owner passkeyOwner, ceremony webauthn.SessionData, raw []byte) (*webauthn.Credential, error) {
	parsed, err := protocol.ParseCredentialCreationResponseBytes(raw)
	if err != nil {
		return nil, errPasskeyRefused.Because(err)
	}
	made, err := s.party.CreateCredential(owner, ceremony, parsed)
	if err != nil {
		return nil, errPasskeyRefused.Because(err)
	}
	return made, nil
}
