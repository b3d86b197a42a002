package fetch

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

func ask(t *testing.T, client *http.Client, address string) (string, error) {
	t.Helper()
	t.Cleanup(client.CloseIdleConnections)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	return string(raw), err
}

func TestRequestsAreBounded(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.HandleFunc("/large", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat("x", BodyMax+1)) })
	mux.HandleFunc("/whole", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat("x", BodyMax)) })
	mux.HandleFunc("/around", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/around", http.StatusFound) })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	secure := httptest.NewTLSServer(mux)
	t.Cleanup(secure.Close)

	if got, err := ask(t, NewClient(true), server.URL+"/whole"); err != nil || len(got) != BodyMax {
		t.Errorf("a whole answer is %d bytes, %v", len(got), err)
	}
	if _, err := ask(t, NewClient(true), server.URL+"/large"); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a large answer ends with %v", err)
	}
	if got, err := ask(t, NewClient(true), server.URL+"/around"); err != nil || !strings.Contains(got, "Found") {
		t.Errorf("a circle of redirects ends with %q, %v", got, err)
	}
	if _, err := ask(t, NewClient(false), server.URL+"/whole"); !errors.Is(err, ErrPlain) {
		t.Errorf("an address without TLS is refused with %v", err)
	}
	if _, err := ask(t, NewClient(false), secure.URL+"/whole"); !errors.Is(err, ErrPrivate) {
		t.Errorf("an address of this machine is refused with %v", err)
	}
}

func TestPrivateAddressesAreNotDialled(t *testing.T) {
	t.Parallel()
	for address, allowed := range map[string]bool{
		"93.184.216.34:443": true, "[2606:2800:220:1::1]:443": true,
		"127.0.0.1:443": false, "10.1.2.3:443": false, "192.168.1.1:443": false, "169.254.169.254:80": false, "100.64.1.1:443": false,
		"[::1]:443": false, "[fe80::1]:443": false, "[fd00::1]:443": false, "[::ffff:10.0.0.1]:443": false, "[64:ff9b::a00:1]:443": false, "0.0.0.0:443": false, "nonsense": false,
	} {
		if err := (guard{}).mayDial(address); (err == nil) != allowed {
			t.Errorf("%s: %v", address, err)
		}
	}
}
