package realtime

import (
	"encoding/json"
	"strings"
	"testing"

	"automacao/internal/kernel/caller"
)

func TestFilter(t *testing.T) {
	t.Parallel()
	values := row{
		"n": json.RawMessage(`10`), "price": json.RawMessage(`10.50`), "big": json.RawMessage(`9007199254740993`),
		"text": json.RawMessage(`"Café, com \"leite\""`), "nothing": json.RawMessage(`null`),
		"yes": json.RawMessage(`true`), "at": json.RawMessage(`"2026-01-02T03:04:05+00:00"`),
		"state": json.RawMessage(`"open"`),
	}
	isTime := func(column string) bool { return column == "at" }
	for filter, want := range map[string]bool{
		``:        true,
		`n=eq.10`: true, `n=eq.10.0`: true, `n=eq.11`: false, `n=neq.11`: true, `n=not.eq.10`: false,
		`n=lt.9`: false, `n=lt.11`: true, `n=lte.10`: true, `n=gt.9`: true, `n=gte.11`: false,
		`price=eq.10.5`: true, `price=gt.9`: true, `big=eq.9007199254740992`: false,
		`state=in.(open,closed)`: true, `state=in.(closed)`: false, `state=not.in.(closed)`: true,
		`text=eq."Café, com \"leite\""`: true, `text=in.("Café, com \"leite\"",x)`: true,
		`text=like.Caf_%`: true, `text=like.caf%`: false, `text=ilike.caf%`: true, `text=like.Caf`: false,
		`text=like.Caf\_%`: false, `text=match.^Caf`: true, `text=imatch.LEITE`: true, `text=not.match.chá`: true,
		`nothing=is.null`: true, `nothing=is.not_null`: false, `nothing=not.is.null`: false, `n=not.is.null`: true,
		`yes=is.true`: true, `yes=is.false`: false, `nothing=is.unknown`: true,
		`nothing=eq.1`: false, `nothing=neq.1`: false, `nothing=not.eq.1`: false,
		`nothing=isdistinct.1`: true, `n=isdistinct.10`: false, `n=not.isdistinct.10`: true,
		`at=eq."2026-01-02T00:04:05-03:00"`: true, `at=gt."2026-01-01T00:00:00+00:00"`: true, `at=lt.2026-01-01`: false,
		`n=gt.5,n=lt.20`: true, `n=gt.5,n=lt.7`: false, `n=gt.5,state=in.(open,closed),yes=is.true`: true,
	} {
		t.Run(filter, func(t *testing.T) {
			t.Parallel()
			conditions, err := parseFilter(filter)
			if err != nil {
				t.Fatal(err)
			}
			for i := range conditions {
				conditions[i].castHere(isTime)
			}
			assertEqual(t, matches(conditions, values, isTime), want)
		})
	}
}

// castHere replaces the cast that the hub leaves to the database.
func (c *condition) castHere(isTime func(string) bool) {
	for _, raw := range c.raw {
		value := json.RawMessage(raw)
		if !json.Valid(value) {
			value = encodeJSON(raw)
		}
		c.values = append(c.values, readScalar(value, isTime(c.column)))
	}
}

func TestFilterRefuses(t *testing.T) {
	t.Parallel()
	for name, filter := range map[string]string{
		"NoOperator": `undefined`, "UnknownOperator": `a=foo.1`, "NoColumn": `=eq.1`, "NoValue": `a=eq`,
		"InWithoutList": `a=in.1`, "IsSomething": `a=is.maybe`, "BadPattern": `a=match.(`,
		"TooManyConditions": strings.Repeat(`a=eq.1,`, conditionsMax) + `a=eq.1`,
		"TooLong":           `a=eq.` + strings.Repeat("x", filterBytesMax),
		"TooLongPattern":    `a=like.` + strings.Repeat("x", patternBytesMax+1),
		"TooManyValues":     `a=in.(` + strings.Repeat("1,", inValuesMax) + `1)`,
		"TooManyRepeats":    `a=match.x{1000}y{1000}`,
		"NestedRepeats":     `a=match.((((a|bc){9}){9}){9})`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := parseFilter(filter); err == nil {
				t.Error("accepted")
			}
		})
	}
}

// TestFiltersOfOneWait checks that many expensive patterns only close channels counted under the
// same caller or network, and that other subscribers keep receiving changes.
func TestFiltersOfOneWait(t *testing.T) {
	t.Parallel()
	listens := func(ip, filter string) *subscription {
		conditions, err := parseFilter(filter)
		if err != nil {
			t.Fatal(err)
		}
		ch := &channel{socket: &socket{ip: ip}}
		ch.grant.Store(&grant{caller: caller.Caller{Role: "anon"}})
		return &subscription{channel: ch, conditions: conditions}
	}
	stated := &table{columns: []column{{Name: "id", Key: 1, Roles: []string{"anon"}}, {Name: "text", Category: "S", Roles: []string{"anon"}}}}
	values := row{"id": json.RawMessage(`1`), "text": encodeJSON(strings.Repeat("x", 64<<10))}
	o := occurrence{change: &change{Type: typeInsert}, table: stated}
	other := listens("203.0.113.8", `text=like.x%`)
	for range 50 {
		o.subscriptions = append(o.subscriptions, listens("203.0.113.7", `text=match.x{20}y`))
	}
	o.subscriptions = append(o.subscriptions, other, listens("203.0.113.7", ``))
	if ended := o.keepMatching(values); len(ended) != 44 {
		t.Errorf("%d channels end", len(ended))
	}
	if len(o.subscriptions) != 2 || o.subscriptions[0] != other {
		t.Errorf("%d are told", len(o.subscriptions))
	}
}

// FuzzFilter checks that a filter is a bounded list of conditions on named columns or refused, and
// that comparing rows with it terminates and never panics.
func FuzzFilter(f *testing.F) {
	// Inputs that earlier runs found.
	f.Add("\v", "0")
	f.Add("0=match.0{100 000", "0")
	f.Add("0=eq.", " \x00")
	f.Add("0ѝ\xbc\xe3ӽ", "0")
	f.Add("\x1a", "0")
	f.Add("\u0380", "0")
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
	// Inputs that earlier runs found.
	for _, seed := range []string{
		"{\"tABle\":\"\\u0000\"}",
		"{\"tABle\":\"\xdc0000\"}",
		"{\"table\":\"0\",\"aaaa1\":\"\"}",
		"{\"tABle\":\"\xfd0000\"}",
		"{\"\":\"\",\"\":\"\",",
		"{\"aa0aa\":\"\"}",
	} {
		f.Add(seed)
	}
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
