package core_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"automacao/internal/kernel/fault"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
)

// TestMain checks that no goroutine outlives its test.
func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// TestWhoGoesAwayIsNoFault checks that a client that goes away is not logged as a server error.
func TestWhoGoesAwayIsNoFault(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := &core.Server{Log: slog.New(slog.NewTextHandler(&log, nil))}
	ctx, leave := context.WithCancel(t.Context())
	leave()
	answer := httptest.NewRecorder()
	refuse := func(ctx context.Context, err error) {
		s.Serve(core.Refusing(err)).ServeHTTP(answer, httptest.NewRequestWithContext(ctx, http.MethodPost, "/logout", nil))
	}
	refuse(ctx, errors.New("the statement was canceled"))
	if answer.Code != fault.StatusClosed || answer.Body.Len() > 0 || log.Len() > 0 {
		t.Errorf("answered %d %q and logged %q", answer.Code, answer.Body, &log)
	}
	refuse(t.Context(), errors.New("the disk is gone"))
	if log.Len() == 0 {
		t.Error("a server error is not logged")
	}
}

func TestErrorsBeforeTheirCodesHadNames(t *testing.T) {
	b := authtest.Setup(t)
	got := b.Do(authtest.Request{Method: "POST", Path: "/token?grant_type=password", Body: map[string]any{"email": authtest.Marina, "password": "x"}, Header: http.Header{core.VersionHeader: {""}}})
	want := map[string]any{"code": 400.0, "error_code": "invalid_credentials", "msg": "Invalid login credentials"}
	if !reflect.DeepEqual(got.Body, want) || got.Header.Get(core.VersionHeader) != "" {
		t.Errorf("got %v, want %v", got.Body, want)
	}
	got = b.TryPassword(authtest.Marina, "x", authtest.HomeIP)
	want = map[string]any{"code": "invalid_credentials", "message": "Invalid login credentials"}
	if !reflect.DeepEqual(got.Body, want) || got.Header.Get(core.VersionHeader) != core.CodesVersion || got.Header.Get("X-Sb-Error-Code") != "invalid_credentials" {
		t.Errorf("got %v with %v", got.Body, got.Header)
	}
}

func TestAnAnswerWaitsForWhatIsLeftOfItsLeastTime(t *testing.T) {
	t.Parallel()
	for work, want := range map[time.Duration]time.Duration{0: time.Second, 400 * time.Millisecond: time.Second, 3 * time.Second: 3 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			server := &core.Server{Config: core.Config{MailAnswerMin: time.Second}, After: time.After}
			began := time.Now()
			err := server.WithMinimumTime(t.Context(), func() error { time.Sleep(work); return core.ErrRequestRate })
			if took := time.Since(began); took != want || !errors.Is(err, core.ErrRequestRate) {
				t.Errorf("%v of work are answered after %v: %v", work, took, err)
			}
		})
	}
}

func TestOnlyHumansAskWhereACaptchaIsAsked(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := r.ParseForm(); err != nil || r.Form.Get("secret") != "s3cret" || r.Form.Get("remoteip") != authtest.HomeIP {
			t.Errorf("the service is asked %v", r.Form)
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"success": r.Form.Get("response") == "human", "error-codes": []string{"invalid-input-response"}})
	}))
	t.Cleanup(service.Close)
	b := authtest.Setup(t, func(c *core.Config) { c.Captcha = &core.Captcha{Address: service.URL, Secret: "s3cret"} })
	shows := func(token string, body map[string]any) map[string]any {
		body["gotrue_meta_security"] = map[string]any{"captcha_token": token}
		return body
	}
	b.Device(b.Post("/signup", shows("human", map[string]any{"email": authtest.Marina, "password": authtest.Password})))
	for _, path := range []string{"/signup", "/token?grant_type=password", "/recover", "/otp", "/magiclink", "/resend"} {
		for token, why := range map[string]string{"": "no captcha_token found", "robot": "invalid-input-response"} {
			got := b.Post(path, shows(token, map[string]any{"email": authtest.Marina, "password": authtest.Password, "type": "signup"}))
			b.Want(got, 400, "captcha_failed")
			if got.Body["message"] != "captcha protection: request disallowed ("+why+")" {
				t.Errorf("%s is told %v", path, got.Body["message"])
			}
		}
	}
	b.Want(b.Admin("POST", "/recover", map[string]any{"email": authtest.Marina}), 200, "")
	b.Device(b.Post("/token?grant_type=password", shows("human", map[string]any{"email": authtest.Marina, "password": authtest.Password})))
}

