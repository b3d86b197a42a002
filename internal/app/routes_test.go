package app_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"automacao/internal/app"
	"automacao/internal/postgres/dbtest"
	"automacao/verify/apptest"
)

// breaking is a response writer whose header panics at the third access: the first sets the request
// id, the second the protective headers, and the third is the handler's own.
type breaking struct {
	*httptest.ResponseRecorder
	looks int
}

func (b *breaking) Header() http.Header {
	if b.looks++; b.looks == 3 {
		panic("nobody expected this")
	}
	return b.ResponseRecorder.Header()
}

var pattern = regexp.MustCompile(`"(?:GET |POST )?(/[a-z0-9/]*)"`)

// TestAPanicInAnyHandlerIsAnAnswer checks every address that the source routes. The server answers
// a panic and goes on.
func TestAPanicInAnyHandlerIsAnAnswer(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("routes.go")
	if err != nil {
		t.Fatal(err)
	}
	paths := []string{}
	for _, found := range pattern.FindAllStringSubmatch(string(source), -1) {
		paths = append(paths, found[1])
	}
	if routed := strings.Count(string(source), "mux.Handle"); len(paths) < routed {
		t.Fatalf("%d addresses are routed and %v are found", routed, paths)
	}
	b := apptest.Start(t)
	for _, path := range append(paths, apptest.WebhookPath, "/auth/v1/settings", "/rest/v1/skills", "/storage/v1/bucket", "/realtime/v1/api/ping", "/projetos") {
		answer := &breaking{ResponseRecorder: httptest.NewRecorder()}
		b.App.Handler().ServeHTTP(answer, httptest.NewRequest("GET", path, nil))
		if answer.looks < 3 || answer.Code != http.StatusInternalServerError || !strings.Contains(answer.Body.String(), `"code":"internal"`) {
			t.Errorf("%s: after %d looks it is answered %d %s", path, answer.looks, answer.Code, answer.Body)
		}
	}
	if got := strings.Count(b.Log.Text(), "request panicked"); got < len(paths) {
		t.Errorf("%d panics of %d are in the log", got, len(paths))
	}
	if got := b.Ask(apptest.Request{Method: "GET", Path: "/ready"}); got.Status != http.StatusOK {
		t.Errorf("afterwards it is answered %d %s", got.Status, got.Body)
	}
	t.Attr("figure", fmt.Sprintf("%d routes answered a panic by 500", len(paths)))
}

// TestRestAloneLeavesRegularExpressionsToNamedRoles checks what the help of the command says.
func TestRestAloneLeavesRegularExpressionsToNamedRoles(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	for roles, status := range map[string]int{"": http.StatusBadRequest, "authenticated": http.StatusBadRequest, "anon,authenticated": http.StatusOK, "*": http.StatusOK} {
		cfg := app.RestConfig{Schemas: []string{"public"}, AnonRole: "anon", JWTSecret: strings.Repeat("s", 32), RegexRoles: strings.Split(roles, ",")}
		engine, err := app.OpenRest(t.Context(), pool, cfg, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		answer := httptest.NewRecorder()
		engine.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/projects?select=id&title=match.%5Ea", nil))
		if answer.Code != status {
			t.Errorf("with %q: status %d, want %d: %s", roles, answer.Code, status, answer.Body)
		}
	}
}
