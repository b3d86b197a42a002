package payment_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/dispute"
	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/payment"
)

const day = 24 * time.Hour

func (s *scene) distrato(part int64) contract.ProposedEnd {
	ending := contract.ProposedEnd{Ending: contract.Ending{ContractID: s.contract, Reason: "A obra foi adiada por um ano."}}
	ending.Settlement = []deal.Part{{MilestoneID: s.parts[0], ProfessionalPercent: part}}
	return ending
}

// TestOfFiftyAtOnceMoneyMovesOnce checks every call that moves held money.
func TestOfFiftyAtOnceMoneyMovesOnce(t *testing.T) {
	t.Parallel()
	answered := func(s *scene) dispute.Reference {
		id := s.claim(30)
		must(s, s.marina, dispute.Answer, dispute.Reply{DisputeID: id, Statement: "Liga."})
		return dispute.Reference{DisputeID: id}
	}
	const split = "available 24300, fee 2700, outside:company -27000"
	for call, c := range map[string]struct {
		prepare func(s *scene) func() error
		posted  string
		ledger  string
	}{
		"approve_milestone": {func(s *scene) func() error {
			return does(s, s.serra, milestone.Approve, milestone.Reference{MilestoneID: s.parts[0]})
		},
			"guarantee 1, release 1", "available 81000, fee 9000, outside:company -90000"},
		"complete_contract": {func(s *scene) func() error {
			must(s, s.marina, milestone.Deliver, milestone.Delivery{MilestoneID: s.parts[1], Unfunded: true})
			return does(s, s.serra, contract.Complete, contract.Reference{ContractID: s.contract})
		}, "guarantee 1, release 1", "available 81000, fee 9000, outside:company -90000"},
		"answer_termination": {func(s *scene) func() error {
			must(s, s.serra, contract.ProposeTermination, s.distrato(30))
			return does(s, s.marina, contract.AnswerTermination, contract.Answer{ContractID: s.contract, Accept: true})
		}, "guarantee 1, split 1", split},
		"answer_dispute": {func(s *scene) func() error {
			return does(s, s.marina, dispute.Answer, dispute.Reply{DisputeID: s.claim(30), Concede: true})
		}, "guarantee 1, split 1", split},
		"accept_split": {func(s *scene) func() error {
			return does(s, s.marina, dispute.AcceptSplit, dispute.Acceptance{DisputeID: answered(s).DisputeID})
		}, "guarantee 1, split 1", split},
		"decide_dispute": {func(s *scene) func() error {
			about := answered(s)
			must(s, s.serra, dispute.CallMediation, dispute.Call{DisputeID: about.DisputeID, Reason: "Não há acordo."})
			decision := dispute.Decision{DisputeID: about.DisputeID, ProfessionalPercent: percent(30), Reason: "Vi o painel."}
			must(s, s.admin, dispute.Decide, decision)
			must(s, s.serra, dispute.Appeal, dispute.Call{DisputeID: about.DisputeID, Reason: "O vídeo é antigo."})
			return does(s, s.admin, dispute.Decide, decision)
		}, "guarantee 1, split 1", split},
		"request_payout": {func(s *scene) func() error {
			s.must(does(s, s.serra, milestone.Approve, milestone.Reference{MilestoneID: s.parts[0]})())
			return func() error { _, err := s.ask(s.marina, money.Reais(810), marinasKey, "demo1234"); return err }
		}, "guarantee 1, payout 2, release 1", "fee 9000, outside:company -90000, outside:payout 81000"},
	} {
		t.Run(call, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			s.paid(s.parts[0])
			s.deliver()
			if taken := fifty(t, c.prepare(s)); taken == 0 {
				t.Error("nobody could")
			}
			s.work()
			s.Exec(`UPDATE private.payout_orders SET next_at = now()`)
			s.work()
			if got := s.Text(`SELECT string_agg(kind || ' ' || n, ', ' ORDER BY kind) FROM (SELECT kind, count(*) AS n FROM public.ledger_transfers GROUP BY 1) AS posted`); got != c.posted {
				t.Errorf("posted is %q, want %q", got, c.posted)
			}
			s.ledgerHas(c.ledger)
			s.settledThere()
		})
	}
}

// does is a step that can be repeated.
func does[In, Out any](s *scene, who uuid.UUID, workflow markettest.Workflow[In, Out], in In) func() error {
	return func() error {
		_, err := call(s, who, workflow, in)
		return err
	}
}

// fifty takes a step fifty times concurrently. Refusals must have their own error and never one of
// the database.
func fifty(t *testing.T, step func() error) (taken int) {
	t.Helper()
	var running sync.WaitGroup
	codes := make([]string, 50)
	for i := range codes {
		running.Go(func() { codes[i] = markettest.Code(step()) })
	}
	running.Wait()
	for _, code := range codes {
		switch {
		case code == "":
			taken++
		case strings.Contains(code, " "):
			t.Errorf("refused with %s", code)
		}
	}
	return taken
}

