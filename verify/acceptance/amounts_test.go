package acceptance

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/kernel/money"
)

// amount is an amount of money in a call: its field, and who may send it.
type amount struct{ call, viewer, field string }

// amounts are all amounts of all calls. A test checks that none is missing, except a plan of
// milestones, which is read in SQL and listed by hand.
var amounts = []amount{
	{"request_payout", "marina owner", "value"},
	{"open_receiver", "marina owner", "monthly_income"},
	{"send_invoice", "marina owner", "value"},
	{"propose_amendment", "serra owner", "price"},
	{"revise_proposal", "marina owner", "value"}, {"revise_proposal", "marina owner", "travel"}, {"revise_proposal", "marina owner", "milestones.value"},
	{"counter_proposal", "serra owner", "value"}, {"counter_proposal", "serra owner", "travel"}, {"counter_proposal", "serra owner", "milestones.value"},
	{"record_withholdings", "serra owner", "lines.base"}, {"record_withholdings", "serra owner", "lines.value"},
	{"open_dispute", "serra owner", "professional_percent"},
	{"propose_split", "serra owner", "professional_percent"},
	{"decide_dispute", "admin", "professional_percent"},
	{"propose_termination", "serra owner", "settlement.professional_percent"},
}

// odd are values that are no amounts, and unread are those that are not even numbers of at most two
// decimals.
var (
	unread = []any{"0.001", json.Number("0.001"), json.Number("1e309"), json.Number("1e2"), json.Number("9223372036854775808"), "NaN", "Infinity", "-Infinity", "R$ 1.234,56", "1.234,56",
		"0x10", "1_000", " 1", "1 ", "+1", "", true, []int{1}, map[string]int{"value": 1}, "٣", "１"}
	odd = []any{-1, "-0.01", json.Number("-9223372036854775808"), 1000000000, "99999999999999.99", json.Number("9223372036854775807")}
)

// TestNoCallTakesAnOddAmount checks that a value that cannot be read exactly, or is out of range,
// is refused with a code that says so, and that nothing changes.
func TestNoCallTakesAnOddAmount(t *testing.T) {
	t.Parallel()
	b := setup(t)
	t.Run("EveryAmountIsTried", func(t *testing.T) { b.in(t).everyAmountIsTried() })
	rows := map[string]row{}
	for _, row := range everyCall() {
		rows[row.call] = row
	}
	c := newCast(b)
	inputs := make([]map[string]any, len(amounts))
	for i, one := range amounts {
		inputs[i] = rows[one.call].in(c)
	}
	before := c.contents()
	asked := 0
	for i, one := range amounts {
		for _, value := range slices.Concat(unread, odd) {
			got := c.calls(one.viewer, one.call, one.with(inputs[i], value))
			asked++
			if got.Status < 400 || got.Status > 499 {
				t.Errorf("%s of %s as %v is answered %d %s", one.field, one.call, value, got.Status, got.Body)
			}
		}
		for _, value := range unread {
			// A plan is read after the other fields, and refused with its own code.
			got := c.calls(one.viewer, one.call, one.with(inputs[i], value))
			if strings.HasPrefix(one.field, "milestones") {
				continue
			}
			if got.Status != 400 {
				t.Errorf("%s of %s as %v is read: %d %s", one.field, one.call, value, got.Status, got.Body)
			}
			if !strings.HasSuffix(one.field, "_percent") && got.Code() != "amount_invalid" {
				t.Errorf("%s of %s as %v is refused in other words: %s", one.field, one.call, value, got.Body)
			}
		}
	}
	c.unchanged(t, before)
	t.Logf("%d odd amounts were refused", asked)
}

// with returns the input of a call with another amount.
func (a amount) with(in map[string]any, value any) map[string]any {
	out := maps.Clone(in)
	list, field, isInside := strings.Cut(a.field, ".")
	if !isInside {
		out[a.field] = value
		return out
	}
	inner := map[string]any{}
	switch known, _ := in[list].([]map[string]any); {
	case len(known) > 0:
		inner = maps.Clone(known[0])
	case list == "milestones":
		inner["title"] = "Montagem"
	case list == "settlement":
		inner["milestone_id"] = uuid.New()
	}
	inner[field] = value
	out[list] = []map[string]any{inner}
	return out
}

// everyAmountIsTried checks that the table has every amount of every registered function.
func (b *bundle) everyAmountIsTried() {
	for _, function := range b.App.Functions() {
		for _, field := range amountsIn(function.In) {
			if !slices.ContainsFunc(amounts, func(a amount) bool { return a.call == function.Name && a.field == field }) {
				b.T.Errorf("%s takes %s: say in amounts who may give it", function.Name, field)
			}
		}
	}
}

// amountsIn lists the fields of an input that are, or contain, an amount of money.
func amountsIn(in reflect.Type) (found []string) {
	for in.Kind() == reflect.Pointer || in.Kind() == reflect.Slice {
		in = in.Elem()
	}
	if in.Kind() != reflect.Struct {
		return nil
	}
	for _, field := range reflect.VisibleFields(in) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		kind := field.Type
		for kind.Kind() == reflect.Pointer {
			kind = kind.Elem()
		}
		switch {
		case field.Anonymous:
		case kind == reflect.TypeFor[money.Money](), strings.HasSuffix(name, "_percent"):
			found = append(found, name)
		default:
			for _, inner := range amountsIn(kind) {
				found = append(found, name+"."+inner)
			}
		}
	}
	return found
}

// TestNoColumnIsAFloat checks that no column is a float or PostgreSQL's money: neither adds up
// exactly.
func TestNoColumnIsAFloat(t *testing.T) {
	t.Parallel()
	b := setup(t)
	if got := b.Text(`
		SELECT string_agg(table_schema || '.' || table_name || '.' || column_name, ', ') FROM information_schema.columns
		WHERE table_schema IN ('public', 'private') AND data_type IN ('real', 'double precision', 'money')`); got != "" {
		t.Errorf("there is %s", got)
	}
}
