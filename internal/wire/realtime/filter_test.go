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
