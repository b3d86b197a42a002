package acceptance

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/institution/psp"
	"automacao/internal/institution/psp/asaas"
	"automacao/internal/institution/psp/simulado"
	"automacao/internal/kernel/money"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/ledger"
	"automacao/verify/apptest"
)

// life is one deal of a run and its intended course.
type life struct {
	name                string
	contract, milestone uuid.UUID
	value               money.Money
	txid                string
}

// outcome is how a life ends: the state of its milestone, of its charges in order, and the part of
// its value that the professional earns.
type outcome struct {
	milestone, charges string
	percent            int64
}

var outcomes = map[string]outcome{
	"approved":         {"released", "paid", 100},
	"divided":          {"split", "paid", 30},
	"by distrato":      {"split", "paid", 40},
	"by silence":       {"released", "paid", 100},
	"withdrawn":        {"refunded", "refunded", 0},
	"taken by a bank":  {"released", "refunded, paid", 100},
	"left by a bank":   {"released", "paid", 100},
	"given back":       {"refunded", "refunded", 0},
	"paid at last":     {"released", "cancelled, paid", 100},
	"paid after death": {"cancelled", "refunded", 0},
}

// wholeRun is many lives at an institution that fails.
type wholeRun struct {
	*program
	lives []*life
}

func (r *wholeRun) of(names ...string) (found []*life) {
	for _, l := range r.lives {
		if slices.Contains(names, l.name) {
			found = append(found, l)
		}
	}
	return found
}

// unlucky are the failures of the institution during the run.
var unlucky = simulado.Faults{DelayMS: 5, Repeat: 2, Shuffle: true, Group: 4, DropRate: 0.1, FailRate: 0.1, LoseRate: 0.1, Seed: 7}

// TestManyDealsAtAFailingInstitution takes deals of every kind through their lives. The institution is a program of its
// own that answers 500, loses answers, and sends events late, twice, in groups, in any order or
// never. The server is killed halfway. In the end the ledger agrees with the institution, and the
// list of differences has only what was injected.
func TestManyDealsAtAFailingInstitution(t *testing.T) {
	t.Parallel()
	r := &wholeRun{program: newProgram(t)}
	r.startInstitution("http://" + r.Addr + apptest.WebhookPath)
	r.start(r.control)
	r.people()
	names := slices.Sorted(maps.Keys(outcomes))
	for i := range markettest.Times(len(names), 20*len(names)) {
		l := &life{name: names[i%len(names)], value: money.Money(100_00 + 37*i)}
		var milestones []uuid.UUID
		l.contract, milestones = r.agreed(r.marina, []string{l.value.String()})
		l.milestone = milestones[0]
		r.lives = append(r.lives, l)
	}
	r.faults(unlucky)
	r.fundAll()
	r.deliverAll()
	r.kill()
	r.start(r.control)
	r.endAll()
	paidOut := r.payOut()
	r.settled()
	r.faults(simulado.Faults{})
	r.inject()
	r.settled()
	r.asTheInstitutionSays(paidOut)
}

// fundAll pays for every life, and for some twice.
func (r *wholeRun) fundAll() {
	for _, l := range r.lives {
		l.txid = r.fund(l.milestone)
	}
	for _, l := range r.of("paid at last") {
		r.cause(l.txid, "expired")
		r.Exec(`UPDATE public.charges SET expires_at = now() - interval '1 second' WHERE txid = $1`, l.txid)
		l.txid = r.fund(l.milestone)
	}
	r.outage()
	for _, l := range r.lives {
		if l.name != "paid after death" {
			r.cause(l.txid, "paid")
		}
	}
	r.await("the payments", `SELECT count(*)::text FROM public.milestones WHERE status = 'planned' OR status = 'awaiting_payment'`, "0")
	for _, event := range []string{"contest", "contest_lost"} {
		for _, l := range r.of("taken by a bank") {
			r.cause(l.txid, event)
		}
		want := map[string]string{"contest": "contested", "contest_lost": "refunded"}[event]
		r.awaitCharges(want, "taken by a bank")
	}
	for _, l := range r.of("taken by a bank") {
		l.txid = r.fund(l.milestone)
		r.cause(l.txid, "paid")
	}
	for _, l := range r.of("given back") {
		r.cause(l.txid, "refund")
	}
	r.awaitCharges("paid", "taken by a bank")
	r.awaitCharges("refunded", "given back")
}

// outage stops the queue of events. Payments made meanwhile are reported after the contract has
// ended.
func (r *wholeRun) outage() {
	stopped := unlucky
	stopped.QueueStopped = true
	r.faults(stopped)
	for _, l := range r.of("paid after death") {
		r.cause(l.txid, "paid")
		r.rpc(r.serra, "withdraw_contract", map[string]any{"contract_id": l.contract, "reason": "A obra foi adiada por um ano."})
	}
	r.faults(unlucky)
}

