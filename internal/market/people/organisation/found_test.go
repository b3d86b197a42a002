package organisation_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/markettest"
	"automacao/internal/market/people/organisation"
)

func TestACompanysSignUpFoundsAnOrganisation(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra := s.company("Serra Azul", serrasCNPJ)
	const founded = `
		SELECT concat_ws(' ', o.role, o.kind, o.legal_name, o.document, m.role)
		FROM public.organisations o JOIN public.memberships m ON m.organisation_id = o.id AND m.person_id = o.id WHERE o.id = $1`
	if got := s.Text(founded, serra); got != "company company Serra Azul DEMO0001000107 owner" {
		t.Errorf("founded is %q", got)
	}
	marina := s.professional("Marina Alves", marinasCPF)
	if got := s.Text(`SELECT count(*)::text FROM public.organisations WHERE id = $1`, marina); got != "0" {
		t.Errorf("a professional founds %s", got)
	}
}

func TestACNPJSignsUpOnceHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.company("Serra Azul", serrasCNPJ)
	if _, refusal := s.register("outra@exemplo.test", map[string]any{"name": "Outra", "role": "company", "document": " demo0001000107"}); refusal != "document_taken" {
		t.Errorf("refused with %q", refusal)
	}
	if got := s.Text(`SELECT count(*)::text FROM auth.users WHERE email = 'outra@exemplo.test'`); got != "0" {
		t.Errorf("%s users are left of it", got)
	}
}

func TestOfCompaniesThatSignUpTogetherOneIsKept(t *testing.T) {
	t.Parallel()
	s := setup(t)
	signUp := func(email string) func() string {
		return func() string {
			_, refusal := s.register(email, map[string]any{"name": "Serra Azul", "role": "company", "document": serrasCNPJ})
			return refusal
		}
	}
	told := together(signUp("a@exemplo.test"), signUp("b@exemplo.test"), signUp("c@exemplo.test"), signUp("d@exemplo.test"))
	if told[""] != 1 || told["document_taken"] != 3 {
		t.Errorf("they were told %v", told)
	}
}

func (s stage) registerFirm(who uuid.UUID, kind, name, document string) string {
	s.t.Helper()
	_, err := markettest.Call(s.Stage, who, organisation.RegisterFirm(notPaid), organisation.Registration{Kind: kind, LegalName: name, Document: document})
	return markettest.Code(err)
}

// notPaid stands for professionals who have no account at an institution.
func notPaid(context.Context, pgx.Tx, uuid.UUID) error { return nil }

func TestAProfessionalRegistersAFirm(t *testing.T) {
	t.Parallel()
	s := setup(t)
	marina := s.professional("Marina Alves", marinasCPF)
	if refusal := s.registerFirm(marina, "mei", " Marina  Alves 90000001147 ", serrasCNPJ); refusal != "" {
		t.Fatal(refusal)
	}
	const kept = `
		SELECT concat_ws(' | ', o.role, o.kind, o.legal_name, o.document, m.role, a.document)
		FROM public.organisations o JOIN public.memberships m ON m.organisation_id = o.id JOIN public.accounts a ON a.profile_id = o.id WHERE o.id = $1`
	if got := s.Text(kept, marina); got != "professional | mei | Marina Alves 90000001147 | DEMO0001000107 | owner | 90000001147" {
		t.Errorf("kept is %s", got)
	}
	if got := s.Seen(marina, `SELECT private.acts_for($1, 'negotiate')::text`, marina); got != "true" {
		t.Errorf("she acts for herself: %s", got)
	}
	if refusal := s.registerFirm(marina, "pj", "Alves Automação Ltda.", serrasCNPJ); refusal != "" {
		t.Fatal(refusal)
	}
	if refusal := s.registerFirm(marina, "mei", "Alves", valesCNPJ); refusal != "document_by_correction" {
		t.Errorf("another CNPJ: %q", refusal)
	}
	for kind, want := range map[string]string{"pj": "true", "mei": "false"} {
		out, err := markettest.Call(s.Stage, marina, organisation.RegisterFirm(notPaid), organisation.Registration{Kind: kind, LegalName: "Alves Automação Ltda.", Document: serrasCNPJ, IsSimples: true})
		if got := s.Text(`SELECT is_simples::text FROM public.organisations WHERE id = $1`, marina); err != nil || got != want || out.IsSimples != (want == "true") {
			t.Errorf("%s in the Simples: %s, %+v, %v", kind, got, out, err)
		}
	}
	if refusal := s.registerFirm(marina, "pj", "Alves Automação Ltda.", serrasCNPJ); refusal != "" {
		t.Fatal(refusal)
	}
	if got := s.Text(kept, marina); got != "professional | pj | Alves Automação Ltda. | DEMO0001000107 | owner | 90000001147" {
		t.Errorf("corrected it is %s", got)
	}
}

