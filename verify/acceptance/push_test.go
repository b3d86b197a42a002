package acceptance

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/app"
	"automacao/internal/market/people/notification"
	"automacao/internal/notify/push/pushtest"
	"automacao/verify/apptest"
)

// pushed is a whole server and a push service.
type pushed struct {
	*bundle
	service *pushtest.Service
}

func setupPushed(t *testing.T) pushed {
	t.Helper()
	service := pushtest.Open(t)
	return pushed{setup(t, func(c *app.Config) { c.PushOrigins = []string{service.Origin} }), service}
}

func (p pushed) add(token string, browser pushtest.Browser) answer {
	p.T.Helper()
	return p.Ask(request{Method: "POST", Path: "/rest/v1/rpc/add_push_device", Token: token,
		Body: map[string]any{"endpoint": browser.Endpoint, "p256dh": browser.P256dh, "auth": browser.Auth, "user_agent": "Chrome no Android"}})
}

func (p pushed) devices() string {
	p.T.Helper()
	return p.Text(`SELECT coalesce(string_agg(p.name || ' ' || split_part(d.endpoint, '/', 4), ', ' ORDER BY d.endpoint), '') FROM public.push_subscriptions d JOIN public.profiles p ON p.id = d.profile_id`)
}

func TestAMessageReachesAClosedPhone(t *testing.T) {
	t.Parallel()
	p := setupPushed(t)
	marina, serra := p.Member("professional", "Marina Alves"), p.Member("company", "Serra Azul")
	if got := p.add(p.Session(serra), p.service.Browser(t, "phone")); got.Status != http.StatusOK {
		t.Fatal(got)
	}
	p.Must(request{Method: "POST", Path: "/rest/v1/rpc/send_message", Token: p.Session(marina), Body: map[string]any{"client_id": uuid.New(), "to_id": serra, "content": "Chego às 8"}}, nil)
	select {
	case delivery := <-p.service.Delivered:
		var shown notification.OnDevice
		if err := json.Unmarshal([]byte(delivery.Body), &shown); err != nil || shown.Title != "Marina Alves" || shown.URL != "/dashboard/mensagens/"+marina.String() {
			t.Errorf("%s is shown, %v", delivery.Body, err)
		}
		if strings.Contains(delivery.Body, "Chego") {
			t.Errorf("the words are told: %s", delivery.Body)
		}
		var config struct{ PushKey string }
		if p.Must(request{Method: "GET", Path: "/config.json"}, &config); config.PushKey != delivery.Key {
			t.Errorf("signed with %s, browsers know %s", delivery.Key, config.PushKey)
		}
	case <-time.After(apptest.Patience):
		t.Fatal("the phone was told nothing")
	}
}

func TestOnlyKnownPushServicesAreCalled(t *testing.T) {
	t.Parallel()
	p := setupPushed(t)
	marina, rafael := p.Member("professional", "Marina"), p.Member("professional", "Rafael")
	phone, token := p.service.Browser(t, "phone"), p.Session(marina)
	foreign := func(endpoint string) pushtest.Browser { b := phone; b.Endpoint = endpoint; return b }
	stranger := p.service.Browser(t, "stranger")
	stranger.Endpoint = phone.Endpoint
	weak := phone
	weak.P256dh = strings.Repeat("A", 87)
	if got := p.add(token, phone); got.Status != http.StatusOK {
		t.Fatal(got)
	}
	for code, browser := range map[string]pushtest.Browser{
		"push_service_unknown": foreign("https://169.254.169.254/latest/meta-data"),
		"push_keys_wrong":      weak,
	} {
		if got := p.add(token, browser); got.Status != http.StatusBadRequest || !strings.Contains(got.Body, code) {
			t.Errorf("%s: %v", code, got)
		}
	}
	if got := p.add(p.Session(rafael), stranger); got.Status != http.StatusConflict || !strings.Contains(got.Body, "push_device_taken") {
		t.Errorf("a caller who only knows the address gets %v", got)
	}
	if got := p.add(p.Session(rafael), foreign("http://"+p.Addr+"/rest/v1/rpc/x")); got.Status != http.StatusBadRequest {
		t.Errorf("this server itself: %v", got)
	}
	if got := p.devices(); got != "Marina phone" {
		t.Errorf("kept are %s", got)
	}
	// A browser belongs to the person who signed in last.
	if got := p.add(p.Session(rafael), phone); got.Status != http.StatusOK || p.devices() != "Rafael phone" {
		t.Errorf("kept are %s, %v", p.devices(), got)
	}
}

func TestADeviceGoesWithItsSession(t *testing.T) {
	t.Parallel()
	p := setupPushed(t)
	admin, marina := p.Member("admin", "Ana"), p.Member("professional", "Marina")
	phone, desk := p.Session(marina), p.Session(marina)
	begin := func() {
		t.Helper()
		for token, name := range map[string]string{phone: "phone", desk: "desk"} {
			if got := p.add(token, p.service.Browser(t, name)); got.Status != http.StatusOK {
				t.Fatal(got)
			}
		}
	}
	begin()
	p.Must(request{Method: "POST", Path: "/rest/v1/rpc/remove_push_device", Token: phone, Body: map[string]any{}}, nil)
	if got := p.devices(); got != "Marina desk" {
		t.Errorf("turned off on the phone, %s are left", got)
	}
	if got := p.Ask(request{Method: "POST", Path: "/auth/v1/logout?scope=local", Token: desk}); got.Status != http.StatusNoContent || p.devices() != "" {
		t.Errorf("signed out of the desk, %s are left, %v", p.devices(), got)
	}
	desk = p.Session(marina)
	p.Exec(`DELETE FROM public.push_subscriptions`)
	begin()
	if got := p.Ask(request{Method: "POST", Path: "/auth/v1/logout?scope=others", Token: desk}); got.Status != http.StatusNoContent || p.devices() != "Marina desk" {
		t.Errorf("the others ended, %s are left, %v", p.devices(), got)
	}
	p.Must(request{Method: "POST", Path: "/rest/v1/rpc/block_user", Token: p.Session(admin), Body: map[string]any{"user_id": marina}}, nil)
	if got := p.devices(); got != "" {
		t.Errorf("blocked, %s are left", got)
	}
}

func TestOnePersonHasSoManyDevices(t *testing.T) {
	t.Parallel()
	p := setupPushed(t)
	marina := p.Member("professional", "Marina")
	for i := range 12 {
		if got := p.add(p.Session(marina), p.service.Browser(t, string(rune('a'+i)))); got.Status != http.StatusOK {
			t.Fatal(got)
		}
	}
	if got := p.Text(`SELECT string_agg(split_part(endpoint, '/', 4), '' ORDER BY endpoint) FROM public.push_subscriptions`); got != "cdefghijkl" {
		t.Errorf("kept are %s", got)
	}
	if got := p.Ask(request{Method: "POST", Path: "/rest/v1/rpc/export_data", Token: p.Session(marina), Body: map[string]any{}}); !strings.Contains(got.Body, "Chrome no Android") || strings.Contains(got.Body, p.service.Origin+"/c") {
		t.Errorf("the export says %s", got.Body)
	}
}
