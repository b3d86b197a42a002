package become_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres/become"
	"automacao/internal/postgres/dbtest"
)

// TestMain checks that no goroutine outlives its test.
func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// setup returns a database with a table, a check function that refuses a banned caller, and a
// schema for the search path.
func setup(t *testing.T) *pgxpool.Pool {
	t.Helper()
	db := dbtest.Open(t)
	_, err := db.Owner.Exec(t.Context(), `
		CREATE SCHEMA "odd ""name""";
		CREATE FUNCTION public.gate() RETURNS void LANGUAGE plpgsql AS $$
		BEGIN
		  IF auth.jwt() ->> 'sub' = 'banned' THEN RAISE EXCEPTION 'Session ended' USING ERRCODE = 'PT401'; END IF;
		END $$;
		GRANT EXECUTE ON FUNCTION public.gate() TO anon, authenticated;`)
	if err != nil {
		t.Fatal(err)
	}
	return db.Pool
}

// seen are the settings that a statement sees.
type seen struct{ Role, Claims, Path, Timeout, ReadOnly, Topic string }

const look = `SELECT current_user::text, current_setting('request.jwt.claims', true), current_setting('search_path'),
	current_setting('statement_timeout'), current_setting('transaction_read_only'), coalesce(current_setting('some.topic', true), '')`

func under(ctx context.Context, pool *pgxpool.Pool, settings become.Settings) (found seen, err error) {
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if err := settings.Enter(ctx, tx); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, look)
		if err != nil {
			return err
		}
		found, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[seen])
		return err
	})
	return found, err
}

func TestSettingsHoldForOneTransaction(t *testing.T) {
	t.Parallel()
	pool := setup(t)
	before, err := under(t.Context(), pool, become.Settings{Role: "authenticated"})
	if err != nil {
		t.Fatal(err)
	}
	if before.Role != "authenticated" || before.Claims != "{}" || before.ReadOnly != "off" || before.Topic != "" {
		t.Errorf("the least settings: %+v", before)
	}
	whole := become.Settings{
		Role: "anon", Claims: `{"sub":"x"}`, SearchPath: []string{`odd "name"`, "extensions"}, ReadOnly: true,
		StatementTimeout: 1500 * time.Millisecond, More: []become.Setting{{Name: "some.topic", Value: `it's; "this"`}}, Check: "public.gate",
	}
	want := seen{"anon", `{"sub":"x"}`, `"odd ""name""", "extensions"`, "1500ms", "on", `it's; "this"`}
	for range 2 {
		if found, err := under(t.Context(), pool, whole); err != nil || found != want {
			t.Errorf("got %+v, %v; want %+v", found, err, want)
		}
	}
	if after, err := under(t.Context(), pool, become.Settings{Role: "authenticated"}); err != nil || after != before {
		t.Errorf("%+v is left behind, %v", after, err)
	}
}

func TestAnotherFollowsInTheSameTransaction(t *testing.T) {
	t.Parallel()
	pool := setup(t)
	settings := become.Settings{
		Role: "authenticated", Claims: `{"sub":"x"}`, StatementTimeout: 1500 * time.Millisecond,
		More: []become.Setting{{Name: "some.topic", Value: "t"}}, Check: "public.gate",
	}
	ask := func(second string) (found []seen, err error) {
		batch := &pgx.Batch{}
		note := func(rows pgx.Rows) error {
			one, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[seen])
			found = append(found, one)
			return err
		}
		settings.Queue(batch)
		batch.Queue(look).Query(note)
		settings.QueueNext(batch, second)
		batch.Queue(look).Query(note)
		err = pool.SendBatch(t.Context(), batch).Close()
		return found, err
	}
	found, err := ask("")
	if err != nil || len(found) != 2 || found[0].Claims != `{"sub":"x"}` || found[1].Claims != "{}" {
		t.Fatalf("%+v, %v", found, err)
	}
	if found[0].Claims = "{}"; found[0] != found[1] {
		t.Errorf("more than the claims is another's: %+v", found)
	}
	_, err = ask(`{"sub":"banned"}`)
	if refused, ok := errors.AsType[*pgconn.PgError](err); !ok || refused.Code != "PT401" {
		t.Errorf("the second is not checked: %v", err)
	}
}

func TestTheCheckRefuses(t *testing.T) {
	t.Parallel()
	pool := setup(t)
	banned := become.Settings{Role: "authenticated", Claims: `{"sub":"banned"}`, Check: "public.gate"}
	_, err := under(t.Context(), pool, banned)
	if refused, ok := errors.AsType[*pgconn.PgError](err); !ok || refused.Code != "PT401" {
		t.Errorf("got %v", err)
	}
	batch := &pgx.Batch{}
	banned.Queue(batch)
	batch.Queue("SELECT 1")
	err = pool.SendBatch(t.Context(), batch).Close()
	if refused, ok := errors.AsType[*pgconn.PgError](err); !ok || refused.Code != "PT401" {
		t.Errorf("in a batch: got %v", err)
	}
}
