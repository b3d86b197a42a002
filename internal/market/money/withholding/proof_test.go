package withholding_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/money/settlement"
	"automacao/internal/market/money/withholding"
)

// paid is a direct contract whose milestone is paid, with 2% of ISS and 11% of INSS withheld.
func paid(t *testing.T) scene {
	t.Helper()
	s := setup(t)
	s.as("cpf")
	s.worth(1_000_00)
	s.recorded(withholding.Line{Tax: "iss", Base: 1_000_00, Rate: 2_00}, withholding.Line{Tax: "inss", Base: 1_000_00, Rate: 11_00})
	if code := take(s, s.marina, withholding.Answer, s.yes(1)); code != "" {
		t.Fatal(code)
	}
	s.owed()
	if code := take(s, s.marina, settlement.Confirm, s.pay()); code != "" {
		t.Fatal(code)
	}
	return s
}

// holdsNothing is the Return of a direct contract, where nothing is held that could return.
func holdsNothing(context.Context, pgx.Tx, deal.Contract, deal.Milestone, uuid.UUID, money.Money) error {
	panic("nothing is held")
}

func (s scene) tax(name string) uuid.UUID {
	s.t.Helper()
	return s.ID(`SELECT id FROM public.withholding_proofs WHERE tax = $1`, name)
}

func (s scene) paper() uuid.UUID {
	s.t.Helper()
	return s.ID(`
		INSERT INTO public.deal_files (contract_id, milestone_id, purpose, name, media_type, bytes, sha256, version, uploaded_by, path)
		SELECT $1, $2, 'receipt', 'guia.pdf', 'application/pdf', 9, repeat('a', 64), 1 + count(*), $3, 'papel/guia.pdf/' || count(*) FROM public.deal_files RETURNING id`, s.contract, s.part, s.serra)
}

func (s scene) taxes() string {
	return s.Text(`SELECT string_agg(concat_ws(' ', tax, value, status), ', ' ORDER BY tax) FROM public.withholding_proofs`)
}

// waits lists the withheld taxes of paid milestones that wait for a person.
func (s scene) waits(who uuid.UUID) string {
	return s.Seen(who, `SELECT coalesce(string_agg(kind || ' ' || value_cents, ', '), '') FROM public.my_turn($1) WHERE kind LIKE '%withheld'`, who)
}

// shows has Serra submit a proof of a tax, and fails the test if it is refused.
func (s scene) shows(tax, number string) uuid.UUID {
	s.t.Helper()
	id := s.tax(tax)
	if code := take(s, s.serra, withholding.Prove, withholding.Proof{ProofID: id, Reference: number, FileID: s.paper()}); code != "" {
		s.t.Fatal(code)
	}
	return id
}

// contests has Marina contest a proof.
func (s scene) contests(id uuid.UUID, round int, reason string) {
	s.t.Helper()
	if code := take(s, s.marina, withholding.Contest, withholding.ProofContest{ProofID: id, Round: round, Reason: reason}); code != "" {
		s.t.Fatal(code)
	}
}

func (s scene) inDays(days int) time.Time { return time.Now().AddDate(0, 0, days) }

// body returns a person's latest notification with a title.
func (s scene) body(who uuid.UUID, title string) string {
	return s.Text(`SELECT coalesce((SELECT body FROM public.notifications WHERE profile_id = $1 AND title = $2 ORDER BY created_at DESC LIMIT 1), '')`, who, title+": Retrofit")
}

