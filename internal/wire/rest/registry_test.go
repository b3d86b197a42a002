package rest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/rest"
)

func one(context.Context, pgx.Tx, rest.Void) (int, error) { return 1, nil }

func nothingFollows(context.Context, pgx.Tx, []json.RawMessage) error { return nil }

func TestRegistrationsAreRefusedAtTheStart(t *testing.T) {
	t.Parallel()
	b := setup(t)
	if _, err := b.pool.Exec(t.Context(), `CREATE TABLE public.heap (id integer)`); err != nil {
		t.Fatal(err)
	}
	b = setupOn(t, b)
	b.register(t, rest.Register(b.engine, "taken", one, everybody), b.engine.React("public", "clients", rest.Insert, nothingFollows))
	var missing func(context.Context, pgx.Tx, rest.Void) (int, error)
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"NoRoles":         {rest.Register(b.engine, "a", one, nil), "no role may call it"},
		"NamelessRole":    {rest.Register(b.engine, "a", one, rest.Roles{""}), "no role may call it"},
		"NoName":          {rest.Register(b.engine, "", one, everybody), "a function needs a name"},
		"NoBody":          {rest.Register(b.engine, "a", missing, everybody), "a function needs a name and a body"},
		"Twice":           {rest.Register(b.engine, "taken", one, everybody), "the name is already registered"},
		"ASQLFunction":    {rest.Register(b.engine, "add", one, everybody), "a SQL function has that name"},
		"UnknownTable":    {b.engine.React("public", "client", rest.Insert, nothingFollows), "no such table"},
		"UnknownSchema":   {b.engine.React("secret", "clients", rest.Insert, nothingFollows), "no such table"},
		"UnknownVerb":     {b.engine.React("public", "clients", "delete", nothingFollows), "unknown write"},
		"NothingFollows":  {b.engine.React("public", "clients", rest.Update, nil), "no reaction"},
		"TableWithoutKey": {b.engine.React("public", "heap", rest.Insert, nothingFollows), "no primary key"},
		"ReactionTwice":   {b.engine.React("public", "clients", rest.Insert, nothingFollows), "a reaction is already registered"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, c.err, c.want)
		}
	}
	if got := b.engine.Functions(); len(got) != 1 || got[0].Name != "taken" {
		t.Errorf("what was refused is registered: %v", got)
	}
}

func TestRegistrationsAreListed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.register(t,
		rest.Register(b.engine, "second", one, rest.Roles{"authenticated"}),
		rest.Register(b.engine, "first", one, everybody),
		b.engine.React("public", "projects", rest.Update, nothingFollows),
		b.engine.React("public", "projects", rest.Insert, nothingFollows),
		b.engine.React("personal", "notes", rest.Insert, nothingFollows),
	)
	in, out := reflect.TypeFor[rest.Void](), reflect.TypeFor[int]()
	if got, want := b.engine.Functions(), []rest.Function{{"first", everybody, in, out}, {"second", rest.Roles{"authenticated"}, in, out}}; !reflect.DeepEqual(got, want) {
		t.Errorf("functions %v, want %v", got, want)
	}
	want := []rest.ReactedWrite{{"personal", "notes", rest.Insert}, {"public", "projects", rest.Insert}, {"public", "projects", rest.Update}}
	if got := b.engine.Reactions(); !reflect.DeepEqual(got, want) {
		t.Errorf("reactions %v, want %v", got, want)
	}
}

// TestALateSQLFunctionDoesNotTakeANameOver checks that the registered function continues, with an
// error in the log.
func TestALateSQLFunctionDoesNotTakeANameOver(t *testing.T) {
	t.Parallel()
	var told bytes.Buffer
	b := setupLogging(t, setup(t), slog.New(slog.NewTextHandler(&told, nil)))
	b.register(t, rest.Register(b.engine, "answer", one, everybody))
	grow(t, b, `CREATE FUNCTION public.answer() RETURNS integer LANGUAGE sql AS 'SELECT 2'`)
	b.check(t, call{method: "POST", path: "/rpc/answer", status: 200, want: `1`})
	if !strings.Contains(told.String(), "a registered function hides a SQL function") || !strings.Contains(told.String(), "function=answer") {
		t.Errorf("it was not told: %s", told.String())
	}
	if err := rest.Register(setupOn(t, b).engine, "answer", one, everybody); err == nil {
		t.Error("the next start accepts it")
	}
}
