package realtime

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/postgres"
)

// watched are the watched tables.
func (b *bundle) watched() []string {
	b.Helper()
	var names []string
	err := b.db.Owner.QueryRow(b.Context(), `
		SELECT coalesce(array_agg(tgrelid::regclass::text ORDER BY 1), '{}') FROM pg_trigger WHERE tgname = 'realtime_change'`).Scan(&names)
	if err != nil {
		b.Fatal(err)
	}
	return names
}

func TestPublication(t *testing.T) {
	t.Parallel()

	t.Run("ATableThatItNamesIsLiveAndOneThatItDropsIsNot", func(t *testing.T) {
		t.Parallel()
		b := setupApp(t)
		assertEqual(t, b.watched(), []string{"notes"})
		b.exec(`CREATE TABLE public.rooms (id int PRIMARY KEY, name text); GRANT SELECT ON public.rooms TO anon`)
		assertEqual(t, b.watched(), []string{"notes"})
		b.exec(`ALTER PUBLICATION supabase_realtime ADD TABLE public.rooms`)
		c := b.dialAnon()
		c.subscribe("", map[string]any{"event": "*", "schema": "public", "table": "rooms"})
		b.exec(`INSERT INTO public.rooms VALUES (1, 'sala')`)
		assertEqual(t, string(c.awaitChange().Data.Record), `{"id":1,"name":"sala"}`)
		b.exec(`ALTER PUBLICATION supabase_realtime DROP TABLE public.rooms`)
		// Tables that were watched by name stay watched.
		assertEqual(t, b.watched(), []string{"notes"})
	})

	t.Run("ItSaysWhichEventsAreTold", func(t *testing.T) {
		t.Parallel()
		b := setupApp(t)
		b.exec(`CREATE TABLE public.rooms (id int PRIMARY KEY, name text); GRANT SELECT ON public.rooms TO anon;
		        ALTER PUBLICATION supabase_realtime ADD TABLE public.rooms`)
		b.exec(`ALTER PUBLICATION supabase_realtime SET (publish = 'insert, delete')`)
		c := b.dialAnon()
		c.subscribe("", map[string]any{"event": "*", "schema": "public"})
		b.exec(`INSERT INTO public.rooms VALUES (1, 'sala')`)
		assertEqual(t, c.awaitChange().Data.Type, "INSERT")
		b.exec(`UPDATE public.rooms SET name = 'quarto'`)
		b.exec(`DELETE FROM public.rooms`)
		assertEqual(t, c.awaitChange().Data.Type, "DELETE")
	})

	t.Run("ItFollowsKeysIdentitiesSchemasAndPartitions", func(t *testing.T) {
		t.Parallel()
		b := setupApp(t)
		b.exec(`CREATE SCHEMA shop; GRANT USAGE ON SCHEMA shop TO anon;
		        CREATE TABLE shop.sales (id int, at date, PRIMARY KEY (id, at)) PARTITION BY RANGE (at);
		        CREATE TABLE shop.sales_2026 PARTITION OF shop.sales FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
		        ALTER PUBLICATION supabase_realtime ADD TABLES IN SCHEMA shop`)
		assertEqual(t, b.watched(), []string{"notes", "shop.sales_2026"})
		b.exec(`CREATE TABLE shop.things (id int PRIMARY KEY, name text); GRANT SELECT ON shop.things TO anon`)
		assertEqual(t, b.watched(), []string{"notes", "shop.sales_2026", "shop.things"})
		b.exec(`ALTER TABLE shop.things REPLICA IDENTITY FULL`)
		c := b.dialAnon()
		c.subscribe("", map[string]any{"event": "*", "schema": "shop", "table": "things"})
		b.exec(`INSERT INTO shop.things VALUES (1, 'a')`)
		c.awaitChange()
		b.exec(`UPDATE shop.things SET name = 'b'`)
		assertEqual(t, string(c.awaitChange().Data.OldRecord), `{"id":1,"name":"a"}`)
		b.exec(`DROP TABLE shop.things; DROP PUBLICATION supabase_realtime`)
		assertEqual(t, b.watched(), []string{"notes"})
	})

	t.Run("WhereTheDatabaseCannotTellTheHubAsks", func(t *testing.T) {
		t.Parallel()
		b := setupApp(t, func(c *Config) { c.FollowPublication = false })
		b.exec(`DROP EVENT TRIGGER publication_changed;
		        CREATE TABLE public.rooms (id int PRIMARY KEY, name text); GRANT SELECT ON public.rooms TO anon;
		        ALTER PUBLICATION supabase_realtime ADD TABLE public.rooms`)
		assertEqual(t, b.watched(), []string{"notes"})
		following := startNode(t, b.db, func(c *Config) { c.FollowPublication = true })
		assertEqual(t, b.watched(), []string{"notes", "rooms"})
		b.exec(`ALTER PUBLICATION supabase_realtime DROP TABLE public.rooms`)
		following.hub.followPublication(t.Context())
		assertEqual(t, b.watched(), []string{"notes"})
	})

	t.Run("ATableWithoutAKeyTellsThatItHasNone", func(t *testing.T) {
		t.Parallel()
		b := setupApp(t)
		b.exec(`CREATE TABLE public.keyless (n int); GRANT SELECT ON public.keyless TO anon;
		        ALTER PUBLICATION supabase_realtime ADD TABLE public.keyless`)
		c := b.dialAnon()
		c.subscribe("", map[string]any{"event": "*", "schema": "public", "table": "keyless"})
		b.exec(`INSERT INTO public.keyless VALUES (1)`)
		got := c.awaitChange()
		assertEqual(t, got.Data.Errors, []string{errNoKey})
		assertEqual(t, string(got.Data.Record)+string(got.Data.OldRecord), `{}{}`)
	})

	t.Run("ARoleThatLosesItsKeyColumnIsToldThatItMayNotSee", func(t *testing.T) {
		t.Parallel()
		b := setupApp(t)
		b.exec(`CREATE TABLE public.rooms (id int PRIMARY KEY, name text); GRANT SELECT ON public.rooms TO anon;
		        ALTER PUBLICATION supabase_realtime ADD TABLE public.rooms`)
		c := b.dialAnon()
		c.subscribe("", map[string]any{"event": "*", "schema": "public", "table": "rooms"})
		b.exec(`REVOKE SELECT ON public.rooms FROM anon; NOTIFY pgrst, 'reload schema'`)
		b.exec(`INSERT INTO public.rooms VALUES (1, 'sala')`)
		got := c.awaitChange()
		assertEqual(t, got.Data.Errors, []string{errUnauthorized})
		assertEqual(t, string(got.Data.Record), `{}`)
	})
}

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

// Subscriptions of one channel that want different columns must not share an encoded frame.
func TestSubscriptionsOfOneChannelHaveTheirOwnColumns(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.exec(openTable)
	c := b.dialAnon()
	changes := make([]map[string]any, 0, 3)
	for _, only := range [][]string{{"id"}, {"id", "text"}, nil} {
		binding := onOpen("INSERT", "")
		if only != nil {
			binding["select"] = only
		}
		changes = append(changes, binding)
	}
	c.join("realtime:columns", b.token("authenticated", marina), options{changes: changes})
	assertContains(t, string(c.awaitEvent(eventSystem).Payload), "Subscribed to PostgreSQL")
	b.exec(`INSERT INTO public.open VALUES (1, 'a', 'x')`)
	heard := map[string]int{}
	for range changes {
		heard[string(c.awaitChange().Data.Record)]++
	}
	assertEqual(t, heard, map[string]int{`{"id":1}`: 1, `{"id":1,"text":"a"}`: 2})
}