// TestADirectPaymentWaitsForTheProof checks that the company owes the tax to the professional from
// its deadline on, unless its proof counts.
func TestADirectPaymentWaitsForTheProof(t *testing.T) {
	t.Parallel()
	s := paid(t)
	if got := s.taxes(); got != "inss 110.00 due, iss 20.00 due" {
		t.Errorf("the taxes stand at %q", got)
	}
	if got := s.waits(s.serra) + "|" + s.waits(s.marina); got != "prove_withheld 13000|" {
		t.Errorf("it waits for %q", got)
	}
	proof := withholding.Proof{ProofID: s.tax("iss"), Reference: " GUIA  2026/0042 ", FileID: s.paper()}
	for who, want := range map[uuid.UUID]string{s.marina: "not_your_step", s.rafael: "withheld_not_found"} {
		if code := take(s, who, withholding.Prove, proof); code != want {
			t.Errorf("proved by another: %q, want %q", code, want)
		}
	}
	for _, want := range []string{"", "withheld_over"} {
		if code := take(s, s.serra, withholding.Prove, proof); code != want {
			t.Errorf("proved: %q, want %q", code, want)
		}
	}
	if got := s.waits(s.serra) + "|" + s.waits(s.marina); got != "prove_withheld 11000|check_withheld 2000" {
		t.Errorf("shown, it waits for %q", got)
	}
	accept := withholding.Accept(holdsNothing)
	about := withholding.ProofAcceptance{ProofID: proof.ProofID, Round: 1}
	for who, want := range map[uuid.UUID]string{s.serra: "not_your_step", s.rafael: "withheld_not_found"} {
		if code := take(s, who, accept, about); code != want {
			t.Errorf("accepted by another: %q, want %q", code, want)
		}
	}
	for _, want := range []string{"", "withheld_not_shown"} {
		if code := take(s, s.marina, accept, about); code != want {
			t.Errorf("accepted: %q, want %q", code, want)
		}
	}
	if got := s.Seen(s.marina, `SELECT reference FROM public.withholding_proof_rounds`); got != "GUIA 2026/0042" {
		t.Errorf("she reads %q", got)
	}
	s.tend(s.inDays(62))
	if got := s.taxes(); got != "inss 110.00 owed, iss 20.00 proved" {
		t.Errorf("the taxes stand at %q", got)
	}
	if got := s.waits(s.serra) + "|" + s.waits(s.marina); got != "pay_withheld 11000|confirm_withheld 11000" {
		t.Errorf("it waits for %q", got)
	}
	for _, who := range []uuid.UUID{s.serra, s.marina} {
		if got := s.told(who, "Tributo retido não comprovado"); got != "1" {
			t.Errorf("told %s times", got)
		}
	}
	owed := withholding.ProofReference{ProofID: s.tax("inss")}
	if code := take(s, s.serra, withholding.ConfirmPaid, owed); code != "not_your_step" {
		t.Errorf("confirmed by the company: %q", code)
	}
	for _, want := range []string{"", "withheld_not_owed"} {
		if code := take(s, s.marina, withholding.ConfirmPaid, owed); code != want {
			t.Errorf("confirmed: %q, want %q", code, want)
		}
	}
	if got := s.taxes() + "|" + s.waits(s.serra) + s.waits(s.marina); got != "inss 110.00 settled, iss 20.00 proved|" {
		t.Errorf("in the end %q", got)
	}
}

// TestSilenceProvesAfterAReminder checks that silence accepts a proof at the announced deadline,
// unless administrators keep the professional from answering.
func TestSilenceProvesAfterAReminder(t *testing.T) {
	t.Parallel()
	s := paid(t)
	for _, tax := range []string{"iss", "inss"} {
		s.shows(tax, "858100000014")
	}
	until := s.Text(`SELECT to_char(private.market_day() + 10, 'DD/MM/YYYY') || ', 23h59'`)
	const title = "Confira o comprovante do tributo retido"
	if got := s.body(s.marina, title); !strings.Contains(got, "Aceite ou conteste até "+until+". Sem resposta, o comprovante vale.") {
		t.Errorf("she was told %q", got)
	}
	s.tend(s.inDays(2))
	if got := s.told(s.marina, title); got != "2" {
		t.Errorf("told %s times before the reminder", got)
	}
	// However late the reminder comes, it leaves the next day.
	s.tend(s.inDays(30))
	if got := s.told(s.marina, title) + s.taxes(); got != "4inss 110.00 shown, iss 20.00 shown" {
		t.Errorf("reminded, it stands at %q", got)
	}
	s.tend(s.inDays(31))
	if got := s.taxes(); got != "inss 110.00 shown, iss 20.00 shown" {
		t.Errorf("within its day it stands at %q", got)
	}
	s.tend(s.inDays(32))
	if got := s.taxes() + s.told(s.marina, "Comprovante aceito pelo prazo") + s.told(s.serra, "Comprovante aceito pelo prazo"); got != "inss 110.00 proved, iss 20.00 proved22" {
		t.Errorf("in silence it stands at %q", got)
	}
}

