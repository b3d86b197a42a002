package acceptance

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"

	"automacao/verify/apptest"
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

// TestABarredFirmIsNotRegisteredAnew checks that a barred firm cannot be registered under another
// person's account.
func TestABarredFirmIsNotRegisteredAnew(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t))
	registers := func(token, document string) string {
		return c.Ask(request{Method: "POST", Path: "/rest/v1/rpc/register_firm", Token: token,
			Body: map[string]any{"kind": "pj", "legal_name": "Nunes Automação", "document": document}}).Told()
	}
	const barred, other = "DE.MO0.001/0001-07", "11.222.333/0001-81"
	if got := registers(c.tokens["rafael"], barred); got != done {
		t.Fatalf("Rafael's firm: %s", got)
	}
	if got := c.calls("admin", "block_user", map[string]any{"user_id": c.rafael()}); got.Status != 200 {
		t.Fatal(got.Body)
	}
	if got := c.Ask(request{Method: "DELETE", Path: "/auth/v1/admin/users/" + c.rafael().String(), Headers: map[string]string{"Apikey": c.App.Keys().ServiceRoleKey}}); got.Status != 200 {
		t.Fatal(got.Body)
	}
	friend := c.Session(c.Member("professional", "Amigo Nunes"))
	if got := registers(friend, barred); got != "403 account_barred" {
		t.Errorf("a friend registers it: %s", got)
	}
	if got := registers(friend, other); got != done {
		t.Errorf("he registers another: %s", got)
	}
}

func TestTheNewsletterEndsByItsLinkAlone(t *testing.T) {
	t.Parallel()
	b := setup(t)
	c := newCast(b)
	marina, rafael := c.marina(), c.rafael()
	b.Exec(`INSERT INTO public.preferences (profile_id, newsletter) VALUES ($1, true), ($2, true)`, marina, rafael)
	address := func(id uuid.UUID) *url.URL {
		t.Helper()
		link, err := url.Parse(b.App.UnsubscribeLink(id.String()))
		if err != nil {
			t.Fatal(err)
		}
		return link
	}
	right, others := address(marina), address(rafael)
	proof := right.Query().Get("prova")
	with := func(who, proof string) string {
		return right.Path + "?" + url.Values{"membro": {who}, "prova": {proof}}.Encode()
	}
	before := b.contents()
	for _, q := range []struct {
		fact, method, path string
		status             int
		says               string
	}{
		{"ThePersonIsAsked", "GET", right.RequestURI(), 200, `<form method="post">`},
		{"AMailFilterChangesNothing", "HEAD", right.RequestURI(), 200, ""},
		{"NothingElseIsDoneThere", "PUT", right.RequestURI(), 405, ""},
		{"NorDeleted", "DELETE", right.RequestURI(), 405, ""},
		{"NorPatched", "PATCH", right.RequestURI(), 405, ""},
		{"AnothersProofIsNone", "POST", with(marina.String(), others.Query().Get("prova")), 404, "Endereço inválido"},
		{"AProofIsNobodyElses", "POST", with(rafael.String(), proof), 404, "Endereço inválido"},
		{"AProofIsWhole", "POST", with(marina.String(), proof[:len(proof)-1]), 404, "Endereço inválido"},
		{"NoProofIsNone", "POST", with(marina.String(), ""), 404, "Endereço inválido"},
		{"AWrongProofIsNotAsked", "GET", with(marina.String(), strings.Repeat("0", len(proof))), 404, "Endereço inválido"},
		{"NobodyHasNoProof", "POST", with("", proof), 404, "Endereço inválido"},
		{"NothingAtAllIsNoLink", "POST", right.Path, 404, "Endereço inválido"},
	} {
		t.Run(q.fact, func(t *testing.T) {
			got := b.in(t).Ask(request{Method: q.method, Path: q.path})
			if got.Status != q.status || !strings.Contains(got.Body, q.says) {
				t.Errorf("is answered %d %s", got.Status, got.Body)
			}
			if kept := got.Headers.Get("Cache-Control"); kept != "no-store" {
				t.Errorf("the answer may be kept: %q", kept)
			}
			if allow := got.Headers.Get("Allow"); (got.Status == http.StatusMethodNotAllowed) != (allow == "GET, HEAD, POST") {
				t.Errorf("allowed are %q", allow)
			}
		})
	}
	b.unchanged(t, before)
	for range 2 {
		got := b.Ask(request{Method: "POST", Path: right.RequestURI()})
		if got.Status != http.StatusOK || !strings.Contains(got.Body, "Inscrição cancelada") {
			t.Errorf("is answered %d %s", got.Status, got.Body)
		}
	}
	c.finds("marina owner", "preferences?select=newsletter", `[{"newsletter":false}]`)
	c.finds("rafael", "preferences?select=newsletter", `[{"newsletter":true}]`)
}
