package rest_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/rest"
)

// renaming are functions that change two clients, in SQL and in Go.
const renaming = `
	CREATE FUNCTION public.rename_two() RETURNS SETOF public.clients LANGUAGE sql AS $$ UPDATE public.clients SET name = 'x' WHERE id < 3 RETURNING * $$;
	CREATE FUNCTION public.rename_ids() RETURNS SETOF integer LANGUAGE sql AS $$ UPDATE public.clients SET name = 'x' WHERE id < 3 RETURNING id $$;
	CREATE FUNCTION public.rename_quietly() RETURNS void LANGUAGE sql AS $$ UPDATE public.clients SET name = 'x' WHERE id < 3 $$;
	CREATE FUNCTION public.rename_and(setting text, value text) RETURNS integer LANGUAGE sql AS $$
	  UPDATE public.clients SET name = 'x' WHERE id < 3; SELECT set_config(setting, value, true); SELECT 1 $$;
	CREATE FUNCTION public.count_up() RETURNS SETOF integer LANGUAGE sql AS $$ INSERT INTO public.badges SELECT 2, 'n' UNION ALL SELECT 3, 'n' RETURNING user_id $$;
	CREATE FUNCTION public.count_rows() RETURNS SETOF public.badges LANGUAGE sql AS $$ INSERT INTO public.badges SELECT 2, 'n' UNION ALL SELECT 3, 'n' RETURNING * $$;
	GRANT INSERT, UPDATE ON public.badges TO authenticated;`

type client struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

// renameInGo does what rename_two does.
func renameInGo(ctx context.Context, tx pgx.Tx, _ rest.Void) ([]client, error) {
	rows, err := tx.Query(ctx, `UPDATE public.clients SET name = 'x' WHERE id < 3 RETURNING id, name`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[client])
}

func renameQuietlyInGo(ctx context.Context, tx pgx.Tx, _ rest.Void) (rest.Void, error) {
	_, err := renameInGo(ctx, tx, rest.Void{})
	return rest.Void{}, err
}

func setupRenaming(t *testing.T, changes ...func(*rest.Config)) *bundle {
	t.Helper()
	b := setup(t, changes...)
	b.register(t,
		rest.Register(b.engine, "rename_in_go", renameInGo, everybody),
		rest.Register(b.engine, "rename_quietly_in_go", renameQuietlyInGo, everybody),
	)
	grow(t, b, renaming)
	return b
}

// TestCallsAreDecidedBeforeTheyAreCommitted checks that a call that answers with an error, or with
// tx=rollback, leaves nothing behind.
func TestCallsAreDecidedBeforeTheyAreCommitted(t *testing.T) {
	t.Parallel()
	single := map[string]string{"Accept": "application/vnd.pgrst.object+json"}
	atMostOne := map[string]string{"Prefer": "handling=strict,max-affected=1"}
	rolledBack := map[string]string{"Prefer": "tx=rollback"}
	const (
		twoRows  = `{"code":"PGRST116","message":"Cannot coerce the result to a single JSON object","details":"The result contains 2 rows","hint":null}`
		tooMany  = `{"code":"PGRST124","message":"Query result exceeds max-affected preference constraint","details":"The query affects 2 rows","hint":null}`
		noSet    = `{"code":"PGRST128","message":"Function must return SETOF or TABLE when max-affected preference is used with handling=strict","details":null,"hint":null}`
		tooLarge = `{"code":"54000","message":"The answer would be larger than 40 bytes","details":null,"hint":"Ask for fewer rows or columns, or for one page at a time with limit and offset."}`
		renamed  = `[{"id":1,"name":"x"},{"id":2,"name":"x"}]`
	)
	b := setupRenaming(t)
	small := setupRenaming(t, func(c *rest.Config) { c.AnswerBytesMax = 40 })
	for _, c := range []call{
		{name: "Single", path: "/rpc/rename_two", headers: single, status: 406, want: twoRows},
		{name: "SingleOfScalars", path: "/rpc/rename_ids", headers: single, status: 406, want: twoRows},
		{name: "SingleOfNone", path: "/rpc/rename_two?id=eq.9", headers: single, status: 406},
		{name: "SingleInGo", path: "/rpc/rename_in_go", headers: single, status: 406, want: twoRows},
		{name: "MaxAffected", path: "/rpc/rename_two", headers: atMostOne, status: 400, want: tooMany},
		{name: "MaxAffectedOfAPage", path: "/rpc/rename_two?limit=1", headers: atMostOne, status: 400, want: tooMany},
		{name: "MaxAffectedOfScalars", path: "/rpc/rename_ids?limit=1", headers: atMostOne, status: 400, want: tooMany},
		{name: "MaxAffectedInGo", path: "/rpc/rename_in_go", headers: atMostOne, status: 400, want: tooMany},
		{name: "MaxAffectedOfNoSet", path: "/rpc/rename_quietly", headers: atMostOne, status: 400, want: noSet},
		{name: "MaxAffectedOfNoSetInGo", path: "/rpc/rename_quietly_in_go", headers: atMostOne, status: 400, want: noSet},
		{name: "Rollback", path: "/rpc/rename_two?select=id,name&order=id", headers: rolledBack, status: 200, want: renamed, with: map[string]string{"Preference-Applied": "tx=rollback"}},
		{name: "RollbackOfVoid", path: "/rpc/rename_quietly", headers: rolledBack, status: 204, with: map[string]string{"Preference-Applied": "tx=rollback"}},
		{name: "RollbackInGo", path: "/rpc/rename_in_go", headers: rolledBack, status: 200, want: renamed, with: map[string]string{"Preference-Applied": "tx=rollback"}},
		{name: "RollbackOfVoidInGo", path: "/rpc/rename_quietly_in_go", headers: rolledBack, status: 204},
		{name: "PastTheEnd", path: "/rpc/rename_two?offset=9", headers: map[string]string{"Prefer": "count=exact"}, status: 416},
		{name: "BadStatus", path: "/rpc/rename_and", body: `{"setting":"response.status","value":"9"}`, status: 500},
		{name: "BadHeaders", path: "/rpc/rename_and", body: `{"setting":"response.headers","value":"x"}`, status: 500},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.method, c.as = http.MethodPost, "ana"
			b.check(t, c)
			b.check(t, call{path: "/clients?select=id&name=eq.x", status: 200, want: `[]`})
		})
	}
	t.Run("TooLargeInGo", func(t *testing.T) {
		small.check(t, call{method: "POST", path: "/rpc/rename_in_go", as: "ana", status: 413, want: tooLarge})
		small.check(t, call{path: "/clients?select=id&name=eq.x", status: 200, want: `[]`})
	})
}

