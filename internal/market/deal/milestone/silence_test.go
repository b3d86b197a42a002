package milestone_test

import (
	"testing"
	"time"
)

const day = 24 * time.Hour

func TestSilenceAcceptsOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.deliver(0)
	reminders := []string{"Faltam 7 dias para responder à entrega", "Faltam 3 dias para responder à entrega", "Falta 1 dia para responder à entrega"}
	for _, c := range []struct {
		after time.Duration
		told  [3]string
	}{
		{6 * day, [3]string{"0", "0", "0"}},
		{7 * day, [3]string{"1", "0", "0"}},
		{8 * day, [3]string{"1", "0", "0"}},
		{11 * day, [3]string{"1", "1", "0"}},
		{13 * day, [3]string{"1", "1", "1"}},
		{14*day - time.Hour, [3]string{"1", "1", "1"}},
	} {
		s.tend(0, c.after)
		for i, title := range reminders {
			if told := s.told(s.serra, title); told != c.told[i] {
				t.Errorf("after %s: %q told %s times", c.after, title, told)
			}
		}
		s.expect("active delivered planned planned in_progress")
	}
	// A later run finds nothing left to do.
	for _, after := range []time.Duration{14 * day, 14 * day, 20 * day} {
		s.tend(0, after)
		s.expect("active awaiting_payment planned planned in_progress")
	}
	if by := s.Text(`SELECT concat_ws(' ', m.approved_by IS NULL, m.approved_at - m.delivered_at, count(*), min(e.action), count(e.actor_id))
		FROM public.milestones m JOIN public.contract_events e ON e.milestone_id = m.id AND e.to_status = 'awaiting_payment'
		WHERE m.id = $1 GROUP BY m.id`, s.parts[0]); by != "t 14 days 1 accept_by_silence 0" {
		t.Errorf("it was accepted by %q", by)
	}
	for _, who := range []string{s.told(s.serra, "Marco aceito pelo prazo"), s.told(s.marina, "Marco aceito pelo prazo")} {
		if who != "1" {
			t.Errorf("a side was told %s times", who)
		}
	}
}

func TestWhoLooksLateIsRemindedOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.deliver(0)
	s.tend(0, 14*day-time.Hour)
	if told := s.Text(`SELECT count(*)::text FROM public.notifications WHERE profile_id = $1 AND title LIKE 'Falta%'`, s.serra); told != "1" {
		t.Errorf("reminded %s times", told)
	}
	// Sent back and delivered again, it has the full time again.
	must(s, s.serra, contractAdjust, s.adjustments(0))
	s.tend0(20 * day)
	s.expect("active adjusting planned planned in_progress")
	s.deliver(0)
	if left := s.Text(`SELECT (review_until - delivered_at)::text FROM public.milestones WHERE id = $1`, s.parts[0]); left != "14 days" {
		t.Errorf("it has %s", left)
	}
}

func TestTheLastOneAcceptedBySilenceCompletesTheContract(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for part := range 3 {
		s.deliver(part)
	}
	s.approve(1)
	if due := s.Text(`SELECT (c.acceptance_due_at = (SELECT max(review_until) FROM public.milestones))::text FROM public.contracts c`); due != "true" {
		t.Error("the contract has another date than its last milestone")
	}
	s.tend(2, 14*day)
	s.expect("completed awaiting_payment awaiting_payment awaiting_payment completed")
	if by := s.Text(`SELECT concat_ws(' ', completed_by IS NULL, acceptance_due_at IS NULL) FROM public.contracts`); by != "t t" {
		t.Errorf("completed: %q", by)
	}
}
