package acceptance

import (
	"net/url"
	"strings"
	"testing"

	"automacao/internal/postgres/dbtest"
	"automacao/verify/apptest"
)

// TestASkillHasOneMeaningByWhateverName checks that no name, label or slug in the catalogue belongs
// to two skills.
func TestASkillHasOneMeaningByWhateverName(t *testing.T) {
	t.Parallel()
	var different string
	err := dbtest.New(t).QueryRow(t.Context(), `
		SELECT coalesce(string_agg(s.slug, ' '), '') FROM public.skills s, unnest(ARRAY[s.slug, s.name, s.label, upper(s.name), ' ' || s.label || ' ']) AS word
		WHERE private.skill_slugs(ARRAY[word]) <> ARRAY[s.slug]`).Scan(&different)
	if err != nil || different != "" {
		t.Errorf("some are taken for others: %q, %v", different, err)
	}
}

func TestSkillsAreNamedAsPeopleNameThem(t *testing.T) {
	t.Parallel()
	b := setup(t)
	marina, serra := b.Member("professional", "Marina Alves"), b.Member("company", "Serra Azul")
	engineer, buyer := b.Session(marina), b.Session(serra)
	const slugs = `"skills":["programacao-clp", "visao-maquina"]`
	b.Must(request{Method: "PATCH", Path: "/rest/v1/profiles?id=eq." + marina.String(), Token: engineer, Body: map[string]any{"skills": []string{"programadores de clp", "VISÃO DE MÁQUINA"}}}, nil)
	if got := b.Reads(engineer, "profiles?select=skills&id=eq."+marina.String()); !strings.Contains(strings.ReplaceAll(got, `", "`, `","`), strings.ReplaceAll(slugs, `", "`, `","`)) {
		t.Errorf("a profile has %s", got)
	}
	project := map[string]any{
		"title": "Retrofit", "description": "Paletizadora", "budget": "R$ 10.000", "deadline": "30 dias", "skills": []string{"Programação de CLP", "visao-maquina"}, "company_id": serra,
	}
	if got := b.Ask(request{Method: "POST", Path: "/rest/v1/projects", Token: buyer, Body: project}); !strings.Contains(strings.ReplaceAll(got.Body, `", "`, `","`), strings.ReplaceAll(slugs, `", "`, `","`)) {
		t.Errorf("a project is answered %s", got.Body)
	}
	for _, named := range []string{`{programacao-clp}`, `{"Programadores de CLP"}`, `{programacao de clp,"redes industriais"}`, `{"PROGRAMAÇÃO DE CLP"}`} {
		for _, table := range []string{"projects", "profiles", "professionals"} {
			if got := b.Reads("", table+"?select=skills&skills=ov."+url.QueryEscape(named)); !strings.Contains(got, "programacao-clp") {
				t.Errorf("%s that have one of %s are %s", table, named, got)
			}
		}
	}
	for _, unknown := range []request{
		{Method: "GET", Path: "/rest/v1/projects?skills=ov." + url.QueryEscape(`{iiot,Astrologia}`)},
		{Method: "GET", Path: "/rest/v1/professionals?skills=cs." + url.QueryEscape(`{Astrologia}`), Token: engineer},
		{Method: "PATCH", Path: "/rest/v1/profiles?id=eq." + marina.String(), Token: engineer, Body: map[string]any{"skills": []string{"iiot", "Astrologia"}}},
		{Method: "POST", Path: "/auth/v1/signup", Body: map[string]any{"email": "rafael@exemplo.com.br", "password": apptest.Password, "data": map[string]any{
			"name": "Rafael Nunes", "document": "900.000.012-28", "terms": true, "skills": []string{"Astrologia", "iiot"}}}},
	} {
		got := b.Ask(unknown)
		if got.Status != 400 && got.Status != 422 || !strings.Contains(got.Body, "unknown_skill") || !strings.Contains(got.Body, "catálogo ou se repete: Astrologia.") {
			t.Errorf("%s %s is answered %d %s", unknown.Method, unknown.Path, got.Status, got.Body)
		}
	}
}
