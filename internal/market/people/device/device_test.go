package device_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/limits"
	"automacao/internal/market/markettest"
	"automacao/internal/market/people/device"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// rules accept one push service and every key except "short".
var rules = device.Rules{
	Endpoint: func(endpoint string) error {
		if !strings.HasPrefix(endpoint, "https://push.exemplo.test/") {
			return errors.New("unknown service")
		}
		return nil
	},
	Keys: func(p256dh, _ string) error {
		if strings.HasPrefix(p256dh, "short") {
			return errors.New("too short")
		}
		return nil
	},
}

// as runs a step in a person's session.
func as[In, Out any](t *testing.T, s *markettest.Stage, who, session uuid.UUID, step func(context.Context, pgx.Tx, In) (Out, error), in In) (out Out, code string) {
	t.Helper()
	ctx := caller.NewContext(t.Context(), caller.Caller{Role: "authenticated", UserID: who, SessionID: session})
	err := pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) (err error) { out, err = step(ctx, tx, in); return err })
	return out, markettest.Code(err)
}

func session(s *markettest.Stage, who uuid.UUID) uuid.UUID {
	return s.ID(`INSERT INTO auth.sessions (user_id) VALUES ($1) RETURNING id`, who)
}

func browser(name, keys string) device.Subscription {
	return device.Subscription{Endpoint: "https://push.exemplo.test/" + name, P256dh: keys + strings.Repeat("k", 87-len(keys)), Auth: strings.Repeat("s", 22), UserAgent: "Firefox"}
}

func TestADeviceIsOfOneSession(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	marina := s.Member("professional", "Marina Alves")
	first := session(s, marina)
	kept, code := as(t, s, marina, first, device.Add(rules), browser("a", "keys"))
	if code != "" || kept.ID == uuid.Nil {
		t.Fatalf("kept %+v, %q", kept, code)
	}
	if again, code := as(t, s, marina, first, device.Add(rules), browser("a", "keys")); code != "" || again.ID != kept.ID {
		t.Errorf("added again it is %s, %q", again.ID, code)
	}
	if moved, code := as(t, s, marina, first, device.Add(rules), browser("b", "keys")); code != "" || moved.ID == kept.ID {
		t.Errorf("with another address it is %s, %q", moved.ID, code)
	}
	if left := s.Text(`SELECT string_agg(endpoint, ' ') FROM public.push_subscriptions`); left != "https://push.exemplo.test/b" {
		t.Errorf("the session has %s", left)
	}
	if out, code := as(t, s, marina, session(s, marina), device.Remove, device.Nothing{}); code != "" || out.Removed {
		t.Errorf("another session removes it: %+v %q", out, code)
	}
	if out, code := as(t, s, marina, first, device.Remove, device.Nothing{}); code != "" || !out.Removed {
		t.Errorf("its own session does not: %+v %q", out, code)
	}
}

func TestADeviceChangesHandsOnlyWithItsKeys(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	marina, paulo := s.Member("professional", "Marina Alves"), s.Member("professional", "Paulo Souza")
	if _, code := as(t, s, marina, session(s, marina), device.Add(rules), browser("a", "keys")); code != "" {
		t.Fatal(code)
	}
	if _, code := as(t, s, paulo, session(s, paulo), device.Add(rules), browser("a", "guessed")); code != "push_device_taken" {
		t.Errorf("with other keys they are told %q", code)
	}
	if _, code := as(t, s, paulo, session(s, paulo), device.Add(rules), browser("a", "keys")); code != "" {
		t.Errorf("with the browser's own keys they are told %q", code)
	}
	if owner := s.Text(`SELECT profile_id::text FROM public.push_subscriptions`); owner != paulo.String() {
		t.Errorf("it belongs to %s", owner)
	}
}

func TestWhatCannotBeWrittenToIsRefused(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	marina := s.Member("professional", "Marina Alves")
	own := session(s, marina)
	for want, c := range map[string]struct {
		session uuid.UUID
		given   device.Subscription
	}{
		"push_needs_session":   {uuid.Nil, browser("a", "keys")},
		"push_service_unknown": {own, device.Subscription{Endpoint: "https://elsewhere.test/a", P256dh: "keys", Auth: "secret"}},
		"push_keys_wrong":      {own, browser("a", "short")},
	} {
		if _, code := as(t, s, marina, c.session, device.Add(rules), c.given); code != want {
			t.Errorf("told %q, want %q", code, want)
		}
	}
	if _, code := as(t, s, marina, own, device.Add(rules), browser(strings.Repeat("a", 1000), "keys")); code != "push_service_unknown" {
		t.Errorf("an address without a bound is told %q", code)
	}
}

func TestTheOldestDeviceMakesRoom(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	marina := s.Member("professional", "Marina Alves")
	for i := range limits.PushDevicesMax + 1 {
		if _, code := as(t, s, marina, session(s, marina), device.Add(rules), browser(fmt.Sprintf("%02d", i), "keys")); code != "" {
			t.Fatal(code)
		}
		s.Exec(`UPDATE public.push_subscriptions SET created_at = created_at - interval '1 hour'`)
	}
	if left := s.Text(`SELECT count(*) || ' ' || min(endpoint) FROM public.push_subscriptions`); left != fmt.Sprintf("%d https://push.exemplo.test/01", limits.PushDevicesMax) {
		t.Errorf("left are %s", left)
	}
}
