package acceptance

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"automacao/internal/app"
	"automacao/internal/postgres/dbtest"
)

// TestExpiredDataIsRemovedAtTheStart checks that the jobs of a whole server remove what expired before it started,
// and nothing else.
func TestExpiredDataIsRemovedAtTheStart(t *testing.T) {
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
	// Stored bytes may wait an hour for their row.
	forgotten, fresh := unnamed(t, data, -2*time.Hour), unnamed(t, data, 0)
	b := setupOn(t, db, func(cfg *app.Config) { cfg.Data = data })
	b.Await("the session that is over", func() bool {
		return b.Text(`SELECT string_agg(id::text, ' ') FROM auth.sessions`) == lasting.String()
	})
	b.Await("the bytes that no row names", func() bool {
		_, err := os.Stat(forgotten)
		return errors.Is(err, fs.ErrNotExist)
	})
	if _, err := os.Stat(fresh); err != nil {
		t.Errorf("a file that may still be uploading is gone: %v", err)
	}
}

// unnamed stores bytes of an age without a row.
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

// TestTheSchemaIsWatched checks that the server notices a new foreign key, and then embeds the
// table to which it points.
func TestTheSchemaIsWatched(t *testing.T) {
	t.Parallel()
	b := setup(t)
	embeds := func() bool {
		return b.Ask(request{Method: "GET", Path: "/rest/v1/skills?select=slug,projects(id)", Headers: map[string]string{"Apikey": b.App.Keys().ServiceRoleKey}}).Status == 200
	}
	if embeds() {
		t.Fatal("skills point to projects already")
	}
	if _, err := b.DB.Owner.Exec(t.Context(), `ALTER TABLE public.skills ADD COLUMN late_id uuid REFERENCES public.projects`); err != nil {
		t.Fatal(err)
	}
	b.Await("what was altered late", embeds)
}

// TestABlockedUserLosesTheirSocket checks that blocking a user closes their socket at once, and nobody
// else's.
func TestABlockedUserLosesTheirSocket(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for name, end := range map[string]func(c *cast) answer{
		"Blocked": func(c *cast) answer { return c.calls("admin", "block_user", map[string]any{"user_id": c.rafael()}) },
		"Deleted": func(c *cast) answer {
			return c.Ask(request{Method: "DELETE", Path: "/auth/v1/admin/users/" + c.rafael().String(), Headers: map[string]string{"Apikey": b.App.Keys().ServiceRoleKey}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newCast(b.in(t))
			his, anothers := c.enters("rafael"), c.enters("vale")
			if got := end(c); got.Status != 200 {
				t.Fatalf("is answered %d %s", got.Status, got.Body)
			}
			for {
				if _, _, err := his.Read(c.Within()); err != nil {
					if got := websocket.CloseStatus(err); got != websocket.StatusPolicyViolation {
						t.Errorf("the socket ends with %d, %v", got, err)
					}
					break
				}
			}
			// This reads until the answer to a ping, and ignores what arrives before it.
			reading := c.Within()
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
