package authtest

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

	"automacao/internal/wire/auth/hook"
)

// WebhookSecret signs the requests to a Listener.
const WebhookSecret = "v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

// Listener is a webhook: it records its requests and answers as the test says.
type Listener struct {
	T     *testing.T
	url   string
	Mu    sync.Mutex
	Heard []map[string]any
	Ids   map[string]bool
	Say   func(told map[string]any) any
}

// Listen starts a listener that checks each signature.
func Listen(t *testing.T, say func(told map[string]any) any) *Listener {
	t.Helper()
	l := &Listener{T: t, Say: say, Ids: map[string]bool{}}
	server := httptest.NewServer(l)
	t.Cleanup(server.Close)
	l.url = server.URL
	return l
}

// Raw is a response other than 200 and JSON.
type Raw struct {
	Status int
	Header map[string]string
	Body   string
}

func (l *Listener) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	verifier, err := standardwebhooks.NewWebhook(strings.TrimPrefix(WebhookSecret, "v1,"))
	if err != nil {
		l.T.Error(err)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil || verifier.Verify(body, r.Header) != nil || r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" {
		l.T.Errorf("%s with %v is not signed", body, r.Header)
	}
	told := map[string]any{}
	if err := json.Unmarshal(body, &told); err != nil {
		l.T.Error(err)
	}
	if meta, _ := told["metadata"].(map[string]any); meta["ip_address"] != HomeIP || meta["uuid"] == nil || meta["time"] == nil {
		l.T.Errorf("the hook is told %s", body)
	}
	l.Mu.Lock()
	l.Heard, l.Ids[r.Header.Get("Webhook-Id")] = append(l.Heard, told), true
	said := l.Say(told)
	l.Mu.Unlock()
	if odd, isRaw := said.(Raw); isRaw {
		for name, value := range odd.Header {
			w.Header().Set(name, value)
		}
		w.WriteHeader(odd.Status)
		_, _ = io.WriteString(w, odd.Body)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(said)
}

// Last returns what the hook was told last.
func (l *Listener) Last() map[string]any {
	l.T.Helper()
	l.Mu.Lock()
	defer l.Mu.Unlock()
	if len(l.Heard) == 0 {
		l.T.Fatal("the hook was told nothing")
	}
	return l.Heard[len(l.Heard)-1]
}

// Times returns how often the hook was called.
func (l *Listener) Times() int {
	l.Mu.Lock()
	defer l.Mu.Unlock()
	return len(l.Heard)
}

// Hook is a hook that calls the listener, and retries at once.
func (l *Listener) Hook() *hook.Hook {
	l.T.Helper()
	made, err := hook.Parse(l.url, WebhookSecret+"|v1,whsec_"+strings.Repeat("B", 32))
	if err != nil {
		l.T.Fatal(err)
	}
	made.Backoff = time.Nanosecond
	return made
}

// Function is a hook that calls a function of the schema hooks.
func Function(t *testing.T, name string) *hook.Hook {
	t.Helper()
	made, err := hook.Parse("pg-functions://postgres/hooks/"+name, "")
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// Nothing answers with an empty object.
func Nothing(map[string]any) any { return map[string]any{} }
