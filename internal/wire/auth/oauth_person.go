package auth

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"automacao/internal/wire/auth/oauthserver"
)

// showToClient is a user as an app with these scopes may see them.
func showToClient(u *User, scopes string) *User {
	shown := *u
	shown.Identities, shown.Factors, shown.NewEmail, shown.NewPhone = []Identity{}, nil, "", ""
	shown.InvitedAt, shown.ConfirmationSentAt, shown.RecoverySentAt, shown.EmailChangeSentAt, shown.PhoneChangeSentAt, shown.ReauthenticationSentAt = nil, nil, nil, nil, nil, nil
	hidden := map[string]bool{}
	if !oauthserver.Has(scopes, "email") {
		shown.Email, shown.EmailConfirmedAt = "", nil
		hidden["email"], hidden["new_email"] = true, true
	}
	if !oauthserver.Has(scopes, "phone") {
		shown.Phone, shown.PhoneConfirmedAt = "", nil
		hidden["phone"], hidden["phone_number"] = true, true
	}
	shown.ConfirmedAt = earlier(shown.EmailConfirmedAt, shown.PhoneConfirmedAt)
	shown.UserMetadata = json.RawMessage("{}")
	if oauthserver.Has(scopes, "profile") {
		shown.UserMetadata = without(u.UserMetadata, hidden)
	}
	return &shown
}

// without removes hidden fields from a document. An unreadable document becomes empty.
func without(document json.RawMessage, hidden map[string]bool) json.RawMessage {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(document, &all); err != nil {
		return json.RawMessage("{}")
	}
	for name := range hidden {
		delete(all, name)
	}
	left, err := json.Marshal(all)
	if err != nil {
		return json.RawMessage("{}")
	}
	return left
}

// claimsFor are the claims about a user that scopes request (OpenID Connect Core, 5.4). Addresses that
// an organisation reports, or that need no proof here, are not marked as verified.
func claimsFor(cfg *Config, u *User, scopes string) map[string]any {
	claims := map[string]any{"sub": u.ID}
	if oauthserver.Has(scopes, "email") && u.Email != "" {
		claims["email"], claims["email_verified"] = u.Email, cfg.ConfirmEmail && !u.IsSSO && u.EmailConfirmedAt != nil
	}
	if oauthserver.Has(scopes, "phone") && u.Phone != "" {
		claims["phone_number"], claims["phone_number_verified"] = "+"+u.Phone, cfg.ConfirmPhone && u.PhoneConfirmedAt != nil
	}
	if !oauthserver.Has(scopes, "profile") {
		return claims
	}
	claims["updated_at"] = u.UpdatedAt.Unix()
	var metadata map[string]any
	_ = json.Unmarshal(u.UserMetadata, &metadata)
	for claim, names := range map[string][]string{
		"name": {"name", "full_name"}, "picture": {"picture", "avatar_url"}, "preferred_username": {"preferred_username", "user_name"},
	} {
		for _, name := range names {
			if text, ok := metadata[name].(string); ok && text != "" {
				claims[claim] = text
				break
			}
		}
	}
	return claims
}

// userInfo is GET and POST /oauth/userinfo. A user's own session gets all claims.
func (s *Server) userInfo(w http.ResponseWriter, _ *http.Request, me signedIn) error {
	if me.lacksSecondFactor() {
		return errAAL2Needed
	}
	scopes := me.session.scopes
	if me.session.client == nil {
		scopes = strings.Join(oauthserver.Scopes, " ")
	}
	return answer(w, http.StatusOK, claimsFor(&s.cfg, me.User, scopes))
}

// signIDToken signs the ID token of a new session (OpenID Connect Core, 2).
func (s *Server) signIDToken(out *answered, client uuid.UUID, nonce string) (string, error) {
	claims := claimsFor(&s.cfg, out.User, out.scopes)
	now := s.cfg.Now()
	sum := sha256.Sum256([]byte(out.AccessToken))
	claims["iss"], claims["aud"], claims["iat"], claims["exp"] = s.issuer, client, now.Unix(), out.ExpiresAt
	claims["at_hash"] = base64.RawURLEncoding.EncodeToString(sum[:len(sum)/2])
	if nonce != "" {
		claims["nonce"] = nonce
	}
	signed, err := s.keys.Sign(jwt.MapClaims(claims))
	if err != nil {
		return "", fmt.Errorf("sign id token: %w", err)
	}
	return signed, nil
}
