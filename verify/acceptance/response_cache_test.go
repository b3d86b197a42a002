package acceptance

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/app"
	"automacao/internal/postgres/dbtest"
)

// setupKept starts a server with a response cache, and waits until it receives notifications of
// writes.
func setupKept(t *testing.T, db *dbtest.Database) *bundle {
	t.Helper()
	b := setupOn(t, db, func(c *app.Config) { c.AnswersMB, c.MetricsAddr = 8, "127.0.0.1:0" })
	b.Eventually("writes are heard", b.keepsAnswers)
	return b
}

// keepsAnswers returns what an operator sees of the response cache.
func (b *bundle) keepsAnswers() bool {
	return strings.Contains(b.operator(http.MethodGet, "/metrics").Body, "\nautomacao_answers_kept_on 1\n")
}

// titleOf returns the title of a project as visitors read it, and the ETag of the answer.
func (b *bundle) titleOf(project uuid.UUID) (title, tag string) {
	b.T.Helper()
	got := b.Ask(request{Method: "GET", Path: "/rest/v1/projects?select=title&id=eq." + project.String(), Headers: map[string]string{"Prefer": ""}})
	title, _ = strings.CutPrefix(strings.TrimSuffix(got.Body, `"}]`), `[{"title":"`)
	return title, got.Headers.Get("Etag")
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
	b.Eventually("the list is kept", func() bool {
		return b.Ask(request{Method: "GET", Path: list, Headers: plain}).Headers.Get("Etag") != ""
	})
	first := b.Ask(request{Method: "GET", Path: list, Headers: plain})
	t.Run("ARepeatedRequest", func(t *testing.T) {
		b := b.in(t)
		again := b.Ask(request{Method: "GET", Path: "/rest/v1/projects?limit=10&order=created_at.desc&select=id,title,description,company:profiles!company_id(id,name)", Headers: plain})
		if again.Body != first.Body || again.Status != http.StatusPartialContent || again.Headers.Get("Etag") != first.Headers.Get("Etag") ||
			again.Headers.Get("Content-Range") != "0-9/12" || !strings.HasPrefix(again.Headers.Get("Content-Location"), "/projects?limit=10&") {
			t.Errorf("%d %v", again.Status, again.Headers)
		}
	})
	t.Run("NotModified", func(t *testing.T) {
		b := b.in(t)
		got := b.Ask(request{Method: "GET", Path: list, Headers: map[string]string{"Prefer": "count=exact", "Accept-Encoding": "identity", "If-None-Match": `"other", W/` + first.Headers.Get("Etag")}})
		if got.Status != http.StatusNotModified || got.Body != "" || got.Headers.Get("Etag") != first.Headers.Get("Etag") {
			t.Errorf("%d %v %s", got.Status, got.Headers, got.Body)
		}
	})
	t.Run("AHeadRequest", func(t *testing.T) {
		b := b.in(t)
		got := b.Ask(request{Method: "HEAD", Path: list, Headers: plain})
		if got.Status != http.StatusPartialContent || got.Body != "" || got.Headers.Get("Content-Length") != strconv.Itoa(len(first.Body)) || got.Headers.Get("Etag") != first.Headers.Get("Etag") {
			t.Errorf("%d %v", got.Status, got.Headers)
		}
	})
	t.Run("Compressed", func(t *testing.T) {
		b := b.in(t)
		got := b.Ask(request{Method: "GET", Path: list, Headers: map[string]string{"Prefer": "count=exact", "Accept-Encoding": "br, gzip"}})
		if got.Headers.Get("Content-Encoding") != "gzip" || len(got.Body) > len(first.Body)/2 || got.Headers.Get("Etag") == first.Headers.Get("Etag") {
			t.Errorf("%d of %d bytes, %v", len(got.Body), len(first.Body), got.Headers)
		}
	})
	t.Run("CompressedForMembersAndNotKept", func(t *testing.T) {
		b := b.in(t)
		got := b.Ask(request{Method: "GET", Path: list, Token: b.Session(serra), Headers: map[string]string{"Accept-Encoding": "gzip", "If-None-Match": first.Headers.Get("Etag")}})
		if got.Headers.Get("Content-Encoding") != "gzip" || got.Headers.Get("Etag") != "" || got.Headers.Get("Cache-Control") != "no-store" || got.Status != http.StatusOK {
			t.Errorf("%d %v", got.Status, got.Headers)
		}
	})
	t.Run("EachRangeAndCountByItself", func(t *testing.T) {
		b := b.in(t)
		for range 2 {
			for asked, want := range map[string]string{"0-2": "0-2/*", "3-5": "3-5/*"} {
				got := b.Ask(request{Method: "GET", Path: "/rest/v1/projects?select=id&order=id", Headers: map[string]string{"Prefer": "", "Range": asked}})
				if got.Headers.Get("Content-Range") != want {
					t.Errorf("%s: %s", asked, got.Headers.Get("Content-Range"))
				}
			}
		}
	})
	t.Run("ErrorsAreNotCached", func(t *testing.T) {
		b := b.in(t)
		for range 2 {
			if got := b.Ask(request{Method: "GET", Path: "/rest/v1/projects?select=nothing", Headers: plain}); got.Status != http.StatusBadRequest || got.Headers.Get("Etag") != "" {
				t.Errorf("%d %v", got.Status, got.Headers)
			}
		}
	})
	t.Run("ThePageOfAProject", func(t *testing.T) {
		b := b.in(t)
		project := b.Project(serra, "Painel elétrico")
		page := request{Method: "GET", Path: "/projetos/" + project.String()}
		b.Eventually("the page is kept", func() bool { return b.Ask(page).Headers.Get("Etag") != "" })
		page.Headers = map[string]string{"If-None-Match": b.Ask(page).Headers.Get("Etag")}
		if got := b.Ask(page); got.Status != http.StatusNotModified {
			t.Errorf("%d", got.Status)
		}
		b.Exec(`UPDATE public.projects SET title = 'Painel de comando' WHERE id = $1`, project)
		b.Eventually("the page follows", func() bool { return strings.Contains(b.Ask(page).Body, "<title>Painel de comando") })
	})
}

