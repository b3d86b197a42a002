package postgres_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

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

// The team of Serra Azul, by role; Serra herself is its owner. They are people and not parties.
const (
	eva    = "00000000-0000-7000-8000-000000000041" // buyer
	igor   = "00000000-0000-7000-8000-000000000042" // engineer
	flavia = "00000000-0000-7000-8000-000000000043" // finance
	rui    = "00000000-0000-7000-8000-000000000044" // reader
)

// staff creates organisations for Serra and Vale, each with an invitation, and gives Serra a team.
func staff(t *testing.T, owner *pgxpool.Pool) {
	t.Helper()
	for _, firm := range []struct{ id, name, document string }{{serra, "Serra Azul Bebidas Ltda.", "90000000000003"}, {vale, "Vale Verde S.A.", "90000000000004"}} {
		fixture(t, owner, `INSERT INTO public.organisations (id, role, legal_name, document) VALUES ($1, 'company', $2, $3)`, firm.id, firm.name, firm.document)
		fixture(t, owner, `INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $1, 'owner')`, firm.id)
	}
	for _, p := range []struct{ id, role, name string }{
		{eva, "buyer", "Eva Martins"}, {igor, "engineer", "Igor Prado"}, {flavia, "finance", "Flávia Rocha"}, {rui, "reader", "Rui Castro"},
	} {
		fixture(t, owner, `INSERT INTO auth.users (id, email) VALUES ($1, $2)`, p.id, p.role+"@serra.exemplo.test")
		fixture(t, owner, `INSERT INTO public.profiles (id, role, name, is_party) VALUES ($1, 'company', $2, false)`, p.id, p.name)
		fixture(t, owner, `INSERT INTO public.accounts (profile_id, email) VALUES ($1, $2)`, p.id, p.role+"@serra.exemplo.test")
		fixture(t, owner, `INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, $3)`, serra, p.id, p.role)
	}
	fixture(t, owner, `
		INSERT INTO public.invitations (organisation_id, email, role, token_hash, invited_by, expires_at)
		VALUES ($1, 'novo@serra.exemplo.test', 'buyer', sha256('serra'), $1, now() + interval '7 days'),
		       ($2, 'novo@vale.exemplo.test', 'buyer', sha256('vale'), $2, now() + interval '7 days')`, serra, vale)
}

// The acts of team members, each with the right that it needs.
var acts = []struct {
	name, right, party, statement string
	arguments                     []any
}{
	{"PublishesAProject", "publish", serra, publish, []any{serra, []string{"retrofit"}}},
	{"EditsAProject", "publish", serra, `UPDATE public.projects SET title = 'Outro' WHERE id = $1`, []any{openProject}},
	{"AnswersAReview", "negotiate", serra, `UPDATE public.reviews SET answer = 'Obrigada' WHERE id = $1`, []any{publishedReview}},
	{"EditsTheProfile", "manage", serra, learn, []any{serra, []string{}}},
	{"UploadsThePicture", "manage", serra, `INSERT INTO storage.objects (bucket_id, name, owner) VALUES ('public-uploads', 'avatars/' || $1 || '-a.webp', auth.uid())`, []any{serra}},
	{"Exhibits", "publish", marina, exhibit, []any{marina, []string{}}},
	{"EditsThePortfolio", "publish", marina, `UPDATE public.portfolio_projects SET title = 'Outro' WHERE profile_id = $1`, []any{marina}},
	{"EmptiesThePortfolio", "publish", marina, `DELETE FROM public.portfolio_projects WHERE profile_id = $1`, []any{marina}},
	{"UploadsToThePortfolio", "publish", marina, `INSERT INTO storage.objects (bucket_id, name, owner) VALUES ('public-uploads', 'portfolio/' || $1 || '-a.webp', auth.uid())`, []any{marina}},
	{"Proposes", "negotiate", marina, propose, []any{secretProject, marina}},
}

// roles list the rights of each role. The team belongs to Serra and, in the test, to the
// organisation that Marina founds.
var roles = []struct {
	role, person string
	rights       map[string]bool
}{
	{"Owner", serra, map[string]bool{"read": true, "publish": true, "negotiate": true, "fulfil": true, "pay": true, "manage": true}},
	{"Buyer", eva, map[string]bool{"read": true, "publish": true, "negotiate": true, "fulfil": true}},
	{"Engineer", igor, map[string]bool{"read": true, "publish": true, "fulfil": true}},
	{"Finance", flavia, map[string]bool{"read": true, "pay": true}},
	{"Reader", rui, map[string]bool{"read": true}},
	{"Stranger", vale, map[string]bool{}},
}

func TestARoleDoesWhatItsRightsAllow(t *testing.T) {
	t.Parallel()
	db := stage(t)
	fixture(t, db.Owner, `INSERT INTO public.organisations (id, role, kind, legal_name) VALUES ($1, 'professional', 'pj', 'Alves Automação')`, marina)
	fixture(t, db.Owner, `
		INSERT INTO public.memberships (organisation_id, person_id, role)
		SELECT $1::uuid, person_id, role FROM public.memberships WHERE organisation_id = $2 UNION ALL SELECT $1, $1, 'owner'`, marina, serra)
	for _, r := range roles {
		for _, act := range acts {
			t.Run(r.role+act.name, func(t *testing.T) {
				got := try(t, db.Pool, r.person, act.statement, act.arguments...)
				if done := got != forbidden && got != "0 rows"; done != r.rights[act.right] {
					t.Errorf("got %s", got)
				}
			})
		}
		for _, right := range []string{"read", "publish", "negotiate", "fulfil", "pay", "manage"} {
			if acts := count(t, db.Pool, r.person, `(SELECT WHERE private.acts_for('`+serra+`', '`+right+`')) AS found`) > 0; acts != r.rights[right] {
				t.Errorf("%s to %s: %v", r.role, right, acts)
			}
		}
	}
}

func TestABlockedPartyIsOnlyRead(t *testing.T) {
	t.Parallel()
	db := stage(t)
	fixture(t, db.Owner, `UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, serra)
	for _, r := range roles[:5] {
		if got := try(t, db.Pool, r.person, publish, serra, []string{"retrofit"}); got != forbidden {
			t.Errorf("%s publishes: %s", r.role, got)
		}
		if rows := count(t, db.Pool, r.person, "public.contracts"); rows != 1 {
			t.Errorf("%s sees %d contracts", r.role, rows)
		}
	}
}

func TestAnOrganisationKeepsAnOwner(t *testing.T) {
	t.Parallel()
	db := stage(t)
	for _, statement := range []string{
		`DELETE FROM public.memberships WHERE organisation_id = $1 AND role = 'owner'`,
		`UPDATE public.memberships SET role = 'reader' WHERE organisation_id = $1 AND role = 'owner'`,
	} {
		tag, err := db.Owner.Exec(t.Context(), statement, serra)
		if got := outcome(tag, err); got != "last_owner" {
			t.Errorf("%s: %s", statement, got)
		}
	}
}
