package realtime

import (
	"encoding/json"
	"testing"

	"automacao/internal/kernel/caller"
)

// A right to select a column may be revoked after a subscription that filters on it was accepted.
// Whether an event arrives would then reveal the hidden value.
func TestAFilterPassesOnlyOnColumnsTheRoleMaySelect(t *testing.T) {
	t.Parallel()
	const member = "authenticated"
	values := row{"id": json.RawMessage(`1`), "text": json.RawMessage(`"a"`), "secret": json.RawMessage(`"x"`)}
	notes := &table{columns: []column{
		{Name: "id", Short: "int8", Key: 1, Roles: []string{member}},
		{Name: "text", Short: "text", Roles: []string{member}},
		{Name: "secret", Short: "text", Roles: []string{"service_role"}},
	}}
	for _, row := range []struct {
		name, filter, role, kind string
		values                   row
		want                     bool
	}{
		{"NoFilter", "", member, typeInsert, values, true},
		{"AColumnThatMayBeSelected", "text=eq.a", member, typeInsert, values, true},
		{"AnotherValue", "text=eq.b", member, typeInsert, values, false},
		{"AHiddenColumn", "secret=eq.x", member, typeInsert, values, false},
		{"AHiddenColumnBesideAnother", "text=eq.a,secret=eq.x", member, typeUpdate, values, false},
		{"ANegatedHiddenColumn", "secret=not.eq.y", member, typeUpdate, values, false},
		{"AColumnThatIsGone", "gone=is.null", member, typeUpdate, values, false},
		{"AHiddenColumnForTheServer", "secret=eq.x", "service_role", typeInsert, values, true},
		{"ADeletedRowWithTheColumn", "text=eq.a", member, typeDelete, values, true},
		{"ADeletedRowWithoutTheColumn", "text=is.null", member, typeDelete, row{"id": json.RawMessage(`1`)}, false},
		{"ARowThatIsGone", "text=is.null", member, typeUpdate, nil, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			ch := &channel{}
			ch.grant.Store(&grant{caller: caller.Caller{Role: row.role}})
			sub := &subscription{channel: ch, table: tableName{"public", "notes"}}
			if row.filter != "" {
				conditions, err := parseFilter(row.filter)
				if err != nil {
					t.Fatal(err)
				}
				for i := range conditions {
					conditions[i].castHere(notes.isTime)
				}
				sub.conditions = conditions
			}
			o := occurrence{change: &change{Type: row.kind}, table: notes}
			assertEqual(t, o.passes(sub, row.values), row.want)
		})
	}
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
