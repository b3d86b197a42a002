package account_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/kernel/caller"
	"automacao/internal/postgres"
	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/session"
)

func TestOtherPackagesCreateUsers(t *testing.T) {
	runs := 0
	b := authtest.Setup(t, func(c *core.Config) {
		c.OnSignup = func(_ context.Context, _ pgx.Tx, user core.NewUser) (map[string]any, error) {
			runs++
			return user.Metadata, nil
		}
	})
	fixed := uuid.New()
	err := b.InTx(func(tx pgx.Tx) error {
		id, err := b.Accounts.CreateUser(t.Context(), tx, core.NewUser{ID: fixed, Email: authtest.Marina, Password: authtest.Password})
		if id != fixed {
			t.Errorf("id is %s", id)
		}
		return err
	})
	if err != nil || runs != 1 {
		t.Fatalf("hook ran %d times, %v", runs, err)
	}
	b.SignInAs(authtest.Marina)
	err = b.InTx(func(tx pgx.Tx) error {
		_, err := b.Accounts.CreateUser(t.Context(), tx, core.NewUser{Email: "carlos@b.co", SkipHook: true})
		return err
	})
	if err != nil || runs != 1 {
		t.Errorf("hook ran %d times, %v", runs, err)
	}
	b.Want(b.TryPassword("carlos@b.co", "", authtest.HomeIP), 400, "invalid_credentials")
	err = b.InTx(func(tx pgx.Tx) error {
		_, err := b.Accounts.CreateUser(t.Context(), tx, core.NewUser{Email: authtest.Marina})
		return err
	})
	if !errors.Is(err, account.ErrUserExists) {
		t.Errorf("a taken address gives %v", err)
	}
}

func TestBanEndsEverySession(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	stranger := b.SignUp("carlos@b.co")
	if err := b.InTx(func(tx pgx.Tx) error { return b.Accounts.Ban(t.Context(), tx, d.User.ID, nil) }); err != nil {
		t.Fatal(err)
	}
	refused, ok := errors.AsType[*pgconn.PgError](b.CheckSession(d))
	if !ok || refused.Code != "PT401" || refused.Message != "User is banned" {
		t.Errorf("check_session says %v", refused)
	}
	if err := b.CheckSession(stranger); err != nil {
		t.Errorf("a stranger is banned too: %v", err)
	}
	b.Want(b.TryRefresh(d.RefreshToken), 400, "refresh_token_not_found")
	b.Want(b.TryPassword(authtest.Marina, authtest.Password, authtest.HomeIP), 400, "user_banned")
	if err := b.InTx(func(tx pgx.Tx) error { return b.Accounts.Unban(t.Context(), tx, d.User.ID) }); err != nil {
		t.Fatal(err)
	}
	b.SignInAs(authtest.Marina)
	err := b.InTx(func(tx pgx.Tx) error { return b.Accounts.Ban(t.Context(), tx, uuid.New(), nil) })
	if !errors.Is(err, core.ErrUserNotFound) {
		t.Errorf("banning nobody gives %v", err)
	}
}

func TestBanHasAnEnd(t *testing.T) {
	b := authtest.Setup(t)
	id := b.SignUp(authtest.Marina).User.ID
	until := b.Clock.Now().Add(time.Hour)
	if err := b.InTx(func(tx pgx.Tx) error { return b.Accounts.Ban(t.Context(), tx, id, &until) }); err != nil {
		t.Fatal(err)
	}
	b.Want(b.TryPassword(authtest.Marina, authtest.Password, authtest.HomeIP), 400, "user_banned")
	b.Clock.Advance(time.Hour)
	b.SignInAs(authtest.Marina)
}

func TestUsersListAndEndTheirSessions(t *testing.T) {
	b := authtest.Setup(t)
	id := b.SignUp(authtest.Marina).User.ID
	b.Clock.Advance(time.Minute)
	here := b.SignInAs(authtest.Marina)
	stranger := b.SignUp("carlos@b.co")
	var listed []session.Session
	err := b.InTx(func(tx pgx.Tx) (err error) {
		listed, err = b.Sessions.Of(t.Context(), tx, id)
		return err
	})
	if err != nil || len(listed) != 2 || listed[0].IP != authtest.HomeIP || listed[0].UserAgent != "Firefox" || !listed[0].CreatedAt.Equal(b.Clock.Now()) {
		t.Fatalf("sessions are %+v, %v", listed, err)
	}
	end := func(userID, sessionID uuid.UUID) error {
		return b.InTx(func(tx pgx.Tx) error { return b.Sessions.End(t.Context(), tx, userID, sessionID) })
	}
	if err := end(stranger.User.ID, listed[0].ID); !errors.Is(err, session.ErrSessionNotFound) {
		t.Errorf("ending a foreign session gives %v", err)
	}
	if err := end(id, listed[0].ID); err != nil || b.CheckSession(here) == nil {
		t.Errorf("the session is alive, %v", err)
	}
	if err := b.InTx(func(tx pgx.Tx) error { return b.Sessions.EndAll(t.Context(), tx, id) }); err != nil {
		t.Error(err)
	}
	if n := authtest.Scalar[int](b, `SELECT count(*) FROM auth.sessions WHERE user_id = $1`, id); n != 0 {
		t.Errorf("%d sessions remain", n)
	}
}

