package auth

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
)

func TestOtherPackagesCreateUsers(t *testing.T) {
	runs := 0
	b := setup(t, func(c *Config) {
		c.OnSignup = func(_ context.Context, _ pgx.Tx, user NewUser) (map[string]any, error) {
			runs++
			return user.Metadata, nil
		}
	})
	fixed := uuid.New()
	err := b.inTx(func(tx pgx.Tx) error {
		id, err := b.CreateUser(t.Context(), tx, NewUser{ID: fixed, Email: marina, Password: password})
		if id != fixed {
			t.Errorf("id is %s", id)
		}
		return err
	})
	if err != nil || runs != 1 {
		t.Fatalf("hook ran %d times, %v", runs, err)
	}
	b.signInAs(marina)
	err = b.inTx(func(tx pgx.Tx) error {
		_, err := b.CreateUser(t.Context(), tx, NewUser{Email: "carlos@b.co", SkipHook: true})
		return err
	})
	if err != nil || runs != 1 {
		t.Errorf("hook ran %d times, %v", runs, err)
	}
	b.want(b.tryPassword("carlos@b.co", "", homeIP), 400, "invalid_credentials")
	err = b.inTx(func(tx pgx.Tx) error {
		_, err := b.CreateUser(t.Context(), tx, NewUser{Email: marina})
		return err
	})
	if !errors.Is(err, errUserExists) {
		t.Errorf("a taken address gives %v", err)
	}
}

func TestBanEndsEverySession(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	stranger := b.signUp("carlos@b.co")
	if err := b.inTx(func(tx pgx.Tx) error { return b.Ban(t.Context(), tx, d.User.ID, nil) }); err != nil {
		t.Fatal(err)
	}
	refused, ok := errors.AsType[*pgconn.PgError](b.checkSession(d))
	if !ok || refused.Code != "PT401" || refused.Message != "User is banned" {
		t.Errorf("check_session says %v", refused)
	}
	if err := b.checkSession(stranger); err != nil {
		t.Errorf("a stranger is banned too: %v", err)
	}
	b.want(b.tryRefresh(d.RefreshToken), 400, "refresh_token_not_found")
	b.want(b.tryPassword(marina, password, homeIP), 400, "user_banned")
	if err := b.inTx(func(tx pgx.Tx) error { return b.Unban(t.Context(), tx, d.User.ID) }); err != nil {
		t.Fatal(err)
	}
	b.signInAs(marina)
	err := b.inTx(func(tx pgx.Tx) error { return b.Ban(t.Context(), tx, uuid.New(), nil) })
	if !errors.Is(err, errUserNotFound) {
		t.Errorf("banning nobody gives %v", err)
	}
}

func TestBanHasAnEnd(t *testing.T) {
	b := setup(t)
	id := b.signUp(marina).User.ID
	until := b.clock.Now().Add(time.Hour)
	if err := b.inTx(func(tx pgx.Tx) error { return b.Ban(t.Context(), tx, id, &until) }); err != nil {
		t.Fatal(err)
	}
	b.want(b.tryPassword(marina, password, homeIP), 400, "user_banned")
	b.clock.advance(time.Hour)
	b.signInAs(marina)
}

func TestUsersListAndEndTheirSessions(t *testing.T) {
	b := setup(t)
	id := b.signUp(marina).User.ID
	b.clock.advance(time.Minute)
	here := b.signInAs(marina)
	stranger := b.signUp("carlos@b.co")
	var listed []Session
	err := b.inTx(func(tx pgx.Tx) (err error) {
		listed, err = b.Sessions(t.Context(), tx, id)
		return err
	})
	if err != nil || len(listed) != 2 || listed[0].IP != homeIP || listed[0].UserAgent != "Firefox" || !listed[0].CreatedAt.Equal(b.clock.Now()) {
		t.Fatalf("sessions are %+v, %v", listed, err)
	}
	end := func(userID, sessionID uuid.UUID) error {
		return b.inTx(func(tx pgx.Tx) error { return b.EndSession(t.Context(), tx, userID, sessionID) })
	}
	if err := end(stranger.User.ID, listed[0].ID); !errors.Is(err, errSessionNotFound) {
		t.Errorf("ending a foreign session gives %v", err)
	}
	if err := end(id, listed[0].ID); err != nil || b.checkSession(here) == nil {
		t.Errorf("the session is alive, %v", err)
	}
	if err := b.inTx(func(tx pgx.Tx) error { return b.EndSessions(t.Context(), tx, id) }); err != nil {
		t.Error(err)
	}
	if n := scalar[int](b, `SELECT count(*) FROM auth.sessions WHERE user_id = $1`, id); n != 0 {
		t.Errorf("%d sessions remain", n)
	}
}