// awaitCharges waits until the last charges of some lives have a state.
func (r *wholeRun) awaitCharges(status string, names ...string) {
	r.T.Helper()
	var codes []string
	for _, l := range r.of(names...) {
		codes = append(codes, "'"+l.txid+"'")
	}
	r.await(status, `SELECT string_agg(DISTINCT status, ', ') FROM public.charges WHERE txid IN (`+strings.Join(codes, ", ")+`)`, status)
}

func (r *wholeRun) deliverAll() {
	for _, l := range r.of("approved", "divided", "by distrato", "by silence", "taken by a bank", "left by a bank", "paid at last") {
		r.rpc(r.marina, "deliver_milestone", map[string]any{"milestone_id": l.milestone, "note": "No repositório."})
	}
	for _, l := range r.of("by silence") {
		r.Exec(`UPDATE public.milestones SET review_until = now() WHERE id = $1`, l.milestone)
	}
	for _, l := range r.of("withdrawn") {
		r.rpc(r.serra, "withdraw_contract", map[string]any{"contract_id": l.contract, "reason": "A obra foi adiada por um ano."})
	}
}

// endAll has people end the other lives. Those that time ends have been due since the start.
func (r *wholeRun) endAll() {
	for _, l := range r.of("approved", "taken by a bank", "left by a bank", "paid at last") {
		r.rpc(r.serra, "approve_milestone", map[string]any{"milestone_id": l.milestone})
	}
	for _, l := range r.of("by distrato") {
		r.rpc(r.serra, "propose_termination", map[string]any{"contract_id": l.contract, "reason": "A obra foi adiada.",
			"settlement": []map[string]any{{"milestone_id": l.milestone, "professional_percent": outcomes[l.name].percent}}})
		r.rpc(r.marina, "answer_termination", map[string]any{"contract_id": l.contract, "accept": true})
	}
	for _, l := range r.of("divided") {
		opened := r.rpc(r.serra, "open_dispute", map[string]any{"milestone_id": l.milestone, "reason": "O painel não liga.", "professional_percent": outcomes[l.name].percent})
		r.rpc(r.marina, "answer_dispute", map[string]any{"dispute_id": opened["id"], "statement": "Liga."})
		r.rpc(r.marina, "accept_split", map[string]any{"dispute_id": opened["id"]})
	}
	r.contestAll("contest", "contested")
	r.contestAll("contest_won", "paid")
	// The hourly jobs, whose leader is the killed server until its lease expires.
	r.Exec(`INSERT INTO jobs.river_job (kind, args, max_attempts) VALUES ('tend_contracts', '{}', 1)`)
	r.await("silence", `SELECT count(*)::text FROM public.milestones WHERE status = 'delivered'`, "0")
}

func (r *wholeRun) contestAll(event, status string) {
	r.T.Helper()
	for _, l := range r.of("left by a bank") {
		r.cause(l.txid, event)
	}
	r.awaitCharges(status, "left by a bank")
}

// payOut requests a payout of half of Marina's balance to her key.
func (r *wholeRun) payOut() money.Money {
	r.T.Helper()
	var has json.Number
	if err := json.Unmarshal([]byte(fmt.Sprint(r.rpc(r.marina, "money_balance", map[string]any{})["available"])), &has); err != nil {
		r.T.Fatal(err)
	}
	available, err := money.Parse(has.String())
	if err != nil {
		r.T.Fatal(err)
	}
	half := available / 2
	r.rpc(r.marina, "request_payout", map[string]any{"value": half.String(), "pix_key": "52998224725"})
	r.await("the payout", `SELECT string_agg(status, ', ') FROM public.payouts`, "paid")
	return half
}

