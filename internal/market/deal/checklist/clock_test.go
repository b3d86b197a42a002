package checklist_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal"
	"automacao/internal/market/deal/checklist"
	"automacao/internal/market/deal/milestone"
)

// The clock is paused for exactly as long as an item is open, and keeps the time that was left.
func TestTheClockStandsStillWhileAnItemIsOpen(t *testing.T) {
	t.Parallel()
	s := setup(t)
	l := s.agreed(0, "taf")
	s.record(0, s.marina, l, 1, "passed")
	s.witness(0, s.serra, l)
	s.deliver(0, 0)
	if got := s.due(0); got != "336h0m0s" {
		t.Errorf("delivered: %s", got)
	}
	s.record(2*day+time.Hour, s.serra, l, 1, "failed")
	for _, after := range []time.Duration{14 * day, 60 * day} {
		s.tend(after)
		s.expect(0, "delivered")
	}
	// Another failure of the same item does not restart the pause.
	s.record(3*day, s.serra, l, 1, "failed")
	s.record(7*day+time.Hour+1234*time.Microsecond, s.serra, l, 1, "passed")
	s.witness(7*day+time.Hour+1234*time.Microsecond, s.marina, l)
	if got, want := s.due(0), (19*day + 1234*time.Microsecond).String(); got != want {
		t.Errorf("five days later: %s, want %s", got, want)
	}
	s.tend(19 * day)
	s.expect(0, "delivered")
	for range 2 { // a second run finds nothing left to do
		s.tend(19*day + 1234*time.Microsecond)
		s.expect(0, "awaiting_payment")
	}
	if got := s.Text(`SELECT string_agg(action, ' ' ORDER BY created_at) FROM public.contract_events WHERE milestone_id = $1 AND action ~ '(pause|resume|silence)'`, s.parts[0]); got != "pause_acceptance resume_acceptance accept_by_silence" {
		t.Errorf("the history says %s", got)
	}
	if got := s.Text(`SELECT count(*)::text FROM public.notifications WHERE title = 'Prazo de aceite pausado: Retrofit'`); got != "1" {
		t.Errorf("told %s times", got)
	}
}

