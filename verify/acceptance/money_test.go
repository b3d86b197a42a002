package acceptance

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
	"automacao/internal/market/money/ledger"
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

// TestAContractIsWorthWhatWasProposed checks that a contract has the proposed value to the centavo,
// in whatever form the value was sent.
func TestAContractIsWorthWhatWasProposed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	t.Run("OddAmountsAreRefused", func(t *testing.T) { b.in(t).oddAmountsAreRefused() })
	for _, c := range []struct {
		value any
		told  string
		cents int64
		reais string
	}{
		{"48500.01", "48.500,01", 4850001, "48500.01"},
		{json.Number("48500.01"), "48.500,01", 4850001, "48500.01"},
		{json.Number("48500.1"), "48.500,10", 4850010, "48500.10"},
		{"48500", "48.500,00", 4850000, "48500.00"},
		{"0.29", "0,29", 29, "0.29"},
		{"0.01", "0,01", 1, "0.01"},
		{"1234567.89", "1.234.567,89", 123456789, "1234567.89"},
		{"999999999.99", "999.999.999,99", 99999999999, "999999999.99"},
		{json.Number("999999999.99"), "999.999.999,99", 99999999999, "999999999.99"},
	} {
		t.Run(c.told, func(t *testing.T) {
			t.Parallel()
			people := newCast(b.in(t))
			project := people.valesProject()
			var sent []struct {
				ID    uuid.UUID
				Value json.Number
				Cents int64 `json:"value_cents"`
			}
			people.Must(request{Method: "POST", Path: "/rest/v1/proposals?select=id,value,value_cents", Token: people.tokens["rafael"],
				Body: map[string]any{"project_id": project, "professional_id": people.ids["rafael"], "value": c.value, "cover_letter": "Já fiz três parecidos."}}, &sent)
			if sent[0].Cents != c.cents {
				t.Errorf("proposed are %d centavos", sent[0].Cents)
			}
			var agreed struct {
				ID uuid.UUID `json:"contract_id"`
			}
			people.Must(request{Method: "POST", Path: "/rest/v1/rpc/accept_proposal", Token: people.tokens["vale"], Body: map[string]any{"proposal_id": sent[0].ID}}, &agreed)
			for _, side := range []string{"vale", "rafael"} {
				var read []struct {
					Value json.Number
					Cents int64 `json:"value_cents"`
				}
				people.Must(request{Method: "GET", Path: "/rest/v1/contracts?select=value,value_cents&id=eq." + agreed.ID.String(), Token: people.tokens[side]}, &read)
				if len(read) != 1 || read[0].Cents != c.cents || read[0].Value.String() != c.reais {
					t.Errorf("%s reads %+v of the contract", side, read)
				}
			}
			people.finds("vale", "notifications?select=body&kind=eq.proposal", `[{"body":"`+people.name("rafael")+` · R$ `+c.told+`"}]`)
			people.finds("vale", "messages?select=content&to_id=eq."+people.ids["vale"].String(),
				`[{"content":"Nova proposta recebida para o projeto \"Retrofit\" de `+people.name("rafael")+`. Valor: R$ `+c.told+`"}]`)
		})
	}
}

// oddAmountsAreRefused checks that amounts with fractions of a centavo are refused instead of
// rounded.
func (b *bundle) oddAmountsAreRefused() {
	c := newCast(b)
	project := c.valesProject()
	before := c.contents()
	for _, value := range []any{
		"10.005", json.Number("10.005"), "0.001", "0", "-1", "-0.01", "1000000000", "999999999.999", json.Number("1e12"), "48.500,01", "NaN", "Infinity", "", nil, true,
	} {
		got := c.Ask(request{Method: "POST", Path: "/rest/v1/proposals", Token: c.tokens["rafael"],
			Body: map[string]any{"project_id": project, "professional_id": c.ids["rafael"], "value": value, "cover_letter": "Já fiz três parecidos."}})
		if got.Status != 400 {
			b.T.Errorf("%v is answered %d %s", value, got.Status, got.Body)
		}
	}
	c.unchanged(b.T, before)
}

// TestTheStatementIsReadLikeATable reads the statement with filters, order and pages, as a person
// who may pay for the party.
func TestTheStatementIsReadLikeATable(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t).in(t))
	deal := ledger.Deal{MilestoneID: uuid.New(), CompanyID: c.serra(), ProfessionalID: c.marina()}
	err := pgx.BeginFunc(t.Context(), c.DB.Pool, func(tx pgx.Tx) error {
		if err := ledger.Fund(t.Context(), tx, deal, money.Reais(1000)); err != nil {
			return err
		}
		return ledger.Release(t.Context(), tx, deal, ledger.Shares{Value: money.Reais(900), Fee: 90_05})
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, read := range []struct{ who, query, want string }{
		{"serra owner", "select=kind,value", `[{"kind":"guarantee","value":-1000.00}]`},
		{"serra finance", "select=kind,value", `[{"kind":"guarantee","value":-1000.00}]`},
		{"serra buyer", "select=kind,value", `[]`},
		{"vale", "select=kind,value", `[]`},
		{"admin", "select=kind,value", `[]`},
		{"marina finance", "select=kind,value&order=at.asc,id.asc", `[{"kind":"release","value":900.00}, ` + "\n " + `{"kind":"fee","value":-90.05}]`},
		{"marina owner", "select=kind&order=at.desc,id.desc&limit=1", `[{"kind":"fee"}]`},
		{"marina owner", "select=value&kind=eq.release&milestone_id=eq." + deal.MilestoneID.String(), `[{"value":900.00}]`},
	} {
		if got := c.Ask(request{Method: "GET", Path: "/rest/v1/statement?" + read.query, Token: c.tokens[read.who]}); got.Status != 200 || got.Body != read.want {
			t.Errorf("%s reads with %s: %d %s, want %s", read.who, read.query, got.Status, got.Body, read.want)
		}
	}
	for who, want := range map[string]string{
		"serra finance": `{"available":0.00,"held":100.00}`, "marina owner": `{"available":809.95,"held":100.00}`, "serra reader": `{"available":0.00,"held":0.00}`,
	} {
		if got := c.calls(who, "money_balance", nil); got.Body != want {
			t.Errorf("%s has %s, want %s", who, got.Body, want)
		}
	}
	if got := c.calls("admin", "verify_ledger", nil); got.Body != `{"balanced":true,"chained":true,"entries":6}` {
		t.Errorf("the ledger is %s", got.Body)
	}
}
