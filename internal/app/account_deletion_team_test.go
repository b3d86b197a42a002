package app_test

import (
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
	"automacao/internal/market/people/account"
	"automacao/internal/market/people/organisation"
	"automacao/verify/apptest"
)

// team returns a company with a contract, its founder, and a colleague with a role.
func (h house) team(role string) (serra, eva uuid.UUID) {
	h.t.Helper()
	marina, serra := h.register("professional", "Marina Alves", "900.000.011-47"), h.register("company", "Serra Azul", "DE.MO0.001/0001-07")
	sent := h.Proposal(h.Project(serra, "Retrofit"), marina)
	if _, err := markettest.Call(h.Stage, serra, proposal.Accept, proposal.Acceptance{ProposalID: sent}); err != nil {
		h.t.Fatal(err)
	}
	h.Project(serra, "Outro")
	return serra, h.Colleague(serra, role, "Eva Martins")
}

func TestAFoundersDeletionLeavesTheOrganisationToItsOwners(t *testing.T) {
	t.Parallel()
	h := open(t)
	serra, eva := h.team("buyer")
	leave := account.Delete(h.door)
	_, err := markettest.Call(h.Stage, serra, leave, account.Farewell{Password: apptest.Password})
	if code := markettest.Code(err); code != "last_owner" {
		t.Fatalf("the last owner leaves: %q", code)
	}
	h.Exec(`UPDATE public.memberships SET role = 'owner' WHERE person_id = $1`, eva)
	h.Exec(`INSERT INTO storage.objects (bucket_id, name, owner, version, size_bytes, metadata) VALUES ('public-uploads', 'avatars/' || $1::uuid || '-1', $1, gen_random_uuid(), 1, '{}')`, serra)
	if _, err := markettest.Call(h.Stage, serra, leave, account.Farewell{Password: apptest.Password}); err != nil {
		t.Fatal(err)
	}
	for fact, c := range map[string]struct{ query, want string }{
		"ThePartyKeepsItsFace":     {`SELECT name || ' ' || status FROM public.profiles WHERE id = $1`, "Serra Azul active"},
		"AndItsPicture":            {`SELECT count(*)::text FROM storage.objects WHERE name LIKE 'avatars/' || $1::uuid || '%'`, "1"},
		"AndItsOpenProject":        {`SELECT count(*)::text FROM public.projects WHERE company_id = $1 AND status = 'open'`, "1"},
		"ThePersonIsGone":          {`SELECT count(*)::text FROM public.accounts WHERE profile_id = $1`, "0"},
		"AndActsForNobody":         {`SELECT cardinality(private.parties('read', $1))::text`, "0"},
		"SomebodyElseReadsForThem": {`SELECT p.name FROM public.profiles p JOIN public.profiles party ON party.contact_id = p.id WHERE party.id = $1`, "Eva Martins"},
	} {
		if got := h.Text(c.query, serra); got != c.want {
			t.Errorf("%s: %s", fact, got)
		}
	}
}

func TestAColleaguesDeletionTakesNothingAlong(t *testing.T) {
	t.Parallel()
	h := open(t)
	serra := h.register("company", "Serra Azul", "DE.MO0.001/0001-07")
	eva := h.register("professional", "Eva Martins", "900.000.011-47")
	h.Exec(`UPDATE public.profiles SET is_party = false, role = 'company' WHERE id = $1`, eva)
	h.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, 'buyer')`, serra, eva)
	h.Exec(`INSERT INTO public.invitations (organisation_id, email, role, token_hash, expires_at, status, decided_at) VALUES ($1, $2, 'buyer', sha256('x'), now(), 'accepted', now())`,
		serra, emailOf("Eva"))
	h.Project(serra, "Retrofit")
	if _, err := markettest.Call(h.Stage, eva, account.Delete(h.door), account.Farewell{Password: apptest.Password}); err != nil {
		t.Fatal(err)
	}
	for fact, c := range map[string]struct{ query, want string }{
		"ThePersonHasNoName":      {`SELECT name FROM public.profiles WHERE id = $2 AND $1::uuid IS NOT NULL`, "Usuário removido"},
		"TheTeamIsSmaller":        {`SELECT count(*)::text FROM public.memberships WHERE organisation_id = $1 AND $2::uuid IS NOT NULL`, "1"},
		"TheAddressIsForgotten":   {`SELECT count(*)::text FROM public.invitations WHERE organisation_id = $1 AND $2::uuid IS NOT NULL`, "0"},
		"TheProjectsAreStillOpen": {`SELECT count(*)::text FROM public.projects WHERE company_id = $1 AND status = 'open' AND $2::uuid IS NOT NULL`, "1"},
	} {
		if got := h.Text(c.query, serra, eva); got != c.want {
			t.Errorf("%s: %s", fact, got)
		}
	}
}

func TestAnOrganisationEndsWithItsLastPerson(t *testing.T) {
	t.Parallel()
	h := open(t)
	serra := h.register("company", "Serra Azul", "DE.MO0.001/0001-07")
	h.Project(serra, "Retrofit")
	if _, err := markettest.Call(h.Stage, serra, account.Delete(h.door), account.Farewell{Password: apptest.Password}); err != nil {
		t.Fatal(err)
	}
	if got := h.Text(`SELECT p.name || ' ' || j.status FROM public.profiles p JOIN public.project_owners o ON o.company_id = p.id JOIN public.projects j ON j.id = o.project_id WHERE p.id = $1`, serra); got != "Usuário removido closed" {
		t.Errorf("left is %q", got)
	}
	if again := h.register("company", "Serra Azul", "DE.MO0.001/0001-07"); again == serra {
		t.Error("the firm is not free again")
	}
}

func TestFormerMembersExportNoneOfTheOrganisationsFiles(t *testing.T) {
	t.Parallel()
	h := open(t)
	serra, eva := h.team("owner")
	sections := func(fact string) map[string]string {
		t.Helper()
		got, err := markettest.Call(h.Stage, serra, account.ExportData, account.Nothing{})
		if err != nil {
			t.Fatalf("%s: %v", fact, err)
		}
		said := map[string]string{}
		for name, rows := range got.Sections {
			said[name] = string(rows)
		}
		return said
	}
	papers := []string{"organisation", "projects", "contracts"}
	before := sections("the founder")
	for _, paper := range papers {
		if before[paper] == "[]" {
			t.Errorf("the founder exports no %s", paper)
		}
	}
	if _, err := markettest.Call(h.Stage, serra, organisation.Leave, organisation.Reference{OrganisationID: serra}); err != nil {
		t.Fatal(err)
	}
	after := sections("who left")
	for _, paper := range papers {
		if after[paper] != "[]" {
			t.Errorf("a former member exports %s: %s", paper, after[paper])
		}
	}
	if after["account"] == "[]" || h.Text(`SELECT role FROM public.memberships WHERE person_id = $1`, eva) != "owner" {
		t.Error("the account is exported, and the organisation goes on")
	}
}
