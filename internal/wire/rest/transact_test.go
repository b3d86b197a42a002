package rest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/kernel/fault"
	"automacao/internal/postgres"
	"automacao/internal/wire/rest"
	"automacao/internal/wire/rest/repeat"
)

// lockBoth locks two rows in the given order. Before the second it waits once for the call that
// takes the opposite order.
type lockBoth struct {
	tries  atomic.Int32
	met    sync.WaitGroup
	hasMet [2]bool
}

func (l *lockBoth) run(ctx context.Context, tx pgx.Tx, first int) error {
	l.tries.Add(1)
	for i, id := range []int{first, 3 - first} {
		if i == 1 && !l.hasMet[first-1] {
			l.hasMet[first-1] = true
			l.met.Done()
			l.met.Wait()
		}
		if _, err := tx.Exec(ctx, `UPDATE public.projects SET budget = budget + 1 WHERE id = $1`, id); err != nil {
			return err
		}
	}
	return nil
}

// TestADeadlockIsRunAgain locks two rows in opposite order: PostgreSQL aborts one request, and both
// succeed.
func TestADeadlockIsRunAgain(t *testing.T) {
	t.Parallel()
	type order struct{ First int }
	for name, request := range map[string]func(first int) call{
		"OfGoFunctions": func(first int) call {
			return call{method: "POST", path: "/rpc/lock_both", body: fmt.Sprintf(`{"first":%d}`, first), as: "ana", status: 204}
		},
		"OfWritesWithReactions": func(first int) call {
			return call{method: "PATCH", path: fmt.Sprintf("/clients?id=eq.%d", first), body: `{"name":"x"}`, as: "ana", status: 204}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			both := &lockBoth{}
			both.met.Add(2)
			b.register(t, rest.Register(b.engine, "lock_both", func(ctx context.Context, tx pgx.Tx, in order) (rest.Void, error) {
				return rest.Void{}, both.run(ctx, tx, in.First)
			}, everybody), b.engine.React("public", "clients", rest.Update, func(ctx context.Context, tx pgx.Tx, rows []json.RawMessage) error {
				var client struct{ ID int }
				if err := json.Unmarshal(rows[0], &client); err != nil {
					return err
				}
				return both.run(ctx, tx, client.ID)
			}))
			var done sync.WaitGroup
			for _, first := range []int{1, 2} {
				done.Go(func() { b.check(t, request(first)) })
			}
			done.Wait()
			if tries := both.tries.Load(); tries < 3 {
				t.Errorf("%d tries: nothing was run again", tries)
			}
			b.check(t, call{path: "/projects?select=budget::text&id=lt.3&order=id", status: 200, want: `[{"budget":"45002.00"},{"budget":"35002.00"}]`})
		})
	}
}

// undoneTwice fails with a serialization failure until its third call: a sequence is not rolled
// back.
const undoneTwice = `
	CREATE SEQUENCE public.tries;
	GRANT USAGE ON SEQUENCE public.tries TO PUBLIC;
	CREATE FUNCTION public.undone(times integer, doing text) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
	BEGIN
	  IF nextval('public.tries') <= times THEN RAISE EXCEPTION 'undone' USING ERRCODE = '40001'; END IF;
	  RETURN doing;
	END $$;
	CREATE FUNCTION public.undone_twice() RETURNS trigger LANGUAGE plpgsql AS $$
	BEGIN
	  NEW.name := public.undone(2, NEW.name);
	  RETURN NEW;
	END $$;
	CREATE TRIGGER undone_twice BEFORE UPDATE ON public.clients FOR EACH ROW EXECUTE FUNCTION public.undone_twice();`

