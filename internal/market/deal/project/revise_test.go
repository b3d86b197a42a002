package project_test

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/project"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
)

// edit changes a project as the REST API does: the row, and then the reaction to it.
func edit(t *testing.T, s *markettest.Stage, id uuid.UUID, set string) {
	t.Helper()
	err := pgx.BeginFunc(t.Context(), s.Pool, func(tx pgx.Tx) error {
		var row json.RawMessage
		if err := tx.QueryRow(t.Context(), `UPDATE public.projects SET `+set+` WHERE id = $1 RETURNING to_jsonb(projects)`, id).Scan(&row); err != nil {
			return err
		}
		return project.Revise(t.Context(), tx, []json.RawMessage{row})
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestWhatWasAnsweredDoesNotChangeUnnoticed(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, marina, rafael := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves"), s.Member("professional", "Rafael Nunes")
	id := s.Project(serra, "Retrofit")
	revisions := func() string {
		return s.Text(`SELECT string_agg(concat_ws(' ', number, title, budget, array_to_string(changed, '+')), ', ' ORDER BY number) FROM public.project_revisions WHERE project_id = $1`, id)
	}
	edit(t, s, id, `title = 'Retrofit da linha'`)
	if got := revisions(); got != "1 Retrofit da linha A combinar " {
		t.Errorf("before anybody answered: %q", got)
	}

	edit(t, s, id, `technologies = '{wincc,s7-1500}'`)
	sent := s.Proposal(id, marina)
	edit(t, s, id, `technologies = '{"S7 1500",WinCC}'`) // In another order and spelling they are the same.
	edit(t, s, id, `budget = 'R$ 40.000', budget_min_cents = 4000000, deadline = '30 dias'`)
	edit(t, s, id, `is_confidential = false, budget = 'R$ 40.000'`)
	if got := revisions(); got != "1 Retrofit da linha A combinar , 2 Retrofit da linha R$ 40.000 budget+budget_min_cents+deadline" {
		t.Errorf("afterwards: %q", got)
	}
	if told := s.Text(`SELECT string_agg(title || ' / ' || body, '; ') FROM public.notifications WHERE profile_id = $1`, marina); told != "O projeto mudou: Retrofit da linha / Mudou: orçamento e prazo. Confirme a sua proposta ou retire-a." {
		t.Errorf("Marina reads %q", told)
	}

	accept := proposal.Acceptance{ProposalID: sent}
	_, err := markettest.Call(s, serra, proposal.Accept, accept)
	if code := markettest.Code(err); code != "proposal_outdated" {
		t.Errorf("an unconfirmed one is accepted: %q", code)
	}
	for who, want := range map[uuid.UUID]string{serra: "proposal_not_found", rafael: "proposal_not_found"} {
		_, err := markettest.Call(s, who, proposal.Confirm, proposal.Reference{ProposalID: sent})
		if code := markettest.Code(err); code != want {
			t.Errorf("somebody else confirms: %q", code)
		}
	}
	for range 2 {
		got, err := markettest.Call(s, marina, proposal.Confirm, proposal.Reference{ProposalID: sent})
		if err != nil || got != (proposal.Confirmed{ID: sent, Status: "pending", ProjectRevision: 2}) {
			t.Fatalf("got %+v, %v", got, err)
		}
	}
	if told := s.Text(`SELECT string_agg(title, '; ') FROM public.notifications WHERE profile_id = $1`, serra); told != "Proposta confirmada: Retrofit da linha" {
		t.Errorf("Serra reads %q", told)
	}
	if late := s.Text(`SELECT project_revision::text FROM public.proposals WHERE id = $1`, s.Proposal(id, rafael)); late != "2" {
		t.Errorf("a later proposal answers revision %s", late)
	}

	if _, err := markettest.Call(s, serra, proposal.Accept, accept); err != nil {
		t.Fatal(err)
	}
	s.Exec(`UPDATE public.projects SET description = 'Outra coisa' WHERE id = $1`, id)
	if agreed := s.Text(`SELECT concat_ws(' ', project_revision, scope->>'title', scope->>'budget', scope->>'description', scope->'skills') FROM public.contracts`); agreed != `2 Retrofit da linha R$ 40.000 Painel antigo ["retrofit"]` {
		t.Errorf("they agreed on %q", agreed)
	}
}

// TestANextBestIsAskedAgain edits the project while no proposal is pending. A proposal that was
// declined for another may still be reopened, and has to be confirmed first.
func TestANextBestIsAskedAgain(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, marina, rafael := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves"), s.Member("professional", "Rafael Nunes")
	id := s.Project(serra, "Retrofit")
	chosen, next := s.Proposal(id, marina), s.Proposal(id, rafael)
	agreed, err := markettest.Call(s, serra, proposal.Accept, proposal.Acceptance{ProposalID: chosen})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := markettest.Call(s, marina, contract.Withdraw, contract.Ending{ContractID: agreed.ContractID, Reason: "Sem agenda"}); err != nil {
		t.Fatal(err)
	}
	edit(t, s, id, `deadline = '10 dias'`)
	if _, err := markettest.Call(s, serra, proposal.Reopen, proposal.Reference{ProposalID: next}); err != nil {
		t.Fatal(err)
	}
	_, err = markettest.Call(s, serra, proposal.Accept, proposal.Acceptance{ProposalID: next})
	if code := markettest.Code(err); code != "proposal_outdated" {
		t.Errorf("accepted for another deadline: %q", code)
	}
}

func TestFields(t *testing.T) {
	t.Parallel()
	for want, changed := range map[string][]string{
		"orçamento":                        {"budget", "budget_min_cents", "budget_max_cents"},
		"prazo e título":                   {"title", "deadline", "deadline_on"},
		"descrição, habilidades e título":  {"title", "description", "skills"},
		"habilidades e tecnologias":        {"skills", "technologies"},
		"categoria e nível de experiência": {"category", "experience_level"},
	} {
		if got := project.Fields(changed); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
