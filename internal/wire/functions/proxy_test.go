package functions

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// elsewhere is an external functions server.
func elsewhere(t *testing.T, asked chan<- *http.Request, goOn <-chan bool) *url.URL {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "https://upstream.example")
		switch {
		case strings.HasPrefix(r.URL.Path, "/own/stream"):
			_, _ = io.WriteString(w, "data: 1\n\n")
			_ = http.NewResponseController(w).Flush()
			<-goOn
			_, _ = io.WriteString(w, "data: 2\n\n")
		case strings.HasPrefix(r.URL.Path, "/own/moved"):
			http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusFound)
		case strings.HasPrefix(r.URL.Path, "/own/breaks"):
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, "half")
		default:
			body, _ := io.ReadAll(r.Body)
			r.Body = io.NopCloser(strings.NewReader(string(body)))
			asked <- r
			w.Header().Set("X-Own", "yes")
			w.WriteHeader(http.StatusTeapot)
			_, _ = w.Write(body)
		}
	}))
	t.Cleanup(server.Close)
	upstream, err := url.Parse(server.URL + "/own")
	if err != nil {
		t.Fatal(err)
	}
	return upstream
}

func TestOtherNamesArePassedOn(t *testing.T) {
	t.Parallel()
	asked, goOn := make(chan *http.Request, 1), make(chan bool)
	b := setup(t, map[string]Function{"here": {Roles: everybody, Serve: said(readBytes)}})
	b.server.PassOn(elsewhere(t, asked, goOn))
	t.Cleanup(b.server.Close)

	request, err := http.NewRequestWithContext(t.Context(), http.MethodPatch, b.url+Base+"/there/a%2Fb?x=1&forceFunctionRegion=sa", strings.NewReader("body"))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"Authorization": "Bearer not-ours", "X-Region": "sa", "Connection": "X-Hop", "X-Hop": "1", "X-Forwarded-For": "203.0.113.7", "X-Real-Ip": "203.0.113.7", "Te": "gzip"} {
		request.Header.Set(name, value)
	}
	got, seen := b.send(request), <-asked
	if got.status != http.StatusTeapot || got.body != "body" || got.header.Get("X-Own") != "yes" || got.header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("it is answered %d %v %s", got.status, got.header, got.body)
	}
	if seen.Method != http.MethodPatch || seen.URL.EscapedPath() != "/own/there/a%2Fb" || seen.URL.RawQuery != "x=1&forceFunctionRegion=sa" {
		t.Errorf("it is asked for %s %s", seen.Method, seen.URL)
	}
	if h := seen.Header; h.Get("Authorization") != "Bearer not-ours" || h.Get("X-Hop") != "" || h.Get("Connection") != "" || h.Get("Te") != "" || h.Get("X-Forwarded-For") != "127.0.0.1" || h.Get("X-Real-Ip") == "203.0.113.7" {
		t.Errorf("it is told %v", h)
	}
	if got := b.call("POST", "/here", "", "", strings.NewReader("x")); got.status != http.StatusOK {
		t.Errorf("what is registered: %d %s", got.status, got.body)
	}
	if got := b.call("POST", "/moved", "", "", nil); got.err == nil {
		t.Errorf("the test's own client follows: %d", got.status)
	}
	b.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	if got := b.call("POST", "/moved", "", "", nil); got.status != http.StatusFound || got.header.Get("Location") != "http://127.0.0.1:1/" {
		t.Errorf("a redirect is %d %v", got.status, got.header)
	}
	if got := b.call("POST", "/breaks", "", "", nil); got.err == nil {
		t.Errorf("half an answer is taken for the whole: %d %s", got.status, got.body)
	}
	for _, path := range []string{"/%2e%2e/secret", "/there/%2e%2e/%2e%2e/secret", "/1", "/there%5c..%5csecret"} {
		if got := b.call("POST", path, "", "", nil); got.status != http.StatusNotFound {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
	streamed(b, goOn)
}

// streamed reads a response while it is written.
func streamed(b bundle, goOn chan<- bool) {
	b.Helper()
	request, err := http.NewRequestWithContext(b.Context(), http.MethodPost, b.url+Base+"/stream", nil)
	if err != nil {
		b.Fatal(err)
	}
	response, err := b.client.Do(request)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	first := make([]byte, len("data: 1\n\n"))
	if _, err := io.ReadFull(response.Body, first); err != nil {
		b.Fatal(err)
	}
	goOn <- true
	if rest, err := io.ReadAll(response.Body); err != nil || string(rest) != "data: 2\n\n" {
		b.Errorf("the rest is %q, %v", rest, err)
	}
}

func TestAFunctionsServerThatIsDownIsARelayError(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	b.server.PassOn(&url.URL{Scheme: "http", Host: "127.0.0.1:1"})
	t.Cleanup(b.server.Close)
	relay := func(why string, got answered, status int, code string) {
		t.Helper()
		if got.status != status || got.code() != code || got.header.Get("X-Relay-Error") != "true" || strings.Contains(got.body, "127.0.0.1") {
			t.Errorf("%s: %d %v %s", why, got.status, got.header, got.body)
		}
	}
	relay("it is down", b.call("POST", "/there", "", "", nil), http.StatusBadGateway, "UPSTREAM_UNAVAILABLE")
	here, err := url.Parse(b.url + Base)
	if err != nil {
		t.Fatal(err)
	}
	loop := setup(t, nil)
	loop.server.PassOn(here)
	t.Cleanup(loop.server.Close)
	b.server.PassOn(&url.URL{Scheme: "http", Host: strings.TrimPrefix(loop.url, "http://"), Path: Base})
	if got := b.call("POST", "/there", "", "", nil); got.status != http.StatusLoopDetected || got.header.Get("X-Relay-Error") != "true" {
		t.Errorf("a loop: %d %s", got.status, got.body)
	}
	large, err := http.NewRequestWithContext(t.Context(), http.MethodPost, b.url+Base+"/there", io.LimitReader(zeros{}, proxyBodyBytesMax+1))
	if err != nil {
		t.Fatal(err)
	}
	large.ContentLength = proxyBodyBytesMax + 1
	if got := b.send(large); got.err == nil && got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("a body that is too large: %d %s", got.status, got.body)
	}
}

type zeros struct{}

func (zeros) Read(into []byte) (int, error) { clear(into); return len(into), nil }
