package factor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/session"
)

// passkeyNameMax bounds the name that a user gives, in characters.
const passkeyNameMax = 120

// anyDevice lists all kinds of devices, the most common first: without it the client only asks for
// a USB security key.
var anyDevice = []protocol.PublicKeyCredentialHints{
	protocol.PublicKeyCredentialHintClientDevice, protocol.PublicKeyCredentialHintHybrid, protocol.PublicKeyCredentialHintSecurityKey,
}

const passkeyConstraint = "passkeys_credential_id_key"

// passkeyOwner is a user as the WebAuthn library expects.
type passkeyOwner struct {
	id          uuid.UUID
	email       string
	credentials []webauthn.Credential
}

// WebAuthnID is the user handle that a passkey returns.
func (o passkeyOwner) WebAuthnID() []byte { return o.id[:] }

// WebAuthnName is the name under which a device lists the passkey.
func (o passkeyOwner) WebAuthnName() string { return o.email }

// WebAuthnDisplayName is the same, since users sign in with the address.
func (o passkeyOwner) WebAuthnDisplayName() string { return o.email }

// WebAuthnCredentials are the owner's passkeys.
func (o passkeyOwner) WebAuthnCredentials() []webauthn.Credential { return o.credentials }

// readOwner reads a user with their passkeys. In a transaction that holds the user's lock, nothing
// else changes the passkeys' counters.
func readOwner(ctx context.Context, q core.Querier, userID uuid.UUID) (passkeyOwner, error) {
	owner := passkeyOwner{id: userID}
	err := q.QueryRow(ctx, `SELECT coalesce(email, '') FROM auth.users WHERE id = $1 AND deleted_at IS NULL`, userID).Scan(&owner.email)
	if core.IsMissing(err) {
		return owner, core.ErrUserNotFound
	}
	if err != nil {
		return owner, fmt.Errorf("read the owner of passkeys: %w", err)
	}
	rows, err := q.Query(ctx, `
		SELECT p.credential_id, p.public_key, p.sign_count, p.transports, p.is_backup_eligible, p.is_backed_up
		  FROM auth.passkeys p JOIN auth.mfa_factors f ON f.id = p.factor_id
		 WHERE f.user_id = $1 AND f.status = $2 ORDER BY f.id`, userID, core.FactorVerified)
	if err != nil {
		return owner, fmt.Errorf("read passkeys: %w", err)
	}
	owner.credentials, err = pgx.CollectRows(rows, scanCredential)
	if err != nil {
		return owner, fmt.Errorf("read passkeys: %w", err)
	}
	return owner, nil
}

func scanCredential(row pgx.CollectableRow) (webauthn.Credential, error) {
	var made webauthn.Credential
	var transports []string
	err := row.Scan(&made.ID, &made.PublicKey, &made.Authenticator.SignCount, &transports, &made.Flags.BackupEligible, &made.Flags.BackupState)
	for _, name := range transports {
		made.Transport = append(made.Transport, protocol.AuthenticatorTransport(name))
	}
	return made, err
}