func TestWhoIsBlockedIsNotSilent(t *testing.T) {
	t.Parallel()
	s := paid(t)
	admin := s.Member("admin", "Ana")
	s.shows("iss", "858100000014")
	contested := s.shows("inss", "858100000022")
	s.contests(contested, 1, "A guia é de outra empresa.")
	for _, who := range []uuid.UUID{s.serra, s.marina} {
		s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, who)
	}
	s.tend(s.inDays(8))
	s.tend(s.inDays(62))
	if got := s.taxes(); got != "inss 110.00 mediation, iss 20.00 mediation" {
		t.Errorf("it stands at %q", got)
	}
	if got := s.Text(`SELECT sum(count)::text FROM public.notifications WHERE profile_id = $1 AND subject_kind = 'withheld_proof'`, admin); got != "2" {
		t.Errorf("the administrator was told of %s", got)
	}
}

// TestAContestedProofGoesToAnAdministrator checks that this happens after the second contest, and
// that both sides' texts and documents are kept.
func TestAContestedProofGoesToAnAdministrator(t *testing.T) {
	t.Parallel()
	s := paid(t)
	admin := s.Member("admin", "Ana")
	id := s.shows("iss", "858100000014")
	contest := withholding.ProofContest{ProofID: id, Round: 1, Reason: "A guia é de outra empresa."}
	for who, want := range map[uuid.UUID]string{s.serra: "not_your_step", s.rafael: "withheld_not_found", admin: "withheld_not_found"} {
		if code := take(s, who, withholding.Contest, contest); code != want {
			t.Errorf("contested by another: %q, want %q", code, want)
		}
	}
	for reason, want := range map[string]string{" ": "reason_required", strings.Repeat("a", 1001): "reason_too_long", "a\u202eb": "text_has_hidden_signs"} {
		if code := take(s, s.marina, withholding.Contest, withholding.ProofContest{ProofID: id, Round: 1, Reason: reason}); code != want {
			t.Errorf("contested with %.10q: %q, want %q", reason, code, want)
		}
	}
	if code := take(s, s.marina, withholding.Contest, withholding.ProofContest{ProofID: id, Round: 2, Reason: "Não"}); code != "withheld_changed" {
		t.Errorf("contested what was not read: %q", code)
	}
	for _, want := range []string{"", "withheld_not_shown"} {
		if code := take(s, s.marina, withholding.Contest, contest); code != want {
			t.Errorf("contested: %q, want %q", code, want)
		}
	}
	// The original deadline stays, because it is later than ten days from now.
	if got := s.Text(`SELECT (due_at = private.end_of(private.market_day(created_at) + 60))::text FROM public.withholding_proofs WHERE id = $1`, id); got != "true" {
		t.Errorf("it keeps its date: %s", got)
	}
	if got := s.body(s.serra, "Comprovante contestado"); !strings.HasSuffix(got, "Motivo: A guia é de outra empresa.") || !strings.Contains(got, ", 23h59. Sem ele, o valor é do profissional.") {
		t.Errorf("the company was told %q", got)
	}
	if got := s.waits(s.serra) + "|" + s.waits(s.marina); got != "prove_withheld 11000, resend_withheld 2000|" {
		t.Errorf("it waits for %q", got)
	}
	// The company submits the same proof again.
	s.shows("iss", "858100000014")
	s.contests(id, 2, "Continua de outra empresa.")
	if got := s.taxes() + "|" + s.waits(s.serra) + "|" + s.waits(s.marina); got != "inss 110.00 due, iss 20.00 mediation|prove_withheld 11000|" {
		t.Errorf("in mediation it stands at %q", got)
	}
	if code := take(s, s.serra, withholding.Prove, withholding.Proof{ProofID: id, Reference: "858100000014", FileID: s.paper()}); code != "withheld_over" {
		t.Errorf("proved a third time: %q", code)
	}
	s.tend(s.inDays(100))
	if got := s.taxes(); got != "inss 110.00 owed, iss 20.00 mediation" {
		t.Errorf("time decides nothing: %q", got)
	}
	read := `SELECT string_agg(concat_ws(' ', round, reference, (SELECT name FROM public.deal_files f WHERE f.id = file_id), reason), '; ' ORDER BY round) FROM public.withholding_proof_rounds`
	for _, who := range []uuid.UUID{s.serra, s.marina, admin} {
		if got := s.Seen(who, read); got != "1 858100000014 guia.pdf A guia é de outra empresa.; 2 858100000014 guia.pdf Continua de outra empresa." {
			t.Errorf("they read %q", got)
		}
	}
	s.decides(admin, id)
}