// TestOnlyAnonymousAnswersAreCached checks that an answer to one role is never given to another,
// whoever asks first.
func TestOnlyAnonymousAnswersAreCached(t *testing.T) {
	t.Parallel()
	b := setupKept(t, dbtest.Open(t))
	hidden := b.Member("professional", "Bruno")
	admin := b.Session(b.Member("admin", "Rita"))
	b.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, hidden)
	read := request{Method: "GET", Path: "/rest/v1/profiles?select=id,name&id=eq." + hidden.String()}
	kept := func(r request) (string, bool) {
		got := b.Ask(r)
		return got.Body, got.Headers.Get("Etag") != ""
	}
	b.Eventually("visitors see nobody", func() bool { body, isKept := kept(read); return body == "[]" && isKept })
	for range 3 {
		for _, who := range []struct {
			fact           string
			token          string
			headers        map[string]string
			isSeen, isKept bool
		}{
			{"Visitor", "", nil, false, true},
			{"Administrator", admin, nil, true, false},
			{"Server", b.App.Keys().ServiceRoleKey, nil, true, false},
			{"VisitorWithoutKey", "", map[string]string{"Apikey": ""}, false, true},
			{"WhoBringsSomethingElse", "", map[string]string{"Authorization": "Basic YTpi"}, false, false},
		} {
			asked := read
			asked.Token, asked.Headers = who.token, who.headers
			if body, isKept := kept(asked); strings.Contains(body, "Bruno") != who.isSeen || isKept != who.isKept && who.fact != "VisitorWithoutKey" {
				t.Errorf("%s: %s, kept %v", who.fact, body, isKept)
			}
		}
	}
	t.Run("AWrongTokenIsRefused", func(t *testing.T) {
		b := b.in(t)
		if got := b.Ask(request{Method: "GET", Path: read.Path, Token: "a.b.c"}); got.Status != http.StatusUnauthorized {
			t.Errorf("%d %s", got.Status, got.Body)
		}
	})
	t.Run("WhatIsOnlyTriedIsNotKept", func(t *testing.T) {
		b := b.in(t)
		asked := read
		asked.Headers = map[string]string{"Prefer": "tx=rollback"}
		for range 2 {
			if got := b.Ask(asked); got.Headers.Get("Etag") != "" {
				t.Errorf("%v", got.Headers)
			}
		}
	})
}

// TestNoReadIsOlderThanAnAnsweredWrite has clients of two servers on one database write
// and read at the same time. A read through the server that answered a write is never older than
// that write, and the other server follows.
func TestNoReadIsOlderThanAnAnsweredWrite(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	one := setupKept(t, db)
	other := setupKept(t, db)
	serra := one.Member("company", "Serra Azul")
	token := one.Session(serra)
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
				got := b.Ask(request{Method: "PATCH", Path: "/rest/v1/projects?id=eq." + project.String(), Token: token, Body: map[string]any{"title": strconv.FormatInt(n, 10)}})
				if got.Status != http.StatusOK {
					t.Errorf("write %d is answered %d %s", n, got.Status, got.Body)
					return
				}
				answered[through].Store(n)
				if title, _ := b.titleOf(project); title != strconv.FormatInt(n, 10) {
					t.Errorf("write %d is answered, and then %q read", n, title)
				}
			}
		})
		one.Eventually("both servers say the last", func() bool {
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

func TestNothingIsCachedWithoutNotifications(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	b := setupKept(t, db)
	project := b.Project(b.Member("company", "Serra Azul"), "Antes")
	b.Eventually("it is kept", func() bool { title, tag := b.titleOf(project); return title == "Antes" && tag != "" })
	// The listener cannot reconnect while another connection writes.
	b.Owned(t, db, `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT 0', current_database()); END $$`)
	b.Owned(t, db, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity 
		WHERE datname = current_database() AND pid <> pg_backend_pid() AND (query LIKE '%pg_notify($1%' OR query LIKE 'LISTEN memory%')`)
	b.Eventually("the line is seen to be down", func() bool { return !b.keepsAnswers() })
	b.Owned(t, db, `UPDATE public.projects SET title = 'Depois' WHERE id = '`+project.String()+`'`)
	if title, tag := b.titleOf(project); title != "Depois" || tag != "" {
		t.Errorf("%q, %q", title, tag)
	}
	b.Owned(t, db, `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT -1', current_database()); END $$`)
	b.Eventually("it is kept again", func() bool { title, tag := b.titleOf(project); return title == "Depois" && tag != "" })
}

// Owned runs a statement as the owner of the database, past every server.
func (b *bundle) Owned(t *testing.T, db *dbtest.Database, statement string) {
	t.Helper()
	if _, err := db.Owner.Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}