// TestEveryTransactionIsRunAgain covers every way a request takes.
func TestEveryTransactionIsRunAgain(t *testing.T) {
	t.Parallel()
	undone := func(times int) string { return fmt.Sprintf(`{"times":%d,"doing":"x"}`, times) }
	for _, c := range []call{
		{name: "Call", method: "POST", path: "/rpc/undone", body: undone(3), status: 200, want: `"x"`},
		{name: "Write", method: "PATCH", path: "/clients?id=eq.1", body: `{"name":"x"}`, status: 204},
		{name: "DecidedWrite", method: "PATCH", path: "/clients?id=eq.1", body: `{"name":"x"}`, headers: map[string]string{"Prefer": "handling=strict,max-affected=1"}, status: 204},
		{name: "GoFunction", method: "POST", path: "/rpc/undone_in_go", body: `{}`, status: 200, want: `"x"`},
		{name: "ButNotForever", method: "POST", path: "/rpc/undone", body: undone(4), status: 500, want: `{"code":"40001","message":"undone","details":null,"hint":null}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.register(t, rest.Register(b.engine, "undone_in_go", func(ctx context.Context, tx pgx.Tx, _ rest.Void) (done string, err error) {
				return done, tx.QueryRow(ctx, `SELECT public.undone(2, 'x')`).Scan(&done)
			}, everybody))
			grow(t, b, undoneTwice)
			c.as = "ana"
			b.check(t, c)
		})
	}
}

// TestWorkThatPanicsHoldsNothing checks that a panic releases its connection, of which there are
// two, and rolls its writes back.
func TestWorkThatPanicsHoldsNothing(t *testing.T) {
	t.Parallel()
	b := setup(t)
	few, err := postgres.NewPool(t.Context(), b.pool.Config().ConnString(), 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(few.Close)
	b = setupOn(t, &bundle{keys: b.keys, pool: few})
	b.register(t, rest.Register(b.engine, "break", func(ctx context.Context, tx pgx.Tx, _ rest.Void) (rest.Void, error) {
		if _, err := tx.Exec(ctx, `INSERT INTO public.clients (id, name) VALUES (70, 'halfway')`); err != nil {
			return rest.Void{}, err
		}
		panic("nobody expected this")
	}, everybody), b.engine.React("public", "clients", rest.Insert, func(context.Context, pgx.Tx, []json.RawMessage) error {
		panic("nobody expected this")
	}))
	panics := 0
	for range 5 {
		for _, c := range []call{{method: "POST", path: "/rpc/break", body: `{}`, as: "1"}, {method: "POST", path: "/clients", body: `{"id":71,"name":"n"}`, as: "1"}} {
			func() {
				defer func() {
					if recover() != nil {
						panics++
					}
				}()
				b.do(t, c)
			}()
		}
	}
	if panics != 10 {
		t.Errorf("%d of 10 panicked", panics)
	}
	b.check(t, call{path: "/clients?select=id&id=gt.60", status: 200, want: `[]`})
	t.Attr("figure", fmt.Sprintf("%d panics in workflows and reactions kept none of 2 connections", panics))
}

// TestATransactionThatIsRunAgainKeepsOneAnswer lets PostgreSQL abort the first two attempts.
func TestATransactionThatIsRunAgainKeepsOneAnswer(t *testing.T) {
	t.Parallel()
	b := setupRepeating(t)
	if _, err := b.db.Owner.Exec(t.Context(), `
		CREATE SEQUENCE public.tries;
		CREATE FUNCTION public.undone() RETURNS void LANGUAGE plpgsql AS $$
		BEGIN IF nextval('public.tries') <= 2 THEN RAISE EXCEPTION 'undone' USING ERRCODE = '40001'; END IF; END $$;
		GRANT USAGE ON SEQUENCE public.tries TO service_role;
		GRANT EXECUTE ON FUNCTION public.undone() TO service_role;`); err != nil {
		t.Fatal(err)
	}
	b.register(t, rest.Register(b.engine, "undone_in_go", func(ctx context.Context, tx pgx.Tx, in noted) (string, error) {
		done, err := note(ctx, tx, in)
		if err != nil {
			return "", err
		}
		_, err = tx.Exec(ctx, `SELECT public.undone()`)
		return done, err
	}, everybody))
	c := call{method: "POST", path: "/rpc/undone_in_go", body: `{"note":"a"}`}
	first, _ := b.ask(t, c, "k")
	if again, isReplay := b.ask(t, c, "k"); first.status != 200 || !isReplay || !same(again, first) {
		t.Errorf("got %+v and %+v", first, again)
	}
	b.counts(t, 1, 1)
}

// TestALostConnectionIsNotNoticed checks that the call is retried on another connection and has one
// effect.
func TestALostConnectionIsNotNoticed(t *testing.T) {
	t.Parallel()
	b := setupRepeating(t)
	tries := 0
	b.register(t, rest.Register(b.engine, "cut", func(ctx context.Context, tx pgx.Tx, in noted) (string, error) {
		done, err := note(ctx, tx, in)
		if tries++; tries == 1 {
			terminate(t, b.db.Owner, tx)
		}
		return done, err
	}, everybody))
	once := call{method: "POST", path: "/rpc/cut", body: `{"note":"a"}`}
	first, isReplay := b.ask(t, once, "k")
	if first.status != 200 || isReplay || tries != 2 {
		t.Errorf("got %+v after %d tries, again: %v", first, tries, isReplay)
	}
	if got, isReplay := b.ask(t, once, "k"); !isReplay || !same(got, first) {
		t.Errorf("got %+v, want %+v", got, first)
	}
	b.counts(t, 1, 1)
}

// TestWhatIsCutOffLeavesNothing checks that neither the effect nor a response remains, so that the
// repeat makes the call.
func TestWhatIsCutOffLeavesNothing(t *testing.T) {
	t.Parallel()
	for name, cut := range map[string]func(context.CancelFunc){
		"ByAClientThatLeaves":  func(leave context.CancelFunc) { leave() },
		"ByAFailureOfOurs":     nil,
		"ByTooManyOnTheirWay":  nil,
		"ByASessionThatIsOver": nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setupRepeating(t)
			ctx, leave := context.WithCancel(t.Context())
			defer leave()
			isCut := false
			b.register(t, rest.Register(b.engine, "cut", func(ctx context.Context, tx pgx.Tx, in noted) (string, error) {
				done, err := note(ctx, tx, in)
				if isCut {
					return done, err
				}
				isCut = true
				if cut != nil {
					cut(leave)
					return done, err
				}
				return "", fault.New(map[string]int{"ByAFailureOfOurs": 500, "ByTooManyOnTheirWay": 429, "ByASessionThatIsOver": 401}[name], "x", "x")
			}, everybody))
			request := httptest.NewRequestWithContext(ctx, http.MethodPost, "/rpc/cut", strings.NewReader(`{"note":"a"}`))
			request.Header.Set("Authorization", "Bearer "+b.token(t, marina))
			request.Header.Set(repeat.Header, "k")
			recorder := httptest.NewRecorder()
			b.engine.ServeHTTP(recorder, request)
			if recorder.Code < 400 {
				t.Errorf("got %d %s", recorder.Code, recorder.Body)
			}
			b.counts(t, 0, 0)
			again := call{method: "POST", path: "/rpc/cut", body: `{"note":"a"}`}
			first, isReplay := b.ask(t, again, "k")
			for first.status == http.StatusConflict { // the database has yet to see that nobody is there
				first, isReplay = b.ask(t, again, "k")
			}
			if first.status != 200 || isReplay {
				t.Fatalf("the repeat is answered %+v, again: %v", first, isReplay)
			}
			if got, _ := b.ask(t, again, "k"); !same(got, first) {
				t.Errorf("got %+v, want %+v", got, first)
			}
			b.counts(t, 1, 1)
		})
	}
}

func terminate(t *testing.T, owner *pgxpool.Pool, tx pgx.Tx) {
	// A pooler assigns its own process ids.
	var pid int32
	if err := tx.QueryRow(t.Context(), `SELECT pg_backend_pid()`).Scan(&pid); err != nil {
		t.Error(err)
	}
	if _, err := owner.Exec(t.Context(), `SELECT pg_terminate_backend($1)`, pid); err != nil {
		t.Error(err)
	}
}