func TestWhoRegistersNoFirm(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra, marina := s.company("Serra Azul", serrasCNPJ), s.professional("Marina Alves", marinasCPF)
	eva, rafael := s.hire(serra, "Eva Martins", "owner"), s.professional("Rafael Nunes", "900.000.012-28")
	for _, c := range []struct {
		fact                 string
		who                  uuid.UUID
		kind, name, document string
		refusal              string
	}{
		{"a company", serra, "pj", "Serra", valesCNPJ, "only_professionals"},
		{"a colleague", eva, "pj", "Eva", valesCNPJ, "only_professionals"},
		{"an unknown kind", marina, "company", "Alves", valesCNPJ, "unknown_firm_kind"},
		{"a wrong CNPJ", marina, "pj", "Alves", "DEMO0002000152", "invalid_cnpj"},
		{"a CPF", marina, "mei", "Alves", marinasCPF, "invalid_cnpj"},
		{"no name", marina, "pj", " ", valesCNPJ, "legal_name_required"},
		{"too long a name", marina, "pj", strings.Repeat("á", 161), valesCNPJ, "legal_name_too_long"},
		{"the first with a CNPJ", rafael, "pj", "Nunes", valesCNPJ, ""},
		{"the second with it", marina, "pj", "Alves", valesCNPJ, "document_taken"},
	} {
		if refusal := s.registerFirm(c.who, c.kind, c.name, c.document); refusal != c.refusal {
			t.Errorf("%s: %q", c.fact, refusal)
		}
	}
	if got := s.Text(`SELECT count(*)::text FROM public.organisations WHERE document = $1`, valesCNPJ); got != "1" {
		t.Errorf("%s firms have the CNPJ", got)
	}
	// A firm may hire and work under one CNPJ, registered once on each side.
	if refusal := s.registerFirm(marina, "pj", "Serra", serrasCNPJ); refusal != "" {
		t.Errorf("the CNPJ of a company: %q", refusal)
	}
}

func TestAFirmIsNotTakenFromItsFounder(t *testing.T) {
	t.Parallel()
	s := setup(t)
	marina := s.professional("Marina Alves", marinasCPF)
	if refusal := s.registerFirm(marina, "pj", "Alves Automação", serrasCNPJ); refusal != "" {
		t.Fatal(refusal)
	}
	otavio := s.hire(marina, "Otávio Lima", "owner")
	if refusal := s.remove(otavio, marina, marina); refusal != "founder_stays" {
		t.Errorf("a partner removes her: %q", refusal)
	}
	if refusal := s.changeRole(otavio, marina, marina, "reader"); refusal != "founder_stays" {
		t.Errorf("a partner demotes her: %q", refusal)
	}
	if refusal := s.registerFirm(otavio, "pj", "Lima", valesCNPJ); refusal != "only_professionals" {
		t.Errorf("a partner registers another: %q", refusal)
	}
	if refusal := s.leave(marina, marina); refusal != "" {
		t.Errorf("she leaves: %q", refusal)
	}
	if refusal := s.registerFirm(marina, "pj", "Alves", valesCNPJ); refusal != "only_professionals" {
		t.Errorf("who left the firm changes it: %q", refusal)
	}
}
