package auth

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

const webhookSecret = "v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

func TestTextsAreHandedToAWebhookOnceAndSigned(t *testing.T) {
	t.Parallel()
	verifier, err := standardwebhooks.NewWebhook("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		t.Fatal(err)
	}
	for fact, c := range map[string]struct {
		status  int
		answer  string
		want    string
		refused bool
	}{
		"SaidByName":     {200, `{"message_id":"SM7"}`, "SM7", false},
		"SaidNothing":    {204, "", "", false},
		"SaidNoJSON":     {200, "ok", "", false},
		"Refused":        {500, `{"error":"later"}`, "", true},
		"Redirected":     {307, "", "", true},
		"SaidWithoutEnd": {200, strings.Repeat("x", webhookAnswerMax+1), "", true},
	} {
		t.Run(fact, func(t *testing.T) {
			t.Parallel()
			var times atomic.Int32
			hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				times.Add(1)
				raw, err := io.ReadAll(r.Body)
				if err != nil || verifier.Verify(raw, r.Header) != nil || r.Method != http.MethodPost {
					t.Errorf("%s with %v is not signed", raw, r.Header)
				}
				var said struct {
					User struct{ Phone string }
					SMS  struct{ OTP, Phone, Channel string }
				}
				if err := json.Unmarshal(raw, &said); err != nil || said.SMS.OTP != "123456" || said.SMS.Phone != "5547999990000" || said.User.Phone != said.SMS.Phone {
					t.Errorf("the webhook is told %s", raw)
				}
				w.Header().Set("Location", "/elsewhere")
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.answer)
			}))
			defer hook.Close()
			texter, err := NewWebhookTexter(hook.URL, webhookSecret)
			if err != nil {
				t.Fatal(err)
			}
			got, err := texter.Text(t.Context(), Text{User: &User{Phone: "5547999990000"}, Phone: "5547999990000", Code: "123456", Channel: channelSMS})
			if got != c.want || (err != nil) != c.refused || times.Load() != 1 {
				t.Errorf("got %q, %v after %d calls", got, err, times.Load())
			}
		})
	}
}

func TestAWebhookIsRefusedWhereItsTextsCouldBeRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ address, secret string }{
		{"http://sms.example/send", webhookSecret},
		{"ftp://sms.example/send", webhookSecret},
		{"https://name:word@sms.example/send", webhookSecret},
		{"sms.example/send", webhookSecret},
		{"", webhookSecret},
		{"https://sms.example/send", ""},
		{"https://sms.example/send", "v1,whsec_short"},
		{"https://sms.example/send", "v1,whsec_" + strings.Repeat("!", 40)},
		{"https://sms.example/send", strings.Repeat("a", 40)},
	} {
		if _, err := NewWebhookTexter(c.address, c.secret); err == nil || (c.secret != "" && strings.Contains(err.Error(), c.secret)) {
			t.Errorf("%q is taken, or its secret told: %v", c, err)
		}
	}
	for _, address := range []string{"https://sms.example/send", "http://127.0.0.1:8080/x", "http://localhost/x"} {
		if _, err := NewWebhookTexter(address, webhookSecret); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
}
