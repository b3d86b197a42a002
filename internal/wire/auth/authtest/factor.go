package authtest

import (
	"strings"

	"github.com/pquerna/otp/totp"
)

// Enrolled is an authenticator app that somebody has enrolled.
type Enrolled struct{ ID, Secret string }

// Factor sends a request under /factors.
func (b *Bundle) Factor(d Device, method, path string, body any) Reply {
	b.T.Helper()
	return b.Do(Request{Method: method, Path: "/factors" + path, Bearer: d.AccessToken, Body: body})
}

// EnrolFactor enrols an authenticator app.
func (b *Bundle) EnrolFactor(d Device, name string) Enrolled {
	b.T.Helper()
	got := b.Factor(d, "POST", "", map[string]any{"factor_type": "totp", "friendly_name": name})
	b.Want(got, 200, "")
	made := got.Body["totp"].(map[string]any)
	if !strings.HasPrefix(made["qr_code"].(string), "<svg ") || !strings.HasPrefix(made["uri"].(string), "otpauth://totp/") {
		b.T.Errorf("enrolment is %s", got.Raw)
	}
	return Enrolled{got.Body["id"].(string), made["secret"].(string)}
}

// Code is the app's present code.
func (b *Bundle) Code(e Enrolled) string {
	b.T.Helper()
	code, err := totp.GenerateCode(e.Secret, b.Clock.Now())
	if err != nil {
		b.T.Fatal(err)
	}
	return code
}

// ChallengeID begins a challenge and returns its id.
func (b *Bundle) ChallengeID(d Device, e Enrolled) any {
	b.T.Helper()
	got := b.Factor(d, "POST", "/"+e.ID+"/challenge", nil)
	b.Want(got, 200, "")
	return got.Body["id"]
}

// MeetFactor begins a challenge and answers it with a code.
func (b *Bundle) MeetFactor(d Device, e Enrolled, code string) Reply {
	b.T.Helper()
	return b.Factor(d, "POST", "/"+e.ID+"/verify", map[string]any{"challenge_id": b.ChallengeID(d, e), "code": code})
}
