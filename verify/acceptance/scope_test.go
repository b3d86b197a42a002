package acceptance

import (
	"net/http"
	"strings"
	"testing"
)

// TestAScopeIsPublishedWithItsProject covers the scope of a project from the official calls alone:
// published, read by a visitor, edited, told to a proposer, and kept in the contract.
func TestAScopeIsPublishedWithItsProject(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t))
	var published []struct {
		ID      string
		Clarity int `json:"scope_clarity"`
	}
	project := map[string]any{"company_id": c.ids["vale"], "title": "Retrofit", "description": "Trocar o CLP.", "budget": "A combinar", "deadline": "30 dias", "skills": []string{"retrofit"},
		"scope": map[string]any{"model": "retrofit-clp", "answers": map[string]any{"plc_now": "S7-300", "io": map[string]int{"ED": 128}}}}
	c.Must(request{Method: "POST", Path: "/rest/v1/projects?select=id,scope_clarity", Token: c.tokens["vale"], Headers: map[string]string{"Prefer": "return=representation"}, Body: project}, &published)
	if len(published) != 1 || published[0].Clarity == 0 {
		t.Fatalf("published is %+v", published)
	}
	written := func() string {
		var scope struct{ Text string }
		c.Must(request{Method: "POST", Path: "/rest/v1/rpc/write_scope", Body: map[string]any{"project_id": published[0].ID}}, &scope)
		return scope.Text
	}
	if text := written(); !strings.Contains(text, "(rev. A)") || !strings.Contains(text, "- 128 entradas digitais.") {
		t.Errorf("a visitor reads %s", text)
	}

	c.Must(request{Method: "POST", Path: "/rest/v1/proposals", Token: c.tokens["rafael"], Body: map[string]any{
		"project_id": published[0].ID, "professional_id": c.ids["rafael"], "value": 40000, "cover_letter": "Faço."}}, nil)
	edit := func(answers map[string]any) int {
		return c.Ask(request{Method: "PATCH", Path: "/rest/v1/projects?id=eq." + published[0].ID, Token: c.tokens["vale"],
			Body: map[string]any{"scope": map[string]any{"model": "retrofit-clp", "answers": answers}}}).Status
	}
	if got := edit(map[string]any{"plc_now": 7}); got != http.StatusUnprocessableEntity {
		t.Errorf("a wrong answer is answered %d", got)
	}
	if got := edit(map[string]any{"plc_now": "S7-300", "io": map[string]int{"ED": 140, "SA": 2}}); got != http.StatusOK {
		t.Errorf("an edit is answered %d", got)
	}
	if told := c.Text(`SELECT body FROM public.notifications WHERE profile_id = $1 ORDER BY created_at DESC LIMIT 1`, c.ids["rafael"]); !strings.Contains(told, "No escopo: Entradas e saídas (+12 ED, +2 SA).") {
		t.Errorf("Rafael is told %q", told)
	}
	if text := written(); !strings.Contains(text, "(rev. B)") || !strings.Contains(text, "- 140 entradas digitais e 2 saídas analógicas.") {
		t.Errorf("after the edit a visitor reads %s", text)
	}
}

// TestAdministratorsAddVersionsOfModels covers that a version that is added is the one that new scopes
// answer, that published scopes keep theirs, and that nobody else adds any.
func TestAdministratorsAddVersionsOfModels(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t))
	before := c.scoped()
	var models []map[string]any
	c.Must(request{Method: "GET", Path: "/rest/v1/project_models?select=slug,name,fields,texts&slug=eq.retrofit-clp&is_current=is.true"}, &models)
	next := models[0]
	next["name"] = "Retrofit e migração de CLP"
	for who, want := range map[string]int{"vale": http.StatusForbidden, "rafael": http.StatusForbidden, "admin": http.StatusCreated} {
		if got := c.Ask(request{Method: "POST", Path: "/rest/v1/project_models", Token: c.tokens[who], Body: next}); got.Status != want {
			t.Errorf("%s is answered %d %s", who, got.Status, got.Body)
		}
	}
	next["texts"] = map[string]any{"intro": "Sem seções"}
	if got := c.Ask(request{Method: "POST", Path: "/rest/v1/project_models", Token: c.tokens["admin"], Body: next}); got.Status != http.StatusBadRequest {
		t.Errorf("a model that cannot be written is answered %d %s", got.Status, got.Body)
	}
	if got := c.Text(`SELECT string_agg(scope ->> 'version', ' ' ORDER BY created_at) FROM public.projects WHERE id IN ($1, $2)`, before, c.scoped()); got != "1 2" {
		t.Errorf("the versions are %s", got)
	}
	if got := c.Text(`SELECT concat_ws(' ', action, subject_id, details ->> 'version') FROM public.audit_log WHERE action = 'add_model_version'`); got != "add_model_version retrofit-clp 2" {
		t.Errorf("the audit log has %q", got)
	}
}
