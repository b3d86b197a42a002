package push_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"automacao/internal/kernel/leaktest"
	"automacao/internal/notify/push"
	"automacao/internal/notify/push/pushtest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

type bundle struct {
	service *pushtest.Service
	key     push.Key
	sender  *push.Sender
}

func setup(t *testing.T) bundle {
	t.Helper()
	b := bundle{service: pushtest.Open(t)}
	text, err := push.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	if b.key, err = push.ParseKey(text); err != nil {
		t.Fatal(err)
	}
	services, err := push.NewServices([]string{b.service.Origin})
	if err != nil {
		t.Fatal(err)
	}
	b.sender = push.NewSender(b.key, "contato@exemplo.test", services)
	t.Cleanup(b.sender.Close)
	return b
}

func to(browser pushtest.Browser) push.Device {
	return push.Device{Endpoint: browser.Endpoint, P256dh: browser.P256dh, Secret: browser.Auth}
}

func TestOnlyTheBrowserReadsWhatIsSent(t *testing.T) {
	t.Parallel()
	b := setup(t)
	sent := push.Message{Body: []byte(`{"title":"Você recebeu uma avaliação"}`), Topic: "assunto", IsUrgent: true, TTL: time.Hour}
	if err := b.sender.Send(t.Context(), to(b.service.Browser(t, "marina")), sent); err != nil {
		t.Fatal(err)
	}
	want := pushtest.Delivery{Body: string(sent.Body), Topic: "assunto", Urgency: "high", TTL: "3600", Key: b.key.Public}
	if got := <-b.service.Delivered; got != want {
		t.Errorf("%+v arrived", got)
	}
}

func TestWhatAServiceAnswersIsUnderstood(t *testing.T) {
	t.Parallel()
	b := setup(t)
	device := to(b.service.Browser(t, "marina"))
	for status, want := range map[int]error{http.StatusNotFound: push.ErrGone, http.StatusGone: push.ErrGone, http.StatusForbidden: push.ErrRefused, http.StatusRequestEntityTooLarge: push.ErrRefused, http.StatusFound: push.ErrRefused} {
		b.service.Next(pushtest.Answer{Status: status, Location: b.service.Origin + "/elsewhere"})
		if err := b.sender.Send(t.Context(), device, push.Message{}); !errors.Is(err, want) {
			t.Errorf("%d is %v", status, err)
		}
	}
	for text, want := range map[string]time.Duration{"7": 7 * time.Second, "": time.Minute, "soon": time.Minute, "-4": time.Second, "999999": time.Hour} {
		b.service.Next(pushtest.Answer{Status: http.StatusTooManyRequests, RetryAfter: text})
		var later push.Later
		if err := b.sender.Send(t.Context(), device, push.Message{}); !errors.As(err, &later) || later.Wait != want {
			t.Errorf("Retry-After %q is %v", text, err)
		}
	}
	b.service.Next(pushtest.Answer{Status: http.StatusBadGateway})
	if err := b.sender.Send(t.Context(), device, push.Message{}); err == nil || errors.Is(err, push.ErrRefused) || strings.Contains(err.Error(), device.Endpoint) {
		t.Errorf("502 is %v", err)
	}
}

func TestOnlyKnownServicesAreCalled(t *testing.T) {
	t.Parallel()
	services, err := push.NewServices([]string{"http://127.0.0.1:9000"})
	if err != nil {
		t.Fatal(err)
	}
	for _, endpoint := range []string{
		"https://fcm.googleapis.com/fcm/send/a:b", "https://updates.push.services.mozilla.com/wpush/v2/x", "https://db5p.notify.windows.com/w/?token=x",
		"https://web.push.apple.com/x", "https://fcm.googleapis.com:443/x", "http://127.0.0.1:9000/x",
	} {
		if err := services.Check(endpoint); err != nil {
			t.Errorf("%s: %v", endpoint, err)
		}
	}
	for _, endpoint := range []string{
		"", "x", "https://", "http://fcm.googleapis.com/x", "https://fcm.googleapis.com:8443/x", "https://fcm.googleapis.com@exemplo.test/x", "https://evilfcm.googleapis.com/x",
		"https://notify.windows.com.exemplo.test/x", "https://notify.windows.com/x", "https://exemplo.test/fcm.googleapis.com", "https://127.0.0.1/x", "https://[::1]/x",
		"https://169.254.169.254/latest/meta-data", "http://127.0.0.1:9001/x", "https://127.0.0.1:9000/x", "file:///etc/passwd", "https://user:pw@web.push.apple.com/x", "https://web.push.apple.com/x#y", "mailto:a@fcm.googleapis.com",
	} {
		if err := services.Check(endpoint); !errors.Is(err, push.ErrForeign) {
			t.Errorf("%s: %v", endpoint, err)
		}
	}
	for _, origin := range []string{"push.exemplo.test", "http://push.exemplo.test", "https://push.exemplo.test/path", "ftp://127.0.0.1"} {
		if _, err := push.NewServices([]string{origin}); err == nil {
			t.Errorf("%s is accepted as an origin", origin)
		}
	}
}

func TestAKnownNameThatLeadsInsideIsNotDialled(t *testing.T) {
	t.Parallel()
	for address, isRefused := range map[string]bool{
		"127.0.0.1:443": true, "10.1.2.3:443": true, "172.16.0.1:443": true, "192.168.0.9:443": true, "169.254.169.254:443": true, "100.64.0.1:443": true, "[::1]:443": true,
		"[::ffff:10.0.0.1]:443": true, "[fd00::1]:443": true, "[fe80::1]:443": true, "0.0.0.0:443": true, "224.0.0.1:443": true,
		"142.250.0.1:443": false, "[2607:f8b0::1]:443": false, "127.0.0.1:9000": false,
	} {
		services, _ := push.NewServices([]string{"http://127.0.0.1:9000"})
		if err := push.MayDial(services, address); (err != nil) != isRefused {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestKeysThatEncryptNothingAreRefused(t *testing.T) {
	t.Parallel()
	good := setup(t).service.Browser(t, "marina")
	if err := push.CheckKeys(good.P256dh, good.Auth); err != nil {
		t.Error(err)
	}
	for _, keys := range [][2]string{{"", good.Auth}, {good.P256dh, ""}, {good.P256dh[:80], good.Auth}, {good.P256dh, good.Auth + "AA"}, {"BA" + strings.Repeat("A", 85), good.Auth}, {"*", "*"}} {
		if err := push.CheckKeys(keys[0], keys[1]); err == nil {
			t.Errorf("%v are accepted", keys)
		}
	}
	for _, text := range []string{"", "AAAA", strings.Repeat("A", 43), "*"} {
		if _, err := push.ParseKey(text); err == nil {
			t.Errorf("%q is accepted as the server's key", text)
		}
	}
}
