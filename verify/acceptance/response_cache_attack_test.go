package acceptance

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/postgres/dbtest"
	"automacao/verify/apptest"
)

// onDisplay is a person whom visitors see through two servers, both of which cache what they answer
// about her.
type onDisplay struct {
	*bundle
	other *bundle
	db    *dbtest.Database
	who   uuid.UUID
	name  string
}

func setupOnDisplay(t *testing.T) *onDisplay {
	t.Helper()
	db := dbtest.Open(t)
	d := &onDisplay{bundle: setupKept(t, db), other: setupKept(t, db), db: db}
	return d
}

// shows makes both servers cache the person.
func (d *onDisplay) shows(role, name string) {
	d.T.Helper()
	d.who, d.name = d.Member(role, name), name
	for _, b := range []*bundle{d.bundle, d.other} {
		b.Eventually(name+" is kept", func() bool {
			seen, isKept := d.seen(b)
			return seen && isKept && strings.Contains(b.Ask(d.page()).Body, name) && b.Ask(d.page()).Headers.Get("Etag") != ""
		})
	}
}

func (d *onDisplay) page() request {
	return request{Method: "GET", Path: "/encontrar-profissional/" + d.who.String()}
}

// seen reports whether a visitor can read the person, and whether the answer was cached.
func (d *onDisplay) seen(b *bundle) (seen, isKept bool) {
	got := b.Ask(request{Method: "GET", Path: "/rest/v1/profiles?select=id,name&id=eq." + d.who.String(), Headers: map[string]string{"Prefer": ""}})
	return strings.Contains(got.Body, d.name), got.Headers.Get("Etag") != ""
}

// isGoneHere checks that the server that answered the change shows the person to nobody any more,
// and that the other server follows.
func (d *onDisplay) isGoneHere() {
	d.T.Helper()
	if seen, _ := d.seen(d.bundle); seen {
		d.T.Errorf("%s is still read", d.name)
	}
	if got := d.Ask(d.page()); got.Status != http.StatusNotFound || strings.Contains(got.Body, d.name) {
		d.T.Errorf("the page of %s is still answered %d", d.name, got.Status)
	}
	d.isGone(d.other)
}

func (d *onDisplay) isGone(b *bundle) {
	d.T.Helper()
	b.Eventually(d.name+" is gone", func() bool {
		seen, _ := d.seen(b)
		return !seen && b.Ask(d.page()).Status == http.StatusNotFound
	})
}

// TestRemovedDataLeavesTheResponseCache removes a person from view in every way. No cached answer
// shows them afterwards.
func TestRemovedDataLeavesTheResponseCache(t *testing.T) {
	t.Parallel()
	d := setupOnDisplay(t)
	admin := d.Session(d.Member("admin", "Rita"))
	t.Run("ABlockedPerson", func(t *testing.T) {
		d := d.on(t)
		d.shows("professional", "Bruno Bloqueado")
		d.Must(request{Method: "POST", Path: "/rest/v1/rpc/block_user", Token: admin, Body: map[string]any{"user_id": d.who}}, nil)
		d.isGoneHere()
	})
	t.Run("ADeletedPerson", func(t *testing.T) {
		d := d.on(t)
		d.shows("professional", "Elza Apagada")
		d.Exec(`UPDATE auth.users SET password_hash = $2 WHERE id = $1`, d.who, d.passwordHash())
		d.Must(request{Method: "POST", Path: "/rest/v1/rpc/delete_account", Token: d.Session(d.who), Body: map[string]any{"password": apptest.Password}}, nil)
		d.isGoneHere()
	})
	t.Run("WritesOfTheServersRole", func(t *testing.T) {
		d := d.on(t)
		d.shows("professional", "Sueli Servida")
		d.Must(request{Method: "PATCH", Path: "/rest/v1/profiles?id=eq." + d.who.String(), Token: d.App.Keys().ServiceRoleKey, Body: map[string]any{"name": "Outra"}}, nil)
		if seen, _ := d.seen(d.bundle); seen {
			t.Error("a write of the service role is not read")
		}
	})
	t.Run("WritesPastEveryServer", func(t *testing.T) {
		d := d.on(t)
		d.shows("professional", "Wilma Mudada")
		d.Owned(t, d.db, `UPDATE public.profiles SET status = 'blocked' WHERE id = '`+d.who.String()+`'`)
		d.isGone(d.bundle)
		d.isGone(d.other)
	})
	t.Run("ANewPolicy", func(t *testing.T) {
		d := d.on(t)
		d.shows("professional", "Paula Proibida")
		d.Owned(t, d.db, `CREATE POLICY "nobody reads Paula" ON public.profiles AS RESTRICTIVE FOR SELECT USING (name <> 'Paula Proibida')`)
		for _, b := range []*bundle{d.bundle, d.other} {
			b.Eventually("the rule is in force", func() bool { seen, _ := d.seen(b); return !seen })
		}
	})
	t.Run("AClosedProject", func(t *testing.T) {
		d := d.on(t)
		project := d.Project(d.Member("company", "Serra Azul"), "Retrofit a fechar")
		read := request{Method: "GET", Path: "/rest/v1/projects?select=title&status=eq.open&order=created_at.desc", Headers: map[string]string{"Prefer": ""}}
		d.Eventually("the list is kept", func() bool {
			got := d.Ask(read)
			return strings.Contains(got.Body, "Retrofit a fechar") && got.Headers.Get("Etag") != ""
		})
		d.Must(request{Method: "POST", Path: "/rest/v1/rpc/close_project", Token: admin, Body: map[string]any{"project_id": project, "reason": "Anúncio repetido"}}, nil)
		if got := d.Ask(read); strings.Contains(got.Body, "Retrofit a fechar") {
			t.Errorf("it is still listed: %s", got.Body)
		}
	})
	t.Run("ATruncatedTable", func(t *testing.T) {
		d := d.on(t)
		read := request{Method: "GET", Path: "/rest/v1/skills?select=slug", Headers: map[string]string{"Prefer": ""}}
		d.Eventually("it is kept", func() bool {
			got := d.Ask(read)
			return strings.Contains(got.Body, "slug") && got.Headers.Get("Etag") != ""
		})
		d.Owned(t, d.db, `TRUNCATE public.skills CASCADE`)
		d.Eventually("nothing is left", func() bool { return d.Ask(read).Body == "[]" })
	})
}

// on is the same scene for a subtest.
func (d *onDisplay) on(t *testing.T) *onDisplay {
	t.Helper()
	same := *d
	same.bundle, same.other = d.in(t), d.other.in(t)
	return &same
}
