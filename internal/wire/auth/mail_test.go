package auth

import (
	"bytes"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"automacao/internal/edge/ratelimit"
)

func TestMailRequestsTellNothing(t *testing.T) {
	b := setup(t)
	b.signUp(marina)
	for _, path := range []string{"/recover", "/otp", "/magiclink"} {
		known, unknown := b.post(path, map[string]any{"email": marina}), b.post(path, map[string]any{"email": "carlos@b.co"})
		if known.status != 200 || unknown.status != 200 || !bytes.Equal(known.raw, unknown.raw) || string(known.raw) != "{}" {
			t.Errorf("%s answers %s and %s", path, known.raw, unknown.raw)
		}
	}
	for _, kind := range []string{"signup", "email_change"} {
		b.want(b.post("/resend", map[string]any{"email": marina, "type": kind}), 200, "")
	}
	b.want(b.post("/resend", map[string]any{"email": marina, "type": "sms"}), 400, "validation_failed")
	if n := b.mails.count(); n != 3 {
		t.Errorf("%d mails were sent, want one for each path that makes sense", n)
	}
}

func TestMailAnswersTakeTheSameLeastTime(t *testing.T) {
	b := setup(t, func(c *Config) { c.MailAnswerMin = 30 * time.Millisecond })
	b.signUp(marina)
	for _, email := range []string{marina, "carlos@b.co"} {
		var waits []time.Duration
		b.after = func(wait time.Duration) <-chan time.Time {
			waits = append(waits, wait)
			return time.After(0)
		}
		b.want(b.post("/recover", map[string]any{"email": email}), 200, "")
		if !slices.Equal(waits, []time.Duration{30 * time.Millisecond}) {
			t.Errorf("the answer about %s waits %v", email, waits)
		}
	}
}

func TestAnAnswerWaitsForWhatIsLeftOfItsLeastTime(t *testing.T) {
	t.Parallel()
	for work, want := range map[time.Duration]time.Duration{0: time.Second, 400 * time.Millisecond: time.Second, 3 * time.Second: 3 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			server := &Server{cfg: Config{MailAnswerMin: time.Second}, after: time.After}
			began := time.Now()
			err := server.withMinimumTime(t.Context(), func() error { time.Sleep(work); return errMailRate })
			if took := time.Since(began); took != want || !errors.Is(err, errMailRate) {
				t.Errorf("%v of work are answered after %v: %v", work, took, err)
			}
		})
	}
}

func TestWithoutMailerNothingIsSent(t *testing.T) {
	b := setup(t, withoutMail)
	d := b.signUp(marina)
	for _, path := range []string{"/recover", "/otp", "/magiclink"} {
		b.want(b.post(path, map[string]any{"email": marina}), 200, "")
	}
	b.want(b.do(request{method: "GET", path: "/reauthenticate", bearer: d.AccessToken}), 200, "")
	if n := scalar[int](b, `SELECT count(*) FROM auth.one_time_tokens`); n != 0 {
		t.Errorf("%d proofs were made", n)
	}
}

func TestMailsAreRare(t *testing.T) {
	b := setup(t, func(c *Config) {
		c.Limits.MailsPerAsker, c.Limits.MailsPerIP = ratelimit.Rate{}, ratelimit.Rate{Max: 3, Per: time.Hour}
	})
	b.signUp(marina)
	for _, email := range []string{marina, "carlos@b.co"} {
		b.want(b.post("/recover", map[string]any{"email": email}), 200, "")
		b.clock.advance(15 * time.Second)
		got := b.post("/recover", map[string]any{"email": email})
		b.want(got, 429, "over_email_send_rate_limit")
		if got.body["message"] != "For security purposes, you can only request this after 45 seconds." || got.header.Get("Retry-After") != "45" {
			t.Errorf("%s is told %v", email, got.body["message"])
		}
	}
	b.want(b.post("/recover", map[string]any{"email": "c@d.co"}), 200, "")
	b.want(b.post("/recover", map[string]any{"email": "d@d.co"}), 429, "over_email_send_rate_limit")
}

func TestCodesWorkOnce(t *testing.T) {
	b := setup(t)
	b.signUp(marina)
	b.post("/otp", map[string]any{"email": marina})
	proof := map[string]any{"type": "email", "email": marina, "token": b.mails.last(t).code}
	b.want(b.post("/verify", map[string]any{"type": "recovery", "email": marina, "token": proof["token"]}), 403, "otp_expired")
	b.device(b.post("/verify", proof))
	b.want(b.post("/verify", proof), 403, "otp_expired")
}

