package organisation_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/market/limits"
	"automacao/internal/market/markettest"
	"automacao/internal/market/people/organisation"
)

// firm is Serra Azul with its founder, a second owner who was invited, and an administrator.
type firm struct {
	stage
	serra, second, admin uuid.UUID
}

func setupFirm(t *testing.T) firm {
	t.Helper()
	s := firm{stage: setup(t)}
	s.serra = s.company("Serra Azul", serrasCNPJ)
	s.second = s.hire(s.serra, "Otavio Novo", "owner")
	s.admin = s.Member("admin", "Administração")
	return s
}

func (s firm) announce(who, about uuid.UUID, role string) (uuid.UUID, string) {
	s.t.Helper()
	out, err := markettest.Call(s.Stage, who, organisation.AnnounceOwnerRemoval, organisation.OwnerNotice{OrganisationID: s.serra, PersonID: about, Role: role})
	return out.ID, markettest.Code(err)
}

// given has the second owner give notice about the founder, and returns the notice's id.
func (s firm) given() uuid.UUID {
	s.t.Helper()
	id, refusal := s.announce(s.second, s.serra, "")
	if refusal != "" {
		s.t.Fatal(refusal)
	}
	return id
}

func (s firm) answer(who, id uuid.UUID, agree bool) string {
	s.t.Helper()
	_, err := markettest.Call(s.Stage, who, organisation.AnswerOwnerRemoval, organisation.OwnerAnswer{RemovalID: id, Agree: agree, Reason: "Fundei a empresa."})
	return markettest.Code(err)
}

func (s firm) withdraw(who, id uuid.UUID) string {
	s.t.Helper()
	_, err := markettest.Call(s.Stage, who, organisation.WithdrawOwnerRemoval, organisation.RemovalReference{RemovalID: id})
	return markettest.Code(err)
}

func (s firm) decide(who, id uuid.UUID, allow bool) string {
	s.t.Helper()
	_, err := markettest.Call(s.Stage, who, organisation.DecideOwnerRemoval, organisation.OwnerDecision{RemovalID: id, Allow: allow, Reason: "Contrato social conferido."})
	return markettest.Code(err)
}

// tend runs the due work for the given number of days from now.
func (s firm) tend(days int) {
	s.t.Helper()
	if err := organisation.Tend(s.Watch(s.t.Context()), s.Pool, time.Now().AddDate(0, 0, days)); err != nil {
		s.t.Fatal(err)
	}
}

func (s firm) expect(id uuid.UUID, status, team string) {
	s.t.Helper()
	if got := s.Text(`SELECT status FROM public.owner_removals WHERE id = $1`, id); got != status {
		s.t.Errorf("the notice is %s, want %s", got, status)
	}
	if got := s.team(s.serra); got != team {
		s.t.Errorf("the team is %s, want %s", got, team)
	}
}

const (
	bothOwners = "Otavio Novo owner, Serra Azul owner"
	secondOnly = "Otavio Novo owner"
)

func TestAnOwnerIsNotTakenOutByAnother(t *testing.T) {
	t.Parallel()
	s := setupFirm(t)
	for fact, got := range map[string]string{
		"removes the founder":       s.remove(s.second, s.serra, s.serra),
		"changes the founder's own": s.changeRole(s.second, s.serra, s.serra, "reader"),
	} {
		if got != "owner_consent_needed" {
			t.Errorf("the second owner %s: %q", fact, got)
		}
	}
	// The database enforces the rule, whatever the server is asked to do.
	ctx := t.Context()
	tx, err := s.Pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(ctx) }()
	if _, err = tx.Exec(ctx, `SELECT set_config('request.jwt.claims', json_build_object('sub', $1::text)::text, true)`, s.second); err == nil {
		_, err = tx.Exec(ctx, `DELETE FROM public.memberships WHERE person_id = $1`, s.serra)
	}
	if err == nil {
		t.Error("the database takes an owner out")
	}
	if got := s.team(s.serra); got != bothOwners {
		t.Errorf("the team is %s", got)
	}
}

