package acceptance

import (
	"strings"
	"testing"
)

// TestThePasswordAloneIsNotEnoughWithASecondFactor checks in every protocol that the password of an account with a
// second factor does not suffice, and that the same session does once the factor is proved.
func TestThePasswordAloneIsNotEnoughWithASecondFactor(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t))
	rafael := c.rafael()
	c.Exec(`INSERT INTO auth.mfa_factors (user_id, status, secret) VALUES ($1, 'unverified', 'x')`, rafael)
	for _, door := range doors {
		if got := door.ask(c, "rafael").Told(); got != door.open {
			t.Errorf("%s with a factor that was never proved is answered %q", door.name, got)
		}
	}
	socket := c.enters("rafael")
	c.Exec(`UPDATE auth.mfa_factors SET status = 'verified' WHERE user_id = $1`, rafael)
	before := c.contents()
	for _, door := range doors {
		if door.name == "Auth" {
			continue // The client reads the factors there.
		}
		want := strings.ReplaceAll(door.shut, "session_not_found", "insufficient_aal")
		if got := door.ask(c, "rafael"); got.Told() != want && !strings.Contains(got.Body, "insufficient_aal") {
			t.Errorf("%s with the password alone is answered %q: %s", door.name, got.Told(), got.Body)
		}
	}
	c.unchanged(t, before)
	_ = socket.CloseNow()
	c.Exec(`UPDATE auth.sessions SET aal = 'aal2' WHERE user_id = $1`, rafael)
	for _, door := range doors {
		if door.name == "StorageUpload" {
			continue // The file is there since before.
		}
		if got := door.ask(c, "rafael").Told(); got != door.open {
			t.Errorf("%s with the factor proved is answered %q", door.name, got)
		}
	}
}
