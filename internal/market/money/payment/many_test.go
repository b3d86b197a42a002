package payment_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"automacao/internal/institution/psp"
	"automacao/internal/institution/psp/asaas"
	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/payment"
)

// TestAStormOverManyCharges reports every payment and refund one to five times, in any order,
// refunds before payments, in groups, and among events about unknown charges. Each payment is
// credited once, and each refund debited once.
func TestAStormOverManyCharges(t *testing.T) {
	t.Parallel()
	s := setupApart(t)
	parts := s.many(markettest.Times(2, 20))
	s.drops.Store(true)
	var events []string
	for i, part := range parts {
		txid := s.fund(part).TxID
		s.must(s.provider.(psp.Simulator).Cause(t.Context(), txid, "paid"))
		told := []string{"PAYMENT_RECEIVED"}
		if i%2 == 0 {
			s.must(s.provider.(psp.Simulator).Cause(t.Context(), txid, "refund"))
			told = append(told, "PAYMENT_REFUNDED")
		}
		told = append(told, "PAYMENT_OVERDUE")
		for _, name := range told {
			event := notice(fmt.Sprint("evt_", i, name), name, s.providerID(txid), txid, "100")
			events = append(events, slices.Repeat([]string{event}, 1+rand.IntN(5))...)
		}
		events = append(events, notice(fmt.Sprint("evt_unknown_", i), "PAYMENT_RECEIVED", fmt.Sprint("pay_unknown_", i), strings.Repeat("X", 30), "100"))
	}
	rand.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
	posted := s.postAll(events)
	s.work()
	credited, back := len(parts), (len(parts)+1)/2
	got := s.Text(`SELECT concat_ws(', ', (SELECT string_agg(kind || ' ' || n, ', ' ORDER BY kind) FROM (SELECT kind, count(*) AS n FROM public.ledger_transfers GROUP BY 1) AS posted),
		(SELECT count(*) FROM private.provider_events WHERE state = 'parked'), (SELECT count(*) FROM private.provider_events WHERE state = 'waiting'))`)
	if want := fmt.Sprintf("guarantee %d, refund %d, %d, 0", credited, back, len(parts)); got != want {
		t.Errorf("posted, parked and waiting are %s, want %s", got, want)
	}
	s.ledgerHas(fmt.Sprintf("held %d, outside:company -%d", (credited-back)*100_00, (credited-back)*100_00))
	t.Logf("%d charges, %d events in %d posts: %d credited, %d given back, %d parked", len(parts), len(events), posted, credited, back, len(parts))
}

// postAll posts events concurrently and in groups while they are processed, and returns the number
// of posts.
func (s *scene) postAll(events []string) (posts int) {
	s.t.Helper()
	var posting errgroup.Group
	posting.SetLimit(8)
	for len(events) > 0 {
		size := min(1+rand.IntN(4), len(events))
		body := []byte(events[0])
		if size > 1 {
			group := make([]json.RawMessage, size)
			for i, event := range events[:size] {
				group[i] = json.RawMessage(event)
			}
			body, _ = json.Marshal(group)
		}
		events = events[size:]
		posts++
		posting.Go(func() error {
			if code := s.post(token, string(body)); code != http.StatusOK {
				return fmt.Errorf("%s is answered %d", body, code)
			}
			return s.desk.Work(s.Watch(s.t.Context()))
		})
	}
	s.must(posting.Wait())
	return posts
}

