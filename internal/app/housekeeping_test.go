package app

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"automacao/internal/postgres/dbtest"
)

// TestTheHouseIsKept by the server as it is put together: what was over before
// it started goes, and nothing else.
func TestTheHouseIsKept(t *testing.T) {
	t.Parallel()
	db, data := dbtest.Open(t), t.TempDir()
	over, lasting, who := uuid.New(), uuid.New(), uuid.New()
	_, err := db.Owner.Exec(t.Context(), `INSERT INTO auth.users (id, email) VALUES ($1, 'marina@exemplo.test')`, who)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Owner.Exec(t.Context(), `
		INSERT INTO auth.sessions (id, user_id, not_after) VALUES ($1, $3, now() - interval '1 second'), ($2, $3, now() + interval '1 hour')`, over, lasting, who)
	if err != nil {
		t.Fatal(err)
	}
	forgotten, fresh := unnamed(t, data, -2*orphanAge), unnamed(t, data, 0)
	b := setupOn(t, db, func(cfg *Config) { cfg.Data = data })
	b.await("the session that is over", func() bool {
		return b.Text(`SELECT string_agg(id::text, ' ') FROM auth.sessions`) == lasting.String()
	})
	b.await("the bytes that no row names", func() bool {
		_, err := os.Stat(forgotten)
		return errors.Is(err, fs.ErrNotExist)
	})
	if _, err := os.Stat(fresh); err != nil {
		t.Errorf("what may still be on its way is gone: %v", err)
	}
}

// unnamed stores bytes of an age that no row names.
func unnamed(t *testing.T, data string, age time.Duration) string {
	t.Helper()
	name := uuid.NewString()
	path := filepath.Join(data, "objects", "versions", name[len(name)-2:], name)
	at := time.Now().Add(age)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("x"), 0o600), os.Chtimes(path, at, at)); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestTheSchemaIsWatched: a table that is known is embedded where it points to
// once it does.
func TestTheSchemaIsWatched(t *testing.T) {
	t.Parallel()
	b := setup(t)
	embeds := func() bool {
		return b.ask(request{method: "GET", path: "/rest/v1/skills?select=slug,projects(id)", headers: map[string]string{"Apikey": b.app.Keys().ServiceRoleKey}}).status == 200
	}
	if embeds() {
		t.Fatal("skills point to projects already")
	}
	if _, err := b.db.Owner.Exec(t.Context(), `ALTER TABLE public.skills ADD COLUMN late_id uuid REFERENCES public.projects`); err != nil {
		t.Fatal(err)
	}
	b.await("what was altered late", embeds)
}

// TestWhoIsPutOutLosesHisSocket at once, and nobody else does.
func TestWhoIsPutOutLosesHisSocket(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for name, end := range map[string]func(c *cast) answer{
		"Blocked": func(c *cast) answer { return c.calls("admin", "block_user", map[string]any{"user_id": c.rafael()}) },
		"Deleted": func(c *cast) answer {
			return c.ask(request{method: "DELETE", path: "/auth/v1/admin/users/" + c.rafael().String(), headers: map[string]string{"Apikey": b.app.Keys().ServiceRoleKey}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newCast(b.in(t))
			his, anothers := c.enters("rafael"), c.enters("vale")
			if got := end(c); got.status != 200 {
				t.Fatalf("is answered %d %s", got.status, got.body)
			}
			for {
				if _, _, err := his.Read(c.within()); err != nil {
					if got := websocket.CloseStatus(err); got != websocket.StatusPolicyViolation {
						t.Errorf("the socket ends with %d, %v", got, err)
					}
					break
				}
			}
			// A ping's answer is read for; what else arrives meanwhile is no matter.
			reading := c.within()
			go func() {
				for {
					if _, _, err := anothers.Read(reading); err != nil {
						return
					}
				}
			}()
			if err := anothers.Ping(reading); err != nil {
				t.Errorf("another's is gone too: %v", err)
			}
		})
	}
}

// within bounds what is waited for.
func (b *bundle) within() context.Context {
	ctx, cancel := context.WithTimeout(b.t.Context(), patience)
	b.t.Cleanup(cancel)
	return ctx
}

// await asks until something has become so.
func (b *bundle) await(what string, isSo func() bool) {
	b.t.Helper()
	for ctx := b.within(); !isSo(); {
		// Each question takes a round trip, which is pause enough.
		if _, err := b.db.Owner.Exec(ctx, `SELECT`); err != nil {
			b.t.Fatalf("%s: nothing happens: %v", what, err)
		}
	}
}
