package rest_test

import (
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"automacao/internal/wire/rest"
)

// filtersByRegex are all the ways to filter by a regular expression.
var filtersByRegex = []call{
	{name: "Match", path: "/projects?select=id&name=match.^Vis"},
	{name: "IMatch", path: "/projects?select=id&name=imatch.^vis"},
	{name: "Any", path: "/projects?select=id&name=match(any).{^Vis,^Nada}"},
	{name: "Negated", path: "/projects?select=id&name=not.match.^[MRÓ]"},
	{name: "InATree", path: "/projects?select=id&or=(id.eq.99,and(id.gt.0,name.match.^Vis))"},
	{name: "NegatedInATree", path: "/projects?select=id&not.and=(id.gt.0,name.not.imatch.^vis)"},
	{name: "OnJSON", path: "/projects?select=id,clients!inner()&clients.facts->>city=match.^J&name=eq.Vis%C3%A3o"},
	{name: "OnAnEmbed", path: "/projects?select=id,clients!inner()&clients.name=match.^Serra&id=eq.2"},
	{name: "InATreeOnAnEmbed", path: "/projects?select=id,clients!inner()&clients.or=(name.match.^Serra)&id=eq.2"},
	{name: "OnACall", method: "POST", path: "/rpc/big_projects?select=id&name=match.^Vis", body: `{"minimum":1}`},
	{name: "OnAnUpdate", method: "PATCH", path: "/projects?select=id&name=match.^Vis", body: `{"active":true}`, headers: wantsRows},
}

func TestRegularExpressionsAreTheServersUnlessARoleIsNamed(t *testing.T) {
	t.Parallel()
	const refusal = `{"code":"regex_not_allowed","message":"Filtering by regular expressions (match, imatch) is not allowed","details":null,"hint":"Filter by like, ilike or a full-text search (fts, plfts, phfts, wfts) instead."}`
	strict := setup(t)
	named := setup(t, func(c *rest.Config) { c.RegexRoles = []string{"authenticated"} })
	all := setup(t, func(c *rest.Config) { c.RegexRoles = []string{"*"} })
	signed, err := strict.keys.Sign(jwt.MapClaims{"role": "service_role", "exp": time.Now().Add(time.Hour).Unix()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := strict.pool.Exec(t.Context(), `GRANT ALL ON public.projects, public.clients TO service_role`); err != nil {
		t.Fatal(err)
	}
	for _, c := range filtersByRegex {
		t.Run(c.name, func(t *testing.T) {
			refused := c
			refused.status, refused.want = 400, refusal
			for _, who := range []string{"", "ana"} {
				refused.as = who
				strict.check(t, refused)
			}
			refused.as = ""
			named.check(t, refused)

			allowed := c
			allowed.status, allowed.want, allowed.as = 200, `[{"id":2}]`, "ana"
			named.check(t, allowed)
			all.check(t, allowed)
			allowed.as, allowed.headers = "", map[string]string{"Authorization": "Bearer " + signed}
			for name, value := range c.headers {
				allowed.headers[name] = value
			}
			strict.check(t, allowed)
		})
	}
	strict.check(t, call{path: "/projects?select=id&name=like.Vis*", status: 200, want: `[{"id":2}]`})
}