// TestAClockThatJumpsReleasesHeldMoneyOnce stops the clock a second before the deadline, sets it
// back an hour, lets it jump, and sets it back again. Several servers process the same moment, and
// one dies between the posting and its commit.
func TestAClockThatJumpsReleasesHeldMoneyOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.paid(s.parts[0])
	s.deliver()
	var due time.Time
	s.must(s.Pool.QueryRow(t.Context(), `SELECT review_until FROM public.milestones WHERE id = $1`, s.parts[0]).Scan(&due))
	tend := func(ctx context.Context, at time.Time) error {
		return milestone.Tend(deal.WithSettler(ctx, s.desk.Settle), s.Pool, at)
	}
	for _, before := range []time.Duration{-14 * day, -time.Second, -time.Hour, -time.Microsecond} {
		s.must(tend(t.Context(), due.Add(before)))
	}
	s.expect("delivered 90000, planned 0 | paid")
	dying, die := context.WithCancel(t.Context())
	err := milestone.Tend(deal.WithSettler(dying, func(ctx context.Context, tx pgx.Tx, c deal.Contract, m deal.Milestone, part money.Money) error {
		err := s.desk.Settle(ctx, tx, c, m, part)
		die()
		return err
	}), s.Pool, due)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the interrupted call returns %v", err)
	}
	s.expect("delivered 90000, planned 0 | paid")
	s.ledgerHas("held 90000, outside:company -90000")
	fifty(t, func() error { return tend(t.Context(), due) })
	for _, later := range []time.Duration{0, -time.Hour, 14 * day, time.Hour, 365 * day, -14 * day} {
		s.must(tend(t.Context(), due.Add(later)))
	}
	s.expect("released 0, planned 0 | paid")
	s.ledgerHas("available 81000, fee 9000, outside:company -90000")
	if got := s.Text(`SELECT count(*)::text FROM public.contract_events WHERE action = 'accept_by_silence'`) + s.orders(); got != "1release waiting" {
		t.Errorf("accepted, and ordered: %s", got)
	}
	s.settledThere()
}

// TestAnHourWithoutTheInstitution has the institution answer 500 to everything. What needs its
// answer is refused without effect and can be retried, what does not need it continues, and orders
// wait. Afterwards everything happens exactly once.
func TestAnHourWithoutTheInstitution(t *testing.T) {
	t.Parallel()
	a := setupProcess(t)
	a.approvedReceiver()
	a.pay(a.parts[0])
	a.until("it is held", func() bool { return a.stands() == "funded 90000, planned 0 | paid" })
	a.ask("POST", "/simulado/faults", map[string]any{"fail_rate": 1})
	if _, err := call(a.scene, a.serra, a.desk.Fund, payment.Reference{MilestoneID: a.parts[1]}); markettest.Code(err) != "institution_unavailable" {
		t.Errorf("asked for a code: %v", err)
	}
	a.deliver()
	a.expect("delivered 90000, planned 0 | paid")
	if code := a.approve(); code != "" {
		t.Errorf("refused: %s", code)
	}
	if _, err := a.scene.ask(a.marina, money.Reais(100), marinasKey, "demo1234"); err != nil {
		t.Errorf("refused: %v", err)
	}
	tries := 0
	for passed := time.Duration(0); passed < time.Hour; tries++ {
		a.work()
		passed += a.passPause()
	}
	a.expect("released 0, planned 0 | paid")
	if got := a.orders(); got != "release waiting" || tries > 40 {
		t.Errorf("in an hour it is %q after %d tries", got, tries)
	}
	a.ask("POST", "/simulado/faults", map[string]any{})
	a.pay(a.parts[1])
	a.until("everything is done", func() bool {
		return a.orders() == "release done" && a.Text(`SELECT status FROM public.payouts`) == "paid" && a.stands() == "released 0, funded 110000 | paid, paid"
	})
	a.ledgerHas("available 71000, fee 9000, held 110000, outside:company -200000, outside:payout 10000")
	a.must(a.desk.Reconcile(a.Watch(t.Context())))
	if got := a.differences(); got != "" {
		t.Errorf("listed is %q", got)
	}
}

// passPause lets the time until the next due order pass, and returns it.
func (a apart) passPause() time.Duration {
	a.t.Helper()
	var seconds float64
	a.must(a.Pool.QueryRow(a.t.Context(), `
		SELECT greatest(extract(epoch FROM min(next_at) - clock_timestamp()), 1)::float8
		FROM private.provider_orders WHERE state = 'waiting'`).Scan(&seconds))
	for _, queue := range []string{"provider_orders", "payout_orders", "provider_events"} {
		a.Exec(`UPDATE private.`+queue+` SET next_at = next_at - make_interval(secs => $1)`, seconds)
	}
	return time.Duration(seconds * float64(time.Second))
}
