package withholding_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal"
	"automacao/internal/market/markettest"
	"automacao/internal/market/settlement"
	"automacao/internal/market/withholding"
	"automacao/internal/money"
)

// paid is a direct contract whose milestone is paid, of which 2 % of ISS and 11 % of
// INSS are withheld.
func paid(t *testing.T) scene {
	t.Helper()
	s := setup(t)
	s.as("cpf")
	s.worth(1_000_00)
	s.recorded(withholding.Line{Tax: "iss", Base: 1_000_00, Rate: 2_00}, withholding.Line{Tax: "inss", Base: 1_000_00, Rate: 11_00})
	if code := take(s, s.marina, withholding.Reply, s.yes(1)); code != "" {
		t.Fatal(code)
	}
	s.owed()
	if code := take(s, s.marina, settlement.Confirm, s.pay()); code != "" {
		t.Fatal(code)
	}
	return s
}

// holdsNothing is for a direct contract, where nothing is held that could return.
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
		VALUES ($1, $2, 'receipt', 'guia.pdf', 'application/pdf', 9, repeat('a', 64), 1, $3, 'papel/guia.pdf') RETURNING id`, s.contract, s.part, s.serra)
}

func (s scene) taxes() string {
	return s.Text(`SELECT string_agg(concat_ws(' ', tax, value, status), ', ' ORDER BY tax) FROM public.withholding_proofs`)
}

// waits says what waits for somebody of withheld taxes that were paid.
func (s scene) waits(who uuid.UUID) string {
	return s.Seen(who, `SELECT coalesce(string_agg(kind || ' ' || value_cents, ', '), '') FROM public.my_turn($1) WHERE kind LIKE '%withheld'`, who)
}

// TestADirectPaymentWaitsForTheProof: what the company kept is owed to the professional
// from its date on, unless it is proved.
func TestADirectPaymentWaitsForTheProof(t *testing.T) {
	t.Parallel()
	s := paid(t)
	if got := s.taxes(); got != "inss 110.00 due, iss 20.00 due" {
		t.Errorf("the taxes stand at %q", got)
	}
	if got := s.waits(s.serra) + "|" + s.waits(s.marina); got != "prove_withheld 13000|" {
		t.Errorf("it waits for %q", got)
	}
	prove := withholding.Prove(holdsNothing)
	proof := withholding.Proof{ProofID: s.tax("iss"), Reference: " GUIA  2026/0042 ", FileID: s.paper()}
	for who, want := range map[uuid.UUID]string{s.marina: "not_your_step", s.rafael: "withheld_not_found"} {
		if code := take(s, who, prove, proof); code != want {
			t.Errorf("proved by another: %q, want %q", code, want)
		}
	}
	for _, want := range []string{"", "withheld_over"} {
		if code := take(s, s.serra, prove, proof); code != want {
			t.Errorf("proved: %q, want %q", code, want)
		}
	}
	if got := s.Seen(s.marina, `SELECT reference FROM public.withholding_proofs WHERE status = 'proved'`); got != "GUIA 2026/0042" {
		t.Errorf("she reads %q", got)
	}
	s.tend(time.Now().AddDate(0, 0, 62))
	if got := s.taxes(); got != "inss 110.00 owed, iss 20.00 proved" {
		t.Errorf("the taxes stand at %q", got)
	}
	if got := s.waits(s.serra) + "|" + s.waits(s.marina); got != "pay_withheld 11000|confirm_withheld 11000" {
		t.Errorf("it waits for %q", got)
	}
	for _, who := range []uuid.UUID{s.serra, s.marina} {
		if got := s.told(who, "Tributo retido sem comprovante"); got != "1" {
			t.Errorf("told %s times", got)
		}
	}
	proof.ProofID = s.tax("inss")
	if code := take(s, s.serra, prove, proof); code != "withheld_over" {
		t.Errorf("proved after its date: %q", code)
	}
	about := withholding.ProofReference{ProofID: proof.ProofID}
	if code := take(s, s.serra, withholding.ConfirmPaid, about); code != "not_your_step" {
		t.Errorf("confirmed by the company: %q", code)
	}
	for _, want := range []string{"", "withheld_not_owed"} {
		if code := take(s, s.marina, withholding.ConfirmPaid, about); code != want {
			t.Errorf("confirmed: %q, want %q", code, want)
		}
	}
	if got := s.taxes() + "|" + s.waits(s.serra) + s.waits(s.marina); got != "inss 110.00 settled, iss 20.00 proved|" {
		t.Errorf("in the end %q", got)
	}
}

// TestNothingIsProvedAfterItsDate, also before time has looked at it, and by no
// statement of anybody's.
func TestNothingIsProvedAfterItsDate(t *testing.T) {
	t.Parallel()
	s := setup(t)
	line := s.ID(`INSERT INTO public.withholdings (contract_id, milestone_id, round, tax, payee, gross_cents, base_cents, rate_basis_points, value_cents, status, recorded_by, answer_due_at, answered_by, answered_at)
		VALUES ($1, $2, 1, 'iss', 'pj', 1000000, 1000000, 200, 20000, 'agreed', $3, now(), $4, now()) RETURNING id`, s.contract, s.part, s.serra, s.marina)
	late := s.ID(`INSERT INTO public.withholding_proofs (withholding_id, contract_id, milestone_id, tax, value_cents, settlement, due_at)
		VALUES ($1, $2, $3, 'iss', 20000, 'direct', now() - interval '1 second') RETURNING id`, line, s.contract, s.part)
	proof := withholding.Proof{ProofID: late, Reference: "858100000014", FileID: s.paper()}
	if _, err := markettest.Call(s.Stage, s.serra, withholding.Prove(holdsNothing), proof); markettest.Code(err) != "withheld_too_late" {
		t.Errorf("proved late: %v", err)
	}
	for statement, want := range map[string]string{
		`UPDATE public.withholding_proofs SET status = 'proved', ended_at = now()`:                                                                                                    "withholding_proofs_proof_whole",
		`UPDATE public.withholding_proofs SET status = 'proved', ended_at = now(), reference = '8581', file_id = (SELECT id FROM public.deal_files), given_by = $1, given_at = now()`: "withholding_proofs_in_time",
		`UPDATE public.withholding_proofs SET status = 'released', ended_at = now()`:                                                                                                  "withholding_proofs_status_of_way",
		`UPDATE public.withholding_proofs SET status = 'owed'`:                                                                                                                        "withholding_proofs_end_told",
	} {
		arguments := []any{s.serra}
		if want != "withholding_proofs_in_time" {
			arguments = nil
		}
		_, err := s.Pool.Exec(t.Context(), statement, arguments...)
		if got := constraintOf(err); got != want {
			t.Errorf("%s: %q, %v", statement, got, err)
		}
	}
}
