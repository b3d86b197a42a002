package rest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres"
	"automacao/internal/wire/rest"
)

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