// TestTheListIsWhatIsWrong creates a few charges that differ, in six ways, among many that agree.
// The comparison lists exactly those, and notifies administrators once about each.
func TestTheListIsWhatIsWrong(t *testing.T) {
	t.Parallel()
	s := setup(t)
	parts := s.many(markettest.Times(6, 100))
	codes := make([]string, len(parts))
	for i, part := range parts {
		codes[i] = s.fund(part).TxID
		s.must(s.provider.(psp.Simulator).Cause(t.Context(), codes[i], "paid"))
	}
	s.must(s.desk.Reconcile(s.Watch(t.Context())))
	for _, part := range parts[:len(parts)/2] {
		must(s, s.marina, milestone.Deliver, milestone.Delivery{MilestoneID: part})
		must(s, s.serra, milestone.Approve, milestone.Reference{MilestoneID: part})
	}
	s.work()
	s.must(s.desk.Reconcile(s.Watch(t.Context())))
	if got := s.differences(); got != "" {
		t.Fatalf("before anything is wrong is listed %q", got)
	}
	var wrong []string
	injure := func(kind string, i int, how func(txid string)) {
		how(codes[i])
		wrong = append(wrong, kind+" "+codes[i])
	}
	held, account := len(parts)/2, s.account()
	// A charge whose key is no longer stored here (charge_missing) is also an unknown_charge at the
	// institution.
	for round := range markettest.Times(1, 10) {
		injure("value_differs", held+5*round, func(txid string) {
			s.Exec(`UPDATE public.charges SET value_cents = value_cents + 1 WHERE txid = $1`, txid)
		})
		injure("charge_missing", held+5*round+1, func(txid string) {
			wrong = append(wrong, "unknown_charge "+s.providerID(txid))
			s.Exec(`UPDATE private.provider_charges SET provider_id = 'pay_gone_' || $1 WHERE charge_id = (SELECT id FROM public.charges WHERE txid = $1)`, txid)
		})
		injure("release_unordered", held+5*round+2, func(txid string) {
			_, err := s.provider.Release(t.Context(), account, psp.ChargeKey{ID: s.providerID(txid), Reference: txid})
			s.must(err)
		})
		injure("release_missing", held+5*round+3, func(txid string) { s.pretend(txid, "release") })
		injure("refund_missing", held+5*round+4, func(txid string) { s.pretend(txid, "refund") })
	}
	for range 2 {
		s.must(s.desk.Reconcile(s.Watch(t.Context())))
	}
	slices.Sort(wrong)
	got := s.Text(`SELECT string_agg(kind || ' ' || reference, ', ' ORDER BY kind || ' ' || reference COLLATE "C") FROM public.reconciliation_differences WHERE resolved_at IS NULL`)
	if want := strings.Join(wrong, ", "); got != want {
		t.Errorf("listed is\n%s\nwant\n%s", got, want)
	}
	if told := s.Text(`SELECT sum(count)::text FROM public.notifications WHERE profile_id = $1 AND title = 'Conciliação de pagamentos'`, s.admin); told != fmt.Sprint(len(wrong)) {
		t.Errorf("the administrator was told %s times of %d", told, len(wrong))
	}
	t.Logf("of %d charges %d were wrong, and %d are listed", len(parts), len(wrong), strings.Count(got, ",")+1)
}

// pretend records that the institution carried out an order that it never received.
func (s *scene) pretend(txid, kind string) {
	s.t.Helper()
	s.Exec(`
		INSERT INTO private.provider_orders (kind, reference, charge_id, value_cents, fee_cents, reason, state, done_at)
		SELECT $2, upper(left($2, 3)) || substr(txid, 4), id, CASE $2 WHEN 'refund' THEN 100 ELSE 0 END, 0, '', 'done', now() FROM public.charges WHERE txid = $1`, txid, kind)
}

// TestWhatIsReplayedOtherwiseCountsOnce checks that an event repeated with the same id and another
// amount changes nothing, and that an event without the token leaves no entry in the ledger.
func TestWhatIsReplayedOtherwiseCountsOnce(t *testing.T) {
	t.Parallel()
	s := setupApart(t)
	f := s.fund(s.parts[0])
	id := s.providerID(f.TxID)
	lines := func(want string) {
		t.Helper()
		if got := s.Text(`SELECT count(*)::text FROM public.ledger_entries`); got != want {
			t.Errorf("the ledger has %s lines, want %s", got, want)
		}
	}
	for _, given := range []string{"", "outro", token[:len(token)-1], token + "x", strings.ToUpper(token)} {
		if code := s.post(given, notice("evt_a", "PAYMENT_RECEIVED", id, f.TxID, "900")); code != http.StatusUnauthorized {
			t.Errorf("%q is answered %d", given, code)
		}
	}
	if code := s.post(token, notice("evt_lie", "PAYMENT_RECEIVED", id, f.TxID, "900")); code != http.StatusOK {
		t.Errorf("answered %d", code)
	}
	s.work()
	s.expect("awaiting_payment 0, planned 0 | open")
	lines("0")
	s.cause(f.TxID, "paid")
	lines("2")
	for _, value := range []string{"900", "9", "90000"} {
		s.post(token, notice("evt_lie", "PAYMENT_RECEIVED", id, f.TxID, value))
		s.post(token, notice("evt_"+value, "PAYMENT_RECEIVED", id, f.TxID, value))
	}
	s.work()
	lines("2")
	s.ledgerHas("held 90000, outside:company -90000")
}

// BenchmarkAnEventIsStored measures how long the institution waits for its 200.
func BenchmarkAnEventIsStored(b *testing.B) {
	stage := markettest.Open(b)
	provider, err := psp.Open("simulado://127.0.0.1:1?webhook_token="+token, psp.Options{})
	if err != nil {
		b.Fatal(err)
	}
	desk, err := payment.Open(b.Context(), payment.Config{Provider: provider, Pool: stage.Pool, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = desk.Close() })
	for i := 0; b.Loop(); i++ {
		r := httptest.NewRequest(http.MethodPost, "/webhooks/pix", strings.NewReader(notice(fmt.Sprint("evt_", i), "PAYMENT_RECEIVED", "pay_1", strings.Repeat("X", 30), "900")))
		r.Header.Set(asaas.TokenHeader, token)
		w := httptest.NewRecorder()
		if desk.Webhook(w, r); w.Code != http.StatusOK {
			b.Fatalf("it is answered %d", w.Code)
		}
	}
}
