package ledger_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/ledger"
	"automacao/internal/market/people/account"
	"automacao/internal/market/people/barred"
)

// TestWhoLeavesStaysInTheLedgerUnderNoName checks that the entries of a party that left remain. The
// ledger knows parties only by their ids.
func TestWhoLeavesStaysInTheLedgerUnderNoName(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.earned(money.Reais(100))
	export, err := markettest.Call(s.Stage, s.marina, account.ExportData, account.Nothing{})
	if got := s.Text(`SELECT string_agg(line ->> 'kind' || ' ' || (line ->> 'value'), ', ') FROM jsonb_array_elements($1::jsonb) AS line`, string(export.Sections["statement"])); err != nil || got != "release 100.00" {
		t.Errorf("she exports %s, %v", got, err)
	}
	s.must(func(tx pgx.Tx) error { return account.Remove(barred.New([]byte("secret")))(t.Context(), tx, s.marina) })
	if got := s.Text(`SELECT name FROM public.profiles WHERE id = $1`, s.marina); got != "Usuário removido" {
		t.Errorf("she is called %s", got)
	}
	if got := s.Text(`SELECT string_agg(kind || ' ' || value, ', ') FROM public.ledger_entries WHERE account = 'available:' || $1`, s.marina); got != "release 100.00" {
		t.Errorf("her accounts hold %s", got)
	}
	if got := s.verify(); got != (ledger.Verification{Balanced: true, Chained: true, Entries: 4}) {
		t.Errorf("it is %+v", got)
	}
}
