package account_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/session"
	"automacao/internal/wire/auth/signin"
)

func TestPasswordChangeNeedsTheCurrentOne(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	b.Want(b.Put(d, map[string]any{"password": "bomba dosadora"}), 400, "current_password_required")
	b.Want(b.Put(d, map[string]any{"password": "bomba dosadora", "current_password": "x"}), 400, "current_password_invalid")
	b.Want(b.Put(d, map[string]any{"password": "12345", "current_password": authtest.Password}), 422, "weak_password")
	b.Want(b.Put(d, map[string]any{"password": authtest.Password, "current_password": authtest.Password}), 422, "same_password")
	b.Want(b.Put(d, map[string]any{"password": "bomba dosadora", "current_password": authtest.Password}), 200, "")
	b.Want(b.TryPassword(authtest.Marina, authtest.Password, authtest.HomeIP), 400, "invalid_credentials")
	b.Device(b.TryPassword(authtest.Marina, "bomba dosadora", authtest.HomeIP))
	if mail := b.Mails.Last(t); mail != (authtest.SentMail{Kind: core.MailPasswordChanged, To: authtest.Marina}) {
		t.Errorf("the owner was told %+v", mail)
	}
	if n := authtest.Scalar[int](b, `SELECT count(*) FROM auth.audit_log_entries WHERE action = 'user_updated_password'`); n != 1 {
		t.Errorf("%d changes are on record, want 1", n)
	}
}

func TestCurrentPasswordCannotBeGuessedThroughASession(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	for range 10 {
		b.Want(b.Put(d, map[string]any{"password": "bomba dosadora", "current_password": "x"}), 400, "current_password_invalid")
	}
	b.Want(b.Put(d, map[string]any{"password": "bomba dosadora", "current_password": authtest.Password}), 429, "over_request_rate_limit")
}

func TestCurrentPasswordMayBeOptional(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) { c.CurrentPasswordOptional = true })
	b.Want(b.Put(b.SignUp(authtest.Marina), map[string]any{"password": "bomba dosadora"}), 200, "")
}

func TestRecoveredSessionSetsAPasswordForAnHour(t *testing.T) {
	b := authtest.Setup(t)
	b.SignUp(authtest.Marina)
	b.Want(b.Post("/recover", map[string]any{"email": authtest.Marina}), 200, "")
	d := b.Device(b.Post("/verify", map[string]any{"type": "recovery", "email": authtest.Marina, "token": b.Mails.Last(t).Code}))
	b.Want(b.Put(d, map[string]any{"email": "nova@b.co"}), 400, "current_password_required")
	b.Clock.Advance(10 * time.Minute)
	b.Want(b.Put(d, map[string]any{"password": "bomba dosadora"}), 200, "")
	b.Clock.Advance(51 * time.Minute)
	d = b.Device(b.TryRefresh(d.RefreshToken))
	b.Want(b.Put(d, map[string]any{"password": "bomba centrífuga"}), 400, "current_password_required")
}

func TestResettingAForgottenPasswordEndsTheOtherSessions(t *testing.T) {
	b := authtest.Setup(t)
	thief, stranger := b.SignUp(authtest.Marina), b.SignUp("carlos@b.co")
	b.Want(b.Post("/recover", map[string]any{"email": authtest.Marina}), 200, "")
	d := b.Device(b.Post("/verify", map[string]any{"type": "recovery", "email": authtest.Marina, "token": b.Mails.Last(t).Code}))
	b.Want(b.Me(thief), 200, "")
	b.Want(b.Put(d, map[string]any{"password": "12345"}), 422, "weak_password")
	b.Want(b.Me(thief), 200, "")
	b.Want(b.Put(d, map[string]any{"password": "bomba dosadora"}), 200, "")
	b.Want(b.Me(thief), 403, "session_not_found")
	b.Want(b.TryRefresh(thief.RefreshToken), 400, "refresh_token_not_found")
	b.Want(b.Me(d), 200, "")
	b.Device(b.TryRefresh(d.RefreshToken))
	b.Want(b.Me(stranger), 200, "")
}