// decides has everybody try to decide, before an administrator who is not involved does.
func (s scene) decides(admin, id uuid.UUID) {
	s.t.Helper()
	decide := withholding.Decide(holdsNothing)
	unproved := withholding.ProofDecision{ProofID: id, Outcome: "unproved", Reason: "A guia é de outro CNPJ."}
	for who, want := range map[uuid.UUID]string{s.serra: "not_admin", s.marina: "not_admin", s.rafael: "not_admin"} {
		if code := take(s, who, decide, unproved); code != want {
			s.t.Errorf("decided by another: %q, want %q", code, want)
		}
	}
	for decision, want := range map[withholding.ProofDecision]string{
		{ProofID: id, Outcome: "", Reason: "Sim"}:                  "withheld_outcome_unknown",
		{ProofID: id, Outcome: "proved", Reason: " "}:              "reason_required",
		{ProofID: uuid.New(), Outcome: "proved", Reason: "Sim"}:    "withheld_not_found",
		{ProofID: s.tax("inss"), Outcome: "proved", Reason: "Sim"}: "withheld_not_in_mediation",
	} {
		if code := take(s, admin, decide, decision); code != want {
			s.t.Errorf("decided %+v: %q, want %q", decision, code, want)
		}
	}
	sided := s.Colleague(s.serra, "reader", "Otto")
	s.Exec(`UPDATE public.profiles SET role = 'admin' WHERE id = $1`, sided)
	if code := take(s, sided, decide, unproved); code != "decides_own_withheld" {
		s.t.Errorf("decided by one of a side: %q", code)
	}
	for _, want := range []string{"", "withheld_not_in_mediation"} {
		if code := take(s, admin, decide, unproved); code != want {
			s.t.Errorf("decided: %q, want %q", code, want)
		}
	}
	for _, who := range []uuid.UUID{s.serra, s.marina} {
		if got := s.Seen(who, `SELECT concat_ws(' ', status, decision) FROM public.withholding_proofs WHERE tax = 'iss'`); got != "owed A guia é de outro CNPJ." {
			s.t.Errorf("they read %q", got)
		}
		if got := s.body(who, "Tributo retido não comprovado"); !strings.Contains(got, " Motivo: A guia é de outro") {
			s.t.Errorf("they were told %q", got)
		}
	}
}

