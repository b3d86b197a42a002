package app

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"automacao/internal/edge/middleware"
	"automacao/internal/market/money/payment"
	"automacao/internal/wire/token"
)

// bare is an App of which only the addresses are there: the gateway and the
// pages are one handler.
func bare(publicURL string, handler http.HandlerFunc) (http.Handler, *logged) {
	said := &logged{}
	cfg := valid()
	cfg.PublicURL = publicURL
	a := &App{cfg: cfg, payments: &payment.Desk{}, log: slog.New(slog.NewTextHandler(said, nil)), entrance: middleware.NewEntrance((&token.Keys{}).Caller, ""), disk: middleware.NewDisk(".", 0, errDiskFull)}
	return a.route(handler, handler), said
}

func visit(handler http.Handler, method, path string) *httptest.ResponseRecorder {
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, httptest.NewRequest(method, path, nil))
	return recorder
}

// TestRequestsEnd after their time, but for files and sockets, whose time the
// connection bounds.
func TestRequestsEnd(t *testing.T) {
	t.Parallel()
	for path, isBounded := range map[string]bool{
		"/": true, "/projetos/1": true, "/auth/v1/token": true, "/rest/v1/projects": true, "/rest/v1/rpc/accept_proposal": true,
		"/storage/v1/object/x/y": false, "/realtime/v1/websocket": false, "/functions/v1/x": false,
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				handler, _ := bare("", func(_ http.ResponseWriter, r *http.Request) {
					select {
					case <-r.Context().Done():
					case <-time.After(time.Hour):
					}
				})
				visit(handler, "GET", path)
				if took := time.Since(began); took != map[bool]time.Duration{true: middleware.RequestTimeout, false: time.Hour}[isBounded] {
					t.Errorf("it took %s", took)
				}
			})
		})
	}
}

func TestAPanicIsAnAnswerAndALine(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/", "/auth/v1/token", "/rest/v1/projects?select=segredo", "/storage/v1/object/x", "/realtime/v1/websocket"} {
		handler, said := bare("", func(http.ResponseWriter, *http.Request) { panic("um segredo do servidor") })
		got := visit(handler, "GET", path)
		var refusal struct{ Code, Message, Details string }
		if err := json.Unmarshal(got.Body.Bytes(), &refusal); err != nil {
			t.Fatal(err)
		}
		id := got.Header().Get("X-Request-Id")
		if got.Code != http.StatusInternalServerError || refusal.Code != "internal" || refusal.Details != id || len(id) != 36 {
			t.Errorf("%s is answered %d %s with the id %q", path, got.Code, got.Body, id)
		}
		if strings.Contains(got.Body.String(), "segredo") {
			t.Errorf("%s tells %s", path, got.Body)
		}
		log := said.text()
		if !strings.Contains(log, "request panicked") || strings.Count(log, "request_id="+id) != 2 || !strings.Contains(log, "um segredo do servidor") || !strings.Contains(log, "status=500") {
			t.Errorf("%s is logged as %s", path, log)
		}
		if strings.Contains(log, "select=segredo") {
			t.Errorf("%s is logged with what was typed: %s", path, log)
		}
	}
	t.Run("AnAnswerUnderWayIsCutOff", func(t *testing.T) {
		handler, _ := bare("", func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "começo")
			panic("tarde")
		})
		if got := visit(handler, "GET", "/"); got.Code != http.StatusOK || got.Body.String() != "começo" {
			t.Errorf("is answered %d %s", got.Code, got.Body)
		}
	})
	t.Run("AnAbortIsNone", func(t *testing.T) {
		handler, said := bare("", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
		defer func() {
			if cause := recover(); cause != http.ErrAbortHandler || strings.Contains(said.text(), "panicked") {
				t.Errorf("the server is told %v, the log %s", cause, said.text())
			}
		}()
		visit(handler, "GET", "/")
	})
}

