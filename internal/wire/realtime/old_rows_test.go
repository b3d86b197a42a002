package realtime

import "testing"

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
