package auth

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

const webhookSecret = "v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

// listener is a webhook: it records its requests and answers as the test says.
type listener struct {
	t     *testing.T
	url   string
	mu    sync.Mutex
	heard []map[string]any
	ids   map[string]bool
	say   func(told map[string]any) any
}

// listen starts a listener that checks each signature.
func listen(t *testing.T, say func(told map[string]any) any) *listener {
	t.Helper()
	l := &listener{t: t, say: say, ids: map[string]bool{}}
	server := httptest.NewServer(l)
	t.Cleanup(server.Close)
	l.url = server.URL
	return l
}

// raw is a response other than 200 and JSON.
type raw struct {
	status int
	header map[string]string
	body   string
}

func (l *listener) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	verifier, err := standardwebhooks.NewWebhook(strings.TrimPrefix(webhookSecret, "v1,"))
	if err != nil {
		l.t.Error(err)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil || verifier.Verify(body, r.Header) != nil || r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" {
		l.t.Errorf("%s with %v is not signed", body, r.Header)
	}
	told := map[string]any{}
	if err := json.Unmarshal(body, &told); err != nil {
		l.t.Error(err)
	}
	if meta, _ := told["metadata"].(map[string]any); meta["ip_address"] != homeIP || meta["uuid"] == nil || meta["time"] == nil {
		l.t.Errorf("the hook is told %s", body)
	}
	l.mu.Lock()
	l.heard, l.ids[r.Header.Get("Webhook-Id")] = append(l.heard, told), true
	said := l.say(told)
	l.mu.Unlock()
	if odd, isRaw := said.(raw); isRaw {
		for name, value := range odd.header {
			w.Header().Set(name, value)
		}
		w.WriteHeader(odd.status)
		_, _ = io.WriteString(w, odd.body)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(said)
}

func (l *listener) last() map[string]any {
	l.t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.heard) == 0 {
		l.t.Fatal("the hook was told nothing")
	}
	return l.heard[len(l.heard)-1]
}

func (l *listener) times() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.heard)
}

// hook is a hook that calls the listener, and retries at once.
func (l *listener) hook() *Hook {
	l.t.Helper()
	made, err := ParseHook(l.url, webhookSecret+"|v1,whsec_"+strings.Repeat("B", 32))
	if err != nil {
		l.t.Fatal(err)
	}
	made.backoff = time.Nanosecond
	return made
}

func function(t *testing.T, name string) *Hook {
	t.Helper()
	made, err := ParseHook("pg-functions://postgres/hooks/"+name, "")
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func nothing(map[string]any) any { return map[string]any{} }
