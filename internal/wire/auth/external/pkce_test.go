package external_test

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/message"
)

func TestPKCE(t *testing.T) {
	verifier := strings.Repeat("v", 64)
	sum := sha256.Sum256([]byte(verifier))
	challenge := base64.RawURLEncoding.EncodeToString(sum[:])
	follow := func(b *authtest.Bundle) string {
		b.Want(b.Post("/otp", map[string]any{"email": authtest.Marina, "code_challenge": challenge, "code_challenge_method": "s256"}), 200, "")
		link := b.Mails.Last(b.T).Link
		if !strings.HasPrefix(authtest.QueryOf(b.T, link).Get("token"), message.PKCEPrefix) {
			b.T.Errorf("link is %s", link)
		}
		location := b.Do(authtest.Request{Method: "GET", Path: strings.TrimPrefix(link, authtest.PublicURL+"/auth/v1")}).Header.Get("Location")
		if strings.Contains(location, "access_token") {
			b.T.Errorf("a session is in %s", location)
		}
		return authtest.QueryOf(b.T, location).Get("code")
	}
	exchange := func(b *authtest.Bundle, code, verifier string) authtest.Reply {
		return b.Post("/token?grant_type=pkce", map[string]any{"auth_code": code, "code_verifier": verifier})
	}
	t.Run("CodeWorksOnce", func(t *testing.T) {
		b := authtest.Setup(t)
		b.SignUp(authtest.Marina)
		code := follow(b)
		b.Device(exchange(b, code, verifier))
		b.Want(exchange(b, code, verifier), 404, "flow_state_not_found")
	})
	t.Run("WrongVerifierUsesTheCodeUp", func(t *testing.T) {
		b := authtest.Setup(t)
		b.SignUp(authtest.Marina)
		code := follow(b)
		b.Want(exchange(b, code, challenge), 400, "bad_code_verifier")
		b.Want(exchange(b, code, verifier), 404, "flow_state_not_found")
	})
	t.Run("CodeExpires", func(t *testing.T) {
		b := authtest.Setup(t)
		b.SignUp(authtest.Marina)
		code := follow(b)
		b.Clock.Advance(b.Config.FlowTTL + time.Second)
		b.Want(exchange(b, code, verifier), 422, "flow_state_expired")
	})
	t.Run("PlainIsRefused", func(t *testing.T) {
		b := authtest.Setup(t)
		for _, c := range []map[string]any{
			{"email": authtest.Marina, "code_challenge": verifier, "code_challenge_method": "plain"},
			{"email": authtest.Marina, "code_challenge": verifier},
			{"email": authtest.Marina, "code_challenge": "short", "code_challenge_method": "s256"},
		} {
			b.Want(b.Post("/otp", c), 400, "validation_failed")
		}
		b.Want(exchange(b, "", ""), 400, "validation_failed")
	})
}
