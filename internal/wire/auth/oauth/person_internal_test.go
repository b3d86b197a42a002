package oauth

import (
	"testing"
	"time"

	"automacao/internal/wire/auth/core"
)

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
