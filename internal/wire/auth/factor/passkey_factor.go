package factor

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/session"
)

// These are the ceremonies: to create a passkey, or to use one.
const (
	ceremonyCreate  = "create"
	ceremonyRequest = "request"
)

// passkeyAsked is the relying party id that a client sends with a challenge. The server knows its
// own; another one is refused.
type passkeyAsked struct {
	RPID string `json:"rpId"`
}

// passkeyProof is a passkey's response to a factor's challenge.
type passkeyProof struct {
	Type     string          `json:"type"`
	Response json.RawMessage `json:"credential_response"`
}

// challengePasskey begins a factor's ceremony: creating the passkey until it has been verified
// once, and from then on using any of the user's passkeys, since the browser knows which one is at
// hand.
func (s *Server) challengePasskey(w http.ResponseWriter, r *http.Request, me session.SignedIn, factor core.Factor, asked *passkeyAsked) error {
	if asked != nil && asked.RPID != "" && asked.RPID != s.Party.Config.RPID {
		return core.Invalid("webauthn.rpId is not that of this site")
	}
	owner, err := readOwner(r.Context(), s.DB, me.ID)
	if err != nil {
		return err
	}
	kind, options, ceremony, err := s.factorOptions(me, owner, factor)
	if err != nil {
		return err
	}
	id, expiresAt, err := s.insertChallenge(r.Context(), me, factor.ID, ceremony)
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, map[string]any{
		"id": id, "type": core.FactorPasskey, "expires_at": expiresAt.Unix(),
		"webauthn": map[string]any{"type": kind, "credential_options": options},
	})
}

func (s *Server) factorOptions(me session.SignedIn, owner passkeyOwner, factor core.Factor) (kind string, options any, ceremony *webauthn.SessionData, err error) {
	if factor.Status == core.FactorVerified {
		options, ceremony, err = s.Party.BeginLogin(owner, webauthn.WithAssertionPublicKeyCredentialHints(anyDevice))
		if err != nil {
			err = fmt.Errorf("ask for a passkey: %w", err)
		}
		return ceremonyRequest, options, ceremony, err
	}
	// An enrolment begun with a recent session must not be finished with a stolen one.
	if err := s.mayEnrol(me); err != nil {
		return "", nil, nil, err
	}
	options, ceremony, err = s.creationOptions(owner)
	if err != nil {
		err = fmt.Errorf("ask for a new passkey: %w", err)
	}
	return ceremonyCreate, options, ceremony, err
}

// useProof checks a passkey's response. The challenge is used up, right or wrong: another attempt
// needs a new one.
func (s *Server) useProof(ctx context.Context, tx pgx.Tx, me session.SignedIn, found challenged, proof passkeyProof) error {
	if _, err := tx.Exec(ctx, `DELETE FROM auth.mfa_challenges WHERE id = $1`, found.challengeID); err != nil {
		return fmt.Errorf("use challenge: %w", err)
	}
	if s.Party == nil {
		return core.Settled(errWebauthnVerifyOff)
	}
	wants := ceremonyCreate
	if found.isVerified {
		wants = ceremonyRequest
	}
	if found.ceremony == nil || proof.Type != wants {
		return core.Settled(errPasskeyRefused)
	}
	owner, err := readOwner(ctx, tx, me.ID)
	if err != nil {
		return err
	}
	if found.isVerified {
		return s.useOwnPasskey(ctx, tx, owner, found, proof)
	}
	made, err := s.readCreated(owner, *found.ceremony, proof.Response)
	if err != nil {
		return core.Settled(err)
	}
	if err := s.keepPasskey(ctx, tx, found.id, made); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE auth.mfa_factors SET status = $2, updated_at = $3 WHERE id = $1`, found.id, core.FactorVerified, s.Config.Now())
	if err != nil {
		return fmt.Errorf("verify factor: %w", err)
	}
	if err := s.Record(ctx, tx, core.ActionFactorVerified, me.ID, map[string]any{"factor_id": found.id}); err != nil {
		return err
	}
	return s.messages.Notify(ctx, tx, me.ID, core.MailPasskeyAdded, me.Email)
}

func (s *Server) useOwnPasskey(ctx context.Context, tx pgx.Tx, owner passkeyOwner, found challenged, proof passkeyProof) error {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(proof.Response)
	if err != nil {
		return core.Settled(errPasskeyRefused.Because(err))
	}
	used, err := s.Party.ValidateLogin(owner, *found.ceremony, parsed)
	if err != nil {
		return core.Settled(errPasskeyRefused.Because(err))
	}
	if err := s.usePasskey(ctx, tx, used); err != nil {
		return core.Settled(err)
	}
	return s.Record(ctx, tx, core.ActionFactorVerified, owner.id, map[string]any{"factor_id": found.id})
}
