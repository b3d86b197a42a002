package oauth

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/oauthserver"
)

// FuzzExchange checks that a token request authenticates one client in one way and asks for one
// thing, or is refused with text that RFC 6749 (5.2) allows and that repeats no secret.
func FuzzExchange(f *testing.F) {
	const (
		client = "6f5d2a54-3f0e-4a53-9c13-9e7f6b9f3f10"
		secret = "a-secret-of-the-client"
		form   = "application/x-www-form-urlencoded"
		code   = "grant_type=authorization_code&code=x&code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
	)
	basic := func(id, secret string) string {
		r := http.Request{Header: http.Header{}}
		r.SetBasicAuth(id, secret)
		return r.Header.Get("Authorization")
	}
	for _, seed := range [][3]string{
		{form, basic(client, secret), code}, {form, "", code + "&client_id=" + client}, {form, "", code + "&client_id=" + client + "&client_secret=" + secret}, {form, basic(client, secret), code + "&client_secret=" + secret},
		{form, basic(client, secret), code + "&client_id=other"}, {form, basic("%zz", secret), code}, {form, basic(client, "%zz"), code}, {form, "Basic !", code}, {form, "Bearer x", code}, {form, "basic " + basic(client, secret)[6:], code},
		{"application/json", "", `{"grant_type":"refresh_token","refresh_token":"x","client_id":"` + client + `","client_secret":"` + secret + `"}`}, {"application/json", "", `{"grant_type":1}`}, {"application/json;charset=\"", "", `{}`}, {form, "", "a;b&%"},
		{form, "", code + "&code=y"}, {form, "", "grant_type=password&client_id=" + client}, {form, "", "\"\n=1&\"\n=2"}, {form, "", code + "&client_id=urn:uuid:" + client}, {"", basic("urn:uuid:"+client, ""), code + "&client_id=urn:uuid:" + client},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, kind, authorization, body string) {
		r := httptest.NewRequest(http.MethodPost, "/oauth/token", strings.NewReader(body))
		r.Header = http.Header{"Content-Type": {kind}, "Authorization": {authorization}}
		form, err := readForm(r)
		var in oauthserver.Exchange
		if err == nil {
			in, err = oauthserver.ReadExchange(r, form)
		}
		if err != nil {
			told, isWorded := errors.AsType[*oauthserver.Error](err)
			if !isWorded || told.Status >= http.StatusInternalServerError || strings.Contains(told.Description, secret) || strings.ContainsFunc(told.Code+told.Description, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }) {
				t.Fatalf("%q %q %q is refused by %v", kind, authorization, body, err)
			}
			return
		}
		isCode := in.Grant == oauthserver.GrantCode && in.Code != "" && len(in.Verifier) >= 43
		if !isCode && (in.Grant != oauthserver.GrantRefresh || in.RefreshToken == "") {
			t.Fatalf("%q asks for %+v", body, in)
		}
		_, _, hasHeader := r.BasicAuth()
		if in.IsBasic() != hasHeader || in.IsBasic() && form.Has("client_secret") || !in.IsBasic() && len(form["client_id"]) != 1 {
			t.Fatalf("%q %q is proved twice", authorization, body)
		}
		if said := form.Get("client_id"); said != "" && !namesClient(said, in.Client) {
			t.Fatalf("%q %q is of %s", authorization, body, in.Client)
		}
		isOnce(t, form)
	})
}

func namesClient(said string, client uuid.UUID) bool {
	parsed, err := uuid.Parse(said)
	return err == nil && parsed == client
}

func isOnce(t *testing.T, form url.Values) {
	t.Helper()
	for name, values := range form {
		if len(values) != 1 {
			t.Fatalf("%q is there %d times", name, len(values))
		}
	}
}

// These are for the tests.
const AgreementTTL = agreementTTL
const AskedMax = askedMax

// TestOnlyWhatWasProvedHereIsToldAsVerified, because apps treat the owner of a verified address as
// the same person.
func TestOnlyWhatWasProvedHereIsToldAsVerified(t *testing.T) {
	t.Parallel()
	now := time.Now()
	user := core.User{Email: "marina@b.co", EmailConfirmedAt: &now, Phone: "5511987654321", PhoneConfirmedAt: &now}
	ofAnother := user
	ofAnother.IsSSO = true
	proving := &core.Config{ConfirmEmail: true, ConfirmPhone: true}
	for name, c := range map[string]struct {
		cfg  *core.Config
		user core.User
		want bool
	}{
		"Proved":               {proving, user, true},
		"NobodyHasToProve":     {&core.Config{}, user, false},
		"AnOrganisationSaysSo": {proving, ofAnother, false},
		"ItIsStillToBeProved":  {proving, core.User{Email: "marina@b.co"}, false},
	} {
		if got := claimsFor(c.cfg, &c.user, "email phone")["email_verified"]; got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
