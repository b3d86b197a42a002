package invoice_test

import (
	"context"
	"io"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/markettest"
	"automacao/internal/market/money/invoice"
)

func TestASlowStoreDoesNotHoldTheMilestonesLocks(t *testing.T) {
	t.Parallel()
	s := setup(t).accepted()
	sent := invoice.Sent{MilestoneID: s.parts[0], FileID: s.file("application/xml", s.xml("42", "900.05", marinasFirm, serrasDocument))}
	reads := 0
	// NOWAIT fails at once where another step of the deal would wait.
	looking := func(ctx context.Context, version uuid.UUID) (io.ReadCloser, error) {
		reads++
		s.Exec(`SELECT FROM public.contracts c JOIN public.milestones m ON m.contract_id = c.id WHERE c.id = $1 FOR UPDATE NOWAIT`, s.contract)
		return s.open(ctx, version)
	}
	if code := take(s, s.serra, invoice.Send(looking), sent); code != "not_your_step" || reads != 0 {
		t.Errorf("for the other side: %q after %d reads", code, reads)
	}
	if code := take(s, s.marina, invoice.Send(looking), sent); code != "" || reads != 1 {
		t.Errorf("for the sender: %q after %d reads", code, reads)
	}
}

func TestAnXMLThatIsReplacedWhileItIsReadIsRefused(t *testing.T) {
	t.Parallel()
	s := setup(t).accepted()
	sent := invoice.Sent{MilestoneID: s.parts[0], FileID: s.file("application/xml", s.xml("42", "900.05", marinasFirm, serrasDocument))}
	replacing := func(ctx context.Context, version uuid.UUID) (io.ReadCloser, error) {
		s.Exec(`UPDATE storage.objects SET version = gen_random_uuid() WHERE bucket_id = 'deals' AND version = $1`, version)
		return s.open(ctx, version)
	}
	if code, want := take(s, s.marina, invoice.Send(replacing), sent), markettest.Code(invoice.ErrFile); code != want {
		t.Errorf("got %q, want %q", code, want)
	}
}
