package payment_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"automacao/internal/institution/psp/asaas"
	"automacao/internal/market/deal/contract"
)

const token = "token-do-webhook-com-32-caracteres"

// notice is an event of the institution about a charge.
func notice(id, event, chargeID, txid string, value string) string {
	return fmt.Sprintf(`{"id":%q,"event":%q,"payment":{"object":"payment","id":%q,"externalReference":%q,"value":%s,"status":"RECEIVED"}}`, id, event, chargeID, txid, value)
}

// post posts events with a token and returns the status.
func (s *scene) post(given, body string) int {
	s.t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/webhooks/pix", strings.NewReader(body))
	r.Header.Set(asaas.TokenHeader, given)
	w := httptest.NewRecorder()
	s.desk.Webhook(w, r)
	return w.Code
}

func (s *scene) providerID(txid string) string {
	return s.Text(`SELECT p.provider_id FROM private.provider_charges p JOIN public.charges c ON c.id = p.charge_id WHERE c.txid = $1`, txid)
}

// TestAStormOfEventsCreditsOnce sends events that are repeated, shuffled, grouped, late, of a wrong
// value, or about unknown charges.
func TestAStormOfEventsCreditsOnce(t *testing.T) {
	t.Parallel()
	s := setupApart(t)
	f := s.fund(s.parts[0])
	s.drops.Store(true)
	s.cause(f.TxID, "paid")
	id := s.providerID(f.TxID)
	events := []string{
		notice("evt_a", "PAYMENT_RECEIVED", id, f.TxID, "900"), notice("evt_b", "PAYMENT_CONFIRMED", id, f.TxID, "900"),
		notice("evt_c", "PAYMENT_OVERDUE", id, f.TxID, "900"), notice("evt_d", "PAYMENT_RECEIVED", id, f.TxID, "1"),
		notice("evt_e", "PAYMENT_RECEIVED", "pay_unknown", strings.Repeat("X", 30), "900"),
	}
	group, err := json.Marshal([]json.RawMessage{json.RawMessage(events[0]), json.RawMessage(events[1])})
	if err != nil {
		t.Fatal(err)
	}
	posts := []string{string(group)}
	for _, event := range events {
		for range 1 + rand.IntN(5) {
			posts = append(posts, event)
		}
	}
	rand.Shuffle(len(posts), func(i, j int) { posts[i], posts[j] = posts[j], posts[i] })
	var posting sync.WaitGroup
	for _, body := range posts {
		posting.Go(func() {
			if code := s.post(token, body); code != http.StatusOK {
				t.Errorf("%s is answered %d", body, code)
			}
		})
		posting.Go(s.work)
	}
	posting.Wait()
	s.work()
	s.expect("funded 90000, planned 0 | paid")
	s.ledgerHas("held 90000, outside:company -90000")
	if got := s.Text(`SELECT string_agg(id || ' ' || state, ', ' ORDER BY id) FROM private.provider_events WHERE id ~ '^evt_[a-z]'`); got != "evt_a done, evt_b done, evt_c done, evt_d done, evt_e parked" {
		t.Errorf("events are %q", got)
	}
	if got := s.differences(); got != "unknown_event, unknown_event" {
		t.Errorf("listed is %q", got)
	}
	must(s, s.serra, contract.Withdraw, contract.Ending{ContractID: s.contract, Reason: "A obra foi adiada por um ano."})
	s.work()
	s.post(token, notice("evt_late", "PAYMENT_RECEIVED", id, f.TxID, "900"))
	s.work()
	s.expect("refunded 0, cancelled 0 | refunded")
	s.ledgerHas("")
}

func TestAWrongTokenIsRefusedAndLeavesNothing(t *testing.T) {
	t.Parallel()
	s := setupApart(t)
	for _, given := range []string{"", "outro", token + "x"} {
		if code := s.post(given, notice("evt_a", "PAYMENT_RECEIVED", "pay_1", "", "900")); code != http.StatusUnauthorized {
			t.Errorf("%q is answered %d", given, code)
		}
	}
	if got := s.Text(`SELECT count(*)::text FROM private.provider_events`); got != "0" {
		t.Errorf("%s events are stored", got)
	}
}

// TestAnEventWorkedOnAgainPostsOnce repeats an event, as after a crash between the posting and its
// record.
func TestAnEventWorkedOnAgainPostsOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.paid(s.parts[0])
	for range 3 {
		s.Exec(`UPDATE private.provider_events SET state = 'waiting', next_at = now()`)
		s.work()
	}
	s.expect("funded 90000, planned 0 | paid")
	s.ledgerHas("held 90000, outside:company -90000")
}

// TestAPayerFasterThanTheEndIsBelieved checks that an expired charge is first cancelled at the
// institution, and that a payment that came before counts.
func TestAPayerFasterThanTheEndIsBelieved(t *testing.T) {
	t.Parallel()
	s := setup(t)
	fast, slow := s.fund(s.parts[0]), s.fund(s.parts[1])
	s.drops.Store(true)
	s.cause(fast.TxID, "paid")
	s.Exec(`UPDATE public.charges SET expires_at = now() - interval '1 second'`)
	s.must(s.desk.Tend(s.Watch(t.Context())))
	s.expect("funded 90000, planned 0 | paid, expired")
	s.ledgerHas("held 90000, outside:company -90000")
	again := s.fund(s.parts[1])
	if again.TxID == slow.TxID {
		t.Error("a code that is over was given again")
	}
	s.expect("funded 90000, awaiting_payment 0 | paid, expired, open")
}

// TestWhatIsPaidAfterTheEndGoesBack checks that a late payment returns to its payer and is listed
// meanwhile.
func TestWhatIsPaidAfterTheEndGoesBack(t *testing.T) {
	t.Parallel()
	s := setup(t)
	f := s.fund(s.parts[0])
	must(s, s.serra, contract.Withdraw, contract.Ending{ContractID: s.contract, Reason: "A obra foi adiada por um ano."})
	s.cause(f.TxID, "paid")
	s.expect("cancelled 0, cancelled 0 | refunded")
	if got := s.orders(); got != "refund done" {
		t.Errorf("ordered is %q", got)
	}
	s.ledgerHas("")
	if got := s.Text(`SELECT string_agg(kind || (resolved_at IS NOT NULL), ', ') FROM public.reconciliation_differences`); got != "payment_returningtrue" {
		t.Errorf("listed is %q", got)
	}
}
