package transition_test

import (
	"cmp"
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/markettest"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/transition"
)

// TestEveryStepSaysWhoIsTold checks that every step tells somebody in all of its courses, or says
// why it tells nobody. With two courses or more, a step need not say what happens in another.
func TestEveryStepSaysWhoIsTold(t *testing.T) {
	t.Parallel()
	for _, m := range transition.Machines() {
		for _, step := range m.Steps {
			courses := map[string]bool{}
			for _, n := range step.Tells {
				courses[n.Case] = true
			}
			isSilent := step.Silent != ""
			switch {
			case courses[""] && isSilent:
				t.Errorf("%s of %s by %s always tells somebody, and says why it does not: %s", step.Action, m.Noun, step.Actor, step.Silent)
			case !courses[""] && len(courses) < 2 && !isSilent:
				t.Errorf("%s of %s by %s says neither whom it tells nor why it tells nobody", step.Action, m.Noun, step.Actor)
			}
			checkNotices(t, m, step.Action, step.Tells)
		}
		for _, occasion := range m.Occasions {
			if len(occasion.Tells) == 0 || occasion.When == "" {
				t.Errorf("%s of %s tells nobody, or does not say when", occasion.Name, m.Noun)
			}
			checkNotices(t, m, occasion.Name, occasion.Tells)
		}
	}
}

// checkNotices checks that each notice has a kind, a title and an address, and that it names a right
// if and only if its readers act for a party.
func checkNotices(t *testing.T, m transition.Machine, of string, notices []transition.Notice) {
	t.Helper()
	type reader struct {
		to     transition.Audience
		course string
	}
	seen := map[reader]bool{}
	for _, n := range notices {
		isParty := slices.Contains([]transition.Audience{transition.TheCompany, transition.TheProfessional, transition.TheOther}, n.To)
		if isParty != (n.Right != "") {
			t.Errorf("%s of %s tells the %s with the right %q", of, m.Noun, n.To, n.Right)
		}
		if _, err := notification.Path(cmp.Or(n.About, m.About), uuid.New()); err != nil || cmp.Or(n.Kind, m.Kind) == "" || strings.Trim(n.Title, " :") == "" {
			t.Errorf("%s of %s tells the %s %q of the kind %q: %v", of, m.Noun, n.To, n.Title, cmp.Or(n.Kind, m.Kind), err)
		}
		if seen[reader{n.To, n.Case}] {
			t.Errorf("%s of %s tells the %s twice", of, m.Noun, n.To)
		}
		seen[reader{n.To, n.Case}] = true
	}
}

// TestPeopleTakeStepsByCalls checks that there is a call for every step that people take.
func TestPeopleTakeStepsByCalls(t *testing.T) {
	t.Parallel()
	calls := map[string]string{}
	registered, err := os.ReadFile("../../app/functions.json")
	if err == nil {
		err = json.Unmarshal(registered, &calls)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range transition.Machines() {
		for _, step := range m.Steps {
			call, isOwn := cmp.Or(step.Call, step.Action), step.Actor != transition.Time && step.Actor != transition.System
			if isOwn && calls[call] == "" {
				t.Errorf("%s of %s is taken by %s, and there is no call %s", step.Action, m.Noun, step.Actor, call)
			}
			if !isOwn && step.Call != "" {
				t.Errorf("%s of %s is taken by %s, and names a call", step.Action, m.Noun, step.Actor)
			}
		}
	}
}

// TestNobodyIsToldPastTheTable checks that a noun can neither tell an audience that its step does not
// name nor leave out one that it does.
func TestNobodyIsToldPastTheTable(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, marina := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves")
	told := transition.Told{Company: serra, Professional: marina, Names: map[string]string{"project": "Retrofit"}, About: map[string]uuid.UUID{notification.AboutContract: uuid.New()}}
	of := func(change func(*transition.Told)) string {
		asked := told
		change(&asked)
		// Not markettest.Call, which would miss the steps, because nobody takes them here.
		ctx := caller.NewContext(context.Background(), caller.Caller{Role: "authenticated", UserID: serra})
		err := pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error { return transition.Contract.Tell(ctx, tx, asked) })
		if err != nil {
			return err.Error()
		}
		return s.Text(`WITH gone AS (DELETE FROM public.notifications RETURNING profile_id, title, body)
			SELECT string_agg(p.name || ' / ' || g.title || ' / ' || g.body, '; ' ORDER BY p.name) FROM gone g JOIN public.profiles p ON p.id = g.profile_id`)
	}
	for name, c := range map[string]struct {
		change func(*transition.Told)
		want   string
	}{
		"OtherSide": {func(d *transition.Told) { d.Action, d.By, d.Body = "withdraw_contract", transition.Company, "Desisti" },
			"Marina Alves / Contrato desfeito antes do início: Retrofit / Desisti"},
		"NotToWhoeverTakesIt": {func(d *transition.Told) { d.Action, d.By, d.Body = "lapse_termination", transition.Time, "Venceu" },
			"Marina Alves / Distrato sem resposta: Retrofit / Venceu"},
		"UnknownStep": {func(d *transition.Told) { d.Action, d.By, d.Body = "vanish", transition.Company, "?" },
			`contract has 0 steps vanish of company to ""`},
		"SilentStep": {func(d *transition.Told) { d.Action, d.By, d.Body = "follow_milestones", transition.System, "?" },
			"follow_milestones of contract tells nobody"},
		"AudienceNotNamed": {func(d *transition.Told) {
			d.Action, d.By, d.Body, d.Bodies = "withdraw_contract", transition.Company, "?", map[transition.Audience]string{transition.TheAdmins: "?"}
		}, "withdraw_contract of contract does not tell the administrators"},
		"AudienceForgotten": {func(d *transition.Told) {
			d.Action, d.By, d.Bodies = "lapse_termination", transition.Time, map[transition.Audience]string{transition.TheCompany: "?"}
		}, `tell of lapse_termination of contract: the notice "Distrato sem resposta: {project}" says nothing`},
		"CourseNotNamed": {func(d *transition.Told) {
			d.Action, d.By, d.Body, d.Case = "withdraw_contract", transition.Company, "?", "it rains"
		}, "withdraw_contract of contract has no course in which it rains"},
		"NameForgotten": {func(d *transition.Told) {
			d.Action, d.By, d.Body, d.Names = "withdraw_contract", transition.Company, "?", nil
		},
			`tell of withdraw_contract of contract: the notice "Contrato desfeito antes do início: {project}" needs {project}`},
	} {
		if got := of(c.change); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, c.want)
		}
	}
}
