package auth

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/postgres/dbtest"
)

func TestWrongPasswordAndUnknownAddressLookAlike(t *testing.T) {
	b := setup(t)
	b.signUp(marina)
	wrong, unknown := b.tryPassword(marina, "not the password", homeIP), b.tryPassword("carlos@b.co", "not the password", homeIP)
	b.want(wrong, 400, "invalid_credentials")
	if !bytes.Equal(wrong.raw, unknown.raw) || wrong.status != unknown.status {
		t.Errorf("%s and %s differ", wrong.raw, unknown.raw)
	}
	b.want(b.tryPassword("", password, homeIP), 400, "validation_failed")
}

// The Kelvin sign in lower case is a k, and İ with or without its dot an i: neither address belongs
// to the account.
func TestAnAddressIsFoldedInASCIIAlone(t *testing.T) {
	b := setup(t)
	b.signUp("financeiro@kelvin.com.br")
	b.device(b.tryPassword(" Financeiro@KELVIN.com.br ", password, homeIP))
	for _, other := range []string{"f\u0130nanceiro@kelvin.com.br", "financeiro@\u212aelvin.com.br", "\uff46inanceiro@kelvin.com.br", "financeiro@kelvin.com.br\u200b"} {
		b.want(b.tryPassword(other, password, homeIP), 400, "invalid_credentials")
		mails := b.mails.count()
		for _, path := range []string{"/recover", "/otp", "/magiclink"} {
			if got := b.post(path, map[string]any{"email": other, "create_user": false}); got.status == http.StatusOK || b.mails.count() != mails {
				t.Errorf("%s for %+q is answered %d, with %d mails", path, other, got.status, b.mails.count()-mails)
			}
		}
		if got := b.post("/signup", map[string]any{"email": other, "password": password}); got.status < http.StatusBadRequest {
			t.Errorf("%+q signs up: %d", other, got.status)
		}
	}
}

func TestEleventhFailureIsRefused(t *testing.T) {
	b := setup(t)
	b.signUp(marina)
	for range 10 {
		b.want(b.tryPassword(marina, "not the password", homeIP), 400, "invalid_credentials")
	}
	b.clock.advance(time.Minute)
	got := b.tryPassword(marina, password, homeIP)
	b.want(got, http.StatusTooManyRequests, "over_request_rate_limit")
	if after := got.header.Get("Retry-After"); after != strconv.Itoa(4*60) {
		t.Errorf("Retry-After is %q, want the four minutes that are left", after)
	}
	b.device(b.tryPassword(marina, password, otherIP))
	b.clock.advance(4 * time.Minute)
	b.device(b.tryPassword(marina, password, homeIP))
}

// Guesses from many addresses are limited per account, and the owner can still sign in: from a
// known address, or by a mail's link.
func TestGuessesFromEverywhereAreBounded(t *testing.T) {
	b := setup(t, func(c *Config) { c.Limits.PasswordFailuresPerAccount = ratelimit.Rate{Max: 20, Per: time.Hour} })
	b.signUp(marina)
	compared, refused := 0, 0
	for i := range 40 {
		switch got := b.tryPassword(marina, "not the password", fmt.Sprintf("198.51.100.%d", i)); got.status {
		case http.StatusBadRequest:
			compared++
		case http.StatusTooManyRequests:
			refused++
		}
	}
	if compared != 20 || refused != 20 {
		t.Errorf("%d passwords were compared and %d refused, want 20 and 20", compared, refused)
	}
	b.signInAs(marina)
	b.want(b.tryPassword(marina, password, otherIP), 429, "over_request_rate_limit")
	b.want(b.tryPassword("carlos@b.co", password, otherIP), 400, "invalid_credentials")
	b.post("/otp", map[string]any{"email": marina})
	link := queryOf(t, b.mails.last(t).link).Get("token")
	b.device(b.do(request{method: "POST", path: "/verify", body: map[string]any{"type": "magiclink", "token_hash": link}, ip: otherIP}))
	b.device(b.tryPassword(marina, password, otherIP))
}

func TestParallelFailuresAreCountedExactly(t *testing.T) {
	b := setup(t)
	b.signUp(marina)
	var compared, refused atomic.Int64
	var group sync.WaitGroup
	for range 40 {
		group.Go(func() {
			switch got := b.tryPassword(marina, "not the password", homeIP); got.status {
			case http.StatusBadRequest:
				compared.Add(1)
			case http.StatusTooManyRequests:
				refused.Add(1)
			default:
				t.Errorf("unexpected %d %s", got.status, got.raw)
			}
		})
	}
	group.Wait()
	if compared.Load() != 10 || refused.Load() != 30 {
		t.Errorf("%d passwords were compared and %d refused, want 10 and 30", compared.Load(), refused.Load())
	}
}

func TestFullHashQueueCountsNoFailure(t *testing.T) {
	b := setup(t, func(c *Config) { c.Limits.PasswordFailures = ratelimit.Rate{Max: 1, Per: time.Hour} })
	b.signUp(marina)
	queue := b.hasher.queueMax
	cores := int64(runtime.NumCPU())
	if err := b.hasher.running.Acquire(t.Context(), cores); err != nil {
		t.Fatal(err)
	}
	b.hasher.queueMax = 0
	for range 3 {
		got := b.tryPassword(marina, password, homeIP)
		b.want(got, http.StatusTooManyRequests, "over_request_rate_limit")
		if got.header.Get("Retry-After") != "2" {
			t.Errorf("Retry-After is %q", got.header.Get("Retry-After"))
		}
	}
	b.hasher.queueMax = queue
	b.hasher.running.Release(cores)
	b.signInAs(marina)
}

