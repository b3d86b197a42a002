package oauth

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/oauthserver"
	"automacao/internal/wire/auth/session"
)

// claimsFor are the claims about a user that scopes request (OpenID Connect Core, 5.4). Addresses that
// an organisation reports, or that need no proof here, are not marked as verified.
func claimsFor(cfg *core.Config, u *core.User, scopes string) map[string]any {
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

// UserInfo is GET and POST /oauth/userinfo. A user's own session gets all claims.
func (s *Server) UserInfo(w http.ResponseWriter, _ *http.Request, me session.SignedIn) error {
	if me.LacksSecondFactor() {
		return session.ErrAAL2Needed
	}
	scopes := me.Session.Scopes
	if me.Session.Client == nil {
		scopes = strings.Join(oauthserver.Scopes, " ")
	}
	return core.Answer(w, http.StatusOK, claimsFor(&s.Config, me.User, scopes))
}

// signIDToken signs the ID token of a new session (OpenID Connect Core, 2).
func (s *Server) signIDToken(out *session.Answer, client uuid.UUID, nonce string) (string, error) {
	claims := claimsFor(&s.Config, out.User, out.Scopes)
	now := s.Config.Now()
	sum := sha256.Sum256([]byte(out.AccessToken))
	claims["iss"], claims["aud"], claims["iat"], claims["exp"] = s.Issuer, client, now.Unix(), out.ExpiresAt
	claims["at_hash"] = base64.RawURLEncoding.EncodeToString(sum[:len(sum)/2])
	if nonce != "" {
		claims["nonce"] = nonce
	}
	signed, err := s.Keys.Sign(jwt.MapClaims(claims))
	if err != nil {
		return "", fmt.Errorf("sign id token: %w", err)
	}
	return signed, nil
}
