package acceptance

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"automacao/verify/apptest"
)

// TestFavouritesBelongToOnePerson covers what others learn of a favourite, which is nothing, and what
// is left of it when one of the two leaves.
func TestFavouritesBelongToOnePerson(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t))
	project := c.valesProject()
	c.Must(request{Method: "POST", Path: "/rest/v1/favourites", Token: c.tokens["vale"], Body: map[string]any{"professional_id": c.ids["rafael"], "note": "Bom com robôs"}}, nil)
	c.Must(request{Method: "POST", Path: "/rest/v1/favourites", Token: c.tokens["rafael"], Body: map[string]any{"project_id": project}}, nil)
	const read = "favourites?select=note,project:projects!project_id(title),professional:profiles!professional_id(name)"
	c.Must(request{Method: "POST", Path: "/rest/v1/favourites", Token: c.tokens["marina owner"], Body: map[string]any{"project_id": project, "note": "De Vale"}}, nil)
	c.finds("vale", read, `[{"note":"Bom com robôs","project":null,"professional":{"name":"`+c.name("rafael")+`"}}]`)
	c.finds("rafael", read, `[{"note":"","project":{"title":"Retrofit"},"professional":null}]`)
	c.finds("admin", read, `[]`)
	c.finds("rafael", "profiles?select=name,favourites!professional_id(note)&id=eq."+c.ids["rafael"].String(), `[{"name":"`+c.name("rafael")+`","favourites":[]}]`)

	var export struct {
		Sections map[string][]struct{ Note string }
	}
	c.Must(request{Method: "POST", Path: "/rest/v1/rpc/export_data", Token: c.tokens["vale"], Body: map[string]any{}}, &export)
	if kept := export.Sections["favourites"]; len(kept) != 1 || kept[0].Note != "Bom com robôs" {
		t.Errorf("Vale exports %v", kept)
	}

	for _, leaving := range []struct{ who, left string }{{"rafael", "1"}, {"vale", "0"}} {
		c.Exec(`UPDATE auth.users SET password_hash = $2 WHERE id = $1`, c.ids[leaving.who], c.passwordHash())
		c.Must(request{Method: "POST", Path: "/rest/v1/rpc/delete_account", Token: c.tokens[leaving.who], Body: map[string]any{"password": apptest.Password}}, nil)
		if left := c.Text(`SELECT count(*)::text FROM public.favourites`); left != leaving.left {
			t.Errorf("after %s has left there are %s favourites, not %s", leaving.who, left, leaving.left)
		}
	}
}

// TestFavouritesAreBounded also when they are added at the same moment.
func TestFavouritesAreBounded(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t))
	c.Exec(`UPDATE private.limits SET value = 2 WHERE name = 'favourites_max'`)
	var added sync.WaitGroup
	answers := make([]string, 5)
	for n := range answers {
		project := c.valesProject()
		added.Go(func() {
			got := c.Ask(request{Method: "POST", Path: "/rest/v1/favourites", Token: c.tokens["rafael"], Body: map[string]any{"project_id": project}})
			answers[n] = fmt.Sprint(got.Status, " ", got.Code())
		})
	}
	added.Wait()
	count := map[string]int{}
	for _, answer := range answers {
		count[answer]++
	}
	kept, refused := fmt.Sprint(http.StatusCreated, " "), fmt.Sprint(http.StatusBadRequest, " too_many_favourites")
	if count[kept] != 2 || count[refused] != 3 {
		t.Errorf("they are answered %v", count)
	}
	if stored := c.Text(`SELECT count(*)::text FROM public.favourites`); stored != "2" {
		t.Errorf("%s are stored", stored)
	}
}
