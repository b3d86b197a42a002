package auth

import (
	"net/http"
	"strings"
	"testing"
)

func TestAScannerThatOpensALinkSpendsNothing(t *testing.T) {
	b := setup(t, func(c *Config) { c.OwnLinkPage = true })
	b.signUp(marina)
	b.do(request{method: "POST", path: "/recover?redirect_to=" + publicURL + "/conta", body: map[string]any{"email": marina}})
	link := b.mails.last(t).link
	path := strings.TrimPrefix(link, publicURL+"/auth/v1")
	for _, method := range []string{"HEAD", "GET"} {
		got := b.do(request{method: method, path: path, header: http.Header{"Accept-Language": {"pt-BR"}}})
		policy := got.header.Get("Content-Security-Policy")
		if got.status != 200 || !strings.Contains(policy, "form-action 'self' "+publicURL+";") || got.header.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s is answered %d with %v", method, got.status, got.header)
		}
		if method == "GET" && (!strings.Contains(string(got.raw), `method="post"`) || !strings.Contains(string(got.raw), "Continuar") || strings.Contains(string(got.raw), "<script")) {
			t.Errorf("the page is %s", got.raw)
		}
	}
	form := queryOf(t, link).Encode()
	b.want(b.do(request{method: "POST", path: "/verify", body: form, header: formFrom("cross-site")}), 400, "validation_failed")
	got := b.do(request{method: "POST", path: "/verify", body: form, header: formFrom("same-origin")})
	if values := fragmentOf(t, got.header.Get("Location")); got.status != http.StatusSeeOther || values.Get("access_token") == "" {
		t.Errorf("the button leads with %d to %s", got.status, got.header.Get("Location"))
	}
}

func TestThePageOfALinkRepeatsNothingUnescaped(t *testing.T) {
	b := setup(t, func(c *Config) { c.OwnLinkPage = true })
	got := b.do(request{method: "GET", path: `/verify?token="><script>alert(1)</script>&type='x&redirect_to=https://evil.example/;'"<b>`})
	if page := string(got.raw); got.status != 200 || strings.Contains(page, "<script>") || strings.Contains(page, "<b>") || strings.Contains(got.header.Get("Content-Security-Policy"), "evil") {
		t.Errorf("got %d %v %s", got.status, got.header, got.raw)
	}
}

func TestAnEarlierLinkStaysGoodUntilOneIsUsed(t *testing.T) {
	b := setup(t)
	b.signUp(marina)
	var hashes []string
	for range 3 {
		b.want(b.post("/recover", map[string]any{"email": marina}), 200, "")
		hashes = append(hashes, queryOf(t, b.mails.last(t).link).Get("token"))
	}
	b.device(b.post("/verify", map[string]any{"type": "recovery", "token_hash": hashes[0]}))
	for _, hash := range hashes {
		b.want(b.post("/verify", map[string]any{"type": "recovery", "token_hash": hash}), 403, "otp_expired")
	}
}

func TestALinkThatFailedSaysWhyAsOAuthDoes(t *testing.T) {
	b := setup(t)
	for query, want := range map[string]string{
		"token=x&type=recovery":      publicURL + "#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=",
		"token=pkce_x&type=recovery": publicURL + "?error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=",
		"type=recovery":              publicURL + "#error=invalid_request&error_code=validation_failed&error_description=Verify+requires+a+token+or+a+token+hash&sb=",
		"token=x":                    publicURL + "#error=invalid_request&error_code=validation_failed&error_description=Verify+requires+a+verification+type&sb=",
	} {
		if got := b.do(request{method: "GET", path: "/verify?" + query}); got.status != 303 || got.header.Get("Location") != want {
			t.Errorf("%s leads with %d to\n%s, want\n%s", query, got.status, got.header.Get("Location"), want)
		}
	}
}

func TestVerificationsAreReadStrictly(t *testing.T) {
	b := setup(t)
	for _, body := range []map[string]any{
		{}, {"type": "email"}, {"type": "email", "token": "1", "token_hash": "x"}, {"type": "email", "token": "1"},
		{"type": "email", "token": "1", "email": marina, "phone": number}, {"type": "email", "token_hash": "x", "email": marina},
		{"type": "spell", "token": "1", "email": marina}, {"type": "email", "token": "1", "phone": number}, {"type": "spell", "token_hash": "x"},
	} {
		b.want(b.post("/verify", body), 400, "validation_failed")
	}
	b.want(b.post("/verify", map[string]any{"type": "email", "token": "123456", "email": "not an address"}), 403, "otp_expired")
}