func TestANoticeTakesEffectAfterItsDays(t *testing.T) {
	t.Parallel()
	s := setupFirm(t)
	id := s.given()
	if got := s.told(s.serra); got != "Aviso de saída de Serra Azul | Otavio Novo entrou na equipe" {
		t.Errorf("the founder is told %s", got)
	}
	if got := s.told(s.admin); got != "Aviso de saída de proprietário: Serra Azul" {
		t.Errorf("the administrator is told %s", got)
	}
	const turns = `SELECT count(*)::text FROM public.my_turn($1) WHERE kind = 'owner_notice' AND due_at > now()`
	if founder, other := s.Seen(s.serra, turns, s.serra), s.Seen(s.second, turns, s.serra); founder != "1" || other != "0" {
		t.Errorf("the notice waits %s times for the founder and %s for who gave it", founder, other)
	}
	for fact, got := range map[string][2]string{
		"a second notice":               {second(s.announce(s.second, s.serra, "reader")), "owner_notice_open"},
		"about oneself":                 {second(s.announce(s.second, s.second, "")), "own_owner_notice"},
		"who gave it answers it":        {s.answer(s.second, id, true), "not_the_owner_named"},
		"the founder withdraws it":      {s.withdraw(s.serra, id), "not_who_gave_notice"},
		"an administrator hastens it":   {s.decide(s.admin, id, true), "owner_removal_over"},
		"the second owner decides":      {s.decide(s.second, id, true), "not_admin"},
		"the second owner still cannot": {s.remove(s.second, s.serra, s.serra), "owner_consent_needed"},
	} {
		if got[0] != got[1] {
			t.Errorf("%s: %q, want %q", fact, got[0], got[1])
		}
	}
	s.tend(limits.OwnerNoticeDays - 1)
	s.expect(id, "announced", bothOwners)
	for range 2 {
		s.tend(limits.OwnerNoticeDays + 2)
		s.expect(id, "executed", secondOnly)
	}
	if got := s.Seen(s.serra, `SELECT count(*)::text FROM public.memberships`); got != "0" {
		t.Errorf("the founder still sees %s memberships", got)
	}
}

func TestAnOwnerWhoObjectsStaysUntilAnAdministratorDecides(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		allow        bool
		status, team string
	}{{false, "stopped", bothOwners}, {true, "executed", secondOnly}} {
		s := setupFirm(t)
		id := s.given()
		if refusal := s.answer(s.serra, id, false); refusal != "" {
			t.Fatal(refusal)
		}
		s.tend(60)
		s.expect(id, "objected", bothOwners)
		if refusal := s.answer(s.serra, id, false); refusal != "owner_removal_over" {
			t.Errorf("objects again: %q", refusal)
		}
		if refusal := s.decide(s.admin, id, row.allow); refusal != "" {
			t.Fatal(refusal)
		}
		s.expect(id, row.status, row.team)
		if refusal := s.decide(s.admin, id, !row.allow); refusal != "owner_removal_over" {
			t.Errorf("decides again: %q", refusal)
		}
	}
}

func TestAnOwnerAgreesToLeaveOrToAnotherRole(t *testing.T) {
	t.Parallel()
	for role, team := range map[string]string{"": secondOnly, "finance": secondOnly + ", Serra Azul finance"} {
		s := setupFirm(t)
		id, refusal := s.announce(s.second, s.serra, role)
		if refusal != "" {
			t.Fatal(refusal)
		}
		if refusal := s.answer(s.serra, id, true); refusal != "" {
			t.Fatal(refusal)
		}
		s.expect(id, "executed", team)
	}
}

func TestANoticeEndsWithEitherOwner(t *testing.T) {
	t.Parallel()
	s := setupFirm(t)
	id := s.given()
	// The founder gives notice as well. The first to leave ends the other's notice.
	other, refusal := s.announce(s.serra, s.second, "")
	if refusal != "" {
		t.Fatal(refusal)
	}
	if refusal := s.answer(s.second, other, true); refusal != "" {
		t.Fatal(refusal)
	}
	s.tend(60)
	s.expect(id, "lapsed", "Serra Azul owner")
}

func TestNoticesAreCounted(t *testing.T) {
	t.Parallel()
	s := setupFirm(t)
	for range limits.OwnerRemovalsMonthlyMax {
		id := s.given()
		if refusal := s.withdraw(s.second, id); refusal != "" {
			t.Fatal(refusal)
		}
		s.expect(id, "withdrawn", bothOwners)
	}
	if _, refusal := s.announce(s.second, s.serra, ""); refusal != "owner_notices_max" {
		t.Errorf("one more: %q", refusal)
	}
}

func TestOfTwoAnswersAtOnceOneCounts(t *testing.T) {
	t.Parallel()
	s := setupFirm(t)
	id := s.given()
	told := together(
		func() string { return s.answer(s.serra, id, true) }, func() string { return s.answer(s.serra, id, false) },
		func() string { return s.withdraw(s.second, id) }, func() string { return s.decide(s.admin, id, false) },
	)
	if ended := s.Text(`SELECT (closed_at IS NOT NULL OR status = 'objected')::text FROM public.owner_removals WHERE id = $1`, id); ended != "true" || told[""] == 0 {
		t.Errorf("told %v, ended %s", told, ended)
	}
	owners := s.Text(`SELECT count(*)::text FROM public.memberships WHERE role = 'owner' AND organisation_id = $1`, s.serra)
	status := s.Text(`SELECT status FROM public.owner_removals WHERE id = $1`, id)
	if (status == "executed") != (owners == "1") {
		t.Errorf("%s, with %s owners", status, owners)
	}
}

func second[T, U any](_ T, it U) U { return it }
