package middleware

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

var errFull = fault.New(http.StatusInsufficientStorage, "disk_full", "Não há espaço.")

func TestAPanicIsAnsweredAndLogged(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	observer := Observer{Log: slog.New(slog.NewTextHandler(&log, nil)), Sorry: "Algo deu errado."}
	answer := httptest.NewRecorder()
	observer.Around(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("a bug") })).
		ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/rest/v1/projects?title=eq.secret", nil))
	var body struct{ Code, Message, Details string }
	if err := json.Unmarshal(answer.Body.Bytes(), &body); err != nil || answer.Code != 500 || body.Message != "Algo deu errado." || body.Details != answer.Header().Get("X-Request-Id") {
		t.Errorf("answered %d %s", answer.Code, answer.Body)
	}
	if said := log.String(); !strings.Contains(said, "a bug") || !strings.Contains(said, body.Details) || strings.Contains(said, "secret") {
		t.Errorf("the log says %s", said)
	}
}

func TestEveryAnswerIsProtected(t *testing.T) {
	t.Parallel()
	for _, secure := range []bool{false, true} {
		answer := httptest.NewRecorder()
		Protect(secure, http.NotFoundHandler()).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/", nil))
		for _, name := range []string{"X-Content-Type-Options", "Referrer-Policy", "X-Frame-Options", "Content-Security-Policy"} {
			if answer.Header().Get(name) == "" {
				t.Errorf("there is no %s", name)
			}
		}
		if has := answer.Header().Get("Strict-Transport-Security") != ""; has != secure {
			t.Errorf("over TLS %t, Strict-Transport-Security is there: %t", secure, has)
		}
	}
}

func TestUnknownMethodsAreRefused(t *testing.T) {
	t.Parallel()
	for method, want := range map[string]int{"GET": 204, "OPTIONS": 204, "PATCH": 204, "TRACE": 405, "CONNECT": 405, "PROPFIND": 405} {
		answer := httptest.NewRecorder()
		AllowMethods(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })).
			ServeHTTP(answer, httptest.NewRequest(method, "/", nil))
		if answer.Code != want {
			t.Errorf("%s is answered %d, want %d", method, answer.Code, want)
		}
	}
}

func TestARefusalHasTheShapeOfItsProtocol(t *testing.T) {
	t.Parallel()
	refusal := fault.New(http.StatusTooManyRequests, "rate_limited", "Aguarde.")
	for path, key := range map[string]string{
		"/auth/v1/token": "error_code", "/storage/v1/object/a": "statusCode", "/rest/v1/projects": "hint", "/functions/v1/f": "code", "/realtime/v1/api": "error", "/projetos": "hint",
	} {
		answer := httptest.NewRecorder()
		Refuse(answer, httptest.NewRequest(http.MethodPost, path, strings.NewReader("{}")), refusal)
		body := map[string]any{}
		if err := json.Unmarshal(answer.Body.Bytes(), &body); err != nil {
			t.Fatal(err)
		}
		if _, ok := body[key]; !ok || answer.Code != 429 || answer.Header().Get("Retry-After") != "1" || answer.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s is answered %d %v %s", path, answer.Code, answer.Header(), answer.Body)
		}
	}
}

func TestWritesAreRefusedWhileTheDiskIsFull(t *testing.T) {
	t.Parallel()
	disk := NewDisk(t.TempDir(), 1, errFull)
	free := uint64(1 << 20)
	disk.Set(1<<20, func(string) (uint64, error) { return free, nil })
	served := func() int {
		answer := httptest.NewRecorder()
		disk.Guard(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })).
			ServeHTTP(answer, httptest.NewRequest(http.MethodPost, "/", nil))
		return answer.Code
	}
	if got := served(); got != 204 || disk.MayWrite() != nil {
		t.Errorf("with just enough room a write is answered %d", got)
	}
	disk.Set(1<<20+1, func(string) (uint64, error) { return free, nil })
	if got := served(); got != 507 || !errors.Is(disk.MayWrite(), errFull) {
		t.Errorf("a byte short of the reserve a write is answered %d", got)
	}
	disk.Set(1<<20+1, func(string) (uint64, error) { return 0, errors.ErrUnsupported })
	if got := served(); got != 204 {
		t.Errorf("with a disk that cannot be asked a write is answered %d", got)
	}
	disk.Heed(http.StatusInsufficientStorage, http.Header{})
	if got := served(); got != 507 {
		t.Errorf("after an answer without room a write is answered %d", got)
	}
}

