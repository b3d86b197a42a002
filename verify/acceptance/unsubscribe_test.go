package acceptance

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
