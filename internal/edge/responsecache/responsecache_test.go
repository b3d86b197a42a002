package responsecache

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// listening returns a cache that receives writes, on a schema of one table that announces them and
// one that does not.
func listening(bytesMax int64) *Cache {
	c := New(Config{BytesMax: bytesMax, Role: "anon"}, slog.New(slog.DiscardHandler))
	known, _ := parseRules("anon", []byte(`{"relations": [{"schema": "public", "name": "things", "is_announced": true, "rows_by": "id"}, {"schema": "public", "name": "silent"}]}`))
	c.rules.Store(known)
	c.hearItself()
	return c
}

func (c *Cache) hearItself() {
	c.heardAt.Store(max(1, int64(c.cfg.Now().Sub(c.began))))
	c.isListening.Store(true)
}

const things = `SELECT FROM "public"."things"`

// asked serves a body that depends on read.
func (c *Cache) asked(key string, read Read, body func() string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	c.Serve(w, httptest.NewRequest(http.MethodGet, "/"+key, nil), Ask{Key: key}, func(w http.ResponseWriter, r *http.Request) {
		RestsOn(r.Context(), read)
		_, _ = io.WriteString(w, body())
	})
	return w
}

func TestWhatIsAskedByManyIsMadeOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := listening(1 << 20)
		var made atomic.Int64
		var asking sync.WaitGroup
		for range 100 {
			asking.Go(func() {
				got := c.asked("list", Read{SQL: things, IsOurs: true}, func() string {
					time.Sleep(time.Second)
					return fmt.Sprint(made.Add(1))
				})
				if got.Body.String() != "1" || got.Header().Get("Etag") == "" {
					t.Errorf("%s %v", got.Body, got.Header())
				}
			})
		}
		asking.Wait()
		if made.Load() != 1 {
			t.Errorf("made %d times", made.Load())
		}
	})
}

// Requests that arrive while an older answer is being made do not get it if something has been
// written since. One more answer is made for all of them.
func TestNobodyIsGivenWhatWasReadBeforeAWrite(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := listening(1 << 20)
		var state, made atomic.Int64
		read := func() string {
			made.Add(1)
			seen := state.Load()
			time.Sleep(time.Second)
			return fmt.Sprint(seen)
		}
		var asking sync.WaitGroup
		asking.Go(func() { c.asked("list", Read{SQL: things, IsOurs: true}, read) })
		synctest.Wait()
		state.Store(1)
		c.table("public.things").wrote(nil)
		for range 20 {
			asking.Go(func() {
				if got := c.asked("list", Read{SQL: things, IsOurs: true}, read); got.Body.String() != "1" {
					t.Errorf("given %s", got.Body)
				}
			})
		}
		asking.Wait()
		if made.Load() != 2 {
			t.Errorf("made %d times", made.Load())
		}
	})
}

func TestWhatIsNotKept(t *testing.T) {
	t.Parallel()
	for fact, serve := range map[string]http.HandlerFunc{
		"WithoutKnownReads": func(http.ResponseWriter, *http.Request) {},
		"OfASilentTable": func(_ http.ResponseWriter, r *http.Request) {
			RestsOn(r.Context(), Read{SQL: `SELECT FROM "public"."silent"`, IsOurs: true})
		},
		"ForOneClient": func(_ http.ResponseWriter, r *http.Request) {
			RestsOn(r.Context(), Read{SQL: things, IsOurs: true})
			Refuse(r.Context())
		},
		"WithACookie": func(w http.ResponseWriter, r *http.Request) {
			RestsOn(r.Context(), Read{SQL: things, IsOurs: true})
			w.Header().Set("Set-Cookie", "a=b")
		},
		"NotFound": func(w http.ResponseWriter, r *http.Request) {
			RestsOn(r.Context(), Read{SQL: things, IsOurs: true})
			w.WriteHeader(http.StatusNotFound)
		},
		"WrittenMeanwhile": func(_ http.ResponseWriter, r *http.Request) {
			RestsOn(r.Context(), Read{SQL: things, IsOurs: true})
			from(r.Context()).cache.table("public.things").wrote([]string{"a"})
		},
		"OfAnOpenTransaction": func(_ http.ResponseWriter, r *http.Request) {
			from(r.Context()).cache.table("public.things").open.Add(1)
			RestsOn(r.Context(), Read{SQL: things, IsOurs: true})
		},
	} {
		t.Run(fact, func(t *testing.T) {
			t.Parallel()
			c := listening(1 << 20)
			for range 2 {
				c.Serve(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil), Ask{Key: "k"}, serve)
			}
			if c.kept.find("k") != nil {
				t.Error("the answer is kept")
			}
		})
	}
}

func TestOneRowIsForgottenByItself(t *testing.T) {
	t.Parallel()
	c := listening(1 << 20)
	read := func(key string) Read {
		return Read{SQL: things, IsOurs: true, Table: "public.things", Column: "id", Key: key}
	}
	other := "b"
	for rowOf(other) == rowOf("a") {
		other += "b"
	}
	isKept := func(key string) bool {
		isRemade := false
		c.asked(key, read(key), func() string { isRemade = true; return key })
		return !isRemade
	}
	isKept("a")
	isKept(other)
	c.table("public.things").wrote([]string{"a"})
	if isKept("a") || !isKept(other) {
		t.Error("the written row is still kept, or the other one is not")
	}
	c.table("public.things").wrote(nil)
	if isKept("a") || isKept(other) {
		t.Error("a write to unknown rows leaves a row in the cache")
	}
}