// A pause is measured in seconds, even if the session's time zone changes its offset meanwhile.
func TestADayOfAnHourMoreNeitherGivesNorTakesTime(t *testing.T) {
	t.Parallel()
	s := setup(t)
	l := s.agreed(0, "taf")
	s.record(0, s.marina, l, 1, "passed")
	s.witness(0, s.serra, l)
	s.deliver(0, 0)
	// New York leaves summer time on 1 November 2026, within the pause.
	zoned := func(after time.Duration, result string) {
		t.Helper()
		ctx := deal.Dated(as(s.Watch(t.Context()), s.serra), s.start.Add(after))
		err := pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, `SET LOCAL timezone = 'America/New_York'`); err != nil {
				return err
			}
			_, err := checklist.Record(ctx, tx, s.result(l, 1, result))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	zoned(5*day, "failed")
	zoned(15*day, "passed")
	s.witness(15*day, s.marina, l)
	if got, want := s.due(0), (24 * day).String(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A system clock that jumps causes no more than one pause and one acceptance. Ahead, it accepts
// only what is due; back, it takes no time away.
func TestAClockThatJumpsReleasesOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	l := s.agreed(0, "taf")
	s.record(0, s.marina, l, 1, "passed")
	s.witness(0, s.serra, l)
	s.deliver(0, 0)
	s.record(day, s.serra, l, 1, "failed")
	s.record(day-time.Hour, s.serra, l, 1, "passed") // the system clock was set back during the pause
	s.witness(day-time.Hour, s.marina, l)
	if got, want := s.due(0), (14 * day).String(); got != want {
		t.Errorf("set back: %s, want %s", got, want)
	}
	s.record(2*day, s.serra, l, 1, "failed")
	s.tend(2*day + 14*day) // the system clock is ahead during a pause
	s.expect(0, "delivered")
	s.record(3*day, s.serra, l, 1, "passed")
	s.witness(3*day, s.marina, l)
	s.tend(15*day - time.Hour)
	s.expect(0, "delivered")
	for _, after := range []time.Duration{15 * day, 15*day - time.Hour, 29 * day} {
		s.tend(after)
	}
	if got := s.Text(`SELECT count(*)::text FROM public.contract_events WHERE milestone_id = $1 AND action = 'accept_by_silence'`, s.parts[0]); got != "1" {
		t.Errorf("accepted %s times", got)
	}
}

func TestAPendingBlockingItemStopsTheClockFromTheDelivery(t *testing.T) {
	t.Parallel()
	s := setup(t)
	l := s.agreed(0, "taf")
	s.deliver(0, 0)
	if got := s.due(0); got != "paused" {
		t.Errorf("delivered: %s", got)
	}
	// The professional records it, and the company witnesses it.
	s.record(4*day, s.marina, l, 1, "passed")
	s.witness(4*day, s.serra, l)
	if got, want := s.due(0), (18 * day).String(); got != want {
		t.Errorf("recorded: %s, want %s", got, want)
	}
	s.tend(18 * day)
	s.expect(0, "awaiting_payment")
}

// The second milestone waits for its TAC, as the proposal says.
func TestAnExecutedTACStartsTheClock(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.deliver(0, 1)
	s.tend(40 * day)
	s.expect(1, "delivered")
	// No list was written before the delivery. Only the TAC that the milestone waits for can still
	// be started.
	if _, code := call(s, 0, s.marina, checklist.Start, s.list(1, "taf")); code != "checklist_after_delivery" {
		t.Errorf("another kind: %q", code)
	}
	l := s.agreed(1, "tac")
	s.record(0, s.marina, l, 1, "failed")
	l = s.record(0, s.marina, l, 2, "failed")
	if code := take(s, s.marina, checklist.ExecuteTAC, read(l)); code != "checklist_blocking" {
		t.Errorf("executed with an open item: %q", code)
	}
	l = s.record(0, s.marina, l, 1, "passed")
	must(s, 20*day, s.marina, checklist.ExecuteTAC, read(l))
	if got := s.due(1); got != "paused" {
		t.Errorf("signed by one side: %s", got)
	}
	if got := must(s, 21*day, s.serra, checklist.ExecuteTAC, read(l)); !got.IsExecuted || got.IsPaused || got.Status != "signed" {
		t.Errorf("signed by both: %+v", got)
	}
	if got, want := s.due(1), (35 * day).String(); got != want {
		t.Errorf("executed: %s, want %s", got, want)
	}
	// Fixing the other item afterwards neither stops nor restarts the clock.
	l = s.record(22*day, s.marina, l, 2, "passed")
	s.sign(23*day, l)
	if got, want := s.due(1), (35 * day).String(); got != want {
		t.Errorf("signed again: %s, want %s", got, want)
	}
	s.tend(35 * day)
	s.expect(1, "awaiting_payment")
}

func TestATACThatBothAgreeOnIsWaitedFor(t *testing.T) {
	t.Parallel()
	s := setup(t)
	in := s.list(0, "tac")
	in.HoldsClock = true
	made := must(s, 0, s.serra, checklist.Start, in)
	if got := s.Text(`SELECT waits_for_tac::text FROM public.milestones WHERE id = $1`, s.parts[0]); got != "false" {
		t.Error("one side alone has it wait")
	}
	must(s, 0, s.marina, checklist.Agree, read(made))
	s.deliver(0, 0)
	if got := s.due(0); got != "paused" {
		t.Errorf("delivered: %s", got)
	}
	// The company may accept before the TAC, once nothing blocks it.
	s.record(0, s.serra, made, 1, "passed")
	must(s, 0, s.serra, milestone.Approve, s.about(0))
	s.expect(0, "awaiting_payment")
}
