package standalone

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"automacao/internal/wire/token"
)

// TestATokensRoleIsGrantedToTheLoginRole checks that a token made by an app's hook or server cannot
// name any role, even if this server logs in as a superuser.
func TestATokensRoleIsGrantedToTheLoginRole(t *testing.T) {
	t.Parallel()
	cfg, pool := config(t)
	cfg.JWTSecret = strings.Repeat("s", keyMin)
	s := serve(t, cfg)
	keys, err := token.FromSecret(cfg.JWTSecret)
	if err != nil {
		t.Fatal(err)
	}
	editor := "editor_" + strings.ReplaceAll(uuid.NewString(), "-", "")
	if _, err := pool.Exec(t.Context(), `CREATE ROLE `+editor+`; GRANT authenticated TO `+editor); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := pool.Exec(context.WithoutCancel(t.Context()), `DROP ROLE `+editor); err != nil {
			t.Error(err)
		}
	})
	if _, err := pool.Exec(t.Context(), `CREATE TABLE public.notes (id int PRIMARY KEY); NOTIFY pgrst, 'reload schema'`); err != nil {
		t.Fatal(err)
	}
	awaitTable(t, s, "notes")
	reads := func(role string) int {
		t.Helper()
		signed, err := keys.Sign(jwt.MapClaims{"role": role, "exp": time.Now().Add(time.Hour).Unix()})
		if err != nil {
			t.Fatal(err)
		}
		return get(t, s, "/rest/v1/notes", signed)
	}
	for _, role := range []string{pool.Config().ConnConfig.User, "definer", loginRole, editor, "nobody"} {
		if got := reads(role); got != http.StatusUnauthorized {
			t.Errorf("as %s: %d", role, got)
		}
	}
	if _, err := pool.Exec(t.Context(), `GRANT `+editor+` TO `+loginRole); err != nil {
		t.Fatal(err)
	}
	for _, role := range []string{editor, "anon", "service_role"} {
		if got := reads(role); got != http.StatusOK {
			t.Errorf("as %s: %d", role, got)
		}
	}
}
