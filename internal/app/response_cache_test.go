package app

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/postgres/dbtest"
)

// setupKept starts a server that keeps what visitors are answered, and waits
// until it hears what others write.
func setupKept(t *testing.T, db *dbtest.Database) *bundle {
	t.Helper()
	b := setupOn(t, db, func(c *Config) { c.AnswersMB = 8 })
	b.eventually("writes are heard", b.app.responseCache.IsOn)
	return b
}

// eventually waits for a fact, and not for a time.
func (b *bundle) eventually(fact string, holds func() bool) {
	b.t.Helper()
	ticker := time.NewTicker(2 * time.Millisecond)
	defer ticker.Stop()
	for deadline := time.After(patience); !holds(); {
		select {
		case <-ticker.C:
		case <-deadline:
			b.t.Fatalf("never: %s\n%s", fact, b.said.text())
		}
	}
}

// titleOf is what a visitor reads of a project, and the tag of the answer.
func (b *bundle) titleOf(project uuid.UUID) (title, tag string) {
	b.t.Helper()
	got := b.ask(request{method: "GET", path: "/rest/v1/projects?select=title&id=eq." + project.String(), headers: map[string]string{"Prefer": ""}})
	title, _ = strings.CutPrefix(strings.TrimSuffix(got.body, `"}]`), `[{"title":"`)
	return title, got.headers.Get("Etag")
}

func TestAnswersAreKept(t *testing.T) {
	t.Parallel()
	b := setupKept(t, dbtest.Open(t))
	serra := b.Member("company", "Serra Azul")
	for i := range 12 {
		b.Project(serra, fmt.Sprintf("Retrofit da linha %d, com um título que toma espaço bastante para ser comprimido", i))
	}
	const list = "/rest/v1/projects?select=id,title,description,company:profiles!company_id(id,name)&order=created_at.desc&limit=10"
	plain := map[string]string{"Prefer": "count=exact", "Accept-Encoding": "identity"}
	b.eventually("the list is kept", func() bool {
		return b.ask(request{method: "GET", path: list, headers: plain}).headers.Get("Etag") != ""
	})
	first := b.ask(request{method: "GET", path: list, headers: plain})
	t.Run("TheAnswerOnceMore", func(t *testing.T) {
		b := b.in(t)
		again := b.ask(request{method: "GET", path: "/rest/v1/projects?limit=10&order=created_at.desc&select=id,title,description,company:profiles!company_id(id,name)", headers: plain})
		if again.body != first.body || again.status != http.StatusPartialContent || again.headers.Get("Etag") != first.headers.Get("Etag") ||
			again.headers.Get("Content-Range") != "0-9/12" || !strings.HasPrefix(again.headers.Get("Content-Location"), "/projects?limit=10&") {
			t.Errorf("%d %v", again.status, again.headers)
		}
	})
	t.Run("NothingToWhoHasIt", func(t *testing.T) {
		b := b.in(t)
		got := b.ask(request{method: "GET", path: list, headers: map[string]string{"Prefer": "count=exact", "Accept-Encoding": "identity", "If-None-Match": `"other", W/` + first.headers.Get("Etag")}})
		if got.status != http.StatusNotModified || got.body != "" || got.headers.Get("Etag") != first.headers.Get("Etag") {
			t.Errorf("%d %v %s", got.status, got.headers, got.body)
		}
	})
	t.Run("ItsHead", func(t *testing.T) {
		b := b.in(t)
		got := b.ask(request{method: "HEAD", path: list, headers: plain})
		if got.status != http.StatusPartialContent || got.body != "" || got.headers.Get("Content-Length") != strconv.Itoa(len(first.body)) || got.headers.Get("Etag") != first.headers.Get("Etag") {
			t.Errorf("%d %v", got.status, got.headers)
		}
	})
	t.Run("Compressed", func(t *testing.T) {
		b := b.in(t)
		got := b.ask(request{method: "GET", path: list, headers: map[string]string{"Prefer": "count=exact", "Accept-Encoding": "br, gzip"}})
		if got.headers.Get("Content-Encoding") != "gzip" || len(got.body) > len(first.body)/2 || got.headers.Get("Etag") == first.headers.Get("Etag") {
			t.Errorf("%d of %d bytes, %v", len(got.body), len(first.body), got.headers)
		}
	})
	t.Run("CompressedForMembersAndNotKept", func(t *testing.T) {
		b := b.in(t)
		got := b.ask(request{method: "GET", path: list, token: b.session(serra), headers: map[string]string{"Accept-Encoding": "gzip", "If-None-Match": first.headers.Get("Etag")}})
		if got.headers.Get("Content-Encoding") != "gzip" || got.headers.Get("Etag") != "" || got.headers.Get("Cache-Control") != "no-store" || got.status != http.StatusOK {
			t.Errorf("%d %v", got.status, got.headers)
		}
	})
	t.Run("EachRangeAndCountByItself", func(t *testing.T) {
		b := b.in(t)
		for range 2 {
			for asked, want := range map[string]string{"0-2": "0-2/*", "3-5": "3-5/*"} {
				got := b.ask(request{method: "GET", path: "/rest/v1/projects?select=id&order=id", headers: map[string]string{"Prefer": "", "Range": asked}})
				if got.headers.Get("Content-Range") != want {
					t.Errorf("%s: %s", asked, got.headers.Get("Content-Range"))
				}
			}
		}
	})
	t.Run("NotWhatFails", func(t *testing.T) {
		b := b.in(t)
		for range 2 {
			if got := b.ask(request{method: "GET", path: "/rest/v1/projects?select=nothing", headers: plain}); got.status != http.StatusBadRequest || got.headers.Get("Etag") != "" {
				t.Errorf("%d %v", got.status, got.headers)
			}
		}
	})
	t.Run("ThePageOfAProject", func(t *testing.T) {
		b := b.in(t)
		project := b.Project(serra, "Painel elétrico")
		page := request{method: "GET", path: "/projetos/" + project.String()}
		b.eventually("the page is kept", func() bool { return b.ask(page).headers.Get("Etag") != "" })
		page.headers = map[string]string{"If-None-Match": b.ask(page).headers.Get("Etag")}
		if got := b.ask(page); got.status != http.StatusNotModified {
			t.Errorf("%d", got.status)
		}
		b.Exec(`UPDATE public.projects SET title = 'Painel de comando' WHERE id = $1`, project)
		b.eventually("the page follows", func() bool { return strings.Contains(b.ask(page).body, "<title>Painel de comando") })
	})
}

