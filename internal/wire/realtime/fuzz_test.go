package realtime

import (
	"encoding/json"
	"strings"
	"testing"
)

// FuzzFilter checks that a filter is a bounded list of conditions on named columns or refused, and
// that comparing rows with it terminates and never panics.
func FuzzFilter(f *testing.F) {
	for _, seed := range []string{
		"", "n=eq.10", "n=not.eq.10", "state=in.(open,closed)", `text=eq."Café, com \"leite\""`, `text=in.("a,b",c)`, "text=like.Caf_%", `text=ilike.\%`,
		"text=match.^(a+)+$", "text=match.(((((a{1000}){1000}", "text=imatch.[", "nothing=is.NULL", "n=isdistinct.1", "a=eq.1,b=eq.2", "=eq.1", "n=", "n=eq", `n=eq."`, "n=in.(",
		"n=gt.1e999999999", "n=lt.-Infinity", strings.Repeat("a=eq.1,", conditionsMax+1), "text=eq.\xff", "text=eq.\x00",
	} {
		f.Add(seed, `"a"`)
		f.Add(seed, `10.50`)
	}
	f.Fuzz(func(t *testing.T, filter, value string) {
		conditions, err := parseFilter(filter)
		if err != nil {
			if len(conditions) > 0 || len(err.Error()) > len(filter)*6+200 {
				t.Fatalf("%q: %v, %v", filter, conditions, err)
			}
			return
		}
		if len(conditions) > conditionsMax {
			t.Fatalf("%q has %d conditions", filter, len(conditions))
		}
		held := row{}
		for i := range conditions {
			c := &conditions[i]
			if c.column == "" || len(c.raw) > inValuesMax || c.isRegex() != (c.op == opMatch || c.op == opIMatch) {
				t.Fatalf("%q is read as %+v", filter, c)
			}
			for _, raw := range c.raw {
				c.values = append(c.values, readScalar(encodeJSON(raw), true))
			}
			if json.Valid([]byte(value)) && len(value) < 1000 {
				held[c.column] = json.RawMessage(value)
			}
		}
		matches(conditions, held, func(string) bool { return true })
	})
}

// FuzzBinding checks that a binding names a table and a known event, or is refused.
func FuzzBinding(f *testing.F) {
	for _, seed := range []string{
		`{"event":"INSERT","schema":"public","table":"messages","filter":"id=eq.1","select":["id"]}`, `{"event":"*"}`, `{}`, `null`, `[]`, `{"schema":1}`,
		`{"table":"a","table":"b"}`, `{"table":"\ud800"}`, `{"event":"insert","schema":"x"}`, `{"table":"a","select":"*"}`, `{"table":"a","id":"b"}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !json.Valid([]byte(text)) {
			return // it is part of a message that was read completely
		}
		var b binding
		if err := b.read(json.RawMessage(text)); err != nil {
			return
		}
		if b.table.schema == "" || b.table.table == "" || !strings.Contains(" INSERT UPDATE DELETE * ", " "+b.event+" ") {
			t.Fatalf("%s is read as %+v", text, b)
		}
		if echoed := encodeJSON(echo([]binding{b})); !json.Valid(echoed) {
			t.Fatalf("%s is echoed as %s", text, echoed)
		}
	})
}
