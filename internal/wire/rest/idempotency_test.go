package rest_test

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/rest"
	"automacao/internal/wire/rest/repeat"
)

const (
	marina = "00000000-0000-7000-8000-0000000000a1"
	serra  = "00000000-0000-7000-8000-0000000000a2"
)

// repeatable has effects that can be counted, and two users.
const repeatable = `
	CREATE TABLE public.effects (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), owner uuid NOT NULL DEFAULT auth.uid(), note text NOT NULL);
	ALTER TABLE public.effects ADD CONSTRAINT effects_note_once EXCLUDE (note WITH =) WHERE (note LIKE 'once%') DEFERRABLE INITIALLY DEFERRED;
	GRANT SELECT, INSERT, UPDATE, DELETE ON public.effects TO authenticated, service_role;
	CREATE FUNCTION public.note_in_sql(note text) RETURNS public.effects LANGUAGE sql AS $$ INSERT INTO public.effects (note) VALUES (note) RETURNING * $$;
	CREATE FUNCTION public.steady() RETURNS uuid LANGUAGE sql STABLE AS $$ SELECT gen_random_uuid() $$;
	CREATE FUNCTION public.accepted() RETURNS text LANGUAGE sql AS $$
	  INSERT INTO public.effects (note) VALUES ('accepted');
	  SELECT set_config('response.status', '202', true); SELECT set_config('response.headers', '[{"X-Why":"porque"}]', true); $$;
	GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO anon, authenticated, service_role;
	INSERT INTO auth.users (id, email) VALUES ('` + marina + `', 'marina@exemplo.test'), ('` + serra + `', 'serra@exemplo.test');`

type repeating struct {
	*bundle
	db *dbtest.Database
}

type noted struct {
	Note string `json:"note"`
}

var errNoNote = fault.New(http.StatusUnprocessableEntity, "note_required", "Escreva algo.")

// note writes a row and returns what no second call would return.
func note(ctx context.Context, tx pgx.Tx, in noted) (string, error) {
	if _, err := tx.Exec(ctx, `INSERT INTO public.effects (note) VALUES ($1)`, in.Note); err != nil {
		return "", err
	}
	if in.Note == "" {
		return "", errNoNote
	}
	return uuid.NewString(), nil
}

// setupRepeating starts the engine on the product's own table of responses.
func setupRepeating(t *testing.T, changes ...func(*rest.Config)) *repeating {
	t.Helper()
	db := dbtest.Open(t)
	if _, err := db.Owner.Exec(t.Context(), repeatable); err != nil {
		t.Fatal(err)
	}
	changes = append([]func(*rest.Config){func(c *rest.Config) {
		c.Schemas, c.PreRequest = []string{"public"}, "auth.check_session"
		c.Repeats = repeat.Store{Recall: "private.recall_answer", Keep: "private.keep_answer"}
	}}, changes...)
	b := &repeating{setupOn(t, &bundle{keys: testKeys(t), pool: db.Pool}, changes...), db}
	b.register(t, rest.Register(b.engine, "note", note, everybody))
	return b
}

// answered is everything in a response that a repeat must return again.
type answered struct {
	status int
	header http.Header
	body   string
}

// ask makes a call under a key and reports whether the response was replayed.
func (b *repeating) ask(t testing.TB, c call, key string) (got answered, isReplay bool) {
	t.Helper()
	if c.as == "" {
		c.as = marina
	}
	c.headers = maps.Clone(c.headers)
	if c.headers == nil {
		c.headers = map[string]string{}
	}
	c.headers[repeat.Header] = key
	response := b.do(t, c)
	body, _ := io.ReadAll(response.Body)
	isReplay = response.Header.Get(repeat.Replayed) == "true"
	response.Header.Del(repeat.Replayed)
	return answered{response.StatusCode, response.Header, string(body)}, isReplay
}

func (b *repeating) refuses(t *testing.T, c call, key string, refusal *fault.Error) {
	t.Helper()
	got, _ := b.ask(t, c, key)
	if got.status != refusal.Status || !strings.Contains(got.body, `"`+refusal.Code+`"`) || !strings.Contains(got.body, refusal.Message) {
		t.Errorf("%s %s under %.40q is answered %d %.200s", c.method, c.path, key, got.status, got.body)
	}
}

