package acceptance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// TestHiddenRowsLookLikeMissingRows compares the answers about a row that is hidden from a caller with
// those about a row that does not exist. Status, body and count are the same for every kind of
// request.
func TestHiddenRowsLookLikeMissingRows(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t))
	proposal := c.sent()
	contract := c.contract("active")
	c.Exec(`INSERT INTO public.messages (from_id, to_id, content) VALUES ($1, $2, 'Em segredo')`, c.marina(), c.serra())
	hidden := map[string]uuid.UUID{
		"proposals": proposal, "contracts": contract, "contract_events": contract,
		"milestones":  c.ID(`SELECT id FROM public.milestones WHERE contract_id = $1`, contract),
		"messages":    c.ID(`SELECT id FROM public.messages WHERE from_id = $1 AND content = 'Em segredo'`, c.marina()),
		"invitations": c.invitation(), "reports": c.report(), "accounts": c.serra(), "organisations": c.serra(),
	}
	count := 0
	for table, id := range hidden {
		key := map[string]string{"accounts": "profile_id", "contract_events": "contract_id"}[table]
		if key == "" {
			key = "id"
		}
		for _, ask := range []string{
			"GET %s?select=" + key + "&%s=eq.{id}", "HEAD %s?%s=eq.{id}", "GET %s?select=count()&%s=eq.{id}", "GET %s?select=" + key + "&or=(%s.eq.{id},%[2]s.is.null)",
			"GET %s?select=" + key + "&%s=in.({id})&order=" + key + "&limit=1&offset=0", "GET %s?select=" + key + "&%s=gte.{id}&%[2]s=lte.{id}", "GET %s?select=" + key + "&not.and=(%s.neq.{id})",
			"DELETE %s?%s=eq.{id}", "PATCH %s?%s=eq.{id}",
		} {
			for _, viewer := range []string{"visitor", "vale"} {
				method, query, _ := strings.Cut(fmt.Sprintf(ask, table, key), " ")
				c.tellsNothing(viewer, method, "/rest/v1/"+query, id)
				count += 2
			}
		}
	}
	for _, query := range []string{
		"profiles?select=id,accounts!inner(email)&id=eq.{id}", "profiles?select=id,accounts(document)&accounts.document=not.is.null&id=eq.{id}&order=id",
		"profiles?select=accounts(count)&id=eq.{id}", "projects?select=id,proposals!inner(id)&proposals.id=eq.{id}", "projects?select=id,contracts!inner(id)&contracts.id=eq.{id}",
	} {
		for _, id := range []uuid.UUID{proposal, contract} {
			c.tellsNothing("vale", "GET", "/rest/v1/"+query, id)
			count += 2
		}
	}
	t.Attr("figure", fmt.Sprintf("%d questions about hidden rows, each answered as about none", count))
}

// tellsNothing compares the answers about an id and about one that does not exist.
func (c *cast) tellsNothing(viewer, method, path string, id uuid.UUID) {
	c.T.Helper()
	ask := func(id uuid.UUID) string {
		r := request{Method: method, Path: strings.ReplaceAll(path, "{id}", id.String()), Token: c.tokens[viewer], Headers: map[string]string{"Prefer": "count=exact"}}
		if method == "PATCH" {
			r.Body = map[string]any{"status": "accepted"}
		}
		got := c.Ask(r)
		return strings.ReplaceAll(fmt.Sprint(got.Status, " ", got.Headers.Get("Content-Range"), " ", got.Body), id.String(), "{id}")
	}
	if there, absent := ask(id), ask(uuid.New()); there != absent {
		c.T.Errorf("%s %s as %s: %s of what is there, %s of what is not", method, path, viewer, there, absent)
	}
}

// TestUnreadableColumnsTellNothing checks that no filter, order or embedding reaches a column that
// a role may not read, whatever its value.
func TestUnreadableColumnsTellNothing(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t))
	c.invitation()
	c.contract("active")
	for _, query := range []string{
		"invitations?select=token_hash", "invitations?select=id&token_hash=gt.0", "invitations?select=id&order=token_hash",
		"invitations?select=id&or=(token_hash.gt.0,id.is.null)", "notifications?select=id&group_key=eq.x", "reports?select=id&order=reporter_key",
		"milestones?select=id,reminded", "milestones?select=id&reminded=gt.0", "contracts?select=id,milestones(id)&milestones.reminded=gt.0", "contracts?select=id,milestones(id)&milestones.order=reminded",
	} {
		for _, viewer := range []string{"visitor", "serra owner", "vale", "admin"} {
			got := c.Ask(request{Method: "GET", Path: "/rest/v1/" + query, Token: c.tokens[viewer]})
			if got.Status != 401 && got.Status != 403 {
				t.Errorf("%s as %s is answered %d %s", query, viewer, got.Status, got.Body)
			}
		}
	}
}
