package signin_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
)

func TestWrongPasswordAndUnknownAddressLookAlike(t *testing.T) {
	b := authtest.Setup(t)
	b.SignUp(authtest.Marina)
	wrong, unknown := b.TryPassword(authtest.Marina, "not the password", authtest.HomeIP), b.TryPassword("carlos@b.co", "not the password", authtest.HomeIP)
	b.Want(wrong, 400, "invalid_credentials")
	if !bytes.Equal(wrong.Raw, unknown.Raw) || wrong.Status != unknown.Status {
		t.Errorf("%s and %s differ", wrong.Raw, unknown.Raw)
	}
	b.Want(b.TryPassword("", authtest.Password, authtest.HomeIP), 400, "validation_failed")
}

// The Kelvin sign in lower case is a k, and İ with or without its dot an i: neither address belongs
// to the account.
func TestAnAddressIsFoldedInASCIIAlone(t *testing.T) {
	b := authtest.Setup(t)
	b.SignUp("financeiro@kelvin.com.br")
	b.Device(b.TryPassword(" Financeiro@KELVIN.com.br ", authtest.Password, authtest.HomeIP))
	for _, other := range []string{"f\u0130nanceiro@kelvin.com.br", "financeiro@\u212aelvin.com.br", "\uff46inanceiro@kelvin.com.br", "financeiro@kelvin.com.br\u200b"} {
		b.Want(b.TryPassword(other, authtest.Password, authtest.HomeIP), 400, "invalid_credentials")
		mails := b.Mails.Count()
		for _, path := range []string{"/recover", "/otp", "/magiclink"} {
			if got := b.Post(path, map[string]any{"email": other, "create_user": false}); got.Status == http.StatusOK || b.Mails.Count() != mails {
				t.Errorf("%s for %+q is answered %d, with %d mails", path, other, got.Status, b.Mails.Count()-mails)
			}
		}
		if got := b.Post("/signup", map[string]any{"email": other, "password": authtest.Password}); got.Status < http.StatusBadRequest {
			t.Errorf("%+q signs up: %d", other, got.Status)
		}
	}
}

func TestEleventhFailureIsRefused(t *testing.T) {
	b := authtest.Setup(t)
	b.SignUp(authtest.Marina)
	for range 10 {
		b.Want(b.TryPassword(authtest.Marina, "not the password", authtest.HomeIP), 400, "invalid_credentials")
	}
	b.Clock.Advance(time.Minute)
	got := b.TryPassword(authtest.Marina, authtest.Password, authtest.HomeIP)
	b.Want(got, http.StatusTooManyRequests, "over_request_rate_limit")
	if after := got.Header.Get("Retry-After"); after != strconv.Itoa(4*60) {
		t.Errorf("Retry-After is %q, want the four minutes that are left", after)
	}
	b.Device(b.TryPassword(authtest.Marina, authtest.Password, authtest.OtherIP))
	b.Clock.Advance(4 * time.Minute)
	b.Device(b.TryPassword(authtest.Marina, authtest.Password, authtest.HomeIP))
}

// Guesses from many addresses are limited per account, and the owner can still sign in: from a
// known address, or by a mail's link.
func TestGuessesFromEverywhereAreBounded(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) { c.Limits.PasswordFailuresPerAccount = ratelimit.Rate{Max: 20, Per: time.Hour} })
	b.SignUp(authtest.Marina)
	compared, refused := 0, 0
	for i := range 40 {
		switch got := b.TryPassword(authtest.Marina, "not the password", fmt.Sprintf("198.51.100.%d", i)); got.Status {
		case http.StatusBadRequest:
			compared++
		case http.StatusTooManyRequests:
			refused++
		}
	}
	if compared != 20 || refused != 20 {
		t.Errorf("%d passwords were compared and %d refused, want 20 and 20", compared, refused)
	}
	b.SignInAs(authtest.Marina)
	b.Want(b.TryPassword(authtest.Marina, authtest.Password, authtest.OtherIP), 429, "over_request_rate_limit")
	b.Want(b.TryPassword("carlos@b.co", authtest.Password, authtest.OtherIP), 400, "invalid_credentials")
	b.Post("/otp", map[string]any{"email": authtest.Marina})
	link := authtest.QueryOf(t, b.Mails.Last(t).Link).Get("token")
	b.Device(b.Do(authtest.Request{Method: "POST", Path: "/verify", Body: map[string]any{"type": "magiclink", "token_hash": link}, IP: authtest.OtherIP}))
	b.Device(b.TryPassword(authtest.Marina, authtest.Password, authtest.OtherIP))
}

