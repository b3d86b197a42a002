package standalone

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"automacao/internal/notify/mail/mailtest"
	"automacao/internal/wire/auth/providertest"
)

// letterbox returns the mails of each address, oldest first, and waits for the next.
type letterbox struct {
	mu     sync.Mutex
	byTo   map[string]chan map[string]string
	closed chan struct{}
}

var (
	addressee = regexp.MustCompile(`(?im)^To: .*?([\w.]+@[\w.]+)`)
	mailCode  = regexp.MustCompile(`(?m)^([0-9]{6})\r?$`)
	mailLink  = regexp.MustCompile(`(?m)^(http\S+)\r?$`)
	softBreak = strings.NewReplacer("=\r\n", "", "=\n", "", "=3D", "=")
)

func (l *letterbox) of(to string) chan map[string]string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byTo[to] == nil {
		l.byTo[to] = make(chan map[string]string, 100)
	}
	return l.byTo[to]
}

func first(found []string) string {
	if len(found) < 2 {
		return ""
	}
	return found[1]
}

func (l *letterbox) sort(letters <-chan string) {
	for {
		select {
		case <-l.closed:
			return
		case letter := <-letters:
			letter = softBreak.Replace(letter)
			to := first(addressee.FindStringSubmatch(letter))
			l.of(to) <- map[string]string{"code": first(mailCode.FindStringSubmatch(letter)), "link": first(mailLink.FindStringSubmatch(letter)), "text": letter}
		}
	}
}

func (l *letterbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), time.Minute)
	defer cancel()
	select {
	case letter := <-l.of(r.URL.Query().Get("to")):
		_ = json.NewEncoder(w).Encode(letter)
	case <-ctx.Done():
		http.Error(w, "no letter came", http.StatusNotFound)
	}
}

func openLetterbox(t *testing.T, letters <-chan string) string {
	t.Helper()
	box := &letterbox{byTo: map[string]chan map[string]string{}, closed: make(chan struct{})}
	var sorting sync.WaitGroup
	sorting.Go(func() { box.sort(letters) })
	server := httptest.NewServer(box)
	t.Cleanup(func() {
		server.Close()
		close(box.closed)
		sorting.Wait()
	})
	return server.URL
}

// TestTheOfficialClientSignsIn runs verify/e2e/wire/auth.mjs: the client's requests to /auth/v1,
// with mails by SMTP and an external issuer.
func TestTheOfficialClientSignsIn(t *testing.T) {
	t.Parallel()
	needOfficial(t)
	cfg, _ := config(t)
	post, letters := mailtest.PostOffice(t)
	issuer := providertest.New(time.Now)
	t.Cleanup(issuer.Close)
	issuer.Tell(map[string]any{"sub": "fe-1", "email": "fe@elsewhere.example", "email_verified": true}, nil)
	document, err := json.Marshal(map[string]any{
		"manual_linking": true, "private_addresses": true,
		"providers": map[string]any{"keycloak": map[string]string{"issuer": issuer.URL, "client_id": providertest.ClientID, "secret": providertest.Secret}},
	})
	if err != nil {
		t.Fatal(err)
	}
	cfg.FederationFile = filepath.Join(t.TempDir(), "federation.json")
	if err := os.WriteFile(cfg.FederationFile, document, 0o600); err != nil {
		t.Fatal(err)
	}
	cfg.SMTPURL, cfg.ConfirmEmail = post, true
	cfg.Limits = []string{"mail_interval=100/1m", "mails_per_network=1000/1h", "mails_per_address=1000/1h", "asking=300/5m"}
	s := serve(t, cfg)
	runTold(t, s, []string{"WIRE_MAILS=" + openLetterbox(t, letters)}, "auth.mjs",
		"sign-up", "otp", "refresh", "pkce", "user", "mfa", "admin", "identities", "anonymous")
}

// TestTheOfficialClientLetsOtherAppsKnowPeople runs verify/e2e/wire/oauth.mjs: another app, the
// consent page, and the administration of clients and providers.
func TestTheOfficialClientLetsOtherAppsKnowPeople(t *testing.T) {
	t.Parallel()
	cfg, _ := config(t)
	cfg.OAuthServer, cfg.OAuthRegister, cfg.OAuthConsent = true, true, "/oauth/consent"
	cfg.JWKSFile = keySet(t)
	cfg.FederationFile = filepath.Join(t.TempDir(), "federation.json")
	if err := os.WriteFile(cfg.FederationFile, []byte(`{"custom_providers": true}`), 0o600); err != nil {
		t.Fatal(err)
	}
	s := serve(t, cfg)
	runOfficial(t, s, "oauth.mjs", "administration", "agreement", "app", "registration", "keys", "providers")
}

// keySet writes a separate signing key.
func keySet(t *testing.T) string {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	public, err := private.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	secret, err := private.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	part := func(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }
	document, err := json.Marshal(map[string]any{"keys": []any{map[string]string{
		"kty": "EC", "kid": "ours", "crv": "P-256", "x": part(public[1:33]), "y": part(public[33:]), "d": part(secret),
	}}})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "keys.json")
	if err := os.WriteFile(path, document, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestTheOfficialClientKeepsFiles runs verify/e2e/wire/storage.mjs: every call of the client, its
// errors, and uploads in parts as TUS clients send them.
func TestTheOfficialClientKeepsFiles(t *testing.T) {
	t.Parallel()
	cfg, _ := config(t)
	runOfficial(t, serve(t, cfg), "storage.mjs", "buckets", "uploads", "reads", "moves", "signed", "pictures", "resumable", "removals")
}