func TestSuccessForgivesFailures(t *testing.T) {
	b := setup(t)
	b.signUp(marina)
	for range 3 {
		for range 9 {
			b.want(b.tryPassword(marina, "not the password", homeIP), 400, "invalid_credentials")
		}
		b.signInAs(marina)
	}
}

func TestSignInLeavesARecordWithoutSecrets(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	b.tryPassword(marina, "not the password", homeIP)
	rows := scalar[string](b, `SELECT string_agg(action || ' ' || host(ip) || ' ' || user_id || ' ' || payload, E'\n' ORDER BY id) FROM auth.audit_log_entries`)
	id := d.User.ID.String()
	want := "user_signedup " + homeIP + " " + id + " {}\n" +
		"login " + homeIP + " " + id + ` {"method": "password"}` + "\n" +
		"login_failed " + homeIP + " " + id + " {}"
	if rows != want {
		t.Errorf("audit log is\n%s\nwant\n%s", rows, want)
	}
}

func TestAddressesShareNoRate(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	table, err := ratelimit.NewTable([]ratelimit.Row{
		{Name: "sign_in", Routes: []string{"POST /auth/v1/token?grant_type=password"}, Address: []ratelimit.Rate{{Max: 2, Per: time.Minute}}, IsExact: true},
		{Name: "others", Routes: []string{ratelimit.Unknown}, Address: []ratelimit.Rate{{Max: 1000, Per: time.Second}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	b := setupOn(t, pool, func(c *Config) { c.Meter = ratelimit.NewMeter(table, pool, c.Now) })
	spoof := http.Header{"X-Forwarded-For": {otherIP}, "X-Real-Ip": {otherIP}}
	try := func(ip string) reply {
		return b.do(request{method: "POST", path: "/token?grant_type=password", body: map[string]any{"email": marina, "password": "x"}, ip: ip, header: spoof})
	}
	try(homeIP)
	try(homeIP)
	got := try(homeIP)
	b.want(got, http.StatusTooManyRequests, "over_request_rate_limit")
	if got.header.Get("Retry-After") != "60" {
		t.Errorf("Retry-After is %q", got.header.Get("Retry-After"))
	}
	b.want(try(otherIP), 400, "invalid_credentials")
	try("2001:db8:1:2::1")
	try("2001:db8:1:2::2")
	b.want(try("2001:db8:1:2:ffff::3"), http.StatusTooManyRequests, "over_request_rate_limit")
	b.want(try("2001:db8:1:3::1"), 400, "invalid_credentials")
	b.clock.advance(time.Minute)
	b.want(try(homeIP), 400, "invalid_credentials")
}

func TestFullHashQueueSendsCallersAway(t *testing.T) {
	t.Parallel()
	h := newHasher(0)
	nothing := func() error { return nil }
	cores := int64(runtime.NumCPU())
	if err := h.running.Acquire(t.Context(), cores); err != nil {
		t.Fatal(err)
	}
	told := asFault(h.run(t.Context(), nothing))
	if told.Code != "over_request_rate_limit" || told.RetryAfter != hashQueueWait {
		t.Errorf("a full queue answers %v", told)
	}
	h.running.Release(cores)
	if err := h.run(t.Context(), nothing); err != nil {
		t.Errorf("an empty queue answers %v", err)
	}
}

func TestCallersWhoLeaveFreeTheHashQueue(t *testing.T) {
	t.Parallel()
	h := newHasher(1)
	cores := int64(runtime.NumCPU())
	if err := h.running.Acquire(t.Context(), cores); err != nil {
		t.Fatal(err)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	for range 3 {
		if err := h.run(gone, func() error { return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("whoever left is answered %v", err)
		}
	}
}

func TestHashesAreArgon2id(t *testing.T) {
	t.Parallel()
	const password = "tanque de inox 7"
	h := newHasher(1)
	encoded, err := h.hash(t.Context(), password)
	if err != nil {
		t.Fatal(err)
	}
	if want := "$argon2id$v=19$m=19456,t=2,p=1$"; encoded[:len(want)] != want {
		t.Errorf("hash is %s", encoded)
	}
	for name, c := range map[string]struct {
		word, hash string
		want, bad  bool
	}{
		"Same":    {password, encoded, true, false},
		"Other":   {password + " ", encoded, false, false},
		"Nobody":  {password, "", false, false},
		"Dummy":   {"no user has this password", "", false, false},
		"Bcrypt":  {password, "$2a$10$abcdefghijklmnopqrstuv", false, true},
		"Greedy":  {password, "$argon2id$v=19$m=4194304,t=2,p=1$c2FsdHNhbHRzYWx0$a2V5a2V5a2V5a2V5a2V5a2V5", false, true},
		"Passes0": {password, "$argon2id$v=19$m=1024,t=0,p=1$c2FsdHNhbHRzYWx0$a2V5a2V5a2V5a2V5a2V5a2V5", false, true},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := h.matches(t.Context(), c.word, c.hash)
			if got != c.want || (err != nil) != c.bad {
				t.Errorf("matches is %v, %v", got, err)
			}
		})
	}
}