func TestOneQuestionAnswersACrowd(t *testing.T) {
	t.Parallel()
	asked, down := 0, errors.New("the database is away")
	ask := func(context.Context) error { asked++; return down }
	var pulse Pulse
	for range 5 {
		if err := pulse.Feel(t.Context(), RequestTimeout, ask); !errors.Is(err, down) {
			t.Errorf("answered %v", err)
		}
	}
	if asked != 1 {
		t.Errorf("asked %d times within the time that an answer is fresh", asked)
	}
	pulse.Forget()
	if _ = pulse.Feel(t.Context(), RequestTimeout, ask); asked != 2 {
		t.Errorf("asked %d times after it was forgotten", asked)
	}
}

func TestHealthNamesWhatIsMissing(t *testing.T) {
	t.Parallel()
	answer := httptest.NewRecorder()
	AnswerHealth(answer, http.StatusServiceUnavailable, "unavailable", "database")
	if answer.Body.String() != `{"status":"unavailable","missing":["database"]}` || answer.Header().Get("Retry-After") != "1" {
		t.Errorf("answered %v %s", answer.Header(), answer.Body)
	}
}

// entrance believes one token, of a member, and the server's own key.
func entrance(member uuid.UUID) *Entrance {
	return NewEntrance(func(bearer string) (caller.Caller, error) {
		switch bearer {
		case "member":
			return caller.Caller{Role: "authenticated", UserID: member}, nil
		case "server":
			return caller.Caller{Role: caller.ServiceRole}, nil
		}
		return caller.Caller{}, errors.New("forged")
	}, "visitor")
}

func TestOneCallerCannotTakeEveryPlace(t *testing.T) {
	t.Parallel()
	e := entrance(uuid.New())
	ask := func(path, bearer, ip string) *http.Request {
		ctx, cancel := context.WithCancel(caller.NewContext(t.Context(), caller.Caller{IP: ip}))
		r := httptest.NewRequest(http.MethodGet, path, nil).WithContext(ctx)
		r.Header.Set("Authorization", "Bearer "+bearer)
		cancel() // Who would have to wait is refused at once.
		return r
	}
	for i := range FlightsPerCallerMax {
		leave, err := e.Admit(ask("/rest/v1/projects", "member", "203.0.113.7"))
		if err != nil {
			t.Fatalf("request %d: %v", i, err)
		}
		defer leave()
	}
	if _, err := e.Admit(ask("/rest/v1/projects", "member", "198.51.100.9")); err == nil {
		t.Error("a member is let in beyond their places from another network")
	}
	for name, r := range map[string]*http.Request{
		"AColleague":       ask("/rest/v1/projects", "forged", "203.0.113.8"),
		"SigningIn":        ask("/auth/v1/token", "visitor", "203.0.113.7"),
		"TheServersOwnKey": ask("/rest/v1/projects", "server", "203.0.113.7"),
		"ASocket":          ask("/realtime/v1/websocket", "member", "203.0.113.7"),
	} {
		leave, err := e.Admit(r)
		if err != nil {
			t.Errorf("%s waits for another: %v", name, err)
			continue
		}
		leave()
	}
}

func TestAddressesAreRead(t *testing.T) {
	t.Parallel()
	for addr, want := range map[string]bool{":80": true, "127.0.0.1:0": true, "[::1]:65535": true, "localhost": false, "a:65536": false, "a:-1": false, "a:http": false} {
		if HasPort(addr) != want {
			t.Errorf("%s has a port: %t", addr, !want)
		}
	}
	for _, c := range []struct {
		one, other string
		shares     bool
	}{{"127.0.0.1:80", "127.0.0.1:80", true}, {":80", "127.0.0.1:80", true}, {"10.0.0.1:80", "127.0.0.1:80", false}, {":0", ":0", false}, {"[::]:80", "10.0.0.1:80", true}} {
		if SharesAddress(c.one, c.other) != c.shares {
			t.Errorf("%s and %s share an address: %t", c.one, c.other, !c.shares)
		}
	}
	for value, isFine := range map[string]bool{"": true, "s3://bucket": true, "postgres:///db?host=/run": false, "smtp://user:secret@": false, "file:///x": false} {
		err := CheckURL("BLOB_URL", value, "s3")
		if (err == nil) != isFine {
			t.Errorf("%s: %v", value, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("the error repeats the setting: %v", err)
		}
	}
}