// keepPasskey stores a factor's credential. A credential may have only one owner: two would sign in
// as each other.
func (s *Server) keepPasskey(ctx context.Context, tx pgx.Tx, factorID uuid.UUID, made *webauthn.Credential) error {
	transports := make([]string, len(made.Transport))
	for i, name := range made.Transport {
		transports[i] = string(name)
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO auth.passkeys (factor_id, credential_id, public_key, sign_count, transports, is_backup_eligible, is_backed_up, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		factorID, made.ID, made.PublicKey, int64(made.Authenticator.SignCount), transports, made.Flags.BackupEligible, made.Flags.BackupState, s.Config.Now())
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.ConstraintName == passkeyConstraint {
		return errPasskeyExists
	}
	if err != nil {
		return fmt.Errorf("store passkey: %w", err)
	}
	return nil
}

// usePasskey records the use of a passkey. A counter that did not increase indicates a copy: then
// neither of the two may sign in.
func (s *Server) usePasskey(ctx context.Context, tx pgx.Tx, used *webauthn.Credential) error {
	if used.Authenticator.CloneWarning {
		return errPasskeyRefused
	}
	_, err := tx.Exec(ctx, `
		UPDATE auth.passkeys SET sign_count = $2, is_backed_up = $3, last_used_at = $4 WHERE credential_id = $1`,
		used.ID, int64(used.Authenticator.SignCount), used.Flags.BackupState, s.Config.Now())
	if err != nil {
		return fmt.Errorf("use passkey: %w", err)
	}
	return nil
}

// beginCeremony stores what the response is compared with.
func (s *Server) beginCeremony(ctx context.Context, sessionID uuid.UUID, ceremony *webauthn.SessionData) (id uuid.UUID, expiresAt time.Time, err error) {
	expiresAt = s.Config.Now().Add(challengeTTL)
	err = s.DB.QueryRow(ctx, `
		INSERT INTO auth.passkey_challenges (session_id, ceremony, expires_at, created_at) VALUES ($1, $2, $3, $4) RETURNING id`,
		core.Nullable(sessionID), document(ceremony), expiresAt, s.Config.Now()).Scan(&id)
	if sessionIsGone(err) {
		return uuid.Nil, expiresAt, session.ErrSessionGone
	}
	if err != nil {
		return uuid.Nil, expiresAt, fmt.Errorf("begin ceremony: %w", err)
	}
	return id, expiresAt, nil
}

// document is a ceremony as JSON text, because behind a pooler the parameter's type is not known.
func document(ceremony *webauthn.SessionData) *string {
	if ceremony == nil {
		return nil
	}
	raw, err := json.Marshal(ceremony)
	if err != nil {
		panic("auth: encode a ceremony: " + err.Error())
	}
	text := string(raw)
	return &text
}

// takeCeremony deletes a ceremony, whatever the outcome, so that it can be answered only once.
func (s *Server) takeCeremony(ctx context.Context, id, sessionID uuid.UUID) (webauthn.SessionData, error) {
	var ceremony webauthn.SessionData
	var expiresAt time.Time
	err := s.DB.QueryRow(ctx, `
		DELETE FROM auth.passkey_challenges WHERE id = $1 AND session_id IS NOT DISTINCT FROM $2 RETURNING ceremony, expires_at`,
		id, core.Nullable(sessionID)).Scan(&ceremony, &expiresAt)
	switch {
	case core.IsMissing(err):
		return ceremony, errCeremonyUnknown
	case err != nil:
		return ceremony, fmt.Errorf("take ceremony: %w", err)
	case expiresAt.Before(s.Config.Now()):
		return ceremony, errCeremonyExpired
	}
	return ceremony, nil
}

// ceremonyAnswer is the body of both verifications.
type ceremonyAnswer struct {
	ChallengeID uuid.UUID       `json:"challenge_id"`
	Credential  json.RawMessage `json:"credential"`
}

// newRelyingParty is the WebAuthn relying party: the site's configured address, never what a
// request claims. It is nil where browsers allow no passkeys: without TLS, and under an IP address.
// A server on this computer counts as localhost, whatever address it listens on.
func newRelyingParty(site string) *webauthn.WebAuthn {
	parsed, err := url.Parse(site)
	if err != nil {
		return nil
	}
	host, origin := parsed.Hostname(), parsed.Scheme+"://"+parsed.Host
	if ip, err := netip.ParseAddr(host); err == nil {
		if !ip.IsLoopback() && !ip.IsUnspecified() {
			return nil
		}
		host, origin = localhost, parsed.Scheme+"://"+localhost
		if port := parsed.Port(); port != "" {
			origin += ":" + port
		}
	}
	if parsed.Scheme != "https" && host != localhost {
		return nil
	}
	party, err := webauthn.New(&webauthn.Config{
		RPID: host, RPDisplayName: host, RPOrigins: []string{origin},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
	})
	if err != nil {
		return nil
	}
	return party
}

const localhost = "localhost"

// PasskeyOrigin is the only origin whose pages may create and use passkeys; empty if passkeys are
// not possible.
func (s *Server) PasskeyOrigin() string {
	if s.Party == nil {
		return ""
	}
	return s.Party.Config.RPOrigins[0]
}

// WithPasskeys answers only if passkeys are possible.
func (s *Server) WithPasskeys(next core.Handler) core.Handler {
	if s.Party == nil {
		return core.Refusing(errPasskeysOff)
	}
	return next
}
