package realtime

import "testing"

const insertNote = `INSERT INTO public.notes (id, owner, text, secret) VALUES ($1, $2, $3, 'hidden')`

func TestChanges(t *testing.T) {
	t.Parallel()

	t.Run("OwnersReceiveTheirRowsWithTheColumnsTheyMaySelect", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.dialAnon()
		c.subscribe(b.token("authenticated", marina), onNotes("*"))
		b.exec(insertNote, 9007199254740993, marina, "olá")
		got := c.awaitChange()
		assertEqual(t, string(got.Data.Record),
			`{"id":9007199254740993,"owner":"`+marina.String()+`","text":"olá","at":"`+b.noteTime()+`"}`)
		assertEqual(t, got.Data.Columns, []columnType{
			{"id", "int8"}, {"owner", "uuid"}, {"text", "text"}, {"at", "timestamptz"},
		})
		assertEqual(t, got.Data.Type, "INSERT")
		assertEqual(t, len(got.IDs), 1)
	})

	t.Run("RowsHiddenByPolicyNeverArrive", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.dialAnon()
		c.subscribe(b.token("authenticated", marina), onNotes("*"))
		b.exec(insertNote, 1, helena, "de Helena")
		b.exec(`UPDATE public.notes SET text = 'x' WHERE id = 1`)
		b.exec(insertNote, 2, marina, "de Marina")
		assertEqual(t, readRow(c.awaitChange().Data.Record)["id"], []byte("2"))
	})

	t.Run("RolesWithoutAGrantCannotSubscribe", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.dialAnon()
		c.join("x", "", options{changes: []map[string]any{onNotes("*")}})
		assertContains(t, string(c.awaitEvent(eventSystem).Payload), "Please check Realtime is enabled")
		c.join("y", "", options{changes: []map[string]any{{"event": "*", "schema": "public", "table": "missing"}}})
		assertContains(t, string(c.awaitEvent(eventSystem).Payload), "Please check Realtime is enabled")
	})

	t.Run("RegularExpressionsAreTheServersUnlessARoleIsNamed", func(t *testing.T) {
		t.Parallel()
		const refusal = "regular expressions (match, imatch) are not allowed"
		strict := setup(t)
		named := startNode(t, strict.db, func(c *Config) { c.RegexRoles = []string{"authenticated"} })
		for _, filter := range []string{"text=match.a", "text=not.imatch.a", "id=gt.0,text=match.a"} {
			binding := onNotes("*")
			binding["filter"] = filter
			asked := options{changes: []map[string]any{binding}}
			for _, node := range []struct {
				*bundle
				role, answer string
			}{
				{strict, "authenticated", refusal},
				{strict, "service_role", "Subscribed"},
				{named, "authenticated", "Subscribed"},
			} {
				c := node.dialAnon()
				c.join("x", node.token(node.role, marina), asked)
				assertContains(t, string(c.awaitEvent(eventSystem).Payload), node.answer)
			}
		}
	})

	t.Run("UpdatesCarryTheOldKeyOnly", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.exec(insertNote, 1, marina, "antes")
		c := b.dialAnon()
		c.subscribe(b.token("authenticated", marina), onNotes("UPDATE"))
		b.exec(`UPDATE public.notes SET id = 7, text = 'depois'`)
		got := c.awaitChange()
		assertEqual(t, string(got.Data.OldRecord), `{"id":1}`)
		assertEqual(t, readRow(got.Data.Record)["text"], []byte(`"depois"`))
	})

	t.Run("DeletesCarryThePrimaryKeyOnly", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.exec(insertNote, 1, helena, "de Helena")
		c := b.dialAnon()
		c.subscribe(b.token("authenticated", marina), onNotes("DELETE"))
		b.exec(`DELETE FROM public.notes`)
		got := c.awaitChange()
		assertEqual(t, string(got.Data.OldRecord), `{"id":1}`)
		assertEqual(t, string(got.Data.Record), `{}`)
	})

	t.Run("DeletesPassFiltersOnTheKeyOnly", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.exec(insertNote, 1, marina, "a")
		b.exec(insertNote, 2, marina, "b")
		c := b.dialAnon()
		compact := b.token("authenticated", marina)
		for _, filter := range []string{"text=eq.a", "id=eq.2"} {
			binding := onNotes("DELETE")
			binding["filter"] = filter
			c.subscribe(compact, binding)
		}
		b.exec(`DELETE FROM public.notes WHERE id = 1`)
		b.exec(`DELETE FROM public.notes WHERE id = 2`)
		assertEqual(t, string(c.awaitChange().Data.OldRecord), `{"id":2}`)
		c.sync()
		assertEqual(t, c.has(eventChanges), false)
	})

	t.Run("FiltersAreEvaluatedOnTheRow", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.dialAnon()
		binding := onNotes("INSERT")
		binding["filter"] = `text=in.(a,"b,c"),id=gte.10,at=lt.2027-01-01`
		c.subscribe(b.token("authenticated", marina), binding)
		b.exec(insertNote, 9, marina, "a")
		b.exec(insertNote, 10, marina, "b")
		b.exec(insertNote, 11, marina, "b,c")
		assertEqual(t, readRow(c.awaitChange().Data.Record)["id"], []byte("11"))
	})

	t.Run("HiddenColumnsCannotBeProbedWithAFilter", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.dialAnon()
		binding := onNotes("INSERT")
		binding["filter"] = "secret=eq.hidden"
		c.join("x", b.token("authenticated", marina), options{changes: []map[string]any{binding}})
		assertContains(t, string(c.awaitEvent(eventSystem).Payload), "invalid column for filter")
	})

	t.Run("SelectNarrowsTheRecord", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.dialAnon()
		binding := onNotes("INSERT")
		binding["select"] = []string{"id", "text"}
		c.subscribe(b.token("authenticated", marina), binding)
		b.exec(insertNote, 1, marina, "a")
		assertEqual(t, string(c.awaitChange().Data.Record), `{"id":1,"text":"a"}`)
	})

	t.Run("ARevokedColumnStopsArriving", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.dialAnon()
		c.subscribe(b.token("authenticated", marina), onNotes("INSERT"))
		b.exec(`REVOKE SELECT (text) ON public.notes FROM authenticated`)
		b.exec(insertNote, 1, marina, "a")
		_, visible := readRow(c.awaitChange().Data.Record)["text"]
		assertEqual(t, visible, false)
	})

	t.Run("ChangesOfOneTableArriveInOrder", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.dialAnon()
		c.subscribe(b.token("authenticated", marina), onNotes("INSERT"))
		b.exec(`INSERT INTO public.notes (id, owner) SELECT n, $1 FROM generate_series(1, 300) n`, marina)
		for want := int64(1); want <= 300; want++ {
			assertEqual(t, string(readRow(c.awaitChange().Data.Record)["id"]), itoa(want))
		}
	})

	t.Run("LostNotificationsMakeTheClientRejoin", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.dialAnon()
		compact := b.token("authenticated", marina)
		c.subscribe(compact, onNotes("*"))
		b.exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		         WHERE datname = current_database() AND query LIKE 'LISTEN%'`)
		assertContains(t, string(c.awaitEvent(eventSystem).Payload), "missed")
		c.awaitEvent(eventError)
		c.subscribe(compact, onNotes("*"))
		b.exec(insertNote, 1, marina, "a")
		c.awaitChange()
	})

	t.Run("UnwatchedTablesAreRefusedLikeMissingOnes", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.dialAnon()
		c.join("x", b.token("authenticated", marina), options{changes: []map[string]any{
			{"event": "*", "schema": "public", "table": "unwatched"},
		}})
		assertContains(t, string(c.awaitEvent(eventSystem).Payload), "Please check Realtime is enabled")
	})
}

// onOpen is a subscription to a table without row-level security.
func onOpen(event, filter string) map[string]any {
	return map[string]any{"event": event, "schema": "public", "table": "open", "filter": filter}
}

const openTable = `
CREATE TABLE public.open (id int PRIMARY KEY, text text, secret text);
GRANT SELECT (id, text) ON public.open TO authenticated;
ALTER TABLE public.open REPLICA IDENTITY FULL;
SELECT realtime.watch('public.open')`

func TestOldRows(t *testing.T) {
	t.Parallel()

	t.Run("AWholeReplicaIdentityTellsWhatTheRoleMaySelect", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.exec(openTable)
		c := b.dialAnon()
		c.subscribe(b.token("authenticated", marina), onOpen("*", ""))
		b.exec(`INSERT INTO public.open VALUES (1, 'antes', 'x')`)
		assertEqual(t, string(c.awaitChange().Data.OldRecord), `{}`)
		b.exec(`UPDATE public.open SET text = 'depois'`)
		assertEqual(t, string(c.awaitChange().Data.OldRecord), `{"id":1,"text":"antes"}`)
		b.exec(`DELETE FROM public.open`)
		got := c.awaitChange()
		assertEqual(t, string(got.Data.OldRecord), `{"id":1,"text":"depois"}`)
		assertEqual(t, string(got.Data.Record), `{}`)
	})

	t.Run("DeletesPassFiltersOnWhatTheRowWas", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.exec(openTable)
		b.exec(`INSERT INTO public.open VALUES (1, 'a', 'x'), (2, 'b', 'x')`)
		c := b.dialAnon()
		c.subscribe(b.token("authenticated", marina), onOpen("DELETE", "text=eq.b"))
		b.exec(`DELETE FROM public.open WHERE id = 1`)
		b.exec(`DELETE FROM public.open WHERE id = 2`)
		assertEqual(t, string(c.awaitChange().Data.OldRecord), `{"id":2,"text":"b"}`)
	})

	t.Run("OfADeletedRowThatAPolicyHeldTheKeyAloneIsTold", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.exec(`ALTER TABLE public.notes REPLICA IDENTITY FULL; SELECT realtime.watch('public.notes')`)
		c := b.dialAnon()
		c.subscribe(b.token("authenticated", marina), onNotes("*"))
		b.exec(insertNote, 1, marina, "antes")
		c.awaitChange()
		b.exec(`UPDATE public.notes SET text = 'depois'`)
		assertEqual(t, readRow(c.awaitChange().Data.OldRecord)["text"], []byte(`"antes"`))
		b.exec(`DELETE FROM public.notes`)
		assertEqual(t, string(c.awaitChange().Data.OldRecord), `{"id":1}`)
	})

	t.Run("LongValuesOfAnOldRowAreLeftOut", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.exec(openTable)
		b.exec(`INSERT INTO public.open VALUES (1, repeat('x', 9000), 'x')`)
		c := b.dialAnon()
		c.subscribe(b.token("authenticated", marina), onOpen("*", ""))
		b.exec(`UPDATE public.open SET text = 'curto'`)
		got := c.awaitChange()
		assertEqual(t, string(got.Data.OldRecord), `{"id":1}`)
		assertEqual(t, string(got.Data.Record), `{"id":1,"text":"curto"}`)
	})

	t.Run("SelectNarrowsTheOldRecordToo", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.exec(openTable)
		b.exec(`INSERT INTO public.open VALUES (1, 'antes', 'x')`)
		c := b.dialAnon()
		binding := onOpen("UPDATE", "")
		binding["select"] = []string{"id"}
		c.subscribe(b.token("authenticated", marina), binding)
		b.exec(`UPDATE public.open SET text = 'depois'`)
		got := c.awaitChange()
		assertEqual(t, string(got.Data.OldRecord)+string(got.Data.Record), `{"id":1}{"id":1}`)
		assertEqual(t, got.Data.Columns, []columnType{{"id", "int4"}})
	})
}