func TestCallsWithinWhatTheyMayAffectAreCommitted(t *testing.T) {
	t.Parallel()
	single := map[string]string{"Accept": "application/vnd.pgrst.object+json"}
	atMostTwo := map[string]string{"Prefer": "handling=strict,max-affected=2"}
	applied := map[string]string{"Preference-Applied": "handling=strict, max-affected=2"}
	for _, c := range []call{
		{name: "Plain", path: "/rpc/rename_two?select=id", status: 200, want: `[{"id":1},{"id":2}]`},
		{name: "Single", path: "/rpc/rename_two?id=eq.1&select=name", headers: single, status: 200, want: `{"name":"x"}`, with: map[string]string{"Content-Type": "application/vnd.pgrst.object+json; charset=utf-8"}},
		{name: "SingleScalar", path: "/rpc/rename_ids?limit=1", headers: single, status: 200, want: `1`},
		{name: "SingleOfNoSet", path: "/rpc/rename_and", body: `{"setting":"response.status","value":"202"}`, headers: single, status: 202, want: `1`},
		{name: "MaxAffected", path: "/rpc/rename_two?select=id", headers: atMostTwo, status: 200, want: `[{"id":1},{"id":2}]`, with: applied},
		{name: "MaxAffectedOfScalars", path: "/rpc/rename_ids", headers: atMostTwo, status: 200, want: `[1,2]`, with: applied},
		{name: "MaxAffectedInGo", path: "/rpc/rename_in_go", headers: atMostTwo, status: 200, want: `[{"id":1,"name":"x"},{"id":2,"name":"x"}]`, with: applied},
		{name: "VoidInGo", path: "/rpc/rename_quietly_in_go", headers: single, status: 204},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := setupRenaming(t)
			c.method, c.as = http.MethodPost, "ana"
			b.check(t, c)
			b.check(t, call{path: "/clients?select=id&name=eq.x&order=id", status: 200, want: `[{"id":1},{"id":2}]`})
		})
	}
	t.Run("SingleInGo", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.register(t, rest.Register(b.engine, "one_of_many", func(context.Context, pgx.Tx, rest.Void) ([]client, error) {
			return []client{{1, "só"}}, nil
		}, everybody))
		b.check(t, call{method: "POST", path: "/rpc/one_of_many", headers: single, status: 200, want: `{"id":1,"name":"só"}`,
			with: map[string]string{"Content-Type": "application/vnd.pgrst.object+json; charset=utf-8"}})
	})
}

// TestCountedCallsRunOnce checks that counting besides a page does not call the function again.
func TestCountedCallsRunOnce(t *testing.T) {
	t.Parallel()
	for _, count := range []string{"exact", "estimated"} {
		for path, want := range map[string]string{"/rpc/count_rows?limit=1&select=user_id&order=user_id": `[{"user_id":2}]`, "/rpc/count_up?limit=1": `[2]`} {
			t.Run(count+path, func(t *testing.T) {
				t.Parallel()
				b := setupRenaming(t)
				// Run twice, it would violate the key of the row that it inserts.
				b.check(t, call{method: "POST", path: path, headers: map[string]string{"Prefer": "count=" + count}, as: "ana", status: 206, want: want})
				b.check(t, call{path: "/badges?select=user_id&code=eq.n&order=user_id", status: 200, want: `[{"user_id":2},{"user_id":3}]`})
			})
		}
	}
}

