package core_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
)

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
