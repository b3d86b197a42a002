package acceptance

import (
	"automacao/verify/apptest"
	"net/http"
	"testing"

	"github.com/google/uuid"
)

// TestUsersWithoutAPasswordDeleteTheirAccount checks that people without a password, with or without a completed
// registration, delete their account after a recent proof of identity, and that an old session
// alone does not suffice.
func TestUsersWithoutAPasswordDeleteTheirAccount(t *testing.T) {
	t.Parallel()
	b := setup(t)
	nina := b.signUp("nina@exemplo.com.br", map[string]any{"name": "Nina Prado", "role": "professional"})
	marina := b.Member("professional", "Marina Alves")
	for fact, who := range map[string]struct {
		id    uuid.UUID
		token string
	}{"AMember": {marina, b.Session(marina)}, "AnUnfinishedRegistration": {nina.id, nina.token}} {
		t.Run(fact, func(t *testing.T) {
			b := b.in(t)
			proved := func(ago string) {
				b.Exec(`UPDATE auth.sessions SET amr = jsonb_build_array(jsonb_build_object('method', 'oauth', 'timestamp', extract(epoch FROM now() - $2::interval)::bigint)) WHERE user_id = $1`, who.id, ago)
			}
			refused := func(in map[string]any, code string) {
				t.Helper()
				if got := b.Ask(request{Method: "POST", Path: "/rest/v1/rpc/delete_account", Token: who.token, Body: in}); got.Status != http.StatusUnprocessableEntity || got.Code() != code {
					t.Errorf("%v is answered %d %s", in, got.Status, got.Body)
				}
			}
			proved("1 minute")
			b.Exec(`UPDATE auth.users SET password_hash = $2 WHERE id = $1`, who.id, b.passwordHash())
			refused(map[string]any{}, "wrong_password")
			b.Exec(`UPDATE auth.users SET password_hash = NULL WHERE id = $1`, who.id)
			refused(map[string]any{"password": apptest.Password}, "wrong_password")
			proved("11 minutes")
			refused(map[string]any{}, "presence_unproved")
			proved("1 minute")
			b.Must(request{Method: "POST", Path: "/rest/v1/rpc/delete_account", Token: who.token, Body: map[string]any{}}, nil)
			if got := b.Text(`SELECT (deleted_at IS NOT NULL)::text FROM auth.users WHERE id = $1`, who.id); got != "true" {
				t.Error("he is there yet")
			}
			if got := b.Ask(request{Method: "POST", Path: "/auth/v1/logout", Token: who.token}); got.Status != http.StatusForbidden || got.Code() != "user_not_found" {
				t.Errorf("signing out then is answered %d %s", got.Status, got.Body)
			}
		})
	}
}
