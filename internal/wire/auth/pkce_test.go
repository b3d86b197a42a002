package auth

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"testing"
	"time"
)

func TestPKCE(t *testing.T) {
	verifier := strings.Repeat("v", 64)
	sum := sha256.Sum256([]byte(verifier))
	challenge := base64.RawURLEncoding.EncodeToString(sum[:])
	follow := func(b *bundle) string {
		b.want(b.post("/otp", map[string]any{"email": marina, "code_challenge": challenge, "code_challenge_method": "s256"}), 200, "")
		link := b.mails.last(b.t).link
		if !strings.HasPrefix(queryOf(b.t, link).Get("token"), pkcePrefix) {
			b.t.Errorf("link is %s", link)
		}
		location := b.do(request{method: "GET", path: strings.TrimPrefix(link, publicURL+"/auth/v1")}).header.Get("Location")
		if strings.Contains(location, "access_token") {
			b.t.Errorf("a session is in %s", location)
		}
		return queryOf(b.t, location).Get("code")
	}
	exchange := func(b *bundle, code, verifier string) reply {
		return b.post("/token?grant_type=pkce", map[string]any{"auth_code": code, "code_verifier": verifier})
	}
	t.Run("CodeWorksOnce", func(t *testing.T) {
		b := setup(t)
		b.signUp(marina)
		code := follow(b)
		b.device(exchange(b, code, verifier))
		b.want(exchange(b, code, verifier), 404, "flow_state_not_found")
	})
	t.Run("WrongVerifierUsesTheCodeUp", func(t *testing.T) {
		b := setup(t)
		b.signUp(marina)
		code := follow(b)
		b.want(exchange(b, code, challenge), 400, "bad_code_verifier")
		b.want(exchange(b, code, verifier), 404, "flow_state_not_found")
	})
	t.Run("CodeExpires", func(t *testing.T) {
		b := setup(t)
		b.signUp(marina)
		code := follow(b)
		b.clock.advance(b.cfg.FlowTTL + time.Second)
		b.want(exchange(b, code, verifier), 422, "flow_state_expired")
	})
	t.Run("PlainIsRefused", func(t *testing.T) {
		b := setup(t)
		for _, c := range []map[string]any{
			{"email": marina, "code_challenge": verifier, "code_challenge_method": "plain"},
			{"email": marina, "code_challenge": verifier},
			{"email": marina, "code_challenge": "short", "code_challenge_method": "s256"},
		} {
			b.want(b.post("/otp", c), 400, "validation_failed")
		}
		b.want(exchange(b, "", ""), 400, "validation_failed")
	})
}
