package auth

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestOnlyHumansAskWhereACaptchaIsAsked(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := r.ParseForm(); err != nil || r.Form.Get("secret") != "s3cret" || r.Form.Get("remoteip") != homeIP {
			t.Errorf("the service is asked %v", r.Form)
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"success": r.Form.Get("response") == "human", "error-codes": []string{"invalid-input-response"}})
	}))
	t.Cleanup(service.Close)
	b := setup(t, func(c *Config) { c.Captcha = &Captcha{Address: service.URL, Secret: "s3cret"} })
	shows := func(token string, body map[string]any) map[string]any {
		body["gotrue_meta_security"] = map[string]any{"captcha_token": token}
		return body
	}
	b.device(b.post("/signup", shows("human", map[string]any{"email": marina, "password": password})))
	for _, path := range []string{"/signup", "/token?grant_type=password", "/recover", "/otp", "/magiclink", "/resend"} {
		for token, why := range map[string]string{"": "no captcha_token found", "robot": "invalid-input-response"} {
			got := b.post(path, shows(token, map[string]any{"email": marina, "password": password, "type": "signup"}))
			b.want(got, 400, "captcha_failed")
			if got.body["message"] != "captcha protection: request disallowed ("+why+")" {
				t.Errorf("%s is told %v", path, got.body["message"])
			}
		}
	}
	b.want(b.admin("POST", "/recover", map[string]any{"email": marina}), 200, "")
	b.device(b.post("/token?grant_type=password", shows("human", map[string]any{"email": marina, "password": password})))
}

func TestNobodyIsTakenForAHumanWhileTheServiceIsAway(t *testing.T) {
	service := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(service.Close)
	b := setup(t, func(c *Config) { c.Captcha = &Captcha{Address: service.URL, Secret: "s3cret"} })
	got := b.post("/recover", map[string]any{"email": marina, "gotrue_meta_security": map[string]any{"captcha_token": "human"}})
	b.want(got, 500, "unexpected_failure")
	if strings.Contains(string(got.raw), service.URL) {
		t.Errorf("it is told %s", got.raw)
	}
}