// inject causes what belongs to no deal: a payment that was requested elsewhere with its event, an
// event about no charge, and blocked money without a charge.
func (r *wholeRun) inject() {
	rafael := r.Member("professional", "Rafael Nunes")
	r.receiver(rafael, "11144477735")
	_, milestones := r.agreed(rafael, []string{"50.00"})
	known := r.fund(milestones[0])
	account := r.account("11144477735")
	_, err := r.provider.Charge(r.T.Context(), psp.ChargeRequest{
		Reference: strings.Repeat("Z", 30), Value: money.Reais(50), Payer: psp.Payer{Name: "Outra", Document: "11222333000181", Email: "o@exemplo.test"},
		Receiver: account, Description: "Por fora", ExpiresAt: time.Now().Add(24 * time.Hour),
	})
	if err != nil {
		r.T.Fatal(err)
	}
	r.cause(strings.Repeat("Z", 30), "paid")
	r.cause(known, "paid")
	r.await("the payment that is known", `SELECT count(*)::text FROM public.milestones WHERE status = 'funded'`, "1")
	r.cause(known, "block")
	event := `{"id":"evt_de_ninguem","event":"PAYMENT_RECEIVED","payment":{"object":"payment","id":"pay_de_ninguem","value":10,"status":"RECEIVED"}}`
	if got := r.Ask(request{Method: "POST", Path: apptest.WebhookPath, Headers: map[string]string{asaas.TokenHeader: apptest.HookToken}, Body: []byte(event)}); got.Status != http.StatusOK {
		r.T.Errorf("an event is answered %d", got.Status)
	}
}

// account is a professional's account at the institution.
func (r *wholeRun) account(document string) psp.Account {
	r.T.Helper()
	opened, err := r.provider.OpenReceiver(r.T.Context(), psp.Holder{Reference: "x", Name: "x", Email: "x@exemplo.test", Document: document})
	if err != nil {
		r.T.Fatal(err)
	}
	return psp.Account{ID: opened.AccountID, Key: opened.APIKey}
}

// settled waits until no order or event is pending.
func (r *wholeRun) settled() {
	r.T.Helper()
	r.await("the end of what is on its way", `
		SELECT concat_ws(' ', (SELECT count(*) FROM private.provider_events WHERE state = 'waiting'), (SELECT count(*) FROM private.provider_orders WHERE state <> 'done'),
		  (SELECT count(*) FROM public.reconciliation_differences WHERE resolved_at IS NULL AND kind NOT IN ('unknown_charge', 'unknown_event', 'contested_unknown')))`, "0 0 0")
}

// asTheInstitutionSays compares the ledger with the intended outcome of every life, and with the
// institution, which loses no more answers.
func (r *wholeRun) asTheInstitutionSays(paidOut money.Money) {
	r.T.Helper()
	var available, fees money.Money
	for _, l := range r.lives {
		want := outcomes[l.name]
		got := r.Text(`SELECT m.status || ' | ' || string_agg(c.status, ', ' ORDER BY c.created_at, c.id) FROM public.milestones m JOIN public.charges c ON c.milestone_id = m.id WHERE m.id = $1 GROUP BY m.id`, l.milestone)
		// An expired code is cancelled by whichever comes first: time, or the company that asks for
		// another.
		if got = strings.Replace(got, "expired", "cancelled", 1); got != want.milestone+" | "+want.charges {
			r.T.Errorf("a deal that was %s ended as %s", l.name, got)
		}
		gross := l.value.Percent(want.percent)
		fee := ledger.Fee(gross, 10_00)
		available, fees = available+gross-fee, fees+fee
	}
	has := r.Text(`SELECT string_agg(split_part(account, ':', 1) || ' ' || balance_cents, ', ' ORDER BY account) FROM private.ledger_balances
		WHERE balance_cents <> 0 AND (party_id = $1 AND account LIKE 'available:%' OR account LIKE 'fee%' OR account LIKE 'contested:%' OR account LIKE 'owed:%' OR account LIKE 'paying:%')`, r.marina)
	if want := fmt.Sprintf("available %d, fee %d", int64(available-paidOut), int64(fees)); has != want {
		r.T.Errorf("the ledger has %s, want %s", has, want)
	}
	there, err := r.provider.Balance(r.T.Context(), r.account("52998224725"))
	if err != nil || there != available-paidOut {
		r.T.Errorf("the institution has %s for Marina, want %s: %v", there, available-paidOut, err)
	}
	var platform asaas.Balance
	r.institution("GET", "/v3/finance/balance", nil, &platform)
	// The two payments to Rafael's account: ours, and the one that was requested without a fee.
	if want := fees + ledger.Fee(50_00, 10_00); money.Money(platform.Balance) != want {
		r.T.Errorf("the institution has %s of fees, want %s", money.Money(platform.Balance), want)
	}
	r.await("the list", `SELECT string_agg(kind, ', ' ORDER BY kind) FROM public.reconciliation_differences WHERE resolved_at IS NULL`, "contested_unknown, unknown_charge, unknown_event, unknown_event")
	r.balanced(r.admin)
	r.T.Logf("%d lives, %s earned, %s of fees; events: %s", len(r.lives), available.BRL(), fees.BRL(), r.Text(`SELECT string_agg(state || ' ' || n, ', ') FROM (SELECT state, count(*) AS n FROM private.provider_events GROUP BY 1) AS counted`))
}
