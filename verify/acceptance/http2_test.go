package acceptance

import (
	"io"
	"net/http"
	"testing"
)

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