// Somebody who knows an address may request its mails, which must not harm the owner.
func TestAskingForSomebodysMailsTakesNothingFromHim(t *testing.T) {
	b := setup(t, func(c *Config) {
		c.Limits.MailsPerAsker, c.Limits.MailsPerAccount = ratelimit.Rate{Max: 1, Per: time.Minute}, ratelimit.Rate{Max: 3, Per: time.Hour}
	})
	b.signUp(marina)
	ask := func(ip string) reply {
		return b.do(request{method: "POST", path: "/recover", body: map[string]any{"email": marina}, ip: ip})
	}
	b.want(ask("203.0.113.1"), 200, "")
	first := b.mails.last(t)
	b.want(ask("203.0.113.1"), 429, "over_email_send_rate_limit")
	b.want(ask("198.51.100.7"), 200, "")
	b.want(ask("198.51.100.8"), 200, "")
	b.want(ask("198.51.100.9"), 429, "over_email_send_rate_limit")
	if first.code != b.mails.last(t).code {
		b.device(b.post("/verify", map[string]any{"type": "recovery", "token_hash": queryOf(t, first.link).Get("token")}))
		b.want(b.post("/verify", map[string]any{"type": "recovery", "email": marina, "token": b.mails.last(t).code}), 403, "otp_expired")
	}
}

func TestCodesDieOfWrongGuessesAndOfAge(t *testing.T) {
	t.Run("Guesses", func(t *testing.T) {
		b := setup(t, func(c *Config) { c.Limits.CodeFailuresPerAccount = ratelimit.Rate{Max: 11, Per: time.Hour} })
		b.signUp(marina)
		b.post("/otp", map[string]any{"email": marina})
		sent := b.mails.last(t)
		guess := func(code, ip string) reply {
			return b.do(request{method: "POST", path: "/verify", ip: ip,
				body: map[string]any{"type": "email", "email": marina, "token": code}})
		}
		for range 5 {
			b.want(guess(sent.code+"0", "198.51.100.7"), 403, "otp_expired")
		}
		if got := guess(sent.code, "198.51.100.7"); got.status != 429 || got.header.Get("Retry-After") == "" {
			t.Errorf("a sixth guess gets %d", got.status)
		}
		for range 5 {
			b.want(guess(sent.code+"0", "198.51.100.8"), 403, "otp_expired")
		}
		b.want(guess(sent.code+"0", "198.51.100.9"), 403, "otp_expired")
		b.want(guess(sent.code, "198.51.100.9"), 429, "over_request_rate_limit")
		b.device(b.post("/verify", map[string]any{"type": "magiclink", "token_hash": queryOf(t, sent.link).Get("token")}))
	})
	t.Run("ARightCodeForgivesTheWrongOnes", func(t *testing.T) {
		b := setup(t)
		b.signUp(marina)
		for range 3 {
			b.post("/otp", map[string]any{"email": marina})
			code := b.mails.last(t).code
			for range 4 {
				b.want(b.post("/verify", map[string]any{"type": "email", "email": marina, "token": code + "0"}), 403, "otp_expired")
			}
			b.device(b.post("/verify", map[string]any{"type": "email", "email": marina, "token": code}))
		}
	})
	t.Run("Age", func(t *testing.T) {
		b := setup(t)
		b.signUp(marina)
		b.post("/otp", map[string]any{"email": marina})
		b.clock.advance(10*time.Minute + time.Second)
		b.want(b.post("/verify", map[string]any{"type": "email", "email": marina, "token": b.mails.last(t).code}), 403, "otp_expired")
	})
}

func formFrom(site string) http.Header {
	return http.Header{"Content-Type": {formType}, "Sec-Fetch-Site": {site}}
}

