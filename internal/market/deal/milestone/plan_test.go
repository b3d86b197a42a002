package milestone_test

import (
	"context"
	"strings"
	"testing"

	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
	"automacao/internal/market/setting"
)

func TestAProposalIsPlannedInMilestones(t *testing.T) {
	t.Parallel()
	s := setup(t)
	if got := s.Text(`SELECT string_agg(concat_ws('|', title, deliverable, value, value_cents, due_on, status, kind), E'\n' ORDER BY position) FROM public.milestones WHERE contract_id = $1`, s.contract); got !=
		"Projeto elétrico|Diagramas em PDF|900.00|90000|planned|work\nMontagem||1000.55|100055|planned|work\nPartida||99.45|9945|2999-01-31|planned|work" {
		t.Errorf("planned:\n%s", got)
	}
	if plain := s.Text(`SELECT milestones::text FROM public.proposals WHERE professional_id = $1`, s.rafael); plain != `[{"title": "Entrega do projeto", "value": 48500.00, "due_on": null, "deliverable": ""}]` {
		t.Errorf("a plain proposal has %s", plain)
	}
}

func TestAPlanThatDoesNotAddUpIsRefused(t *testing.T) {
	t.Parallel()
	s := setup(t)
	project, paula := s.Project(s.serra, "Supervisório"), s.Member("professional", "Paula Reis")
	one := func(fields string) string { return `[{"title": "Tudo", "value": 2000, ` + fields + `}]` }
	for plan, want := range map[string]string{
		`{}`:                              "milestones_unreadable",
		`["Montagem"]`:                    "milestone_title_wrong",
		`[{"title": " ", "value": 2000}]`: "milestone_title_wrong",
		`[{"title": 7, "value": 2000}]`:   "milestone_title_wrong",
		`[{"title": "` + strings.Repeat("é", 121) + `", "value": 2000}]`: "milestone_title_wrong",
		one(`"deliverable": "` + strings.Repeat("é", 1001) + `"`):        "milestone_deliverable_too_long",
		one(`"deliverable": []`):              "milestone_deliverable_too_long",
		`[{"title": "Tudo"}]`:                 "milestone_value_wrong",
		`[{"title": "Tudo", "value": 0}]`:     "milestone_value_wrong",
		`[{"title": "Tudo", "value": -2000}]`: "milestone_value_wrong",
		`[{"title": "Tudo", "value": "2e3"}]`: "milestone_value_wrong",
		`[{"title": "Tudo", "value": 1999.995}, {"title": "Resto", "value": 0.005}]`: "milestone_value_wrong",
		`[{"title": "Tudo", "value": 1999.99}]`:                                      "milestones_sum_wrong",
		one(`"due_on": "2020-01-31"`):                                                "milestone_date_past",
		one(`"due_on": "2999-02-30"`):                                                "milestone_date_wrong",
		one(`"due_on": "amanhã"`):                                                    "milestone_date_wrong",
		one(`"kind": "travel"`):                                                      "milestone_kind_wrong",
		one(`"kind": ["retention"]`):                                                 "milestone_kind_wrong",
		one(`"kind": "retention"`):                                                   "retention_not_last",
		one(`"waits_for_tac": "sim"`):                                                "milestone_tac_wrong",
		`[{"title": "Retenção", "value": 200, "kind": "retention"}, {"title": "Resto", "value": 1800}]`:    "retention_not_last",
		`[` + strings.Repeat(`{"title": "Parte", "value": 1},`, 10) + `{"title": "Parte", "value": 1990}]`: "too_many_milestones",
	} {
		_, err := s.Pool.Exec(context.Background(), propose, project, paula, 2000, plan)
		if code := markettest.Code(err); code != want {
			t.Errorf("%.60s: %q, want %s", plan, code, want)
		}
	}
}

// TestAPartIsKeptUntilTheEnd covers the retention, and checks that milestones without a kind look
// as before.
func TestAPartIsKeptUntilTheEnd(t *testing.T) {
	t.Parallel()
	s := setup(t)
	chosen := s.ID(propose, s.Project(s.serra, "Célula"), s.marina, 2000, `[{"title": "Partida", "value": 1800, "kind": "work", "waits_for_tac": true}, {"title": "As built", "value": 200, "kind": "retention", "waits_for_tac": false}]`)
	if got := s.Text(`SELECT milestones::text FROM public.proposals WHERE id = $1`, chosen); got !=
		`[{"title": "Partida", "value": 1800.00, "due_on": null, "deliverable": "", "waits_for_tac": true}, {"kind": "retention", "title": "As built", "value": 200.00, "due_on": null, "deliverable": ""}]` {
		t.Errorf("the proposal says %s", got)
	}
	must(s, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: chosen})
	if got := s.Text(`SELECT string_agg(concat_ws(' ', m.kind, m.waits_for_tac), ', ' ORDER BY m.position) FROM public.milestones m JOIN public.contracts c ON c.id = m.contract_id WHERE c.proposal_id = $1`, chosen); got != "work t, retention f" {
		t.Errorf("the milestones are %s", got)
	}
}

func TestADealKeepsTheFeeItWasMadeUnder(t *testing.T) {
	t.Parallel()
	s := setup(t)
	choose := func(fee, settlement string) {
		for name, value := range map[string]string{setting.FeeBasisPoints: fee, setting.Settlement: settlement} {
			if err := setting.Set(t.Context(), s.Pool, name, value); err != nil {
				t.Fatal(err)
			}
		}
	}
	fee := func(title string) string {
		choose("725", setting.Guarantee)
		return s.Text(`SELECT fee_percent::text FROM public.proposals WHERE id = $1`, s.Proposal(s.Project(s.serra, title), s.marina))
	}
	if direct := s.Text(`SELECT concat_ws(' ', c.settlement, c.fee_percent, o.fee_percent) FROM public.contracts c JOIN public.proposals o ON o.id = c.proposal_id`); direct != "direct 0.00 0.00" {
		t.Errorf("settled directly: %q", direct)
	}
	if got := fee("Painel"); got != "7.25" {
		t.Errorf("with a guarantee: %q", got)
	}
	if _, err := s.Pool.Exec(t.Context(), `UPDATE private.settings SET value = '5001' WHERE name = 'fee_basis_points'`); err == nil {
		t.Error("a fee of more than half is taken")
	}
}
