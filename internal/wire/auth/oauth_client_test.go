package auth

import (
	"strings"
	"testing"
)

func TestAnAppThatIsDeletedHoldsNothing(t *testing.T) {
	h := setupHost(t)
	d := h.signUp(marina)
	a := h.register(nil)
	held, code := h.enters(d, a), h.agrees(d, a)
	h.want(h.admin("DELETE", "/admin/oauth/clients/"+a.ClientID, nil), 204, "")
	h.want(h.admin("DELETE", "/admin/oauth/clients/"+a.ClientID, nil), 404, "oauth_client_not_found")
	h.want(h.admin("GET", "/admin/oauth/clients/"+a.ClientID, nil), 404, "oauth_client_not_found")
	h.want(h.me(held), 403, "session_not_found")
	if _, err := h.exchanges(a, code); err == nil {
		t.Error("its code is taken")
	}
	h.want(h.me(d), 200, "")
	h.want(h.admin("DELETE", "/admin/users/"+d.User.ID.String(), nil), 200, "")
}

func TestAdministratorsKeepApps(t *testing.T) {
	h := setupHost(t)
	a, second := h.register(nil), h.register(nil)
	list := h.admin("GET", "/admin/oauth/clients?per_page=1", nil)
	if list.header.Get("X-Total-Count") != "2" || !strings.Contains(list.header.Get("Link"), `/admin/oauth/clients?page=2&per_page=1>; rel="next"`) || len(list.body["clients"].([]any)) != 1 ||
		strings.Contains(string(list.raw), "client_secret\"") {
		t.Errorf("listed %v %s", list.header, list.raw)
	}
	changed := h.admin("PUT", "/admin/oauth/clients/"+a.ClientID, map[string]any{"client_name": "Loja nova", "logo_uri": "https://app.example/l.png", "token_endpoint_auth_method": "client_secret_post"})
	if changed.body["client_name"] != "Loja nova" || changed.body["token_endpoint_auth_method"] != "client_secret_post" || changed.body["client_type"] != "confidential" || changed.body["registration_type"] != "manual" {
		t.Errorf("changed to %s", changed.raw)
	}
	for _, bad := range []map[string]any{
		{}, {"token_endpoint_auth_method": "none"}, {"redirect_uris": []string{}}, {"grant_types": []string{"password"}}, {"client_uri": "javascript:alert(1)"}, {"client_name": "Loja\u202e"},
		{"redirect_uris": []string{"javascript:alert(1)"}}, {"redirect_uris": []string{"http://app.example/"}}, {"redirect_uris": []string{"https://app.example/#x"}}, {"redirect_uris": []string{"https://*.example/"}},
		{"redirect_uris": []string{"https://a@app.example/"}}, {"redirect_uris": []string{"https://app.example/,https://evil.example/"}}, {"redirect_uris": []string{"data:text/html,x"}}, {"redirect_uris": []string{"https://app.example/?code=1"}},
	} {
		h.want(h.admin("PUT", "/admin/oauth/clients/"+second.ClientID, bad), 400, "validation_failed")
	}
	h.want(h.admin("POST", "/admin/oauth/clients", map[string]any{"client_name": "x"}), 400, "validation_failed")
	h.want(h.admin("POST", "/admin/oauth/clients", map[string]any{"redirect_uris": []string{appURL}, "client_type": "public", "token_endpoint_auth_method": "client_secret_post"}), 400, "validation_failed")
	h.want(h.admin("GET", "/admin/oauth/clients/x", nil), 400, "validation_failed")
	visitor := h.signUp(marina)
	h.want(h.do(request{method: "GET", path: "/admin/oauth/clients", bearer: visitor.AccessToken}), 403, "not_admin")
}