// TestFunctionsThatPromiseNotToWriteAreHeldToIt checks that non-volatile functions cannot write.
func TestFunctionsThatPromiseNotToWriteAreHeldToIt(t *testing.T) {
	t.Parallel()
	b := setupRenaming(t)
	if _, err := b.pool.Exec(t.Context(), `CREATE FUNCTION public.seems_stable() RETURNS void LANGUAGE plpgsql STABLE AS $$ BEGIN PERFORM public.rename_quietly(); END $$`); err != nil {
		t.Fatal(err)
	}
	fresh := setupOn(t, b)
	fresh.check(t, call{method: "POST", path: "/rpc/seems_stable", as: "ana", status: 405})
	fresh.check(t, call{path: "/clients?select=id&name=eq.x", status: 200, want: `[]`})
}

func TestGoFunctions(t *testing.T) {
	t.Parallel()
	b := setup(t)
	type greeting struct {
		Name string `json:"name"`
	}
	b.register(t, rest.Register(b.engine, "greet", func(_ context.Context, _ pgx.Tx, in greeting) (string, error) {
		if in.Name == "" {
			return "", fault.New(http.StatusUnprocessableEntity, "name_required", "Nome é obrigatório")
		}
		return "Olá, " + in.Name, nil
	}, rest.Roles{"authenticated"}), rest.Register(b.engine, "who", func(ctx context.Context, tx pgx.Tx, _ json.RawMessage) (role string, err error) {
		return role, tx.QueryRow(ctx, `SELECT (current_user = session_user) || ' for ' || (current_setting('request.jwt.claims')::json ->> 'sub')`).Scan(&role)
	}, everybody))
	for _, c := range []call{
		{name: "Answers", path: "/rpc/greet", body: `{"name":"Marina"}`, as: "ana", status: 200, want: `"Olá, Marina"`},
		{name: "Refuses", path: "/rpc/greet", body: `{}`, as: "ana", status: 422, want: `{"code":"name_required","message":"Nome é obrigatório","details":null,"hint":null}`},
		{name: "KnowsItsArguments", path: "/rpc/greet", body: `{"nome":"x"}`, as: "ana", status: 400},
		{name: "IsForItsRoles", path: "/rpc/greet", body: `{"name":"x"}`, status: 403},
		{name: "IsOfTheDefaultSchema", path: "/rpc/greet", headers: map[string]string{"Content-Profile": "personal"}, body: `{"name":"x"}`, as: "ana", status: 404},
		{name: "IsNotRead", method: "GET", path: "/rpc/greet?name=x", as: "ana", status: 405},
		{name: "ChecksTheSession", path: "/rpc/greet", body: `{"name":"x"}`, as: "banned", status: 401},
		{name: "RunsAsTheServerForTheCaller", path: "/rpc/who", body: `{}`, as: "ana", status: 200, want: `"true for ana"`},
	} {
		if c.method == "" {
			c.method = http.MethodPost
		}
		t.Run(c.name, func(t *testing.T) { b.check(t, c) })
	}
}

func TestCalls(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, c := range []call{
		{name: "Scalar", method: "POST", path: "/rpc/add", body: `{"a":1,"b":2}`, status: 200, want: `3`},
		{name: "ScalarWithDefault", method: "POST", path: "/rpc/add", body: `{"a":1}`, status: 200, want: `2`},
		{name: "ScalarWithGet", path: "/rpc/add?a=4&b=5", status: 200, want: `9`},
		{name: "RowsFilteredAndEmbedded", method: "POST", path: "/rpc/big_projects?select=id,clients(name)&order=id&limit=1", body: `{"minimum":30000}`, status: 200, want: `[{"id":1,"clients":{"name":"Serra Azul"}}]`},
		{name: "RowsWithGet", path: "/rpc/big_projects?minimum=40000&select=id", status: 200, want: `[{"id":1}]`},
		{name: "Table", path: "/rpc/pair?order=x.desc&select=y", status: 200, want: `[{"y":"b"},{"y":"a"}]`},
		{name: "Void", method: "POST", path: "/rpc/nothing", status: 204},
		{name: "WholeBody", method: "POST", path: "/rpc/echo", body: `{"a":[1]}`, status: 200, want: `{"a":[1]}`},
		{name: "ChosenStatus", method: "POST", path: "/rpc/chosen_status", status: 202, with: map[string]string{"X-Why": "porque"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b.check(t, c)
		})
	}
}
