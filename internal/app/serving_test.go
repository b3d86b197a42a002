package app_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"automacao/internal/app"
	"automacao/internal/edge/middleware"
	"automacao/internal/postgres/dbtest"
	"automacao/verify/apptest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// bare is an App that has only its addresses. One handler serves the gateway and the pages.
func bare(publicURL string, handler http.HandlerFunc) (http.Handler, *apptest.Log) {
	said := &apptest.Log{}
	cfg := apptest.Config()
	cfg.PublicURL = publicURL
	return app.Bare(cfg, handler, slog.New(slog.NewTextHandler(said, nil))), said
}

func visit(handler http.Handler, method, path string) *httptest.ResponseRecorder {
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, httptest.NewRequest(method, path, nil))
	return recorder
}

// TestRequestsEnd checks that requests end after their timeout, except files and sockets, which the
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
		log := said.Text()
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
			if cause := recover(); cause != http.ErrAbortHandler || strings.Contains(said.Text(), "panicked") {
				t.Errorf("the server is told %v, the log %s", cause, said.Text())
			}
		}()
		visit(handler, "GET", "/")
	})
}

func TestEveryAnswerIsProtected(t *testing.T) {
	t.Parallel()
	always := map[string]string{
		"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
		"Cross-Origin-Opener-Policy": "same-origin", "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
	}
	for url, strict := range map[string]string{"": "", "http://automacao.example": "", "https://automacao.example": "max-age=31536000; includeSubDomains"} {
		handler, _ := bare(url, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
		for _, path := range []string{"/", "/live", "/rest/v1/x", "/auth/v1/x", "/storage/v1/x", "/realtime/v1/x", "/functions/v1/x", "/newsletter/sair", "/buscas/sair", "/convites/responder"} {
			got := visit(handler, "GET", path).Header()
			for name, want := range always {
				if got.Get(name) != want {
					t.Errorf("%s says %s: %q", path, name, got.Get(name))
				}
			}
			// An address that answers for somebody is passed on to nobody.
			wanted := "strict-origin-when-cross-origin"
			if path == "/convites/responder" {
				wanted = "no-referrer"
			}
			if policy := got.Get("Referrer-Policy"); policy != wanted {
				t.Errorf("%s says Referrer-Policy: %q", path, policy)
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

// TestTheServerSaysHowItIs checks the health checks while the server closes, which takes as long as
// a request in flight, and while its database is gone.
func TestTheServerSaysHowItIs(t *testing.T) {
	t.Parallel()
	b := apptest.Start(t)
	health := func(path string, status int, says string) {
		t.Helper()
		got := visit(b.App.Handler(), "GET", path)
		if got.Code != status || got.Body.String() != says || got.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s is answered %d %s", path, got.Code, got.Body)
		}
	}
	for _, path := range []string{"/live", "/ready"} {
		if got := b.Ask(apptest.Request{Method: "GET", Path: path}); got.Status != http.StatusOK {
			t.Errorf("%s is answered %d %s", path, got.Status, got.Body)
		}
	}
	health("/ready", http.StatusOK, `{"status":"ok"}`)
	finish, answered := b.Flight()
	closed := make(chan error)
	go func() { closed <- b.Close() }()
	for b.App.IsReady() {
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
		t.Errorf("a request in flight is answered %d", status)
	}
	if err := <-closed; err != nil {
		t.Errorf("close: %v", err)
	}
	b.App.SetReady(true)
	b.App.ForgetHealth()
	health("/live", http.StatusOK, `{"status":"ok"}`)
	health("/ready", http.StatusServiceUnavailable, `{"status":"database unavailable","missing":["database"]}`)
}
