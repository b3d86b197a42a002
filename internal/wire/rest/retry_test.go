package rest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/rest"
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
