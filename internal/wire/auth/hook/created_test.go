package hook_test

import (
	"testing"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
)

func TestAHookHearsOfNewUsers(t *testing.T) {
	var answer any = map[string]any{}
	l := authtest.Listen(t, func(map[string]any) any { return answer })
	says := func(said any) {
		l.Mu.Lock()
		defer l.Mu.Unlock()
		answer = said
	}
	before := authtest.Listen(t, func(told map[string]any) any {
		if told["user"].(map[string]any)["email"] == authtest.Carlos {
			return map[string]any{"error": map[string]any{"http_code": 403, "message": "Not him"}}
		}
		return authtest.Nothing(told)
	})
	b := authtest.Setup(t, func(c *core.Config) {
		c.Hooks.AfterUserCreated, c.Hooks.BeforeUserCreated, c.AllowAnonymous = l.Hook(), before.Hook(), true
	})
	d := b.SignUp(authtest.Marina)
	told := l.Last()
	user, _ := told["user"].(map[string]any)
	if l.Times() != 1 || user["id"] != d.User.ID.String() || user["email"] != authtest.Marina || user["aud"] != core.Audience || told["metadata"].(map[string]any)["name"] != "after-user-created" {
		t.Errorf("the hook was told %v, %d times", told, l.Times())
	}
	for _, got := range []authtest.Reply{b.Post("/signup", map[string]any{"email": authtest.Marina, "password": authtest.Password}), b.TryPassword(authtest.Marina, authtest.Password, authtest.HomeIP), b.Post("/signup", map[string]any{"email": authtest.Carlos, "password": authtest.Password})} {
		if l.Times() != 1 {
			t.Errorf("nobody was made, and the hook hears of it: %d %s", got.Status, got.Raw)
		}
	}
	b.Want(b.Post("/signup", map[string]any{}), 200, "")
	b.Want(b.Admin("POST", "/admin/users", map[string]any{"email": "ana@exemplo.com.br", "email_confirm": true}), 200, "")
	if l.Times() != 3 || l.Last()["user"].(map[string]any)["email"] != "ana@exemplo.com.br" {
		t.Errorf("the hook was told %d times, of %v", l.Times(), l.Last())
	}
	says(map[string]any{"error": map[string]any{"http_code": 409, "message": "The list is full"}})
	const late = "late@exemplo.com.br"
	refused := b.Post("/signup", map[string]any{"email": late, "password": authtest.Password})
	b.Want(refused, 409, "unknown")
	if refused.Body["message"] != "The list is full" {
		t.Errorf("got %s", refused.Raw)
	}
	b.SignInAs(late)
	if l.Times() != 4 {
		t.Errorf("the hook was told %d times", l.Times())
	}
}
