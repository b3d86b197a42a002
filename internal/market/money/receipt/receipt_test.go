package receipt_test

import (
	"context"
	"encoding/base64"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/ledger"
	"automacao/internal/market/money/receipt"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// TestReceiptsAreNumberedWithoutAGap takes many fees concurrently. Each milestone gets one receipt,
// and the numbers have no gaps.
func TestReceiptsAreNumberedWithoutAGap(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, marina, rafael := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves"), s.Member("professional", "Rafael Nunes")
	agreed, err := markettest.Call(s, serra, proposal.Accept, proposal.Acceptance{ProposalID: s.Proposal(s.Project(serra, "Retrofit"), marina)})
	if err != nil {
		t.Fatal(err)
	}
	s.Exec(`INSERT INTO public.milestones (contract_id, position, title, value_cents) SELECT $1, n, 'Parte', 1000 FROM generate_series(2, 20) AS n`, agreed.ContractID)
	issue := func(ctx context.Context, tx pgx.Tx, milestone uuid.UUID) (struct{}, error) {
		about := ledger.Deal{ContractID: agreed.ContractID, MilestoneID: milestone, CompanyID: serra, ProfessionalID: marina}
		if err := ledger.Fund(ctx, tx, about, 1000); err != nil {
			return struct{}{}, err
		}
		if err := ledger.Release(ctx, tx, about, ledger.Shares{Value: 1000, Fee: 100}); err != nil {
			return struct{}{}, err
		}
		return struct{}{}, receipt.Issue(ctx, tx, receipt.Fee{ContractID: agreed.ContractID, MilestoneID: milestone, ProfessionalID: marina, Base: 1000, Value: 100})
	}
	var running sync.WaitGroup
	for n := range 20 {
		milestone := s.ID(`SELECT id FROM public.milestones WHERE contract_id = $1 AND position = $2`, agreed.ContractID, n+1)
		for range 2 {
			running.Go(func() {
				if _, err := markettest.Call(s, marina, issue, milestone); err != nil {
					t.Error(err)
				}
			})
		}
	}
	running.Wait()
	if got := s.Text(`SELECT concat_ws(' ', count(*), min(number), max(number)) FROM public.fee_receipts`); got != "20 1 20" {
		t.Errorf("there are %s", got)
	}
	about := receipt.Reference{MilestoneID: s.ID(`SELECT milestone_id FROM public.fee_receipts WHERE number = 7`)}
	file, err := markettest.Call(s, marina, receipt.Print, about)
	content, bad := base64.StdEncoding.DecodeString(file.Content)
	if err != nil || bad != nil || file.Name != "recibo-taxa-000007.pdf" || !strings.HasPrefix(string(content), "%PDF") {
		t.Errorf("%s, %v, %v", file.Name, err, bad)
	}
	for _, who := range []uuid.UUID{serra, rafael, uuid.Nil} {
		if _, err := markettest.Call(s, who, receipt.Print, about); markettest.Code(err) != "receipt_not_found" {
			t.Errorf("another's: %v", err)
		}
	}
}