func TestParallelFailuresAreCountedExactly(t *testing.T) {
	b := authtest.Setup(t)
	b.SignUp(authtest.Marina)
	var compared, refused atomic.Int64
	var group sync.WaitGroup
	for range 40 {
		group.Go(func() {
			switch got := b.TryPassword(authtest.Marina, "not the password", authtest.HomeIP); got.Status {
			case http.StatusBadRequest:
				compared.Add(1)
			case http.StatusTooManyRequests:
				refused.Add(1)
			default:
				t.Errorf("unexpected %d %s", got.Status, got.Raw)
			}
		})
	}
	group.Wait()
	if compared.Load() != 10 || refused.Load() != 30 {
		t.Errorf("%d passwords were compared and %d refused, want 10 and 30", compared.Load(), refused.Load())
	}
}

func TestSuccessForgivesFailures(t *testing.T) {
	b := authtest.Setup(t)
	b.SignUp(authtest.Marina)
	for range 3 {
		for range 9 {
			b.Want(b.TryPassword(authtest.Marina, "not the password", authtest.HomeIP), 400, "invalid_credentials")
		}
		b.SignInAs(authtest.Marina)
	}
}

func TestSignInLeavesARecordWithoutSecrets(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	b.TryPassword(authtest.Marina, "not the password", authtest.HomeIP)
	rows := authtest.Scalar[string](b, `SELECT string_agg(action || ' ' || host(ip) || ' ' || user_id || ' ' || payload, E'\n' ORDER BY id) FROM auth.audit_log_entries`)
	id := d.User.ID.String()
	want := "user_signedup " + authtest.HomeIP + " " + id + " {}\n" +
		"login " + authtest.HomeIP + " " + id + ` {"method": "password"}` + "\n" +
		"login_failed " + authtest.HomeIP + " " + id + " {}"
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
	b := authtest.SetupOn(t, pool, func(c *core.Config) { c.Meter = ratelimit.NewMeter(table, pool, c.Now) })
	spoof := http.Header{"X-Forwarded-For": {authtest.OtherIP}, "X-Real-Ip": {authtest.OtherIP}}
	try := func(ip string) authtest.Reply {
		return b.Do(authtest.Request{Method: "POST", Path: "/token?grant_type=password", Body: map[string]any{"email": authtest.Marina, "password": "x"}, IP: ip, Header: spoof})
	}
	try(authtest.HomeIP)
	try(authtest.HomeIP)
	got := try(authtest.HomeIP)
	b.Want(got, http.StatusTooManyRequests, "over_request_rate_limit")
	if got.Header.Get("Retry-After") != "60" {
		t.Errorf("Retry-After is %q", got.Header.Get("Retry-After"))
	}
	b.Want(try(authtest.OtherIP), 400, "invalid_credentials")
	try("2001:db8:1:2::1")
	try("2001:db8:1:2::2")
	b.Want(try("2001:db8:1:2:ffff::3"), http.StatusTooManyRequests, "over_request_rate_limit")
	b.Want(try("2001:db8:1:3::1"), 400, "invalid_credentials")
	b.Clock.Advance(time.Minute)
	b.Want(try(authtest.HomeIP), 400, "invalid_credentials")
}
