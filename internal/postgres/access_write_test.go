package postgres_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/postgres"
)

// PostgreSQL's codes for refusals by grants and policies, and by checks.
const (
	forbidden = "42501"
	violated  = "23514"
)

// Statements of the cases below, which supply the parameters.
const (
	propose = `INSERT INTO public.proposals (project_id, professional_id, value, cover_letter) VALUES ($1, $2, 1500, 'Posso fazer')`
	write   = `INSERT INTO public.messages (from_id, to_id, content) VALUES ($1, $2, $3)`
	publish = `INSERT INTO public.projects (company_id, title, description, budget, deadline, skills) VALUES ($1, 'Linha', 'Texto', 'A combinar', '30 dias', $2)`
	exhibit = `INSERT INTO public.portfolio_projects (profile_id, title, description, role, image_urls) VALUES ($1, 'Envase', 'Linha', 'CLP', $2)`
	review  = `INSERT INTO public.reviews (contract_id, author_id, rating, content) VALUES ($1, $2, 4, 'Bom')`
	learn   = `UPDATE public.profiles SET skills = $2 WHERE id = $1`
)

func pictures(count int) []string {
	return slices.Repeat([]string{"/storage/v1/object/public/public-uploads/portfolio/a"}, count)
}

func TestWrites(t *testing.T) {
	t.Parallel()
	db := stage(t)
	known := []string{"retrofit", "iiot", "calibracao", "visao-maquina", "projeto-eletrico", "comissionamento"}
	for _, c := range []struct {
		fact, who, statement string
		arguments            []any
		want                 string
	}{
		{"NobodyProposesToAClosedProject", rafael, propose, []any{closedProject, rafael}, "project_not_open"},
		{"NobodyProposesToAMissingProject", rafael, propose, []any{marina, rafael}, "project_not_found"},
		{"NobodyProposesTwice", marina, propose, []any{openProject, marina}, "already_proposed"},
		{"ACompanyDoesNotProposeToItsOwnProject", serra, propose, []any{openProject, serra}, "own_project"},
		{"ACompanyDoesNotProposeToItsOwnConfidentialProject", vale, propose, []any{secretProject, vale}, "own_project"},
		{"AProposalCostsSomething", rafael, `INSERT INTO public.proposals (project_id, professional_id, value, cover_letter) VALUES ($1, $2, 0, 'Posso')`, []any{openProject, rafael}, "proposal_value_invalid"},
		{"NobodyWritesToThemselves", marina, write, []any{marina, marina, "Oi"}, violated},
		{"AMessageOfBlanksIsRefused", marina, write, []any{marina, serra, " \t\n\u3000"}, violated},
		{"AnEmptyMessageIsRefused", marina, write, []any{marina, serra, ""}, violated},
		{"AProjectOfAnUnknownSkillIsRefused", serra, publish, []any{serra, []string{"astrologia"}}, "unknown_skill"},
		{"AProjectWithoutASkillIsRefused", serra, publish, []any{serra, []string{}}, violated},
		{"NobodyReviewsAStrangersContract", marina, review, []any{doneContract, marina}, "contract_not_found"},
		{"NobodyReviewsTwice", rafael, review, []any{doneContract, rafael}, "already_reviewed"},
		{"NobodyReviewsForAnother", marina, review, []any{doneContract, serra}, "contract_not_found"},
		{"AnAnswerSaysSomething", serra, `UPDATE public.reviews SET answer = ' ' WHERE id = $1`, []any{publishedReview}, violated},
		{"NobodyRecallsWhatWasAnswered", marina, `SELECT FROM private.recall_answer($1, sha256('k'))`, []any{marina}, forbidden},
		{"NobodyKeepsAnAnswer", marina, `SELECT private.keep_answer($1, sha256('k'), sha256('k'), 200, '{}', NULL)`, []any{marina}, forbidden},
		{"NobodyMeasuresAnother", rafael, `SELECT private.measure($1, 'projects', 20, 'projects_daily_max', interval '1 day')`, []any{serra}, forbidden},
		{"TheServerTakesNoStepThatNoTableHas", "service_role", `UPDATE public.contracts SET status = 'active' WHERE id = $1`, []any{doneContract}, "transition_refused"},
		{"TheServerTakesNamesOutOfTheLogOnly", "service_role", `UPDATE public.audit_log SET subject_label = 'Outra coisa'`, nil, "log_is_final"},
		{"TheServerDoesNotForgetWhatWasDone", "service_role", `UPDATE public.audit_log SET details = '{"by": "Usuário removido"}'`, nil, "log_is_final"},
		{"FiveSkillsAreFine", marina, learn, []any{marina, known[:5]}, "1 rows"},
		{"SixSkillsAreTooMany", marina, learn, []any{marina, known}, violated},
		{"AnUnknownSkillIsRefused", marina, learn, []any{marina, []string{"astrologia"}}, "unknown_skill"},
		{"ASkillIsKnownByNameAndLabel", marina, learn, []any{marina, []string{"programadores  de clp", "Visao de Máquina", "iiot"}}, "1 rows"},
		{"ASkillIsNotChosenByTwoNames", marina, learn, []any{marina, []string{"IIoT / Indústria 4.0", "iiot"}}, "unknown_skill"},
		{"ARepeatedSkillIsRefused", marina, learn, []any{marina, []string{"iiot", "iiot"}}, "unknown_skill"},
		{"FivePicturesAreFine", marina, exhibit, []any{marina, pictures(5)}, "1 rows"},
		{"SixPicturesAreTooMany", marina, exhibit, []any{marina, pictures(6)}, violated},
	} {
		t.Run(c.fact, func(t *testing.T) {
			t.Parallel()
			if got := try(t, db.Pool, c.who, c.statement, c.arguments...); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestOfProposalsSentTogetherOneIsKept(t *testing.T) {
	t.Parallel()
	db := stage(t)
	const together = 50
	outcomes := make(chan string, together)
	var senders sync.WaitGroup
	for range together {
		senders.Go(func() {
			var tag pgconn.CommandTag
			err := postgres.As(t.Context(), db.Pool, as(t, rafael), func(tx pgx.Tx) error {
				var err error
				tag, err = tx.Exec(t.Context(), propose, openProject, rafael)
				return err
			})
			outcomes <- outcome(tag, err)
		})
	}
	senders.Wait()
	close(outcomes)
	told := map[string]int{}
	for what := range outcomes {
		told[what]++
	}
	if told["1 rows"] != 1 || told["already_proposed"] != together-1 {
		t.Errorf("they were told %v", told)
	}
	if rows := count(t, db.Pool, rafael, `public.proposals WHERE project_id = '`+openProject+`'`); rows != 1 {
		t.Errorf("%d proposals are kept", rows)
	}
	if rows := count(t, db.Pool, "anon", `public.projects WHERE id = '`+openProject+`' AND proposals_count = 2`); rows != 1 {
		t.Error("the project does not count them")
	}
}

func TestAProjectThatBecomesConfidentialLosesItsCompany(t *testing.T) {
	t.Parallel()
	db := stage(t)
	for _, step := range []struct {
		secret bool
		named  int
	}{{true, 0}, {false, 1}} {
		err := postgres.As(t.Context(), db.Pool, as(t, serra), func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE public.projects SET is_confidential = $2 WHERE id = $1`, openProject, step.secret)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if named := count(t, db.Pool, marina, `public.projects WHERE id = '`+openProject+`' AND company_id IS NOT NULL`); named != step.named {
			t.Errorf("confidential %v: %d name it", step.secret, named)
		}
	}
}
