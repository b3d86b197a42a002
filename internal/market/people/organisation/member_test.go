package organisation_test

import (
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/markettest"
	"automacao/internal/market/people/organisation"
)

func (s stage) changeRole(who, in, person uuid.UUID, role string) string {
	s.t.Helper()
	_, err := markettest.Call(s.Stage, who, organisation.ChangeRole, organisation.Member{OrganisationID: in, PersonID: person, Role: role})
	return markettest.Code(err)
}

func (s stage) remove(who, from, person uuid.UUID) string {
	s.t.Helper()
	_, err := markettest.Call(s.Stage, who, organisation.Remove, organisation.Person{OrganisationID: from, PersonID: person})
	return markettest.Code(err)
}

func (s stage) leave(who, from uuid.UUID) string {
	s.t.Helper()
	_, err := markettest.Call(s.Stage, who, organisation.Leave, organisation.Reference{OrganisationID: from})
	return markettest.Code(err)
}

func (s stage) transfer(who, in, to uuid.UUID) string {
	s.t.Helper()
	_, err := markettest.Call(s.Stage, who, organisation.TransferOwnership, organisation.Person{OrganisationID: in, PersonID: to})
	return markettest.Code(err)
}

func TestAnOwnerChangesRoles(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra, vale := s.company("Serra Azul", serrasCNPJ), s.company("Vale Verde", valesCNPJ)
	eva := s.hire(serra, "Eva Martins", "buyer")
	for fact, got := range map[string][2]string{
		"a buyer promotes himself":         {s.changeRole(eva, serra, eva, "owner"), "right_missing"},
		"a stranger":                       {s.changeRole(vale, serra, eva, "reader"), "organisation_not_found"},
		"an unknown role":                  {s.changeRole(serra, serra, eva, "admin"), "unknown_member_role"},
		"somebody of another organisation": {s.changeRole(serra, serra, vale, "reader"), "member_not_found"},
		"the last owner steps down":        {s.changeRole(serra, serra, serra, "reader"), "last_owner"},
		"the owner":                        {s.changeRole(serra, serra, eva, "finance"), ""},
	} {
		if got[0] != got[1] {
			t.Errorf("%s: %q", fact, got[0])
		}
	}
	if got := s.team(serra); got != "Eva Martins finance, Serra Azul owner" {
		t.Errorf("the team is %s", got)
	}
	if got := s.told(eva); got != "Seu papel em Serra Azul mudou" {
		t.Errorf("she is told %s", got)
	}
	if got := s.Text(`SELECT action || ' ' || subject_label || ' ' || (details->>'from') || ' ' || (details->>'to') FROM public.audit_log`); got != "change_member_role Serra Azul buyer finance" {
		t.Errorf("the log says %s", got)
	}
}

func TestWhoIsRemovedSeesAndDoesNothingMore(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra := s.company("Serra Azul", serrasCNPJ)
	eva, rui := s.hire(serra, "Eva Martins", "buyer"), s.hire(serra, "Rui Castro", "reader")
	sent := s.Proposal(s.Project(serra, "Retrofit"), s.professional("Marina Alves", marinasCPF))
	if got := s.Seen(eva, `SELECT count(*)::text FROM public.proposals`); got != "1" {
		t.Fatalf("she sees %s proposals", got)
	}
	heard := s.listen("realtime_control")
	if refusal := s.remove(rui, serra, eva); refusal != "right_missing" {
		t.Errorf("a reader removes: %q", refusal)
	}
	if refusal := s.remove(serra, serra, eva); refusal != "" {
		t.Fatal(refusal)
	}
	for fact, query := range map[string]string{
		"proposals": `SELECT count(*)::text FROM public.proposals`, "owners": `SELECT count(*)::text FROM public.project_owners`,
		"the team": `SELECT count(*)::text FROM public.memberships`, "the organisation": `SELECT count(*)::text FROM public.organisations`,
	} {
		if got := s.Seen(eva, query); got != "0" {
			t.Errorf("she still sees %s: %s", fact, got)
		}
	}
	if got := s.Seen(eva, `SELECT name FROM public.profiles WHERE id = $1`, eva); got != "Eva Martins" {
		t.Errorf("her own profile is %s", got)
	}
	if payload := heard(); payload != `{"action": "recheck", "user_id": "`+eva.String()+`"}` {
		t.Errorf("the hub heard %s", payload)
	}
	if got := s.told(eva); got != "Você não faz mais parte de Serra Azul" {
		t.Errorf("she is told %s", got)
	}
	if refusal := s.remove(serra, serra, eva); refusal != "member_not_found" {
		t.Errorf("again: %q", refusal)
	}
	if got := s.Text(`SELECT status FROM public.proposals WHERE id = $1`, sent); got != "pending" {
		t.Errorf("the proposal is %s", got)
	}
}

