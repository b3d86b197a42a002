package factor

import (
	"errors"
	"net/http"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/session"
)

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
