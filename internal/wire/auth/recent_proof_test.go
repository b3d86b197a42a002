package auth

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// TestWhoHasNoPasswordProvesHimself checks that a user without a password must prove themselves by
// a mailed code before the password or address changes, and before other operations that need the
// owner. The code is valid for one session.
func TestWhoHasNoPasswordProvesHimself(t *testing.T) {
	b := setup(t)
	here := b.signUp(marina)
	elsewhere := b.signInAs(marina)
	wrong, stale := errors.New("wrong"), errors.New("stale")
	proves := func(fact string, d device, word string, want error) {
		t.Helper()
		claims, err := b.keys.VerifyAt(d.AccessToken, b.clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		who := claims.Caller()
		if got := b.inTx(func(tx pgx.Tx) error {
			return b.ProveOwner(t.Context(), tx, who.UserID, who.SessionID, word, wrong, stale)
		}); !errors.Is(got, want) {
			t.Errorf("%s: %v", fact, got)
		}
	}
	proves("a session is not enough where there is a password", here, "", wrong)
	proves("a password", here, password, nil)
	b.exec(`UPDATE auth.users SET password_hash = NULL WHERE email = $1`, marina)
	proves("signed in a moment ago", here, "", nil)

	b.clock.advance(freshFor + time.Second)
	proves("signed in a while ago", here, "", stale)
	proves("a guess", here, password, wrong)
	for _, change := range []map[string]any{{"password": "bomba dosadora"}, {"email": "ladra@b.co"}} {
		b.want(b.put(here, change), 400, "reauthentication_needed")
	}
	b.want(b.do(request{method: "GET", path: "/reauthenticate", bearer: here.AccessToken}), 200, "")
	nonce := b.mails.last(t).code
	b.want(b.put(here, map[string]any{"nonce": "x" + nonce}), 422, "reauthentication_not_valid")
	proves("a wrong code", here, "", stale)
	b.want(b.put(here, map[string]any{"nonce": nonce}), 200, "")
	proves("a code", here, "", nil)
	proves("another session of his", elsewhere, "", stale)
	b.want(b.put(elsewhere, map[string]any{"nonce": nonce}), 422, "reauthentication_not_valid")

	b.exec(`INSERT INTO auth.oauth_clients (id, client_name, redirect_uris, registration_type, grant_types, client_type, token_endpoint_auth_method) VALUES ($1, 'App', 'https://app.exemplo', 'manual', '', 'public', 'none')`, uuid.UUID{1})
	b.exec(`UPDATE auth.sessions SET oauth_client_id = $1`, uuid.UUID{1})
	proves("the session of another app", here, "", stale)
	b.exec(`UPDATE auth.sessions SET oauth_client_id = NULL`)
	b.want(b.put(here, map[string]any{"password": "bomba dosadora"}), 200, "")
	proves("a session, once there is a password", here, "", wrong)
}