func TestLeaving(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra := s.company("Serra Azul", serrasCNPJ)
	if refusal := s.leave(serra, serra); refusal != "last_owner" {
		t.Errorf("the only person leaves: %q", refusal)
	}
	eva := s.hire(serra, "Eva Martins", "buyer")
	if refusal := s.leave(serra, serra); refusal != "last_owner" {
		t.Errorf("the last owner leaves: %q", refusal)
	}
	if refusal := s.remove(serra, serra, serra); refusal != "last_owner" {
		t.Errorf("the last owner removes himself: %q", refusal)
	}
	if refusal := s.transfer(eva, serra, eva); refusal != "right_missing" {
		t.Errorf("a buyer takes over: %q", refusal)
	}
	if refusal := s.transfer(serra, serra, eva); refusal != "" {
		t.Fatal(refusal)
	}
	if got := s.team(serra); got != "Eva Martins owner, Serra Azul buyer" {
		t.Fatalf("the team is %s", got)
	}
	if refusal := s.leave(serra, serra); refusal != "" {
		t.Fatal(refusal)
	}
	if got := s.Text(`SELECT c.name FROM public.profiles p JOIN public.profiles c ON c.id = p.contact_id WHERE p.id = $1`, serra); got != "Eva Martins" {
		t.Errorf("%s reads what is written to the company", got)
	}
	if got := s.told(eva); got != "Serra Azul saiu da equipe | Você agora responde por Serra Azul" {
		t.Errorf("she is told %s", got)
	}
	if got := s.Seen(serra, `SELECT cardinality(private.parties())::text`); got != "0" {
		t.Errorf("the founder who left acts for %s", got)
	}
	if refusal := s.leave(serra, serra); refusal != "organisation_not_found" {
		t.Errorf("twice: %q", refusal)
	}
}

func TestOwnersWhoLeaveAtOnceLeaveOne(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra := s.company("Serra Azul", serrasCNPJ)
	otavio := s.hire(serra, "Otávio Lima", "owner")
	s.hire(serra, "Rui Castro", "reader")
	told := together(
		func() string { return s.leave(serra, serra) },
		func() string { return s.leave(otavio, serra) },
	)
	if told[""] != 1 || told["last_owner"] != 1 {
		t.Errorf("they were told %v", told)
	}
}

func TestOwnersWhoGiveEachOtherNoticeLeaveOne(t *testing.T) {
	t.Parallel()
	s := setupFirm(t)
	serra := s.serra
	told := together(
		func() string { return second(s.announce(serra, s.second, "")) },
		func() string { return second(s.announce(s.second, serra, "")) },
	)
	if told[""] != 2 {
		t.Errorf("they were told %v", told)
	}
	s.tend(60)
	if got := s.Text(`SELECT count(*)::text FROM public.memberships WHERE organisation_id = $1 AND role = 'owner'`, serra); got != "1" {
		t.Errorf("%s owners are left", got)
	}
}

func TestABlockedOrganisationChangesNothingAndMayBeLeft(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra := s.company("Serra Azul", serrasCNPJ)
	otavio, eva := s.hire(serra, "Otávio Lima", "owner"), s.hire(serra, "Eva Martins", "buyer")
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, serra)
	for fact, refusal := range map[string]string{
		"a role": s.changeRole(otavio, serra, eva, "reader"), "a removal": s.remove(otavio, serra, eva), "a transfer": s.transfer(otavio, serra, eva),
	} {
		if refusal != "right_missing" {
			t.Errorf("%s: %q", fact, refusal)
		}
	}
	if refusal := s.leave(eva, serra); refusal != "" {
		t.Errorf("leaving: %q", refusal)
	}
}
