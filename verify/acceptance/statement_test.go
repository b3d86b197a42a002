package acceptance

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
	"automacao/internal/market/money/ledger"
)

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
