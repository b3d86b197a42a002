package oauth_test

import (
	"strings"
	"testing"

	"automacao/internal/wire/auth/authtest"
)

func TestAnAppThatIsDeletedHoldsNothing(t *testing.T) {
	h := authtest.SetupHost(t)
	d := h.SignUp(authtest.Marina)
	a := h.Register(nil)
	held, code := h.Enters(d, a), h.Agrees(d, a)
	h.Want(h.Admin("DELETE", "/admin/oauth/clients/"+a.ClientID, nil), 204, "")
	h.Want(h.Admin("DELETE", "/admin/oauth/clients/"+a.ClientID, nil), 404, "oauth_client_not_found")
	h.Want(h.Admin("GET", "/admin/oauth/clients/"+a.ClientID, nil), 404, "oauth_client_not_found")
	h.Want(h.Me(held), 403, "session_not_found")
	if _, err := h.Exchanges(a, code); err == nil {
		t.Error("its code is taken")
	}
	h.Want(h.Me(d), 200, "")
	h.Want(h.Admin("DELETE", "/admin/users/"+d.User.ID.String(), nil), 200, "")
}

func TestAdministratorsKeepApps(t *testing.T) {
	h := authtest.SetupHost(t)
	a, second := h.Register(nil), h.Register(nil)
	list := h.Admin("GET", "/admin/oauth/clients?per_page=1", nil)
	if list.Header.Get("X-Total-Count") != "2" || !strings.Contains(list.Header.Get("Link"), `/admin/oauth/clients?page=2&per_page=1>; rel="next"`) || len(list.Body["clients"].([]any)) != 1 ||
		strings.Contains(string(list.Raw), "client_secret\"") {
		t.Errorf("listed %v %s", list.Header, list.Raw)
	}
	changed := h.Admin("PUT", "/admin/oauth/clients/"+a.ClientID, map[string]any{"client_name": "Loja nova", "logo_uri": "https://app.example/l.png", "token_endpoint_auth_method": "client_secret_post"})
	if changed.Body["client_name"] != "Loja nova" || changed.Body["token_endpoint_auth_method"] != "client_secret_post" || changed.Body["client_type"] != "confidential" || changed.Body["registration_type"] != "manual" {
		t.Errorf("changed to %s", changed.Raw)
	}
	for _, bad := range []map[string]any{
		{}, {"token_endpoint_auth_method": "none"}, {"redirect_uris": []string{}}, {"grant_types": []string{"password"}}, {"client_uri": "javascript:alert(1)"}, {"client_name": "Loja\u202e"},
		{"redirect_uris": []string{"javascript:alert(1)"}}, {"redirect_uris": []string{"http://app.example/"}}, {"redirect_uris": []string{"https://app.example/#x"}}, {"redirect_uris": []string{"https://*.example/"}},
		{"redirect_uris": []string{"https://a@app.example/"}}, {"redirect_uris": []string{"https://app.example/,https://evil.example/"}}, {"redirect_uris": []string{"data:text/html,x"}}, {"redirect_uris": []string{"https://app.example/?code=1"}},
	} {
		h.Want(h.Admin("PUT", "/admin/oauth/clients/"+second.ClientID, bad), 400, "validation_failed")
	}
	h.Want(h.Admin("POST", "/admin/oauth/clients", map[string]any{"client_name": "x"}), 400, "validation_failed")
	h.Want(h.Admin("POST", "/admin/oauth/clients", map[string]any{"redirect_uris": []string{authtest.AppURL}, "client_type": "public", "token_endpoint_auth_method": "client_secret_post"}), 400, "validation_failed")
	h.Want(h.Admin("GET", "/admin/oauth/clients/x", nil), 400, "validation_failed")
	visitor := h.SignUp(authtest.Marina)
	h.Want(h.Do(authtest.Request{Method: "GET", Path: "/admin/oauth/clients", Bearer: visitor.AccessToken}), 403, "not_admin")
}