// What one role may see and another may not is never given to the other,
// whoever asks first.
func TestWhatIsKeptIsOfVisitorsAlone(t *testing.T) {
	t.Parallel()
	b := setupKept(t, dbtest.Open(t))
	hidden := b.Member("professional", "Bruno")
	admin := b.session(b.Member("admin", "Rita"))
	b.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, hidden)
	read := request{method: "GET", path: "/rest/v1/profiles?select=id,name&id=eq." + hidden.String()}
	kept := func(r request) (string, bool) {
		got := b.ask(r)
		return got.body, got.headers.Get("Etag") != ""
	}
	b.eventually("visitors see nobody", func() bool { body, isKept := kept(read); return body == "[]" && isKept })
	for range 3 {
		for _, who := range []struct {
			fact           string
			token          string
			headers        map[string]string
			isSeen, isKept bool
		}{
			{"Visitor", "", nil, false, true},
			{"Administrator", admin, nil, true, false},
			{"Server", b.app.Keys().ServiceRoleKey, nil, true, false},
			{"VisitorWithoutKey", "", map[string]string{"Apikey": ""}, false, true},
			{"WhoBringsSomethingElse", "", map[string]string{"Authorization": "Basic YTpi"}, false, false},
		} {
			asked := read
			asked.token, asked.headers = who.token, who.headers
			if body, isKept := kept(asked); strings.Contains(body, "Bruno") != who.isSeen || isKept != who.isKept && who.fact != "VisitorWithoutKey" {
				t.Errorf("%s: %s, kept %v", who.fact, body, isKept)
			}
		}
	}
	t.Run("AWrongTokenIsRefused", func(t *testing.T) {
		b := b.in(t)
		if got := b.ask(request{method: "GET", path: read.path, token: "a.b.c"}); got.status != http.StatusUnauthorized {
			t.Errorf("%d %s", got.status, got.body)
		}
	})
	t.Run("WhatIsOnlyTriedIsNotKept", func(t *testing.T) {
		b := b.in(t)
		asked := read
		asked.headers = map[string]string{"Prefer": "tx=rollback"}
		for range 2 {
			if got := b.ask(asked); got.headers.Get("Etag") != "" {
				t.Errorf("%v", got.headers)
			}
		}
	})
}