func TestAnOrdinaryPasswordChangeKeepsTheOtherSessions(t *testing.T) {
	b := authtest.Setup(t)
	phone := b.SignUp(authtest.Marina)
	d := b.SignInAs(authtest.Marina)
	b.Want(b.Put(d, map[string]any{"password": "bomba dosadora", "current_password": authtest.Password}), 200, "")
	b.Want(b.Me(phone), 200, "")
}

func TestNonceStandsForTheCurrentPassword(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	b.Want(b.Do(authtest.Request{Method: "GET", Path: "/reauthenticate", Bearer: d.AccessToken}), 200, "")
	nonce := b.Mails.Last(t).Code
	b.Want(b.Put(d, map[string]any{"password": "bomba dosadora", "nonce": "x" + nonce}), 422, "reauthentication_not_valid")
	b.Want(b.Put(d, map[string]any{"password": "bomba dosadora", "nonce": nonce}), 200, "")
	b.Want(b.Put(d, map[string]any{"password": "bomba centrífuga", "nonce": nonce}), 422, "reauthentication_not_valid")
}

func TestMetadataIsMerged(t *testing.T) {
	b := authtest.Setup(t)
	d := b.Device(b.Post("/signup", map[string]any{"email": authtest.Marina, "password": authtest.Password, "data": map[string]any{"a": 1, "b": 2}}))
	got := b.Put(d, map[string]any{"data": map[string]any{"b": nil, "c": map[string]any{"d": 12345678901234567.0}}})
	want := map[string]any{"a": 1.0, "c": map[string]any{"d": 12345678901234567.0}}
	if !reflect.DeepEqual(got.Body["user_metadata"], want) {
		t.Errorf("metadata is %v, want %v", got.Body["user_metadata"], want)
	}
	b.Want(b.Put(d, map[string]any{"app_metadata": map[string]any{"admin": true}}), 403, "not_admin")
	b.Want(b.Put(d, map[string]any{"phone": "+5547999990000"}), 400, "phone_provider_disabled")
	if got := b.Put(d, map[string]any{"role": "service_role", "is_super_admin": true}); got.Body["role"] != "authenticated" {
		t.Errorf("role is %v", got.Body["role"])
	}
}

func TestEmailChangeNeedsBothAddresses(t *testing.T) {
	for name, order := range map[string][2]core.MailKind{
		"NewFirst":     {core.MailEmailChange, core.MailEmailChangeCurrent},
		"CurrentFirst": {core.MailEmailChangeCurrent, core.MailEmailChange},
	} {
		t.Run(name, func(t *testing.T) {
			b := authtest.Setup(t)
			d := b.SignUp(authtest.Marina)
			b.Want(b.Put(d, map[string]any{"email": "nova@b.co"}), 400, "current_password_required")
			b.Want(b.Put(d, map[string]any{"email": "nova@b.co", "current_password": "x"}), 400, "current_password_invalid")
			got := b.Put(d, map[string]any{"email": "Nova@b.co", "current_password": authtest.Password})
			if got.Status != 200 || got.Body["email"] != authtest.Marina || got.Body["new_email"] != "nova@b.co" {
				t.Fatalf("got %s", got.Raw)
			}
			b.Want(b.Post("/recover", map[string]any{"email": authtest.Marina}), 200, "")
			first, second, recovery := b.Mails.Mailed(t, order[0]), b.Mails.Mailed(t, order[1]), b.Mails.Mailed(t, core.MailRecovery)
			if b.Mails.Mailed(t, core.MailEmailChange).To != "nova@b.co" || b.Mails.Mailed(t, core.MailEmailChangeCurrent).To != authtest.Marina {
				t.Fatalf("mails are %+v, %+v", first, second)
			}
			if half := b.Agrees(first); half.Status != 200 || half.Body["msg"] != signin.OtherAddress || half.Body["access_token"] != nil {
				t.Fatalf("the first address is told %s", half.Raw)
			}
			b.Want(b.Agrees(first), 403, "otp_expired")
			b.SignInAs(authtest.Marina)
			b.Device(b.Agrees(second))
			if told := b.Mails.Last(t); told != (authtest.SentMail{Kind: core.MailEmailChanged, To: authtest.Marina}) {
				t.Errorf("the old address was told %+v", told)
			}
			b.SignInAs("nova@b.co")
			b.Want(b.TryPassword(authtest.Marina, authtest.Password, authtest.HomeIP), 400, "invalid_credentials")
			b.Want(b.Post("/verify", map[string]any{"type": "recovery", "email": authtest.Marina, "token": recovery.Code}), 403, "otp_expired")
			got = b.Me(d)
			identity := got.Body["identities"].([]any)[0].(map[string]any)
			if got.Body["email"] != "nova@b.co" || got.Body["new_email"] != nil || identity["email"] != "nova@b.co" {
				t.Errorf("user is %s", got.Raw)
			}
		})
	}
}

