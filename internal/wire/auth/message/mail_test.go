package message_test

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
)

func TestMailRequestsTellNothing(t *testing.T) {
	b := authtest.Setup(t)
	b.SignUp(authtest.Marina)
	for _, path := range []string{"/recover", "/otp", "/magiclink"} {
		known, unknown := b.Post(path, map[string]any{"email": authtest.Marina}), b.Post(path, map[string]any{"email": "carlos@b.co"})
		if known.Status != 200 || unknown.Status != 200 || !bytes.Equal(known.Raw, unknown.Raw) || string(known.Raw) != "{}" {
			t.Errorf("%s answers %s and %s", path, known.Raw, unknown.Raw)
		}
	}
	for _, kind := range []string{"signup", "email_change"} {
		b.Want(b.Post("/resend", map[string]any{"email": authtest.Marina, "type": kind}), 200, "")
	}
	b.Want(b.Post("/resend", map[string]any{"email": authtest.Marina, "type": "sms"}), 400, "validation_failed")
	if n := b.Mails.Count(); n != 3 {
		t.Errorf("%d mails were sent, want one for each path that makes sense", n)
	}
}

func TestMailAnswersTakeTheSameLeastTime(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) { c.MailAnswerMin = 30 * time.Millisecond })
	b.SignUp(authtest.Marina)
	for _, email := range []string{authtest.Marina, "carlos@b.co"} {
		var waits []time.Duration
		b.After = func(wait time.Duration) <-chan time.Time {
			waits = append(waits, wait)
			return time.After(0)
		}
		b.Want(b.Post("/recover", map[string]any{"email": email}), 200, "")
		if !slices.Equal(waits, []time.Duration{30 * time.Millisecond}) {
			t.Errorf("the answer about %s waits %v", email, waits)
		}
	}
}

func TestWithoutMailerNothingIsSent(t *testing.T) {
	b := authtest.Setup(t, authtest.WithoutMail)
	d := b.SignUp(authtest.Marina)
	for _, path := range []string{"/recover", "/otp", "/magiclink"} {
		b.Want(b.Post(path, map[string]any{"email": authtest.Marina}), 200, "")
	}
	b.Want(b.Do(authtest.Request{Method: "GET", Path: "/reauthenticate", Bearer: d.AccessToken}), 200, "")
	if n := authtest.Scalar[int](b, `SELECT count(*) FROM auth.one_time_tokens`); n != 0 {
		t.Errorf("%d proofs were made", n)
	}
}

func TestMailsAreRare(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) {
		c.Limits.MailsPerAsker, c.Limits.MailsPerIP = ratelimit.Rate{}, ratelimit.Rate{Max: 3, Per: time.Hour}
	})
	b.SignUp(authtest.Marina)
	for _, email := range []string{authtest.Marina, "carlos@b.co"} {
		b.Want(b.Post("/recover", map[string]any{"email": email}), 200, "")
		b.Clock.Advance(15 * time.Second)
		got := b.Post("/recover", map[string]any{"email": email})
		b.Want(got, 429, "over_email_send_rate_limit")
		if got.Body["message"] != "For security purposes, you can only request this after 45 seconds." || got.Header.Get("Retry-After") != "45" {
			t.Errorf("%s is told %v", email, got.Body["message"])
		}
	}
	b.Want(b.Post("/recover", map[string]any{"email": "c@d.co"}), 200, "")
	b.Want(b.Post("/recover", map[string]any{"email": "d@d.co"}), 429, "over_email_send_rate_limit")
}

func TestCodesWorkOnce(t *testing.T) {
	b := authtest.Setup(t)
	b.SignUp(authtest.Marina)
	b.Post("/otp", map[string]any{"email": authtest.Marina})
	proof := map[string]any{"type": "email", "email": authtest.Marina, "token": b.Mails.Last(t).Code}
	b.Want(b.Post("/verify", map[string]any{"type": "recovery", "email": authtest.Marina, "token": proof["token"]}), 403, "otp_expired")
	b.Device(b.Post("/verify", proof))
	b.Want(b.Post("/verify", proof), 403, "otp_expired")
}