func TestDeletedUsersAreNobody(t *testing.T) {
	b := authtest.Setup(t)
	d := b.Device(b.Post("/signup", map[string]any{"email": authtest.Marina, "password": authtest.Password, "data": map[string]any{"name": "Marina"}}))
	b.EnrolFactor(d, "celular")
	if err := b.InTx(func(tx pgx.Tx) error { return b.Accounts.DeleteUser(t.Context(), tx, d.User.ID) }); err != nil {
		t.Fatal(err)
	}
	if b.CheckSession(d) == nil {
		t.Error("the access token still works")
	}
	b.Want(b.Me(d), 403, "user_not_found")
	b.Want(b.TryPassword(authtest.Marina, authtest.Password, authtest.HomeIP), 400, "invalid_credentials")
	row := authtest.Scalar[string](b, `SELECT to_jsonb(u)::text FROM auth.users u WHERE deleted_at IS NOT NULL`)
	if row == "" || slices.ContainsFunc([]string{"marina", "Marina", "argon2id"}, func(trace string) bool { return strings.Contains(row, trace) }) {
		t.Errorf("the row still says who it was: %s", row)
	}
	b.SignUp(authtest.Marina)
}

func TestVouchedAddressReplacesTheOld(t *testing.T) {
	b := authtest.Setup(t)
	id := b.SignUp(authtest.Marina).User.ID
	b.SignUp("carlos@b.co")
	change := func(to string) error {
		return b.InTx(func(tx pgx.Tx) error { return b.Accounts.ChangeEmail(t.Context(), tx, id, to) })
	}
	if err := change("Carlos@b.co"); !errors.Is(err, account.ErrEmailExists) {
		t.Errorf("a taken address gives %v", err)
	}
	if err := change("nova@b.co"); err != nil {
		t.Fatal(err)
	}
	b.SignInAs("nova@b.co")
}

func TestPurgeKeepsWhatLives(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) { c.SessionIdleMax, c.SessionLifetimeMax = 48*time.Hour, 72*time.Hour })
	b.SignUp(authtest.Marina)
	b.Post("/recover", map[string]any{"email": authtest.Marina})
	b.TryPassword(authtest.Marina, "not the password", authtest.HomeIP)
	b.Clock.Advance(49 * time.Hour)
	living := b.SignInAs(authtest.Marina)
	if err := b.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	for table, want := range map[string]int{"sessions": 1, "refresh_tokens": 1, "one_time_tokens": 0, "attempts": 0, "users": 1} {
		if n := authtest.Scalar[int](b, `SELECT count(*) FROM auth.`+table); n != want {
			t.Errorf("%d rows in %s, want %d", n, table, want)
		}
	}
	b.Device(b.TryRefresh(living.RefreshToken))
	b.Clock.Advance(200 * 24 * time.Hour)
	if err := b.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := authtest.Scalar[int](b, `SELECT count(*) FROM auth.audit_log_entries`); n != 0 {
		t.Errorf("%d entries outlived the time they are kept", n)
	}
}

func TestRequestsNeverReadTheSchema(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	claims, err := b.Keys.VerifyAt(d.AccessToken, b.Clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	tables := authtest.Scalar[[]string](b, `
		SELECT array_agg(relname::text) FROM pg_class
		 WHERE relnamespace = 'auth'::regnamespace AND relkind = 'r' AND relrowsecurity AND relforcerowsecurity`)
	if all := authtest.Scalar[int](b, `SELECT count(*) FROM pg_class WHERE relnamespace = 'auth'::regnamespace AND relkind = 'r'`); all != len(tables) || all == 0 {
		t.Errorf("row-level security is forced on %d of %d tables", len(tables), all)
	}
	for _, from := range []caller.Caller{{Role: "anon"}, claims.Caller()} {
		for _, table := range tables {
			for _, statement := range []string{"SELECT FROM auth.", "DELETE FROM auth.", "TRUNCATE auth."} {
				err := postgres.As(t.Context(), b.Pool, from, func(tx pgx.Tx) error {
					_, err := tx.Exec(t.Context(), statement+table)
					return err
				})
				if refused, ok := errors.AsType[*pgconn.PgError](err); !ok || refused.Code != "42501" {
					t.Errorf("%s may %s%s: %v", from.Role, statement, table, err)
				}
			}
		}
	}
}

func TestClaimsAreReadInTheDatabase(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	claims, err := b.Keys.VerifyAt(d.AccessToken, b.Clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from caller.Caller
		want string
	}{
		{claims.Caller(), d.User.ID.String() + " authenticated " + authtest.Marina + " aal1"},
		{caller.Caller{Role: "anon"}, "- - - -"},
		{caller.Caller{Role: "service_role", Claims: []byte(`{"role":"service_role"}`)}, "- service_role - -"},
	} {
		err := postgres.As(t.Context(), b.Pool, c.from, func(tx pgx.Tx) error {
			var got string
			err := tx.QueryRow(t.Context(), `
				SELECT concat_ws(' ', coalesce(auth.uid()::text, '-'), coalesce(auth.role(), '-'), coalesce(auth.email(), '-'),
				       coalesce(auth.jwt() ->> 'aal', '-')) FROM (SELECT auth.check_session()) AS checked`).Scan(&got)
			if got != c.want {
				t.Errorf("the database reads %q, want %q", got, c.want)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}
