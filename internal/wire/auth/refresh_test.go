package auth

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

func TestRefreshRotates(t *testing.T) {
	b := setup(t)
	first := b.signUp(marina)
	second := b.device(b.tryRefresh(first.RefreshToken))
	third := b.device(b.tryRefresh(second.RefreshToken))
	if first.RefreshToken == second.RefreshToken || second.RefreshToken == third.RefreshToken {
		t.Error("a refresh token was issued twice")
	}
	if n := scalar[int](b, `SELECT count(*) FROM auth.sessions`); n != 1 {
		t.Errorf("%d sessions, want 1", n)
	}
	if err := b.checkSession(third); err != nil {
		t.Error(err)
	}
}

func TestFiftyTabsRefreshAtOnce(t *testing.T) {
	b := setup(t)
	root := b.signUp(marina)
	const tabs = 50
	replies := make([]reply, tabs)
	var group sync.WaitGroup
	for i := range replies {
		group.Go(func() { replies[i] = b.tryRefresh(root.RefreshToken) })
	}
	group.Wait()
	child := b.device(replies[0]).RefreshToken
	for i, got := range replies {
		if d := b.device(got); d.RefreshToken != child {
			t.Errorf("tab %d is on another lineage", i)
		}
	}
	if n := scalar[int](b, `SELECT count(*) FROM auth.refresh_tokens`); n != 2 {
		t.Errorf("%d tokens, want the root and its child", n)
	}
}

func TestLostAnswerIsGivenAgain(t *testing.T) {
	b := setup(t)
	root := b.signUp(marina)
	child := b.device(b.tryRefresh(root.RefreshToken))
	b.clock.advance(time.Hour)
	again := b.device(b.tryRefresh(root.RefreshToken))
	if again.RefreshToken != child.RefreshToken {
		t.Error("the parent of the live token does not answer with it")
	}
}

func TestRecentTokenIsLedToTheLiveOne(t *testing.T) {
	b := setup(t)
	root := b.signUp(marina)
	live := root
	for range 3 {
		live = b.device(b.tryRefresh(live.RefreshToken))
	}
	b.clock.advance(10 * time.Second)
	if led := b.device(b.tryRefresh(root.RefreshToken)); led.RefreshToken != live.RefreshToken {
		t.Error("a tab within the reuse interval left the lineage")
	}
}

func TestReuseKillsTheWholeFamily(t *testing.T) {
	b := setup(t)
	root := b.signUp(marina)
	elsewhere := b.signInAs(marina)
	child := b.device(b.tryRefresh(root.RefreshToken))
	live := b.device(b.tryRefresh(child.RefreshToken))
	b.clock.advance(10*time.Second + time.Millisecond)

	b.want(b.tryRefresh(root.RefreshToken), 400, "refresh_token_already_used")
	for name, d := range map[string]device{"root": root, "child": child, "descendant": live} {
		b.want(b.tryRefresh(d.RefreshToken), 400, "refresh_token_not_found")
		b.want(b.me(d), 403, "session_not_found")
		if refused, ok := errors.AsType[*pgconn.PgError](b.checkSession(d)); !ok || refused.Code != "PT401" {
			t.Errorf("the access token of the %s still works", name)
		}
	}
	b.device(b.tryRefresh(elsewhere.RefreshToken))
	if n := scalar[int](b, `SELECT count(*) FROM auth.audit_log_entries WHERE action = 'token_reused'`); n != 1 {
		t.Errorf("%d reuses are on record, want 1", n)
	}
}

func TestReuseRacesWithItsVictim(t *testing.T) {
	b := setup(t)
	root := b.signUp(marina)
	live := b.device(b.tryRefresh(b.device(b.tryRefresh(root.RefreshToken)).RefreshToken))
	b.clock.advance(time.Minute)
	var group sync.WaitGroup
	for range 10 {
		group.Go(func() { b.tryRefresh(root.RefreshToken) })
		group.Go(func() { b.tryRefresh(live.RefreshToken) })
	}
	group.Wait()
	if n := scalar[int](b, `SELECT count(*) FROM auth.refresh_tokens`); n != 0 {
		t.Errorf("%d tokens outlived the family", n)
	}
}

func TestUnknownRefreshTokens(t *testing.T) {
	b := setup(t)
	b.want(b.tryRefresh("nothing"), 400, "refresh_token_not_found")
	b.want(b.tryRefresh(""), 400, "validation_failed")
	b.want(b.post("/token?grant_type=magic", nil), 400, "validation_failed")
}

func TestStoredTokensSignNobodyIn(t *testing.T) {
	b := setup(t)
	d := b.device(b.tryRefresh(b.signUp(marina).RefreshToken))
	for _, column := range []string{"hash", "seed", "parent"} {
		stored := scalar[string](b, `SELECT encode(`+column+`, 'base64') FROM auth.refresh_tokens WHERE hash = $1`, tokenHash(d.RefreshToken))
		b.want(b.tryRefresh(stored), 400, "refresh_token_not_found")
	}
}

func TestSessionLimits(t *testing.T) {
	limits := func(c *Config) { c.SessionIdleMax, c.SessionLifetimeMax = time.Hour, 90*time.Minute }
	t.Run("Idle", func(t *testing.T) {
		b := setup(t, limits)
		d := b.signUp(marina)
		b.clock.advance(time.Hour + time.Second)
		b.want(b.tryRefresh(d.RefreshToken), 400, "session_expired")
		if n := scalar[int](b, `SELECT count(*) FROM auth.sessions`); n != 0 {
			t.Error("the idle session is still there")
		}
	})
	t.Run("Absolute", func(t *testing.T) {
		b := setup(t, limits)
		d := b.signUp(marina)
		b.clock.advance(50 * time.Minute)
		d = b.device(b.tryRefresh(d.RefreshToken))
		b.clock.advance(35 * time.Minute)
		if d = b.device(b.tryRefresh(d.RefreshToken)); d.ExpiresIn != 300 {
			t.Errorf("token lasts %d s, five minutes before its session ends", d.ExpiresIn)
		}
		b.clock.advance(5*time.Minute + time.Second)
		b.want(b.tryRefresh(d.RefreshToken), 400, "session_expired")
	})
}

func TestBannedUsersDoNotRefresh(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	b.exec(`UPDATE auth.users SET banned_until = now() + interval '1 day'`)
	b.want(b.tryRefresh(d.RefreshToken), 400, "user_banned")
	b.want(b.me(d), 403, "user_banned")
	b.want(b.tryPassword(marina, password, homeIP), 400, "user_banned")
	refused, ok := errors.AsType[*pgconn.PgError](b.checkSession(d))
	if !ok || refused.Message != "User is banned" || refused.Hint != "user_banned" {
		t.Errorf("check_session says %v", refused)
	}
}