// Somebody who knows an address may request its mails, which must not harm the owner.
func TestAskingForSomebodysMailsTakesNothingFromHim(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) {
		c.Limits.MailsPerAsker, c.Limits.MailsPerAccount = ratelimit.Rate{Max: 1, Per: time.Minute}, ratelimit.Rate{Max: 3, Per: time.Hour}
	})
	b.SignUp(authtest.Marina)
	ask := func(ip string) authtest.Reply {
		return b.Do(authtest.Request{Method: "POST", Path: "/recover", Body: map[string]any{"email": authtest.Marina}, IP: ip})
	}
	b.Want(ask("203.0.113.1"), 200, "")
	first := b.Mails.Last(t)
	b.Want(ask("203.0.113.1"), 429, "over_email_send_rate_limit")
	b.Want(ask("198.51.100.7"), 200, "")
	b.Want(ask("198.51.100.8"), 200, "")
	b.Want(ask("198.51.100.9"), 429, "over_email_send_rate_limit")
	if first.Code != b.Mails.Last(t).Code {
		b.Device(b.Post("/verify", map[string]any{"type": "recovery", "token_hash": authtest.QueryOf(t, first.Link).Get("token")}))
		b.Want(b.Post("/verify", map[string]any{"type": "recovery", "email": authtest.Marina, "token": b.Mails.Last(t).Code}), 403, "otp_expired")
	}
}

func TestCodesDieOfWrongGuessesAndOfAge(t *testing.T) {
	t.Run("Guesses", func(t *testing.T) {
		b := authtest.Setup(t, func(c *core.Config) { c.Limits.CodeFailuresPerAccount = ratelimit.Rate{Max: 11, Per: time.Hour} })
		b.SignUp(authtest.Marina)
		b.Post("/otp", map[string]any{"email": authtest.Marina})
		sent := b.Mails.Last(t)
		guess := func(code, ip string) authtest.Reply {
			return b.Do(authtest.Request{Method: "POST", Path: "/verify", IP: ip,
				Body: map[string]any{"type": "email", "email": authtest.Marina, "token": code}})
		}
		for range 5 {
			b.Want(guess(sent.Code+"0", "198.51.100.7"), 403, "otp_expired")
		}
		if got := guess(sent.Code, "198.51.100.7"); got.Status != 429 || got.Header.Get("Retry-After") == "" {
			t.Errorf("a sixth guess gets %d", got.Status)
		}
		for range 5 {
			b.Want(guess(sent.Code+"0", "198.51.100.8"), 403, "otp_expired")
		}
		b.Want(guess(sent.Code+"0", "198.51.100.9"), 403, "otp_expired")
		b.Want(guess(sent.Code, "198.51.100.9"), 429, "over_request_rate_limit")
		b.Device(b.Post("/verify", map[string]any{"type": "magiclink", "token_hash": authtest.QueryOf(t, sent.Link).Get("token")}))
	})
	t.Run("ARightCodeForgivesTheWrongOnes", func(t *testing.T) {
		b := authtest.Setup(t)
		b.SignUp(authtest.Marina)
		for range 3 {
			b.Post("/otp", map[string]any{"email": authtest.Marina})
			code := b.Mails.Last(t).Code
			for range 4 {
				b.Want(b.Post("/verify", map[string]any{"type": "email", "email": authtest.Marina, "token": code + "0"}), 403, "otp_expired")
			}
			b.Device(b.Post("/verify", map[string]any{"type": "email", "email": authtest.Marina, "token": code}))
		}
	})
	t.Run("Age", func(t *testing.T) {
		b := authtest.Setup(t)
		b.SignUp(authtest.Marina)
		b.Post("/otp", map[string]any{"email": authtest.Marina})
		b.Clock.Advance(10*time.Minute + time.Second)
		b.Want(b.Post("/verify", map[string]any{"type": "email", "email": authtest.Marina, "token": b.Mails.Last(t).Code}), 403, "otp_expired")
	})
}

