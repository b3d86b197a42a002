package correction_test

import (
	"maps"
	"testing"

	"github.com/google/uuid"
)

func TestACPFIsCorrectedOnceAnAdministratorApproves(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id, refusal := s.request(s.marina, s.marina, "cpf", "529.982.247-25")
	if refusal != "" {
		t.Fatal(refusal)
	}
	if got := s.numbers(s.marina); got != marinasCPF {
		t.Errorf("before it is looked at she has %s", got)
	}
	if got := s.told(s.admin); got != "Correção de CPF a conferir" {
		t.Errorf("the administrator reads %q", got)
	}
	for _, stranger := range []uuid.UUID{s.marina, s.rafael, s.eva} {
		if refusal := s.decide(stranger, id, "approved", ""); refusal != "not_admin" {
			t.Errorf("anybody decides: %q", refusal)
		}
	}
	if refusal := s.decide(s.admin, id, "approved", ""); refusal != "" {
		t.Fatal(refusal)
	}
	if got := s.numbers(s.marina); got != rightCPF {
		t.Errorf("she has %s", got)
	}
	if got := s.told(s.marina); got != "Correção do CPF aprovada" {
		t.Errorf("she reads %q", got)
	}
	if refusal := s.decide(s.admin, id, "refused", "Pensando melhor"); refusal != "correction_over" {
		t.Errorf("it is decided again: %q", refusal)
	}
	if got := s.Text(`SELECT string_agg(action || ' ' || (actor_id = $1) || ' ' || subject_kind, ', ' ORDER BY created_at, id) FROM public.audit_log WHERE subject_id = $2::text`,
		s.admin, s.marina); got != "request_correction false profile, decide_correction true profile" {
		t.Errorf("the log has %s", got)
	}
	if got := s.Text(`SELECT count(*)::text FROM public.audit_log WHERE details::text LIKE '%52998224725%' OR subject_label LIKE '%52998224725%'`); got != "0" {
		t.Error("the log has the number")
	}
}

func TestACompanysCNPJIsItsOwnersToCorrect(t *testing.T) {
	t.Parallel()
	s := setup(t)
	if _, refusal := s.request(s.rui, s.serra, "cnpj", valesCNPJ); refusal != "right_missing" {
		t.Errorf("a reader asks: %q", refusal)
	}
	id, refusal := s.request(s.eva, s.serra, "cnpj", "DE.MO0.002/0001-51")
	if refusal != "" {
		t.Fatal(refusal)
	}
	if got := s.told(s.serra); got != "Correção do CNPJ pedida" {
		t.Errorf("the other owner reads %q", got)
	}
	if refusal := s.decide(s.admin, id, "approved", "Confere com a Receita."); refusal != "" {
		t.Fatal(refusal)
	}
	// The founder's account holds the company's number too.
	if got := s.numbers(s.serra); got != valesCNPJ+" "+valesCNPJ {
		t.Errorf("the company has %s", got)
	}
	if got := s.told(s.rui); got != "" {
		t.Errorf("a reader is told %q", got)
	}
}

func TestWhatIsNoCorrectionIsRefused(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, c := range []struct {
		fact         string
		who, of      uuid.UUID
		kind, number string
		refusal      string
	}{
		{"a wrong CPF", s.marina, s.marina, "cpf", "529.982.247-26", "invalid_cpf"},
		{"a wrong CNPJ", s.serra, s.serra, "cnpj", "DEMO0002000152", "invalid_cnpj"},
		{"the number one has", s.marina, s.marina, "cpf", "900.000.011-47", "same_number"},
		{"another's CPF", s.rafael, s.marina, "cpf", rightCPF, "number_not_found"},
		{"a company's CPF", s.serra, s.serra, "cpf", rightCPF, "number_not_found"},
		{"another's CNPJ", s.marina, s.serra, "cnpj", valesCNPJ, "number_not_found"},
		{"a CNPJ where there is none", s.marina, s.marina, "cnpj", valesCNPJ, "number_not_found"},
		{"an RG", s.marina, s.marina, "rg", rightCPF, "unknown_number_kind"},
		{"another's number is not told", s.marina, s.marina, "cpf", rafaelsCPF, ""},
		{"a second one beside it", s.marina, s.marina, "cpf", rightCPF, "correction_waiting"},
	} {
		if _, refusal := s.request(c.who, c.of, c.kind, c.number); refusal != c.refusal {
			t.Errorf("%s: %q", c.fact, refusal)
		}
	}
}

