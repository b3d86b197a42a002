package account_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/session"
)

// TestWhoHasNoPasswordProvesHimself checks that a user without a password must prove themselves by
// a mailed code before the password or address changes, and before other operations that need the
// owner. The code is valid for one session.
func TestWhoHasNoPasswordProvesHimself(t *testing.T) {
	b := authtest.Setup(t)
	here := b.SignUp(authtest.Marina)
	elsewhere := b.SignInAs(authtest.Marina)
	wrong, stale := errors.New("wrong"), errors.New("stale")
	proves := func(fact string, d authtest.Device, word string, want error) {
		t.Helper()
		claims, err := b.Keys.VerifyAt(d.AccessToken, b.Clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		who := claims.Caller()
		if got := b.InTx(func(tx pgx.Tx) error {
			return b.Accounts.ProveOwner(t.Context(), tx, who.UserID, who.SessionID, word, wrong, stale)
		}); !errors.Is(got, want) {
			t.Errorf("%s: %v", fact, got)
		}
	}
	proves("a session is not enough where there is a password", here, "", wrong)
	proves("a password", here, authtest.Password, nil)
	b.Exec(`UPDATE auth.users SET password_hash = NULL WHERE email = $1`, authtest.Marina)
	proves("signed in a moment ago", here, "", nil)

	b.Clock.Advance(session.FreshFor + time.Second)
	proves("signed in a while ago", here, "", stale)
	proves("a guess", here, authtest.Password, wrong)
	for _, change := range []map[string]any{{"password": "bomba dosadora"}, {"email": "ladra@b.co"}} {
		b.Want(b.Put(here, change), 400, "reauthentication_needed")
	}
	b.Want(b.Do(authtest.Request{Method: "GET", Path: "/reauthenticate", Bearer: here.AccessToken}), 200, "")
	nonce := b.Mails.Last(t).Code
	b.Want(b.Put(here, map[string]any{"nonce": "x" + nonce}), 422, "reauthentication_not_valid")
	proves("a wrong code", here, "", stale)
	b.Want(b.Put(here, map[string]any{"nonce": nonce}), 200, "")
	proves("a code", here, "", nil)
	proves("another session of his", elsewhere, "", stale)
	b.Want(b.Put(elsewhere, map[string]any{"nonce": nonce}), 422, "reauthentication_not_valid")

	b.Exec(`INSERT INTO auth.oauth_clients (id, client_name, redirect_uris, registration_type, grant_types, client_type, token_endpoint_auth_method) VALUES ($1, 'App', 'https://app.exemplo', 'manual', '', 'public', 'none')`, uuid.UUID{1})
	b.Exec(`UPDATE auth.sessions SET oauth_client_id = $1`, uuid.UUID{1})
	proves("the session of another app", here, "", stale)
	b.Exec(`UPDATE auth.sessions SET oauth_client_id = NULL`)
	b.Want(b.Put(here, map[string]any{"password": "bomba dosadora"}), 200, "")
	proves("a session, once there is a password", here, "", wrong)
}