// Clients of two servers on one database write and read at the same time. What
// somebody reads through the server that has answered a write is never older
// than that write, and the other server follows.
func TestNobodyReadsWhatIsOlderThanAnAnsweredWrite(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	one := setupKept(t, db)
	other := setupKept(t, db)
	serra := one.Member("company", "Serra Azul")
	token := one.session(serra)
	const projects, writes, readers = 3, 25, 2
	var running sync.WaitGroup
	for range projects {
		project := one.Project(serra, "0")
		var answered [2]atomic.Int64 // by server, the last write that it has answered
		done := make(chan struct{})
		for i, b := range []*bundle{one, other} {
			for range readers {
				running.Go(func() {
					for hasEnded := false; !hasEnded; {
						select {
						case <-done:
							hasEnded = true
						default:
						}
						atLeast := answered[i].Load()
						title, _ := b.titleOf(project)
						if seen, err := strconv.ParseInt(title, 10, 64); err != nil || seen < atLeast {
							t.Errorf("%q is read through the server that has answered %d: %v", title, atLeast, err)
							return
						}
					}
				})
			}
		}
		running.Go(func() {
			defer close(done)
			for n := int64(1); n <= writes; n++ {
				through := n % 2
				b := []*bundle{one, other}[through]
				got := b.ask(request{method: "PATCH", path: "/rest/v1/projects?id=eq." + project.String(), token: token, body: map[string]any{"title": strconv.FormatInt(n, 10)}})
				if got.status != http.StatusOK {
					t.Errorf("write %d is answered %d %s", n, got.status, got.body)
					return
				}
				answered[through].Store(n)
				if title, _ := b.titleOf(project); title != strconv.FormatInt(n, 10) {
					t.Errorf("write %d is answered, and then %q read", n, title)
				}
			}
		})
		one.eventually("both servers say the last", func() bool {
			select {
			case <-done:
			default:
				return false
			}
			first, tag := one.titleOf(project)
			second, otherTag := other.titleOf(project)
			return first == strconv.Itoa(writes) && second == first && tag != "" && otherTag == tag
		})
	}
	running.Wait()
}

func TestNothingIsKeptWhileWritesAreNotHeard(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	b := setupKept(t, db)
	project := b.Project(b.Member("company", "Serra Azul"), "Antes")
	b.eventually("it is kept", func() bool { title, tag := b.titleOf(project); return title == "Antes" && tag != "" })
	// Whoever listens is held off while the line is down, and somebody else writes.
	b.Owned(t, db, `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT 0', current_database()); END $$`)
	b.Owned(t, db, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity 
		WHERE datname = current_database() AND pid <> pg_backend_pid() AND (query LIKE '%pg_notify($1%' OR query LIKE 'LISTEN memory%')`)
	b.eventually("the line is seen to be down", func() bool { return !b.app.responseCache.IsOn() })
	b.Owned(t, db, `UPDATE public.projects SET title = 'Depois' WHERE id = '`+project.String()+`'`)
	if title, tag := b.titleOf(project); title != "Depois" || tag != "" {
		t.Errorf("%q, %q", title, tag)
	}
	b.Owned(t, db, `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT -1', current_database()); END $$`)
	b.eventually("it is kept again", func() bool { title, tag := b.titleOf(project); return title == "Depois" && tag != "" })
}

// Owned runs a statement as the database's owner, past every server.
func (b *bundle) Owned(t *testing.T, db *dbtest.Database, statement string) {
	t.Helper()
	if _, err := db.Owner.Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}
