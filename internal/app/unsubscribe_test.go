package app

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"
)

func TestTheNewsletterEndsByItsLinkAlone(t *testing.T) {
	t.Parallel()
	b := setup(t)
	c := newCast(b)
	marina, rafael := c.marina(), c.rafael()
	b.Exec(`INSERT INTO public.preferences (profile_id, newsletter) VALUES ($1, true), ($2, true)`, marina, rafael)
	address := func(id uuid.UUID) *url.URL {
		t.Helper()
		link, err := url.Parse(b.app.unsubscribeLink(id.String()))
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
			got := b.in(t).ask(request{method: q.method, path: q.path})
			if got.status != q.status || !strings.Contains(got.body, q.says) {
				t.Errorf("is answered %d %s", got.status, got.body)
			}
			if kept := got.headers.Get("Cache-Control"); kept != "no-store" {
				t.Errorf("the answer may be kept: %q", kept)
			}
			if allow := got.headers.Get("Allow"); (got.status == http.StatusMethodNotAllowed) != (allow == "GET, HEAD, POST") {
				t.Errorf("allowed are %q", allow)
			}
		})
	}
	b.unchanged(t, before)
	for range 2 {
		got := b.ask(request{method: "POST", path: right.RequestURI()})
		if got.status != http.StatusOK || !strings.Contains(got.body, "Inscrição cancelada") {
			t.Errorf("is answered %d %s", got.status, got.body)
		}
	}
	c.finds("marina owner", "preferences?select=newsletter", `[{"newsletter":false}]`)
	c.finds("rafael", "preferences?select=newsletter", `[{"newsletter":true}]`)
}
