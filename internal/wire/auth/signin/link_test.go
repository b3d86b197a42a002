package signin_test

import (
	"net/http"
	"strings"
	"testing"

	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
)

func TestAScannerThatOpensALinkSpendsNothing(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) { c.OwnLinkPage = true })
	b.SignUp(authtest.Marina)
	b.Do(authtest.Request{Method: "POST", Path: "/recover?redirect_to=" + authtest.PublicURL + "/conta", Body: map[string]any{"email": authtest.Marina}})
	link := b.Mails.Last(t).Link
	path := strings.TrimPrefix(link, authtest.PublicURL+"/auth/v1")
	for _, method := range []string{"HEAD", "GET"} {
		got := b.Do(authtest.Request{Method: method, Path: path, Header: http.Header{"Accept-Language": {"pt-BR"}}})
		policy := got.Header.Get("Content-Security-Policy")
		if got.Status != 200 || !strings.Contains(policy, "form-action 'self' "+authtest.PublicURL+";") || got.Header.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s is answered %d with %v", method, got.Status, got.Header)
		}
		if method == "GET" && (!strings.Contains(string(got.Raw), `method="post"`) || !strings.Contains(string(got.Raw), "Continuar") || strings.Contains(string(got.Raw), "<script")) {
			t.Errorf("the page is %s", got.Raw)
		}
	}
	form := authtest.QueryOf(t, link).Encode()
	b.Want(b.Do(authtest.Request{Method: "POST", Path: "/verify", Body: form, Header: authtest.FormFrom("cross-site")}), 400, "validation_failed")
	got := b.Do(authtest.Request{Method: "POST", Path: "/verify", Body: form, Header: authtest.FormFrom("same-origin")})
	if values := authtest.FragmentOf(t, got.Header.Get("Location")); got.Status != http.StatusSeeOther || values.Get("access_token") == "" {
		t.Errorf("the button leads with %d to %s", got.Status, got.Header.Get("Location"))
	}
}

func TestThePageOfALinkRepeatsNothingUnescaped(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) { c.OwnLinkPage = true })
	got := b.Do(authtest.Request{Method: "GET", Path: `/verify?token="><script>alert(1)</script>&type='x&redirect_to=https://evil.example/;'"<b>`})
	if page := string(got.Raw); got.Status != 200 || strings.Contains(page, "<script>") || strings.Contains(page, "<b>") || strings.Contains(got.Header.Get("Content-Security-Policy"), "evil") {
		t.Errorf("got %d %v %s", got.Status, got.Header, got.Raw)
	}
}

func TestAnEarlierLinkStaysGoodUntilOneIsUsed(t *testing.T) {
	b := authtest.Setup(t)
	b.SignUp(authtest.Marina)
	var hashes []string
	for range 3 {
		b.Want(b.Post("/recover", map[string]any{"email": authtest.Marina}), 200, "")
		hashes = append(hashes, authtest.QueryOf(t, b.Mails.Last(t).Link).Get("token"))
	}
	b.Device(b.Post("/verify", map[string]any{"type": "recovery", "token_hash": hashes[0]}))
	for _, hash := range hashes {
		b.Want(b.Post("/verify", map[string]any{"type": "recovery", "token_hash": hash}), 403, "otp_expired")
	}
}

func TestALinkThatFailedSaysWhyAsOAuthDoes(t *testing.T) {
	b := authtest.Setup(t)
	for query, want := range map[string]string{
		"token=x&type=recovery":      authtest.PublicURL + "#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=",
		"token=pkce_x&type=recovery": authtest.PublicURL + "?error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=",
		"type=recovery":              authtest.PublicURL + "#error=invalid_request&error_code=validation_failed&error_description=Verify+requires+a+token+or+a+token+hash&sb=",
		"token=x":                    authtest.PublicURL + "#error=invalid_request&error_code=validation_failed&error_description=Verify+requires+a+verification+type&sb=",
	} {
		if got := b.Do(authtest.Request{Method: "GET", Path: "/verify?" + query}); got.Status != 303 || got.Header.Get("Location") != want {
			t.Errorf("%s leads with %d to\n%s, want\n%s", query, got.Status, got.Header.Get("Location"), want)
		}
	}
}

func TestVerificationsAreReadStrictly(t *testing.T) {
	b := authtest.Setup(t)
	for _, body := range []map[string]any{
		{}, {"type": "email"}, {"type": "email", "token": "1", "token_hash": "x"}, {"type": "email", "token": "1"},
		{"type": "email", "token": "1", "email": authtest.Marina, "phone": authtest.Number}, {"type": "email", "token_hash": "x", "email": authtest.Marina},
		{"type": "spell", "token": "1", "email": authtest.Marina}, {"type": "email", "token": "1", "phone": authtest.Number}, {"type": "spell", "token_hash": "x"},
	} {
		b.Want(b.Post("/verify", body), 400, "validation_failed")
	}
	b.Want(b.Post("/verify", map[string]any{"type": "email", "token": "123456", "email": "not an address"}), 403, "otp_expired")
}

// TestMain checks that no goroutine outlives its test.
func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }
