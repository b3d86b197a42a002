package app

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/postgres/dbtest"
)

// onDisplay is somebody whom visitors see, through two servers that both keep
// what they answer of her.
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

// shows has both servers keep that a person is there.
func (d *onDisplay) shows(role, name string) {
	d.t.Helper()
	d.who, d.name = d.Member(role, name), name
	for _, b := range []*bundle{d.bundle, d.other} {
		b.eventually(name+" is kept", func() bool {
			seen, isKept := d.seen(b)
			return seen && isKept && strings.Contains(b.ask(d.page()).body, name) && b.ask(d.page()).headers.Get("Etag") != ""
		})
	}
}

func (d *onDisplay) page() request {
	return request{method: "GET", path: "/encontrar-profissional/" + d.who.String()}
}

// seen reports that a visitor reads of the person, and whether that is kept.
func (d *onDisplay) seen(b *bundle) (seen, isKept bool) {
	got := b.ask(request{method: "GET", path: "/rest/v1/profiles?select=id,name&id=eq." + d.who.String(), headers: map[string]string{"Prefer": ""}})
	return strings.Contains(got.body, d.name), got.headers.Get("Etag") != ""
}

// isGoneHere holds that nobody who asks now the server that has answered is told
// of the person, and that the other server follows.
func (d *onDisplay) isGoneHere() {
	d.t.Helper()
	if seen, _ := d.seen(d.bundle); seen {
		d.t.Errorf("%s is still read", d.name)
	}
	if got := d.ask(d.page()); got.status != http.StatusNotFound || strings.Contains(got.body, d.name) {
		d.t.Errorf("the page of %s is still answered %d", d.name, got.status)
	}
	d.isGone(d.other)
}

func (d *onDisplay) isGone(b *bundle) {
	d.t.Helper()
	b.eventually(d.name+" is gone", func() bool {
		seen, _ := d.seen(b)
		return !seen && b.ask(d.page()).status == http.StatusNotFound
	})
}

// Whoever takes something away, and however, no visitor goes on being told it.
func TestWhatIsTakenAwayLeavesTheMemory(t *testing.T) {
	t.Parallel()
	d := setupOnDisplay(t)
	admin := d.session(d.Member("admin", "Rita"))
	t.Run("TheBlocked", func(t *testing.T) {
		d := d.on(t)
		d.shows("professional", "Bruno Bloqueado")
		d.must(request{method: "POST", path: "/rest/v1/rpc/block_user", token: admin, body: map[string]any{"user_id": d.who}}, nil)
		d.isGoneHere()
	})
	t.Run("TheErased", func(t *testing.T) {
		d := d.on(t)
		d.shows("professional", "Elza Apagada")
		d.Exec(`UPDATE auth.users SET password_hash = $2 WHERE id = $1`, d.who, d.passwordHash())
		d.must(request{method: "POST", path: "/rest/v1/rpc/delete_account", token: d.session(d.who), body: map[string]any{"password": password}}, nil)
		d.isGoneHere()
	})
	t.Run("WhatTheServersRoleWrites", func(t *testing.T) {
		d := d.on(t)
		d.shows("professional", "Sueli Servida")
		d.must(request{method: "PATCH", path: "/rest/v1/profiles?id=eq." + d.who.String(), token: d.app.Keys().ServiceRoleKey, body: map[string]any{"name": "Outra"}}, nil)
		if seen, _ := d.seen(d.bundle); seen {
			t.Error("what the server's role has written is not read")
		}
	})
	t.Run("WhatIsWrittenPastEveryServer", func(t *testing.T) {
		d := d.on(t)
		d.shows("professional", "Wilma Mudada")
		d.Owned(t, d.db, `UPDATE public.profiles SET status = 'blocked' WHERE id = '`+d.who.String()+`'`)
		d.isGone(d.bundle)
		d.isGone(d.other)
	})
	t.Run("WhatARuleForbidsFromNowOn", func(t *testing.T) {
		d := d.on(t)
		d.shows("professional", "Paula Proibida")
		d.Owned(t, d.db, `CREATE POLICY "nobody reads Paula" ON public.profiles AS RESTRICTIVE FOR SELECT USING (name <> 'Paula Proibida')`)
		for _, b := range []*bundle{d.bundle, d.other} {
			b.eventually("the rule is in force", func() bool { seen, _ := d.seen(b); return !seen })
		}
	})
	t.Run("TheClosedProject", func(t *testing.T) {
		d := d.on(t)
		project := d.Project(d.Member("company", "Serra Azul"), "Retrofit a fechar")
		read := request{method: "GET", path: "/rest/v1/projects?select=title&status=eq.open&order=created_at.desc", headers: map[string]string{"Prefer": ""}}
		d.eventually("the list is kept", func() bool {
			got := d.ask(read)
			return strings.Contains(got.body, "Retrofit a fechar") && got.headers.Get("Etag") != ""
		})
		d.must(request{method: "POST", path: "/rest/v1/rpc/close_project", token: admin, body: map[string]any{"project_id": project, "reason": "Anúncio repetido"}}, nil)
		if got := d.ask(read); strings.Contains(got.body, "Retrofit a fechar") {
			t.Errorf("it is still listed: %s", got.body)
		}
	})
	t.Run("TheTruncated", func(t *testing.T) {
		d := d.on(t)
		read := request{method: "GET", path: "/rest/v1/skills?select=slug", headers: map[string]string{"Prefer": ""}}
		d.eventually("it is kept", func() bool {
			got := d.ask(read)
			return strings.Contains(got.body, "slug") && got.headers.Get("Etag") != ""
		})
		d.Owned(t, d.db, `TRUNCATE public.skills CASCADE`)
		d.eventually("nothing is left", func() bool { return d.ask(read).body == "[]" })
	})
}

// on is the same for a subtest.
func (d *onDisplay) on(t *testing.T) *onDisplay {
	t.Helper()
	same := *d
	same.bundle, same.other = d.in(t), d.other.in(t)
	return &same
}
