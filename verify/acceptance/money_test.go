package acceptance

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"
)

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
