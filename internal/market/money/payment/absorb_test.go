package payment_test

import (
	"fmt"
	"testing"
)

// A charge with another value at the institution, higher or lower, is a difference for
// administrators. Nothing of it is credited.
func TestAChargeOfAnotherValueIsNotCredited(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, by := range []int{1, -1, 90_000, -80_000} {
		f := s.fund(s.parts[0])
		s.Exec(fmt.Sprintf(`UPDATE public.charges SET value_cents = value_cents + %d WHERE txid = $1`, by), f.TxID)
		s.cause(f.TxID, "paid")
		s.expect("awaiting_payment 0, planned 0 | open")
		if got := s.differences(); got != "value_differs" {
			t.Errorf("by %d: the differences are %q", by, got)
		}
		s.ledgerHas("")
		s = setup(t)
	}
}