// Mail filters open every link; only the button of a page uses one up.
func TestALinkIsUsedByAButtonOnly(t *testing.T) {
	b := setup(t, func(c *Config) { c.LinkPage = publicURL + "/auth/confirmar" })
	d := b.signUp(marina)
	b.post("/recover", map[string]any{"email": marina})
	link := b.mails.last(t).link
	if bare, _, _ := strings.Cut(link, "#"); bare != publicURL+"/auth/confirmar" {
		t.Fatalf("the mail leads to %s", link)
	}
	values := fragmentOf(t, link)
	for _, method := range []string{"HEAD", "GET"} {
		got := b.do(request{method: method, path: "/verify?" + values.Encode()})
		if got.status != http.StatusSeeOther || got.header.Get("Location") != link {
			t.Errorf("%s leads with %d to %s", method, got.status, got.header.Get("Location"))
		}
	}
	elsewhere := b.do(request{method: "POST", path: "/verify", body: values.Encode(), header: formFrom("cross-site")})
	b.want(elsewhere, 400, "validation_failed")

	got := b.do(request{method: "POST", path: "/verify", body: values.Encode(), header: formFrom("same-origin")})
	session := fragmentOf(t, got.header.Get("Location"))
	if got.status != http.StatusSeeOther || session.Get("type") != "recovery" {
		t.Fatalf("the button leads with %d to %s", got.status, got.header.Get("Location"))
	}
	b.want(b.me(device{AccessToken: session.Get("access_token")}), 200, "")
	b.want(b.me(d), 200, "")
	again := b.do(request{method: "POST", path: "/verify", body: values.Encode(), header: formFrom("same-origin")})
	if said := fragmentOf(t, again.header.Get("Location")); said.Get("error_code") != "otp_expired" {
		t.Errorf("a used link leads to %s", again.header.Get("Location"))
	}
}

func TestLinksLeadHomeWithASession(t *testing.T) {
	b := setup(t)
	b.signUp(marina)
	spoof := http.Header{"Host": {"evil.example"}, "X-Forwarded-Host": {"evil.example"}, "X-Forwarded-Proto": {"http"}}
	b.do(request{method: "POST", path: "/recover?redirect_to=" + publicURL + "/nova-senha?sb_flow_id=7", body: map[string]any{"email": marina}, header: spoof})
	link := b.mails.last(t).link
	path, ours := strings.CutPrefix(link, publicURL+"/auth/v1")
	if !ours {
		t.Fatalf("link is %s", link)
	}
	got := b.do(request{method: "GET", path: path})
	location := got.header.Get("Location")
	if got.status != http.StatusSeeOther || !strings.HasPrefix(location, publicURL+"/nova-senha?sb_flow_id=7#") {
		t.Fatalf("got %d to %s", got.status, location)
	}
	values := fragmentOf(t, location)
	if values.Get("type") != "recovery" || values.Get("token_type") != "bearer" || values.Get("expires_in") != "900" {
		t.Errorf("fragment is %v", values)
	}
	b.want(b.me(device{AccessToken: values.Get("access_token")}), 200, "")
	b.device(b.tryRefresh(values.Get("refresh_token")))

	location = b.do(request{method: "GET", path: path}).header.Get("Location")
	if values := fragmentOf(t, location); values.Get("error_code") != "otp_expired" || values.Get("access_token") != "" {
		t.Errorf("a used link leads to %s", location)
	}
}

func TestLinksExpire(t *testing.T) {
	b := setup(t)
	b.signUp(marina)
	b.post("/recover", map[string]any{"email": marina})
	hash := queryOf(t, b.mails.last(t).link).Get("token")
	b.clock.advance(time.Hour + time.Second)
	b.want(b.post("/verify", map[string]any{"type": "recovery", "token_hash": hash}), 403, "otp_expired")
}

func TestRedirectsStayAtHome(t *testing.T) {
	t.Parallel()
	c := Config{PublicURL: publicURL, RedirectURLs: []string{"app://entrar"}}.withDefaults()
	for asked, want := range map[string]string{
		"":                                 publicURL,
		publicURL + "/conta?x=1#y":         publicURL + "/conta?x=1#y",
		"app://entrar":                     "app://entrar",
		"app://entrar/mais":                publicURL,
		"//evil.example":                   publicURL,
		`\\evil.example`:                   publicURL,
		publicURL + `\@evil.example`:       publicURL,
		publicURL + "@evil.example":        publicURL,
		publicURL + ".evil.example":        publicURL,
		"https://evil." + publicURL[8:]:    publicURL,
		"https://u:p@" + publicURL[8:]:     publicURL,
		publicURL + ":444/":                publicURL,
		"http://" + publicURL[8:]:          publicURL,
		"javascript:alert(1)":              publicURL,
		"data:text/html,x":                 publicURL,
		publicURL + "/\r\nSet-Cookie: a=b": publicURL,
		"/conta":                           publicURL,
	} {
		if got := c.redirects.target(asked); got != want {
			t.Errorf("%q leads to %q, want %q", asked, got, want)
		}
	}
}

func queryOf(t *testing.T, address string) url.Values {
	t.Helper()
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return parsed.Query()
}

func fragmentOf(t *testing.T, address string) url.Values {
	t.Helper()
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	values, err := url.ParseQuery(parsed.Fragment)
	if err != nil {
		t.Fatal(err)
	}
	return values
}
