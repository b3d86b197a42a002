package organisation_test

import "testing"

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
