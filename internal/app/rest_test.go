package app_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"automacao/internal/app"
	"automacao/internal/postgres/dbtest"
)

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