// Mail filters open every link; only the button of a page uses one up.
func TestALinkIsUsedByAButtonOnly(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) { c.LinkPage = authtest.PublicURL + "/auth/confirmar" })
	d := b.SignUp(authtest.Marina)
	b.Post("/recover", map[string]any{"email": authtest.Marina})
	link := b.Mails.Last(t).Link
	if bare, _, _ := strings.Cut(link, "#"); bare != authtest.PublicURL+"/auth/confirmar" {
		t.Fatalf("the mail leads to %s", link)
	}
	values := authtest.FragmentOf(t, link)
	for _, method := range []string{"HEAD", "GET"} {
		got := b.Do(authtest.Request{Method: method, Path: "/verify?" + values.Encode()})
		if got.Status != http.StatusSeeOther || got.Header.Get("Location") != link {
			t.Errorf("%s leads with %d to %s", method, got.Status, got.Header.Get("Location"))
		}
	}
	elsewhere := b.Do(authtest.Request{Method: "POST", Path: "/verify", Body: values.Encode(), Header: authtest.FormFrom("cross-site")})
	b.Want(elsewhere, 400, "validation_failed")

	got := b.Do(authtest.Request{Method: "POST", Path: "/verify", Body: values.Encode(), Header: authtest.FormFrom("same-origin")})
	session := authtest.FragmentOf(t, got.Header.Get("Location"))
	if got.Status != http.StatusSeeOther || session.Get("type") != "recovery" {
		t.Fatalf("the button leads with %d to %s", got.Status, got.Header.Get("Location"))
	}
	b.Want(b.Me(authtest.Device{AccessToken: session.Get("access_token")}), 200, "")
	b.Want(b.Me(d), 200, "")
	again := b.Do(authtest.Request{Method: "POST", Path: "/verify", Body: values.Encode(), Header: authtest.FormFrom("same-origin")})
	if said := authtest.FragmentOf(t, again.Header.Get("Location")); said.Get("error_code") != "otp_expired" {
		t.Errorf("a used link leads to %s", again.Header.Get("Location"))
	}
}

func TestLinksLeadHomeWithASession(t *testing.T) {
	b := authtest.Setup(t)
	b.SignUp(authtest.Marina)
	spoof := http.Header{"Host": {"evil.example"}, "X-Forwarded-Host": {"evil.example"}, "X-Forwarded-Proto": {"http"}}
	b.Do(authtest.Request{Method: "POST", Path: "/recover?redirect_to=" + authtest.PublicURL + "/nova-senha?sb_flow_id=7", Body: map[string]any{"email": authtest.Marina}, Header: spoof})
	link := b.Mails.Last(t).Link
	path, ours := strings.CutPrefix(link, authtest.PublicURL+"/auth/v1")
	if !ours {
		t.Fatalf("link is %s", link)
	}
	got := b.Do(authtest.Request{Method: "GET", Path: path})
	location := got.Header.Get("Location")
	if got.Status != http.StatusSeeOther || !strings.HasPrefix(location, authtest.PublicURL+"/nova-senha?sb_flow_id=7#") {
		t.Fatalf("got %d to %s", got.Status, location)
	}
	values := authtest.FragmentOf(t, location)
	if values.Get("type") != "recovery" || values.Get("token_type") != "bearer" || values.Get("expires_in") != "900" {
		t.Errorf("fragment is %v", values)
	}
	b.Want(b.Me(authtest.Device{AccessToken: values.Get("access_token")}), 200, "")
	b.Device(b.TryRefresh(values.Get("refresh_token")))

	location = b.Do(authtest.Request{Method: "GET", Path: path}).Header.Get("Location")
	if values := authtest.FragmentOf(t, location); values.Get("error_code") != "otp_expired" || values.Get("access_token") != "" {
		t.Errorf("a used link leads to %s", location)
	}
}

func TestLinksExpire(t *testing.T) {
	b := authtest.Setup(t)
	b.SignUp(authtest.Marina)
	b.Post("/recover", map[string]any{"email": authtest.Marina})
	hash := authtest.QueryOf(t, b.Mails.Last(t).Link).Get("token")
	b.Clock.Advance(time.Hour + time.Second)
	b.Want(b.Post("/verify", map[string]any{"type": "recovery", "token_hash": hash}), 403, "otp_expired")
}
