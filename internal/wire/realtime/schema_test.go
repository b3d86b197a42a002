package realtime

import (
	"context"
	"strings"
	"testing"

	"automacao/internal/kernel/caller"
	"automacao/internal/postgres"

	"github.com/jackc/pgx/v5"
)

func TestSchema(t *testing.T) {
	t.Parallel()

	t.Run("CompositeKeysOfOddNamesAndTypesAreFound", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.exec(`CREATE TABLE public."Odd Table" (
		          "A key" numeric, b char(3), at timestamptz, doc jsonb, list int[], PRIMARY KEY (b, "A key", at));
		        GRANT SELECT ON public."Odd Table" TO authenticated, service_role;
		        SELECT realtime.watch('public."Odd Table"')`)
		c := b.dialAnon()
		c.subscribe(b.token("authenticated", marina), map[string]any{"event": "*", "schema": "public"})
		b.exec(`INSERT INTO public."Odd Table" VALUES (1.50, 'x', '2026-01-01 00:00Z', '{"a": [1]}', '{1,2}')`)
		got := readRow(c.awaitChange().Data.Record)
		assertEqual(t, got["A key"], []byte("1.50"))
		assertEqual(t, got["doc"], []byte(`{"a":[1]}`))
		assertEqual(t, got["list"], []byte(`[1,2]`))
		b.exec(`SELECT realtime.unwatch('public."Odd Table"'); DELETE FROM public."Odd Table"`)
		b.exec(insertNote, 1, marina, "a")
		assertEqual(t, c.awaitChange().Data.Table, "notes")
	})

	t.Run("AKeyTooLongToSendMakesSubscribersRejoin", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.exec(`CREATE TABLE public.long (key text PRIMARY KEY);
		        GRANT SELECT ON public.long TO authenticated, service_role;
		        SELECT realtime.watch('public.long')`)
		c := b.dialAnon()
		c.subscribe(b.token("authenticated", marina), map[string]any{"event": "*", "schema": "public", "table": "long"})
		b.exec(`INSERT INTO public.long SELECT repeat('k', 7500)`)
		c.awaitEvent(eventError)
	})

	t.Run("LargeRowsAreDeliveredWithoutTheirContent", func(t *testing.T) {
		t.Parallel()
		b := setup(t, func(c *Config) { c.RecordBytesMax = 1 << 10 })
		c := b.dialAnon()
		c.subscribe(b.token("authenticated", marina), onNotes("*"))
		b.exec(insertNote, 1, marina, strings.Repeat("x", 2<<10))
		got := c.awaitChange()
		assertEqual(t, got.Data.Errors, []string{errTooLarge})
		assertEqual(t, string(got.Data.Record), `{"at":"`+b.noteTime()+`","id":1,"owner":"`+marina.String()+`"}`)
	})

	t.Run("TablesWithoutAKeyCannotBeWatched", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.exec(`CREATE TABLE public.keyless (n int)`)
		_, err := b.db.Owner.Exec(context.Background(), `SELECT realtime.watch('public.keyless')`)
		if err == nil {
			t.Error("watched")
		}
	})

	t.Run("ClientsMayNotSpeakForTheServer", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		for _, statement := range []string{
			`SELECT realtime.send('{}', 'e', 't')`,
			`SELECT realtime.publish('{}')`,
			`SELECT realtime.disconnect(gen_random_uuid())`,
			`SELECT realtime.recheck(gen_random_uuid())`,
			`SELECT realtime.watch('public.unwatched')`,
			`SELECT 1 FROM realtime.parcels`,
			`INSERT INTO realtime.messages (topic, extension) VALUES ('t', 'broadcast')`,
		} {
			ctx := context.Background()
			err := postgres.As(ctx, b.db.Pool, caller.Caller{Role: "authenticated"}, func(tx pgx.Tx) error {
				_, err := tx.Exec(ctx, statement)
				return err
			})
			if err == nil || !strings.Contains(err.Error(), "42501") {
				t.Errorf("%s: %v", statement, err)
			}
		}
	})
}