// TestWhoIsOnBothSidesTakesNoStep checks people with a second account and people who changed sides.
func TestWhoIsOnBothSidesTakesNoStep(t *testing.T) {
	t.Parallel()
	s := paid(t)
	s.as("pj")
	ivo := s.Colleague(s.serra, "finance", "Ivo")
	id := s.tax("iss")
	if code := take(s, ivo, withholding.Prove, withholding.Proof{ProofID: id, Reference: "858100000014", FileID: s.paper()}); code != "" {
		t.Fatal(code)
	}
	joins := func(who uuid.UUID) {
		s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, 'finance')`, s.marina, who)
	}
	answers := func(who uuid.UUID) string {
		return take(s, who, withholding.Accept(holdsNothing), withholding.ProofAcceptance{ProofID: id, Round: 1}) + " " +
			take(s, who, withholding.Contest, withholding.ProofContest{ProofID: id, Round: 1, Reason: "Não"})
	}
	joins(s.serra)
	if code := answers(s.serra); code != "both_sides both_sides" {
		t.Errorf("on both sides: %q", code)
	}
	if code := take(s, s.serra, withholding.Prove, withholding.Proof{ProofID: s.tax("inss"), Reference: "858100000014", FileID: s.paper()}); code != "both_sides" {
		t.Errorf("proved on both sides: %q", code)
	}
	// The person who submitted the proof has left the company for the professional's team.
	s.Exec(`DELETE FROM public.memberships WHERE person_id = $1`, ivo)
	joins(ivo)
	if code := answers(ivo); code != "both_sides both_sides" {
		t.Errorf("by who gave it: %q", code)
	}
	if got := s.Seen(ivo, `SELECT coalesce(string_agg(kind, ', '), '') FROM public.my_turn($1) WHERE kind LIKE '%withheld'`, s.marina); got != "" {
		t.Errorf("it waits for who gave it: %q", got)
	}
}

// TestWithoutAnotherProofItIsOwed checks the deadline that the contest set.
func TestWithoutAnotherProofItIsOwed(t *testing.T) {
	t.Parallel()
	s := paid(t)
	id := s.shows("iss", "858100000014")
	// The original deadline is earlier than the one that a contest sets.
	s.Exec(`UPDATE public.withholding_proofs SET due_at = private.end_of(private.market_day() + 1) WHERE id = $1`, id)
	s.contests(id, 1, "Ilegível.")
	if got := s.Text(`SELECT (due_at = private.end_of(private.market_day() + 10))::text FROM public.withholding_proofs WHERE id = $1`, id); got != "true" {
		t.Errorf("another ten days: %s", got)
	}
	s.tend(s.inDays(9))
	if got := s.taxes(); got != "inss 110.00 due, iss 20.00 contested" {
		t.Errorf("before its date it stands at %q", got)
	}
	s.tend(s.inDays(12))
	if got := s.taxes(); got != "inss 110.00 due, iss 20.00 owed" {
		t.Errorf("it stands at %q", got)
	}
}

// accepts returns the result of Serra's accepting a new proposal.
func (s scene) accepts() string {
	s.t.Helper()
	return take(s, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: s.Proposal(s.Project(s.serra, "Painel"), s.rafael)})
}

// TestNothingIsProvedAfterItsDate checks that no proof or answer is accepted after its deadline,
// even before the scheduled work ran, and not by a direct SQL statement either.
func TestNothingIsProvedAfterItsDate(t *testing.T) {
	t.Parallel()
	s := setup(t)
	line := s.ID(`INSERT INTO public.withholdings (contract_id, milestone_id, round, tax, payee, gross_cents, base_cents, rate_basis_points, value_cents, status, recorded_by, answer_due_at, answered_by, answered_at)
		VALUES ($1, $2, 1, 'iss', 'pj', 1000000, 1000000, 200, 20000, 'agreed', $3, now(), $4, now()) RETURNING id`, s.contract, s.part, s.serra, s.marina)
	late := s.ID(`INSERT INTO public.withholding_proofs (withholding_id, contract_id, milestone_id, tax, value_cents, settlement, due_at)
		VALUES ($1, $2, $3, 'iss', 20000, 'direct', now() - interval '1 second') RETURNING id`, line, s.contract, s.part)
	proof := withholding.Proof{ProofID: late, Reference: "858100000014", FileID: s.paper()}
	if code := take(s, s.serra, withholding.Prove, proof); code != "withheld_too_late" {
		t.Errorf("proved late: %q", code)
	}
	refuses := func(want, statement string, arguments ...any) {
		t.Helper()
		_, err := s.Pool.Exec(t.Context(), statement, arguments...)
		if got := constraintOf(err); got != want {
			t.Errorf("%s: %q, %v", statement, got, err)
		}
	}
	const give = `INSERT INTO public.withholding_proof_rounds (proof_id, contract_id, round, reference, file_id, given_by, due_at) VALUES ($1, $2, $3, '858100000014', $4, $5, now() - make_interval(secs => $6))`
	refuses("withholding_proof_rounds_in_time", give, late, s.contract, 1, proof.FileID, s.serra, 1)
	refuses("withholding_proof_rounds_five_at_most", give, late, s.contract, 6, proof.FileID, s.serra, -100)
	refuses("withholding_proofs_proof_given", `UPDATE public.withholding_proofs SET status = 'shown', answer_until = now()`)
	refuses("withholding_proofs_round_fkey", `UPDATE public.withholding_proofs SET status = 'shown', answer_until = now(), round = 1`)
	refuses("withholding_proofs_status_of_way", `UPDATE public.withholding_proofs SET status = 'released', ended_at = now()`)
	refuses("withholding_proofs_stop_told", `UPDATE public.withholding_proofs SET status = 'owed', ended_at = now()`)
	refuses("withholding_proofs_end_told", `UPDATE public.withholding_proofs SET status = 'owed', acceptances_stop_on = now()`)
	if _, err := s.Pool.Exec(t.Context(), `UPDATE public.withholding_proofs SET status = 'proved', ended_at = now()`); err == nil {
		t.Error("proved without a proof")
	}
	s.Exec(`UPDATE public.withholding_proofs SET due_at = now() + interval '1 day'`)
	s.shows("iss", "858100000014")
	s.Exec(`UPDATE public.withholding_proofs SET answer_until = now() - interval '1 second'`)
	answers := take(s, s.marina, withholding.Accept(holdsNothing), withholding.ProofAcceptance{ProofID: late, Round: 1}) + " " +
		take(s, s.marina, withholding.Contest, withholding.ProofContest{ProofID: late, Round: 1, Reason: "Não"})
	if answers != "withheld_answer_late withheld_answer_late" {
		t.Errorf("answered late: %q", answers)
	}
	refuses("withholding_proof_rounds_not_by_who_gave", `UPDATE public.withholding_proof_rounds SET answered_by = given_by, answered_at = now()`)
	s.Exec(`UPDATE public.withholding_proof_rounds SET answered_by = $1, answered_at = now(), reason = 'Não é desta obra.'`, s.marina)
	if _, err := s.Pool.Exec(t.Context(), `UPDATE public.withholding_proof_rounds SET reason = NULL`); err == nil {
		t.Error("an answer was changed")
	}
	if _, err := s.Pool.Exec(t.Context(), `DELETE FROM public.withholding_proof_rounds`); err == nil {
		t.Error("a proof was removed")
	}
}

// TestWhoGaveAnyProofAnswersNone checks that a person who submitted a proof cannot answer any,
// whichever side they work for by then.
func TestWhoGaveAnyProofAnswersNone(t *testing.T) {
	t.Parallel()
	s := paid(t)
	s.as("pj")
	ivo := s.Colleague(s.serra, "finance", "Ivo")
	iss, inss := s.tax("iss"), s.tax("inss")
	for _, id := range []uuid.UUID{iss, inss} {
		if code := take(s, ivo, withholding.Prove, withholding.Proof{ProofID: id, Reference: "858100000014", FileID: s.paper()}); code != "" {
			t.Fatal(code)
		}
		s.contests(id, 1, "A guia é de outra empresa.")
	}
	s.shows("iss", "858100000014")
	s.Exec(`DELETE FROM public.memberships WHERE person_id = $1`, ivo)
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, 'finance')`, s.marina, ivo)
	accepted := take(s, ivo, withholding.Accept(holdsNothing), withholding.ProofAcceptance{ProofID: iss, Round: 2})
	s.tend(s.inDays(55))
	s.tend(s.inDays(62))
	confirmed := take(s, ivo, withholding.ConfirmPaid, withholding.ProofReference{ProofID: inss})
	if accepted != "both_sides" || confirmed != "both_sides" {
		t.Errorf("accepted: %q, confirmed: %q", accepted, confirmed)
	}
}

// TestTheDateWaitsForWhoIsBlocked checks that a blocked company gets as much time again to prove a
// tax, and that a professional is reminded before silence counts.
func TestTheDateWaitsForWhoIsBlocked(t *testing.T) {
	t.Parallel()
	s := paid(t)
	s.shows("iss", "858100000014")
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id IN ($1, $2)`, s.serra, s.marina)
	s.tend(s.inDays(8))
	s.Exec(`UPDATE public.profiles SET status = 'active' WHERE id = $1`, s.marina)
	s.tend(s.inDays(12))
	if got := s.taxes(); got != "inss 110.00 due, iss 20.00 shown" {
		t.Errorf("the taxes stand at %q", got)
	}
	s.tend(s.inDays(62))
	if got := s.taxes(); got != "inss 110.00 due, iss 20.00 proved" {
		t.Errorf("later the taxes stand at %q", got)
	}
	for days := 62; days < 125; days++ {
		s.tend(s.inDays(days))
	}
	if got := s.taxes(); got != "inss 110.00 owed, iss 20.00 proved" {
		t.Errorf("at last the taxes stand at %q", got)
	}
}