func TestWhatTheTimeDecidesIsKeptForASecond(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := listening(1 << 20)
		made := map[string]int{}
		for _, step := range []struct {
			after       time.Duration
			timed, rows int
		}{{0, 1, 1}, {lifeTimed - 1, 1, 1}, {1, 2, 1}, {lifeMax, 3, 2}} {
			time.Sleep(step.after)
			c.hearItself()
			c.asked("timed", Read{SQL: things + ` WHERE at > $1`, IsOurs: true, Params: [][]byte{[]byte("now")}}, func() string { made["timed"]++; return "" })
			c.asked("rows", Read{SQL: things, IsOurs: true}, func() string { made["rows"]++; return "" })
			if made["timed"] != step.timed || made["rows"] != step.rows {
				t.Errorf("after %v: made %v", step.after, made)
			}
		}
	})
}

func TestTheBoundInBytesHolds(t *testing.T) {
	t.Parallel()
	const maxBytes = 256 << 10
	c := listening(maxBytes)
	for i := range 2000 {
		c.asked(fmt.Sprint(i), Read{SQL: things, IsOurs: true}, func() string { return strings.Repeat("x", i*17%9000) })
		if c.Bytes() > maxBytes {
			t.Fatalf("%d bytes are kept", c.Bytes())
		}
	}
	if c.Bytes() < maxBytes/2 || c.kept.find("1999") == nil || c.kept.find("0") != nil {
		t.Errorf("%d bytes are kept", c.Bytes())
	}
	c.asked("large", Read{SQL: things, IsOurs: true}, func() string { return strings.Repeat("x", maxBytes/2) })
	if c.kept.find("large") != nil {
		t.Error("one answer takes half of the cache")
	}
	c.empty()
	if c.Bytes() != 0 {
		t.Errorf("%d bytes are kept in an empty cache", c.Bytes())
	}
}

func TestADocumentRestsOnWhatItIsMadeOf(t *testing.T) {
	t.Parallel()
	c := listening(1 << 20)
	made := 0
	document := func() {
		c.Serve(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil), Ask{Key: "document"}, func(_ http.ResponseWriter, r *http.Request) {
			made++
			inner := httptest.NewRequestWithContext(r.Context(), http.MethodGet, "/", nil)
			c.Serve(httptest.NewRecorder(), inner, Ask{Key: "part"}, func(_ http.ResponseWriter, r *http.Request) { RestsOn(r.Context(), Read{SQL: things, IsOurs: true}) })
		})
	}
	for step, want := range []int{1, 1, 2, 2} {
		if step == 2 {
			c.table("public.things").wrote([]string{"a"})
		}
		if document(); made != want {
			t.Errorf("step %d: made %d times, want %d", step, made, want)
		}
	}
}

// A document contains rows that depend on the time. It is kept no longer than they are, even if
// they were in the cache before it.
func TestADocumentLivesAsLongAsItsShortestPart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := listening(1 << 20)
		made := 0
		timed := Read{SQL: things + ` WHERE at > $1`, IsOurs: true, Params: [][]byte{[]byte("now")}}
		part := func(ctx context.Context) {
			inner := httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil)
			c.Serve(httptest.NewRecorder(), inner, Ask{Key: "part"}, func(_ http.ResponseWriter, r *http.Request) { RestsOn(r.Context(), timed) })
		}
		document := func() {
			c.Serve(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil), Ask{Key: "document"}, func(_ http.ResponseWriter, r *http.Request) {
				made++
				RestsOn(r.Context(), Read{SQL: things, IsOurs: true})
				part(r.Context())
			})
		}
		part(t.Context())
		time.Sleep(lifeTimed / 2)
		document()
		time.Sleep(lifeTimed/2 - 1)
		if document(); made != 1 {
			t.Errorf("made %d times while its part is valid", made)
		}
		time.Sleep(time.Nanosecond)
		if document(); made != 2 {
			t.Errorf("made %d times after its part has expired", made)
		}
	})
}

func TestAPanicHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	c := listening(1 << 20)
	func() {
		defer func() { _ = recover() }()
		c.asked("k", Read{SQL: things, IsOurs: true}, func() string { panic("fault") })
	}()
	if got := c.asked("k", Read{SQL: things, IsOurs: true}, func() string { return "good" }); got.Body.String() != "good" {
		t.Error(got.Body)
	}
}

func TestAClientThatGoesAwayStopsWaiting(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := listening(1 << 20)
		var asking sync.WaitGroup
		asking.Go(func() {
			c.asked("k", Read{SQL: things, IsOurs: true}, func() string { time.Sleep(time.Hour); return "" })
		})
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		c.Serve(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil), Ask{Key: "k"}, func(http.ResponseWriter, *http.Request) {})
		if waited := time.Since(began); waited != time.Second {
			t.Errorf("waited %v", waited)
		}
		asking.Wait()
	})
}

func TestWhichFormIsAccepted(t *testing.T) {
	t.Parallel()
	for accepted, want := range map[string]bool{
		"": false, "gzip": true, "br, gzip": true, "GZIP;q=0.5": true, "gzip;q=0": false, "gzip; q=0.0": false, "*": true, "*;q=0": false,
		"*;q=0, gzip": true, "gzip;q=0, *": false, "br": false, "identity": false, "gzip;q=x": false,
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Accept-Encoding", accepted)
		if acceptsGzip(r) != want {
			t.Errorf("%q: %v", accepted, !want)
		}
	}
}
