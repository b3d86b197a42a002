package acceptance

import (
	"fmt"
	"io"
	"net/http"
	"testing"

	"automacao/internal/app"
	"automacao/verify/apptest"
)

// from is a request that claims to be forwarded for an address.
func from(hops string, r request) request {
	r.Headers = map[string]string{"X-Forwarded-For": hops}
	return r
}

// behindProxies trusts the address of the tests as a proxy.
func behindProxies(cfg *app.Config) { cfg.TrustedProxies = []string{"127.0.0.0/8", "192.0.2.0/24"} }

// TestAnAddressIsBelieved checks that X-Forwarded-For is believed only from trusted proxies, and
// only as far as they name each other.
func TestAnAddressIsBelieved(t *testing.T) {
	t.Parallel()
	direct, proxied := setup(t), setup(t, behindProxies)
	twoAddressesAreTwoVisitors(t, direct, proxied)
	for _, c := range []struct {
		fact   string
		b      *bundle
		ip     string
		hops   string
		status int
	}{
		{"Direct", direct, "127.0.0.1", "203.0.113.%d", http.StatusTooManyRequests},
		{"SpoofedToAProxy", proxied, "203.0.113.7", "198.18.0.%d, 198.51.100.1", http.StatusTooManyRequests},
		{"ManyBehindAProxy", proxied, "203.0.113.7", "203.0.113.%d", http.StatusOK},
	} {
		t.Run(c.fact, func(t *testing.T) {
			t.Parallel()
			b := c.b.in(t)
			b.sessionComesFrom(c.ip)
			b.reportsComeTo(c.hops, c.status)
		})
	}
}

// twoAddressesAreTwoVisitors checks the views of a profile, which count each visitor once a day.
func twoAddressesAreTwoVisitors(t *testing.T, direct, proxied *bundle) {
	t.Helper()
	for _, c := range []struct {
		fact          string
		b             *bundle
		first, second string
		isAnother     bool
	}{
		{"AHeaderIsNoAddress", direct, "", "203.0.113.7", false},
		{"TwoHeadersAreNoneEither", direct, "203.0.113.7", "203.0.113.8", false},
		{"NorIsOneThatSaysOurOwn", direct, "203.0.113.7", "127.0.0.1", false},
		{"AProxyNamesItsVisitors", proxied, "203.0.113.7", "203.0.113.8", true},
		{"TheSameOneIsOne", proxied, "203.0.113.7", "203.0.113.7", false},
		{"AProxyMayBeAVisitor", proxied, "", "203.0.113.7", true},
		{"WhatAVisitorSaysBeforeIsNotBelieved", proxied, "198.51.100.1, 203.0.113.7", "198.51.100.2, 203.0.113.7", false},
		{"NorThatHeCameFromAProxy", proxied, "192.0.2.1, 203.0.113.7", "192.0.2.2, 203.0.113.7", false},
		{"ProxiesMayFollowOneAnother", proxied, "203.0.113.7, 192.0.2.1", "203.0.113.8, 192.0.2.1", true},
		{"TheLastStrangerCounts", proxied, "203.0.113.7, 198.51.100.1, 192.0.2.1", "203.0.113.8, 198.51.100.1, 127.0.0.2", false},
		{"AProxyIsKnownInEitherForm", proxied, "203.0.113.7, ::ffff:192.0.2.1", "203.0.113.8, ::ffff:192.0.2.1", true},
		{"AWordIsNoAddress", proxied, "unknown", "_hidden", false},
		{"NothingIsBelievedBehindAWord", proxied, "203.0.113.7, unknown", "203.0.113.8, unknown", false},
		{"SpacesAreNoPart", proxied, "203.0.113.7", "  203.0.113.7 ", false},
		{"TheNewAddressesCountToo", proxied, "2001:db8::1", "2001:db8::2", true},
	} {
		t.Run(c.fact, func(t *testing.T) {
			t.Parallel()
			b := c.b.in(t)
			profile := b.Member("professional", "Marina Alves")
			for visit, want := range []bool{true, c.isAnother} {
				var got struct{ Counted bool }
				hops := []string{c.first, c.second}[visit]
				b.Must(from(hops, request{Method: "POST", Path: "/rest/v1/rpc/view_profile", Body: map[string]any{"profile_id": profile}}), &got)
				if got.Counted != want {
					t.Errorf("visit %d from %q is counted: %t", visit+1, hops, got.Counted)
				}
			}
		})
	}
}

// sessionComesFrom checks the address of a session, as its owner reads it.
func (b *bundle) sessionComesFrom(want string) {
	b.T.Helper()
	who := newCast(b).rafael()
	b.Exec(`UPDATE auth.users SET password_hash = $2 WHERE id = $1`, who, b.passwordHash())
	var opened struct {
		AccessToken string `json:"access_token"`
	}
	b.Must(from("198.51.100.1, 203.0.113.7", request{Method: "POST", Path: "/auth/v1/token?grant_type=password",
		Body: map[string]any{"email": who.String() + "@exemplo.test", "password": apptest.Password}}), &opened)
	var sessions []struct {
		IP        string
		IsCurrent bool `json:"is_current"`
	}
	b.Must(request{Method: "POST", Path: "/rest/v1/rpc/list_sessions", Token: opened.AccessToken, Body: map[string]any{}}, &sessions)
	for _, session := range sessions {
		if session.IsCurrent && session.IP == want {
			return
		}
	}
	b.T.Errorf("he reads %+v", sessions)
}

// reportsComeTo sends one report more than an address may, and checks the status.
func (b *bundle) reportsComeTo(hops string, status int) {
	b.T.Helper()
	const daily = 20
	for hop := range daily + 1 {
		got := b.Ask(from(fmt.Sprintf(hops, hop), request{Method: "POST", Path: "/rest/v1/rpc/report_content",
			Body: map[string]any{"kind": "profile", "subject_id": b.Member("professional", "Marina Alves"), "reason": "spam"}}))
		if want := map[bool]int{true: http.StatusOK, false: status}[hop < daily]; got.Status != want {
			b.T.Fatalf("report %d is answered %d %s", hop+1, got.Status, got.Body)
		}
	}
}

// TestProxiesMaySpeakHTTP2InTheClear checks that one address takes HTTP/2 without TLS from proxies,
// and HTTP/1.1 from others.
func TestProxiesMaySpeakHTTP2InTheClear(t *testing.T) {
	b := setup(t)
	for want, speak := range map[string]func(*http.Protocols){
		"HTTP/1.1": func(p *http.Protocols) { p.SetHTTP1(true) },
		"HTTP/2.0": func(p *http.Protocols) { p.SetUnencryptedHTTP2(true) },
	} {
		transport := &http.Transport{Protocols: new(http.Protocols)}
		speak(transport.Protocols)
		for _, path := range []string{"/", "/rest/v1/projects?limit=1"} {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+b.Addr+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("apikey", b.AnonKey)
			answer, err := transport.RoundTrip(request)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, answer.Body); err != nil || answer.Proto != want || answer.StatusCode != http.StatusOK {
				t.Errorf("%s over %s: %s %d, %v", path, want, answer.Proto, answer.StatusCode, err)
			}
			_ = answer.Body.Close()
		}
		transport.CloseIdleConnections()
	}
}
