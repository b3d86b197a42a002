package postgres_test

import (
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
)

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