func TestARequestIsTakenBackAndCounted(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for range 3 {
		id, refusal := s.request(s.marina, s.marina, "cpf", rightCPF)
		if refusal != "" {
			t.Fatal(refusal)
		}
		if refusal := s.withdraw(s.rafael, id); refusal != "correction_not_found" {
			t.Errorf("another takes it back: %q", refusal)
		}
		if refusal := s.withdraw(s.marina, id); refusal != "" {
			t.Fatal(refusal)
		}
		if refusal := s.withdraw(s.marina, id); refusal != "correction_over" {
			t.Errorf("it is taken back twice: %q", refusal)
		}
		if refusal := s.decide(s.admin, id, "approved", ""); refusal != "correction_over" {
			t.Errorf("a withdrawn request is approved: %q", refusal)
		}
	}
	if _, refusal := s.request(s.marina, s.marina, "cpf", rightCPF); refusal != "too_many_corrections" {
		t.Errorf("the fourth of a month: %q", refusal)
	}
	s.Exec(`UPDATE public.corrections SET created_at = created_at - interval '31 days'`)
	if _, refusal := s.request(s.marina, s.marina, "cpf", rightCPF); refusal != "" {
		t.Errorf("a month later: %q", refusal)
	}
}

func TestApprovalLooksAgain(t *testing.T) {
	t.Parallel()
	s := setup(t)
	taken, _ := s.request(s.marina, s.marina, "cpf", rafaelsCPF)
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, s.rafael)
	if refusal := s.decide(s.admin, taken, "approved", ""); refusal != "number_taken" {
		t.Errorf("the number of who is blocked: %q", refusal)
	}
	s.bar(t, s.rafael)
	s.Exec(`DELETE FROM public.accounts WHERE profile_id = $1`, s.rafael)
	if refusal := s.decide(s.admin, taken, "approved", ""); refusal != "number_barred" {
		t.Errorf("the number of who was blocked and erased: %q", refusal)
	}
	if refusal := s.decide(s.admin, taken, "refused", " "); refusal != "correction_reason_required" {
		t.Errorf("a refusal without a reason: %q", refusal)
	}
	if refusal := s.decide(s.admin, taken, "refused", "É de outra pessoa."); refusal != "" {
		t.Error(refusal)
	}
	if got := s.Text(`SELECT title || ': ' || body FROM public.notifications WHERE profile_id = $1`, s.marina); got != "Correção do CPF recusada: É de outra pessoa." {
		t.Errorf("she reads %q", got)
	}
	late, _ := s.request(s.marina, s.marina, "cpf", rightCPF)
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, s.marina)
	if refusal := s.decide(s.admin, late, "approved", ""); refusal != "correction_of_blocked" {
		t.Errorf("the request of a person blocked meanwhile: %q", refusal)
	}
	if got := s.numbers(s.marina); got != marinasCPF {
		t.Errorf("she has %s", got)
	}
}

func TestOfManyAtOnceOneCounts(t *testing.T) {
	t.Parallel()
	s := setup(t)
	ask := func() string { _, refusal := s.request(s.marina, s.marina, "cpf", rightCPF); return refusal }
	if got, want := together(ask, ask, ask), map[string]int{"": 1, "correction_waiting": 2}; !maps.Equal(got, want) {
		t.Errorf("three simultaneous requests are answered %v", got)
	}
	mine := s.ID(`SELECT id FROM public.corrections WHERE party_id = $1`, s.marina)
	his, _ := s.request(s.rafael, s.rafael, "cpf", rightCPF)
	approve := func(id uuid.UUID) func() string {
		return func() string { return s.decide(s.admin, id, "approved", "") }
	}
	if got, want := together(approve(mine), approve(his)), map[string]int{"": 1, "number_taken": 1}; !maps.Equal(got, want) {
		t.Errorf("two for one number are told %v", got)
	}
	second, _ := s.request(s.serra, s.serra, "cnpj", valesCNPJ)
	if got, want := together(approve(second), approve(second), func() string { return s.withdraw(s.serra, second) }), 3; got[""] != 1 || got["correction_over"] != want-1 {
		t.Errorf("deciding twice and taking back at once is told %v", got)
	}
}

func TestAPartnerDoesNotSeeTheFoundersCPF(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.firm(s.marina, valesCNPJ)
	partner := s.Colleague(s.marina, "owner", "Otávio Lima")
	s.request(s.marina, s.marina, "cpf", rightCPF)
	s.request(partner, s.marina, "cnpj", "DEMO0003000104")
	const seen = `SELECT coalesce(string_agg(kind, ' ' ORDER BY kind), '') FROM public.corrections`
	for who, want := range map[uuid.UUID]string{s.marina: "cnpj cpf", partner: "cnpj", s.rafael: "", s.admin: "cnpj cpf"} {
		if got := s.Seen(who, seen); got != want {
			t.Errorf("%s sees %q, want %q", who, got, want)
		}
	}
}
