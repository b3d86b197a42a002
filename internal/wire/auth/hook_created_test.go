package auth

import (
	"testing"
)

func TestAHookHearsOfNewUsers(t *testing.T) {
	var answer any = map[string]any{}
	l := listen(t, func(map[string]any) any { return answer })
	says := func(said any) {
		l.mu.Lock()
		defer l.mu.Unlock()
		answer = said
	}
	before := listen(t, func(told map[string]any) any {
		if told["user"].(map[string]any)["email"] == carlos {
			return map[string]any{"error": map[string]any{"http_code": 403, "message": "Not him"}}
		}
		return nothing(told)
	})
	b := setup(t, func(c *Config) {
		c.Hooks.AfterUserCreated, c.Hooks.BeforeUserCreated, c.AllowAnonymous = l.hook(), before.hook(), true
	})
	d := b.signUp(marina)
	told := l.last()
	user, _ := told["user"].(map[string]any)
	if l.times() != 1 || user["id"] != d.User.ID.String() || user["email"] != marina || user["aud"] != audience || told["metadata"].(map[string]any)["name"] != "after-user-created" {
		t.Errorf("the hook was told %v, %d times", told, l.times())
	}
	for _, got := range []reply{b.post("/signup", map[string]any{"email": marina, "password": password}), b.tryPassword(marina, password, homeIP), b.post("/signup", map[string]any{"email": carlos, "password": password})} {
		if l.times() != 1 {
			t.Errorf("nobody was made, and the hook hears of it: %d %s", got.status, got.raw)
		}
	}
	b.want(b.post("/signup", map[string]any{}), 200, "")
	b.want(b.admin("POST", "/admin/users", map[string]any{"email": "ana@exemplo.com.br", "email_confirm": true}), 200, "")
	if l.times() != 3 || l.last()["user"].(map[string]any)["email"] != "ana@exemplo.com.br" {
		t.Errorf("the hook was told %d times, of %v", l.times(), l.last())
	}
	says(map[string]any{"error": map[string]any{"http_code": 409, "message": "The list is full"}})
	const late = "late@exemplo.com.br"
	refused := b.post("/signup", map[string]any{"email": late, "password": password})
	b.want(refused, 409, "unknown")
	if refused.body["message"] != "The list is full" {
		t.Errorf("got %s", refused.raw)
	}
	b.signInAs(late)
	if l.times() != 4 {
		t.Errorf("the hook was told %d times", l.times())
	}
}
