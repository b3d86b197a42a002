package session_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
)

func TestRefreshRotates(t *testing.T) {
	b := authtest.Setup(t)
	first := b.SignUp(authtest.Marina)
	second := b.Device(b.TryRefresh(first.RefreshToken))
	third := b.Device(b.TryRefresh(second.RefreshToken))
	if first.RefreshToken == second.RefreshToken || second.RefreshToken == third.RefreshToken {
		t.Error("a refresh token was issued twice")
	}
	if n := authtest.Scalar[int](b, `SELECT count(*) FROM auth.sessions`); n != 1 {
		t.Errorf("%d sessions, want 1", n)
	}
	if err := b.CheckSession(third); err != nil {
		t.Error(err)
	}
}

func TestFiftyTabsRefreshAtOnce(t *testing.T) {
	b := authtest.Setup(t)
	root := b.SignUp(authtest.Marina)
	const tabs = 50
	replies := make([]authtest.Reply, tabs)
	var group sync.WaitGroup
	for i := range replies {
		group.Go(func() { replies[i] = b.TryRefresh(root.RefreshToken) })
	}
	group.Wait()
	child := b.Device(replies[0]).RefreshToken
	for i, got := range replies {
		if d := b.Device(got); d.RefreshToken != child {
			t.Errorf("tab %d is on another lineage", i)
		}
	}
	if n := authtest.Scalar[int](b, `SELECT count(*) FROM auth.refresh_tokens`); n != 2 {
		t.Errorf("%d tokens, want the root and its child", n)
	}
}

func TestLostAnswerIsGivenAgain(t *testing.T) {
	b := authtest.Setup(t)
	root := b.SignUp(authtest.Marina)
	child := b.Device(b.TryRefresh(root.RefreshToken))
	b.Clock.Advance(time.Hour)
	again := b.Device(b.TryRefresh(root.RefreshToken))
	if again.RefreshToken != child.RefreshToken {
		t.Error("the parent of the live token does not answer with it")
	}
}

func TestRecentTokenIsLedToTheLiveOne(t *testing.T) {
	b := authtest.Setup(t)
	root := b.SignUp(authtest.Marina)
	live := root
	for range 3 {
		live = b.Device(b.TryRefresh(live.RefreshToken))
	}
	b.Clock.Advance(10 * time.Second)
	if led := b.Device(b.TryRefresh(root.RefreshToken)); led.RefreshToken != live.RefreshToken {
		t.Error("a tab within the reuse interval left the lineage")
	}
}

func TestReuseKillsTheWholeFamily(t *testing.T) {
	b := authtest.Setup(t)
	root := b.SignUp(authtest.Marina)
	elsewhere := b.SignInAs(authtest.Marina)
	child := b.Device(b.TryRefresh(root.RefreshToken))
	live := b.Device(b.TryRefresh(child.RefreshToken))
	b.Clock.Advance(10*time.Second + time.Millisecond)

	b.Want(b.TryRefresh(root.RefreshToken), 400, "refresh_token_already_used")
	for name, d := range map[string]authtest.Device{"root": root, "child": child, "descendant": live} {
		b.Want(b.TryRefresh(d.RefreshToken), 400, "refresh_token_not_found")
		b.Want(b.Me(d), 403, "session_not_found")
		if refused, ok := errors.AsType[*pgconn.PgError](b.CheckSession(d)); !ok || refused.Code != "PT401" {
			t.Errorf("the access token of the %s still works", name)
		}
	}
	b.Device(b.TryRefresh(elsewhere.RefreshToken))
	if n := authtest.Scalar[int](b, `SELECT count(*) FROM auth.audit_log_entries WHERE action = 'token_reused'`); n != 1 {
		t.Errorf("%d reuses are on record, want 1", n)
	}
}

func TestReuseRacesWithItsVictim(t *testing.T) {
	b := authtest.Setup(t)
	root := b.SignUp(authtest.Marina)
	live := b.Device(b.TryRefresh(b.Device(b.TryRefresh(root.RefreshToken)).RefreshToken))
	b.Clock.Advance(time.Minute)
	var group sync.WaitGroup
	for range 10 {
		group.Go(func() { b.TryRefresh(root.RefreshToken) })
		group.Go(func() { b.TryRefresh(live.RefreshToken) })
	}
	group.Wait()
	if n := authtest.Scalar[int](b, `SELECT count(*) FROM auth.refresh_tokens`); n != 0 {
		t.Errorf("%d tokens outlived the family", n)
	}
}

func TestUnknownRefreshTokens(t *testing.T) {
	b := authtest.Setup(t)
	b.Want(b.TryRefresh("nothing"), 400, "refresh_token_not_found")
	b.Want(b.TryRefresh(""), 400, "validation_failed")
	b.Want(b.Post("/token?grant_type=magic", nil), 400, "validation_failed")
}

func TestStoredTokensSignNobodyIn(t *testing.T) {
	b := authtest.Setup(t)
	d := b.Device(b.TryRefresh(b.SignUp(authtest.Marina).RefreshToken))
	for _, column := range []string{"hash", "seed", "parent"} {
		stored := authtest.Scalar[string](b, `SELECT encode(`+column+`, 'base64') FROM auth.refresh_tokens WHERE hash = $1`, core.TokenHash(d.RefreshToken))
		b.Want(b.TryRefresh(stored), 400, "refresh_token_not_found")
	}
}

func TestSessionLimits(t *testing.T) {
	limits := func(c *core.Config) { c.SessionIdleMax, c.SessionLifetimeMax = time.Hour, 90*time.Minute }
	t.Run("Idle", func(t *testing.T) {
		b := authtest.Setup(t, limits)
		d := b.SignUp(authtest.Marina)
		b.Clock.Advance(time.Hour + time.Second)
		b.Want(b.TryRefresh(d.RefreshToken), 400, "session_expired")
		if n := authtest.Scalar[int](b, `SELECT count(*) FROM auth.sessions`); n != 0 {
			t.Error("the idle session is still there")
		}
	})
	t.Run("Absolute", func(t *testing.T) {
		b := authtest.Setup(t, limits)
		d := b.SignUp(authtest.Marina)
		b.Clock.Advance(50 * time.Minute)
		d = b.Device(b.TryRefresh(d.RefreshToken))
		b.Clock.Advance(35 * time.Minute)
		if d = b.Device(b.TryRefresh(d.RefreshToken)); d.ExpiresIn != 300 {
			t.Errorf("token lasts %d s, five minutes before its session ends", d.ExpiresIn)
		}
		b.Clock.Advance(5*time.Minute + time.Second)
		b.Want(b.TryRefresh(d.RefreshToken), 400, "session_expired")
	})
}

func TestBannedUsersDoNotRefresh(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	b.Exec(`UPDATE auth.users SET banned_until = now() + interval '1 day'`)
	b.Want(b.TryRefresh(d.RefreshToken), 400, "user_banned")
	b.Want(b.Me(d), 403, "user_banned")
	b.Want(b.TryPassword(authtest.Marina, authtest.Password, authtest.HomeIP), 400, "user_banned")
	refused, ok := errors.AsType[*pgconn.PgError](b.CheckSession(d))
	if !ok || refused.Message != "User is banned" || refused.Hint != "user_banned" {
		t.Errorf("check_session says %v", refused)
	}
}