func TestDeletedUsersAreNobody(t *testing.T) {
	b := setup(t)
	d := b.device(b.post("/signup", map[string]any{"email": marina, "password": password, "data": map[string]any{"name": "Marina"}}))
	b.enrolFactor(d, "celular")
	if err := b.inTx(func(tx pgx.Tx) error { return b.DeleteUser(t.Context(), tx, d.User.ID) }); err != nil {
		t.Fatal(err)
	}
	if b.checkSession(d) == nil {
		t.Error("the access token still works")
	}
	b.want(b.me(d), 403, "user_not_found")
	b.want(b.tryPassword(marina, password, homeIP), 400, "invalid_credentials")
	row := scalar[string](b, `SELECT to_jsonb(u)::text FROM auth.users u WHERE deleted_at IS NOT NULL`)
	if row == "" || slices.ContainsFunc([]string{"marina", "Marina", "argon2id"}, func(trace string) bool { return strings.Contains(row, trace) }) {
		t.Errorf("the row still says who it was: %s", row)
	}
	b.signUp(marina)
}

func TestVouchedAddressReplacesTheOld(t *testing.T) {
	b := setup(t)
	id := b.signUp(marina).User.ID
	b.signUp("carlos@b.co")
	change := func(to string) error {
		return b.inTx(func(tx pgx.Tx) error { return b.ChangeEmail(t.Context(), tx, id, to) })
	}
	if err := change("Carlos@b.co"); !errors.Is(err, errEmailExists) {
		t.Errorf("a taken address gives %v", err)
	}
	if err := change("nova@b.co"); err != nil {
		t.Fatal(err)
	}
	b.signInAs("nova@b.co")
}

func TestPurgeKeepsWhatLives(t *testing.T) {
	b := setup(t, func(c *Config) { c.SessionIdleMax, c.SessionLifetimeMax = 48*time.Hour, 72*time.Hour })
	b.signUp(marina)
	b.post("/recover", map[string]any{"email": marina})
	b.tryPassword(marina, "not the password", homeIP)
	b.clock.advance(49 * time.Hour)
	living := b.signInAs(marina)
	if err := b.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	for table, want := range map[string]int{"sessions": 1, "refresh_tokens": 1, "one_time_tokens": 0, "attempts": 0, "users": 1} {
		if n := scalar[int](b, `SELECT count(*) FROM auth.`+table); n != want {
			t.Errorf("%d rows in %s, want %d", n, table, want)
		}
	}
	b.device(b.tryRefresh(living.RefreshToken))
	b.clock.advance(200 * 24 * time.Hour)
	if err := b.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := scalar[int](b, `SELECT count(*) FROM auth.audit_log_entries`); n != 0 {
		t.Errorf("%d entries outlived the time they are kept", n)
	}
}

func TestRequestsNeverReadTheSchema(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	claims, err := b.keys.VerifyAt(d.AccessToken, b.clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	tables := scalar[[]string](b, `
		SELECT array_agg(relname::text) FROM pg_class
		 WHERE relnamespace = 'auth'::regnamespace AND relkind = 'r' AND relrowsecurity AND relforcerowsecurity`)
	if all := scalar[int](b, `SELECT count(*) FROM pg_class WHERE relnamespace = 'auth'::regnamespace AND relkind = 'r'`); all != len(tables) || all == 0 {
		t.Errorf("row-level security is forced on %d of %d tables", len(tables), all)
	}
	for _, from := range []caller.Caller{{Role: "anon"}, claims.Caller()} {
		for _, table := range tables {
			for _, statement := range []string{"SELECT FROM auth.", "DELETE FROM auth.", "TRUNCATE auth."} {
				err := postgres.As(t.Context(), b.pool, from, func(tx pgx.Tx) error {
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
	b := setup(t)
	d := b.signUp(marina)
	claims, err := b.keys.VerifyAt(d.AccessToken, b.clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from caller.Caller
		want string
	}{
		{claims.Caller(), d.User.ID.String() + " authenticated " + marina + " aal1"},
		{caller.Caller{Role: "anon"}, "- - - -"},
		{caller.Caller{Role: "service_role", Claims: []byte(`{"role":"service_role"}`)}, "- service_role - -"},
	} {
		err := postgres.As(t.Context(), b.pool, c.from, func(tx pgx.Tx) error {
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