func TestEveryAnswerIsProtected(t *testing.T) {
	t.Parallel()
	always := map[string]string{
		"X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin-when-cross-origin", "X-Frame-Options": "DENY",
		"Cross-Origin-Opener-Policy": "same-origin", "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
	}
	for url, strict := range map[string]string{"": "", "http://automacao.example": "", "https://automacao.example": "max-age=31536000; includeSubDomains"} {
		handler, _ := bare(url, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
		for _, path := range []string{"/", "/live", "/rest/v1/x", "/auth/v1/x", "/storage/v1/x", "/realtime/v1/x", "/functions/v1/x", "/newsletter/sair"} {
			got := visit(handler, "GET", path).Header()
			for name, want := range always {
				if got.Get(name) != want {
					t.Errorf("%s says %s: %q", path, name, got.Get(name))
				}
			}
			if !strings.Contains(got.Get("Content-Security-Policy"), "default-src 'none'") || !strings.Contains(got.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
				t.Errorf("%s says %q", path, got.Get("Content-Security-Policy"))
			}
			if got.Get("Strict-Transport-Security") != strict || got.Get("X-Request-Id") == "" {
				t.Errorf("%s at %q says %v", path, url, got)
			}
		}
	}
}

func TestOddMethodsReachNobody(t *testing.T) {
	t.Parallel()
	handler, _ := bare("", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	for method, want := range map[string]int{
		"TRACE": 405, "CONNECT": 405, "PROPFIND": 405, "get": 405,
		"GET": 418, "HEAD": 418, "POST": 418, "PUT": 418, "PATCH": 418, "DELETE": 418, "OPTIONS": 418,
	} {
		for _, path := range []string{"/", "/rest/v1/projects", "/auth/v1/token", "/storage/v1/object"} {
			if got := visit(handler, method, path); got.Code != want {
				t.Errorf("%s %s is answered %d", method, path, got.Code)
			}
		}
	}
}

// TestTheServerSaysHowItIs: while it closes, which lasts as long as a request
// in flight, and when its database is gone.
func TestTheServerSaysHowItIs(t *testing.T) {
	t.Parallel()
	b := setup(t)
	health := func(path string, status int, says string) {
		t.Helper()
		got := visit(b.app.server.Handler, "GET", path)
		if got.Code != status || got.Body.String() != says || got.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s is answered %d %s", path, got.Code, got.Body)
		}
	}
	for _, path := range []string{"/live", "/ready"} {
		if got := b.ask(request{method: "GET", path: path}); got.status != http.StatusOK {
			t.Errorf("%s is answered %d %s", path, got.status, got.body)
		}
	}
	health("/ready", http.StatusOK, `{"status":"ok"}`)
	finish, answered := b.flight()
	closed := make(chan error)
	go func() { closed <- b.close() }()
	for b.app.ready.Load() {
		select {
		case err := <-closed:
			t.Fatalf("it closed with a request in flight: %v", err)
		case <-time.After(0):
		}
	}
	health("/live", http.StatusOK, `{"status":"ok"}`)
	health("/ready", http.StatusServiceUnavailable, `{"status":"stopping","missing":["server"]}`)
	finish()
	if status := <-answered; status != http.StatusOK {
		t.Errorf("what was in flight is answered %d", status)
	}
	if err := <-closed; err != nil {
		t.Errorf("close: %v", err)
	}
	b.app.ready.Store(true)
	b.app.pulse.Forget() // what was answered a moment ago is believed
	health("/live", http.StatusOK, `{"status":"ok"}`)
	health("/ready", http.StatusServiceUnavailable, `{"status":"database unavailable","missing":["database"]}`)
}

// flight is a request that the server has begun to read, and what ends it.
func (b *bundle) flight() (finish func(), answered chan int) {
	b.t.Helper()
	body, rest := io.Pipe()
	answered = make(chan int, 1)
	begun := make(chan struct{})
	ctx := httptrace.WithClientTrace(b.t.Context(), &httptrace.ClientTrace{Got100Continue: func() { close(begun) }})
	sent, err := http.NewRequestWithContext(ctx, "POST", "http://"+b.app.listener.Addr().String()+"/rest/v1/rpc/count_skills", body)
	if err != nil {
		b.t.Fatal(err)
	}
	sent.Header.Set("Expect", "100-continue")
	go func() {
		got, err := (&http.Transport{ExpectContinueTimeout: patience}).RoundTrip(sent)
		if err != nil {
			answered <- 0
			return
		}
		_ = got.Body.Close()
		answered <- got.StatusCode
	}()
	<-begun
	return func() {
		_, _ = io.WriteString(rest, `{"kind":"projects"}`)
		_ = rest.Close()
	}, answered
}

// TestProxiesMaySpeakHTTP2InTheClear while everybody else goes on speaking
// HTTP/1.1 at the same address.
func TestProxiesMaySpeakHTTP2InTheClear(t *testing.T) {
	b := setup(t)
	for want, speak := range map[string]func(*http.Protocols){
		"HTTP/1.1": func(p *http.Protocols) { p.SetHTTP1(true) },
		"HTTP/2.0": func(p *http.Protocols) { p.SetUnencryptedHTTP2(true) },
	} {
		transport := &http.Transport{Protocols: new(http.Protocols)}
		speak(transport.Protocols)
		for _, path := range []string{"/", "/rest/v1/projects?limit=1"} {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+b.addr+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("apikey", b.anonKey)
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