// counts checks how many effects and stored responses there are.
func (b *repeating) counts(t *testing.T, effects, answers int) {
	t.Helper()
	var done, kept int
	if err := b.db.Owner.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM public.effects), (SELECT count(*) FROM private.idempotency_keys)`).Scan(&done, &kept); err != nil {
		t.Fatal(err)
	}
	if done != effects || kept != answers {
		t.Errorf("%d effects and %d answers, want %d and %d", done, kept, effects, answers)
	}
}

var noteInGo = call{method: "POST", path: "/rpc/note", body: `{"note":"a"}`}

// TestARepeatedCallIsAnsweredAsTheFirst covers every way a request takes.
func TestARepeatedCallIsAnsweredAsTheFirst(t *testing.T) {
	t.Parallel()
	whole := map[string]string{"Prefer": "return=representation,count=exact"}
	b := setupRepeating(t)
	for _, c := range []call{
		{name: "GoFunction", method: "POST", path: "/rpc/note", body: `{"note":"a"}`, status: 200},
		{name: "RefusingGoFunction", method: "POST", path: "/rpc/note", body: `{"note":""}`, status: 422},
		{name: "Call", method: "POST", path: "/rpc/note_in_sql", body: `{"note":"b"}`, status: 200},
		{name: "CallWithItsOwnStatusAndHeaders", method: "POST", path: "/rpc/accepted", body: `{}`, status: 202},
		{name: "CallThatOnlyReads", method: "POST", path: "/rpc/steady", body: `{}`, status: 200},
		{name: "Insert", method: "POST", path: "/effects", body: `{"note":"c"}`, headers: whole, status: 201},
		{name: "QuietInsert", method: "POST", path: "/effects", body: `[{"note":"d"},{"note":"e"}]`, status: 201},
		{name: "Located", method: "POST", path: "/effects", body: `{"note":"f"}`, headers: map[string]string{"Prefer": "return=headers-only"}, status: 201},
		{name: "Update", method: "PATCH", path: "/effects?note=eq.c", body: `{"note":"c2"}`, headers: whole, status: 200},
		{name: "Delete", method: "DELETE", path: "/effects?note=eq.d", headers: whole, status: 200},
		{name: "RefusedInsert", method: "POST", path: "/effects", body: `{"note":null}`, status: 400},
		{name: "OnceOnly", method: "POST", path: "/effects", body: `{"note":"once"}`, status: 201},
		{name: "RefusedAtTheCommit", method: "POST", path: "/effects?columns=note", body: `{"note":"once"}`, status: 400},
	} {
		t.Run(c.name, func(t *testing.T) {
			first, isReplay := b.ask(t, c, c.name)
			if first.status != c.status || isReplay {
				t.Fatalf("the first is answered %d %s, again: %v", first.status, first.body, isReplay)
			}
			before := b.rows(t)
			for range 2 {
				if again, isReplay := b.ask(t, c, c.name); !isReplay || !same(again, first) {
					t.Errorf("got %+v, again: %v\nwant %+v", again, isReplay, first)
				}
			}
			if after := b.rows(t); after != before {
				t.Errorf("there are now %s, were %s", after, before)
			}
		})
	}
}

func same(a, b answered) bool {
	return a.status == b.status && a.body == b.body && maps.EqualFunc(a.header, b.header, func(a, b []string) bool { return fmt.Sprint(a) == fmt.Sprint(b) })
}

func (b *repeating) rows(t *testing.T) (all string) {
	t.Helper()
	if err := b.db.Owner.QueryRow(t.Context(), `SELECT coalesce(string_agg(id || note, ' ' ORDER BY id), '') FROM public.effects`).Scan(&all); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestAKeyIsOfOneCall(t *testing.T) {
	t.Parallel()
	b := setupRepeating(t)
	if got, _ := b.ask(t, noteInGo, "k"); got.status != 200 {
		t.Fatalf("got %+v", got)
	}
	for _, other := range []call{
		{name: "OtherBody", method: "POST", path: "/rpc/note", body: `{"note":"b"}`},
		{name: "OtherFunction", method: "POST", path: "/rpc/note_in_sql", body: `{"note":"a"}`},
		{name: "OtherQuery", method: "POST", path: "/rpc/note?select=id", body: `{"note":"a"}`},
		{name: "Table", method: "POST", path: "/effects", body: `{"note":"a"}`},
		{name: "OtherMethod", method: "PATCH", path: "/effects?note=eq.a", body: `{"note":"a"}`},
		{name: "OtherPreference", method: "POST", path: "/rpc/note", body: `{"note":"a"}`, headers: map[string]string{"Prefer": "count=exact"}},
		{name: "OtherForm", method: "POST", path: "/rpc/note", body: `{"note":"a"}`, headers: map[string]string{"Accept": "application/vnd.pgrst.object+json"}},
		{name: "NotUnderstood", method: "POST", path: "/rpc/note_in_sql", body: `{`},
		{name: "UnknownFunction", method: "POST", path: "/rpc/there_is_none", body: `{}`},
	} {
		t.Run(other.name, func(t *testing.T) { b.refuses(t, other, "k", repeat.ErrReused) })
	}
	b.counts(t, 1, 1)
	if got, isReplay := b.ask(t, call{method: "POST", path: "/rpc/note", body: noteInGo.body, as: serra}, "k"); got.status != 200 || isReplay {
		t.Errorf("another's same key is answered %+v, again: %v", got, isReplay)
	}
	b.counts(t, 2, 2)
	if got, isReplay := b.ask(t, call{path: "/effects?select=note"}, "k"); got.status != 200 || isReplay {
		t.Errorf("a read is answered %+v, again: %v", got, isReplay)
	}
}

// TestFiftyAtOnceHaveOneEffect for each of two hundred keys: requests during the first are refused
// as in flight, and all later ones get its response.
func TestFiftyAtOnceHaveOneEffect(t *testing.T) {
	t.Parallel()
	const keys, times = 200, 50
	b := setupRepeating(t)
	replays, waiting := 0, 0
	for key := range keys {
		answers := make([]answered, times)
		start, done := make(chan struct{}), sync.WaitGroup{}
		for i := range answers {
			done.Go(func() {
				<-start
				answers[i], _ = b.ask(t, noteInGo, fmt.Sprint(key))
			})
		}
		close(start)
		done.Wait()
		first, isReplay := b.ask(t, noteInGo, fmt.Sprint(key))
		if first.status != 200 || !isReplay {
			t.Fatalf("afterwards: %+v", first)
		}
		for _, got := range answers {
			switch {
			case got.status == repeat.ErrInFlight.Status && strings.Contains(got.body, repeat.ErrInFlight.Code):
				waiting++
			case same(got, first):
				replays++
			default:
				t.Fatalf("got %+v, want %+v", got, first)
			}
		}
	}
	b.counts(t, keys, keys)
	t.Logf("%d were answered, %d came while the first was made", replays, waiting)
}

func TestWhileTheFirstIsMadeARepeatIsToldSo(t *testing.T) {
	t.Parallel()
	b := setupRepeating(t)
	made, goOn := make(chan struct{}), make(chan struct{})
	b.register(t, rest.Register(b.engine, "slow", func(ctx context.Context, tx pgx.Tx, in noted) (string, error) {
		close(made)
		<-goOn
		return note(ctx, tx, in)
	}, everybody))
	slow := call{method: "POST", path: "/rpc/slow", body: `{"note":"a"}`}
	first := make(chan answered)
	go func() { got, _ := b.ask(t, slow, "k"); first <- got }()
	<-made
	b.refuses(t, slow, "k", repeat.ErrInFlight)
	if got, _ := b.ask(t, slow, "k"); got.header.Get("Retry-After") != "1" {
		t.Errorf("it is not said when to try again: %v", got.header)
	}
	if got, _ := b.ask(t, noteInGo, "another"); got.status != 200 {
		t.Errorf("another key waits: %+v", got)
	}
	close(goOn)
	want := <-first
	if got, isReplay := b.ask(t, slow, "k"); !isReplay || !same(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	b.counts(t, 2, 2)
}
