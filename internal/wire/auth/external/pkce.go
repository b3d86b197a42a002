package external

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/provider"
	"automacao/internal/wire/auth/session"
)

// Exchange exchanges a code and its verifier for a session. The first attempt uses the code up,
// whatever the outcome.
func (s *Server) Exchange(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		AuthCode     string `json:"auth_code"`
		CodeVerifier string `json:"code_verifier"`
	}
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	if in.AuthCode == "" || in.CodeVerifier == "" {
		return core.Invalid("invalid request: both auth code and code verifier should be non-empty")
	}
	ctx := r.Context()
	var out *session.Answer
	err := s.InTx(ctx, func(tx pgx.Tx) error {
		userID, method, kept, err := s.takeFlow(ctx, tx, in.AuthCode, in.CodeVerifier)
		if err != nil {
			return err
		}
		if kept.Link != nil {
			if err := s.finishPending(ctx, tx, r, userID, *kept.Link); err != nil {
				return err
			}
		}
		if out, err = s.sessions.OpenAs(ctx, tx, userID, session.Opening{Method: method, AAL: session.LevelOf(method), Until: kept.SessionUntil}); err != nil {
			return err
		}
		out.ProviderToken, out.ProviderRefreshToken = kept.Access, kept.Refresh
		return nil
	})
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, out)
}

// takeFlow deletes a code and returns its user and the data beside it.
func (s *Server) takeFlow(ctx context.Context, tx pgx.Tx, code, verifier string) (userID uuid.UUID, method string, kept CodeData, err error) {
	var challenge string
	var expiresAt time.Time
	var sealed []byte
	err = tx.QueryRow(ctx, `
		DELETE FROM auth.flow_states WHERE code_hash = $1 RETURNING user_id, code_challenge, method, expires_at, provider_tokens`,
		core.TokenHash(code)).Scan(&userID, &challenge, &method, &expiresAt, &sealed)
	switch {
	case core.IsMissing(err):
		return userID, method, kept, message.ErrFlowNotFound
	case err != nil:
		return userID, method, kept, fmt.Errorf("take flow: %w", err)
	case expiresAt.Before(s.Config.Now()):
		return userID, method, kept, core.Settled(errFlowExpired)
	case !message.Verifies(verifier, challenge):
		return userID, method, kept, core.Settled(errCodeVerifier)
	}
	kept, err = openCodeData(code, sealed)
	return userID, method, kept, err
}

// CodeData is stored beside a code: the provider's tokens, and the identity to link, if that was
// requested.
type CodeData struct {
	provider.Tokens
	Link *pendingLink `json:",omitempty"`
	// SessionUntil is when the code's session must end, if it must.
	SessionUntil time.Time `json:",omitzero"`
}

// sealCodeData encrypts the data beside a code with a key derived from the code, of which the database
// stores only the digest. A code is random and used once, and so is its key, so no nonce repeats
// under it.
func sealCodeData(code string, kept CodeData) ([]byte, error) {
	lock, err := codeCipher(code)
	if err != nil {
		return nil, err
	}
	plain, err := json.Marshal(kept)
	if err != nil {
		return nil, fmt.Errorf("encode the data beside a code: %w", err)
	}
	return lock.Seal(nil, make([]byte, lock.NonceSize()), plain, nil), nil
}

// openCodeData decrypts the data beside a code; the zero value if there is none.
func openCodeData(code string, sealed []byte) (kept CodeData, err error) {
	if sealed == nil {
		return kept, nil
	}
	lock, err := codeCipher(code)
	if err != nil {
		return kept, err
	}
	plain, err := lock.Open(nil, make([]byte, lock.NonceSize()), sealed, nil)
	if err != nil {
		return kept, fmt.Errorf("decrypt the data beside a code: %w", err)
	}
	return kept, json.Unmarshal(plain, &kept)
}

func codeCipher(code string) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, []byte(code), nil, "provider tokens", sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("derive a key: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("derive a key: %w", err)
	}
	lock, err := cipher.NewGCM(block)
	return lock, errors.Join(err)
}
