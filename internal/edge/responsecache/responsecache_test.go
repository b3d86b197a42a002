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
)

// listening is a memory that hears of writes, on a schema of one table.
func listening(bytesMax int64) *Cache {
	m := New(Config{BytesMax: bytesMax, Role: "anon"}, slog.New(slog.DiscardHandler))
	known, _ := parseRules("anon", []byte(`{"relations": [{"schema": "public", "name": "things", "is_announced": true, "rows_by": "id"}, {"schema": "public", "name": "deaf"}]}`))
	m.rules.Store(known)
	m.hearItself()
	return m
}

func (m *Cache) hearItself() {
	m.heardAt.Store(max(1, int64(m.cfg.Now().Sub(m.began))))
	m.isListening.Store(true)
}

const things = `SELECT FROM "public"."things"`

// asked is answered with a body that rests on a table.
func (m *Cache) asked(key string, read Read, body func() string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	m.Serve(w, httptest.NewRequest(http.MethodGet, "/"+key, nil), Ask{Key: key}, func(w http.ResponseWriter, r *http.Request) {
		RestsOn(r.Context(), read)
		_, _ = io.WriteString(w, body())
	})
	return w
}

func TestWhatIsAskedByManyIsMadeOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := listening(1 << 20)
		var made atomic.Int64
		var asking sync.WaitGroup
		for range 100 {
			asking.Go(func() {
				got := m.asked("list", Read{SQL: things, IsOurs: true}, func() string {
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

// Of those who ask while an older answer is made, none is given it once
// something has been written; one more is made for all of them.
func TestNobodyIsGivenWhatWasReadBeforeAWrite(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := listening(1 << 20)
		var state, made atomic.Int64
		read := func() string {
			made.Add(1)
			seen := state.Load()
			time.Sleep(time.Second)
			return fmt.Sprint(seen)
		}
		var asking sync.WaitGroup
		asking.Go(func() { m.asked("list", Read{SQL: things, IsOurs: true}, read) })
		synctest.Wait()
		state.Store(1)
		m.table("public.things").wrote(nil)
		for range 20 {
			asking.Go(func() {
				if got := m.asked("list", Read{SQL: things, IsOurs: true}, read); got.Body.String() != "1" {
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
		"WhatSaysNothingOfWhatItReads": func(http.ResponseWriter, *http.Request) {},
		"WhatRestsOnADeafTable": func(_ http.ResponseWriter, r *http.Request) {
			RestsOn(r.Context(), Read{SQL: `SELECT FROM "public"."deaf"`, IsOurs: true})
		},
		"WhatIsForOneAlone": func(_ http.ResponseWriter, r *http.Request) {
			RestsOn(r.Context(), Read{SQL: things, IsOurs: true})
			Refuse(r.Context())
		},
		"WhatSetsACookie": func(w http.ResponseWriter, r *http.Request) {
			RestsOn(r.Context(), Read{SQL: things, IsOurs: true})
			w.Header().Set("Set-Cookie", "a=b")
		},
		"WhatIsNotThere": func(w http.ResponseWriter, r *http.Request) {
			RestsOn(r.Context(), Read{SQL: things, IsOurs: true})
			w.WriteHeader(http.StatusNotFound)
		},
		"WhatIsWrittenTo": func(_ http.ResponseWriter, r *http.Request) {
			RestsOn(r.Context(), Read{SQL: things, IsOurs: true})
			from(r.Context()).memory.table("public.things").wrote([]string{"a"})
		},
		"WhatSomebodyIsWritingTo": func(_ http.ResponseWriter, r *http.Request) {
			from(r.Context()).memory.table("public.things").open.Add(1)
			RestsOn(r.Context(), Read{SQL: things, IsOurs: true})
		},
	} {
		t.Run(fact, func(t *testing.T) {
			t.Parallel()
			m := listening(1 << 20)
			for range 2 {
				m.Serve(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil), Ask{Key: "k"}, serve)
			}
			if m.kept.find("k") != nil {
				t.Error("it is kept")
			}
		})
	}
}

func TestOneRowIsForgottenByItself(t *testing.T) {
	t.Parallel()
	m := listening(1 << 20)
	of := func(key string) Read {
		return Read{SQL: things, IsOurs: true, Table: "public.things", Column: "id", Key: key}
	}
	other := "b"
	for rowOf(other) == rowOf("a") {
		other += "b"
	}
	isKept := func(key string) bool {
		isRemade := false
		m.asked(key, of(key), func() string { isRemade = true; return key })
		return !isRemade
	}
	isKept("a")
	isKept(other)
	m.table("public.things").wrote([]string{"a"})
	if isKept("a") || !isKept(other) {
		t.Error("the written row is kept, or the other is not")
	}
	m.table("public.things").wrote(nil)
	if isKept("a") || isKept(other) {
		t.Error("what is written to all rows leaves one")
	}
}

func TestWhatTheTimeDecidesIsKeptForASecond(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := listening(1 << 20)
		made := map[string]int{}
		for _, step := range []struct {
			after       time.Duration
			timed, rows int
		}{{0, 1, 1}, {lifeTimed - 1, 1, 1}, {1, 2, 1}, {lifeMax, 3, 2}} {
			time.Sleep(step.after)
			m.hearItself()
			m.asked("timed", Read{SQL: things + ` WHERE at > $1`, IsOurs: true, Params: [][]byte{[]byte("now")}}, func() string { made["timed"]++; return "" })
			m.asked("rows", Read{SQL: things, IsOurs: true}, func() string { made["rows"]++; return "" })
			if made["timed"] != step.timed || made["rows"] != step.rows {
				t.Errorf("after %v: made %v", step.after, made)
			}
		}
	})
}

func TestTheBoundInBytesHolds(t *testing.T) {
	t.Parallel()
	const most = 256 << 10
	m := listening(most)
	for i := range 2000 {
		m.asked(fmt.Sprint(i), Read{SQL: things, IsOurs: true}, func() string { return strings.Repeat("x", i*17%9000) })
		if m.Bytes() > most {
			t.Fatalf("%d bytes are kept", m.Bytes())
		}
	}
	if m.Bytes() < most/2 || m.kept.find("1999") == nil || m.kept.find("0") != nil {
		t.Errorf("%d bytes are kept", m.Bytes())
	}
	m.asked("large", Read{SQL: things, IsOurs: true}, func() string { return strings.Repeat("x", most/2) })
	if m.kept.find("large") != nil {
		t.Error("one answer may take half of all")
	}
	m.empty()
	if m.Bytes() != 0 {
		t.Errorf("%d bytes are kept of nothing", m.Bytes())
	}
}

func TestADocumentRestsOnWhatItIsMadeOf(t *testing.T) {
	t.Parallel()
	m := listening(1 << 20)
	made := 0
	document := func() {
		m.Serve(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil), Ask{Key: "document"}, func(_ http.ResponseWriter, r *http.Request) {
			made++
			inner := httptest.NewRequestWithContext(r.Context(), http.MethodGet, "/", nil)
			m.Serve(httptest.NewRecorder(), inner, Ask{Key: "part"}, func(_ http.ResponseWriter, r *http.Request) { RestsOn(r.Context(), Read{SQL: things, IsOurs: true}) })
		})
	}
	for step, want := range []int{1, 1, 2, 2} {
		if step == 2 {
			m.table("public.things").wrote([]string{"a"})
		}
		if document(); made != want {
			t.Errorf("step %d: made %d times, want %d", step, made, want)
		}
	}
}

// A document that holds rows which the time decides lives no longer than they
// do, also when they were in the memory before it.
func TestADocumentLivesAsLongAsItsShortestPart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := listening(1 << 20)
		made := 0
		timed := Read{SQL: things + ` WHERE at > $1`, IsOurs: true, Params: [][]byte{[]byte("now")}}
		part := func(ctx context.Context) {
			inner := httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil)
			m.Serve(httptest.NewRecorder(), inner, Ask{Key: "part"}, func(_ http.ResponseWriter, r *http.Request) { RestsOn(r.Context(), timed) })
		}
		document := func() {
			m.Serve(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil), Ask{Key: "document"}, func(_ http.ResponseWriter, r *http.Request) {
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
			t.Errorf("made %d times while its part lives", made)
		}
		time.Sleep(time.Nanosecond)
		if document(); made != 2 {
			t.Errorf("made %d times after its part has died", made)
		}
	})
}

func TestAPanicHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	m := listening(1 << 20)
	func() {
		defer func() { _ = recover() }()
		m.asked("k", Read{SQL: things, IsOurs: true}, func() string { panic("fault") })
	}()
	if got := m.asked("k", Read{SQL: things, IsOurs: true}, func() string { return "good" }); got.Body.String() != "good" {
		t.Error(got.Body)
	}
}

func TestWhoGoesAwayWhileHeWaitsIsLetGo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := listening(1 << 20)
		var asking sync.WaitGroup
		asking.Go(func() {
			m.asked("k", Read{SQL: things, IsOurs: true}, func() string { time.Sleep(time.Hour); return "" })
		})
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		m.Serve(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil), Ask{Key: "k"}, func(http.ResponseWriter, *http.Request) {})
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