func TestNobodyIsTakenForAHumanWhileTheServiceIsAway(t *testing.T) {
	service := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(service.Close)
	b := authtest.Setup(t, func(c *core.Config) { c.Captcha = &core.Captcha{Address: service.URL, Secret: "s3cret"} })
	got := b.Post("/recover", map[string]any{"email": authtest.Marina, "gotrue_meta_security": map[string]any{"captcha_token": "human"}})
	b.Want(got, 500, "unexpected_failure")
	if strings.Contains(string(got.Raw), service.URL) {
		t.Errorf("it is told %s", got.Raw)
	}
}

func TestFederationIsReadStrictly(t *testing.T) {
	t.Parallel()
	const google = `"google":{"client_id":"x"}`
	for document, usable := range map[string]bool{
		`{"providers":{` + google + `},"manual_linking":true}`: true,
		`{}`: true, ``: false, `{} {}`: false, `{"provider":{}}`: false,
		`{"providers":{"google":{}}}`:                                                                                false,
		`{"providers":{"acme":{"client_id":"x"}}}`:                                                                   false,
		`{"providers":{"ACME":{"client_id":"x","issuer":"https://a.example"}}}`:                                      false,
		`{"providers":{"acme":{"client_id":"x","issuer":"https://u:p@a.example"}}}`:                                  false,
		`{"providers":{"acme":{"client_id":"x","issuer":"file:///etc/passwd"}}}`:                                     false,
		`{"providers":{"google":{"client_id":"x","authorization_params":{"state":"y"}}}}`:                            false,
		`{"providers":{"google":{"client_id":"x","attribute_mapping":{"role":"y"}}}}`:                                false,
		`{"providers":{"acme":{"client_id":"x","issuer":"https://a.example","scopes":["a"],"email_optional":true}}}`: true,
		strings.Repeat(" ", 1<<20+1):                                                                                 false,
	} {
		if _, err := core.ReadFederation([]byte(document)); (err == nil) != usable {
			t.Errorf("%.120s: %v", document, err)
		}
	}
}

// FuzzEmail checks that an address has one form, which no header or address list could parse as
// more than one.
func FuzzEmail(f *testing.F) {
	// Inputs that earlier runs found.
	for _, seed := range []string{
		"AAaAa@000AaaAA0",
		"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
		"\xe200000000000000000000000000000000",
		"0@0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.A",
		"AAAAAAAAAA@AAAAAAA.0",
		"00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
	} {
		f.Add(seed)
	}
	for _, seed := range []string{
		"marina@exemplo.com.br", " Marina@Exemplo.COM ", "a@b", "a@b.co\r\nBcc: c@d.co", "a,b@c.co", "<a@b.co>", `"a b"@c.co`, "a@[127.0.0.1]", "a@b..co", "a@-b.co", "é@b.co", "a@b.co\x00", "Kelvin@b.co", strings.Repeat("a", 250) + "@b.co",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		address, err := core.ParseEmail(text)
		if err != nil {
			if address != "" {
				t.Fatalf("%q is refused and read as %q", text, address)
			}
			return
		}
		again, err := core.ParseEmail(strings.ToUpper(address))
		if err != nil || again != address || len(address) > core.EmailMax || strings.Count(address, "@") != 1 || strings.ContainsAny(address, " \r\n\t,;<>()[]\"\\\x00") {
			t.Fatalf("%q is read as %q, and that as %q, %v", text, address, again, err)
		}
	})
}

// FuzzPhone checks that a number has one form, of digits only.
func FuzzPhone(f *testing.F) {
	for _, seed := range []string{"5547999990000", "+55 47 99999 0000", "++1", "0123", "", " + 1 2", "1234567890123456", "५५", "1\x002", "12\n", "(47) 9", "+1-202", "12 "} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		number, err := core.ParsePhone(text)
		if err != nil {
			if number != "" {
				t.Fatalf("%q is refused and read as %q", text, number)
			}
			return
		}
		again, err := core.ParsePhone("+" + number)
		if err != nil || again != number || len(number) < 2 || len(number) > 15 || strings.Trim(number, "0123456789") != "" {
			t.Fatalf("%q is read as %q, and that as %q, %v", text, number, again, err)
		}
	})
}