func TestAnotherNewAddressNeedsBothAnew(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	b.Want(b.Put(d, map[string]any{"email": "ladrao@b.co", "current_password": authtest.Password}), 200, "")
	agreed := b.Mails.Mailed(t, core.MailEmailChange)
	b.Want(b.Agrees(agreed), 200, "200")
	b.Want(b.Put(d, map[string]any{"email": "nova@b.co", "current_password": authtest.Password}), 200, "")
	if half := b.Agrees(b.Mails.Mailed(t, core.MailEmailChangeCurrent)); half.Body["msg"] != signin.OtherAddress {
		t.Errorf("what agreed to another address counts: %s", half.Raw)
	}
}

func TestAskingForATakenAddressTellsItsReaderAlone(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	b.SignUp("carlos@b.co")
	free := b.Put(d, map[string]any{"email": "livre@b.co", "current_password": authtest.Password})
	taken := b.Put(d, map[string]any{"email": "carlos@b.co", "current_password": authtest.Password})
	if taken.Status != free.Status || taken.Body["new_email"] != "carlos@b.co" || len(taken.Body) != len(free.Body) {
		t.Errorf("a taken address is answered %s, a free one %s", taken.Raw, free.Raw)
	}
	if told := b.Mails.Last(t); told != (authtest.SentMail{Kind: core.MailAddressTaken, To: "carlos@b.co"}) {
		t.Errorf("its reader is told %+v", told)
	}
	if half := b.Agrees(b.Mails.Mailed(t, core.MailEmailChangeCurrent)); half.Body["msg"] != signin.OtherAddress {
		t.Errorf("the present address is told %s", half.Raw)
	}
	b.SignInAs("carlos@b.co")
}

func TestEmailChangeWithoutMailIsImmediate(t *testing.T) {
	b := authtest.Setup(t, authtest.WithoutMail)
	d := b.SignUp(authtest.Marina)
	if got := b.Put(d, map[string]any{"email": "nova@b.co", "current_password": authtest.Password}); got.Body["email"] != "nova@b.co" {
		t.Errorf("got %s", got.Raw)
	}
}

func TestAddressTakenMeanwhileStaysWithItsOwner(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	b.Want(b.Put(d, map[string]any{"email": "nova@b.co", "current_password": authtest.Password}), 200, "")
	b.Want(b.Agrees(b.Mails.Mailed(t, core.MailEmailChangeCurrent)), 200, "200")
	mail := b.Mails.Last(t)
	b.SignUp("nova@b.co")
	b.Want(b.Agrees(mail), 422, "email_exists")
}

// TestMain checks that no goroutine outlives its test.
func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

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
