// Package scope owns the scope of a project as its readers see it: it writes the answers to a model
// as Portuguese, says which facts are missing and why they change the price, and names what changed
// between two revisions. The database keeps the models, checks the answers and measures how clear a
// scope is.
package scope

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// Refusals of a scope.
var (
	ErrModelUnknown = fault.New(http.StatusUnprocessableEntity, "scope_model_unknown", "Não conhecemos este modelo de escopo. Escolha um da lista.")
	ErrNoScope      = fault.New(http.StatusNotFound, "scope_not_found", "Este projeto não tem um escopo montado.")
)

// Reference names the project that a call is about.
type Reference struct {
	ProjectID uuid.UUID `json:"project_id"`
}

// Version names a project and one of its revisions, 0 for the current one.
type Version struct {
	ProjectID uuid.UUID `json:"project_id"`
	Revision  int       `json:"revision,omitempty"`
}

// Draft is a scope that has not been published: the slug of its model and the answers. The version
// may be left out, which means the current one.
type Draft struct {
	Scope Scope `json:"scope"`
}

// Scope is the model that a project follows, and the answers to it by field.
type Scope struct {
	Model   string                     `json:"model"`
	Version int                        `json:"version,omitempty"`
	Answers map[string]json.RawMessage `json:"answers"`
}

// Written is a scope as text, how much of what its model asks has been answered, in percent, and at
// most three facts that would make it clearer, the weightiest first.
type Written struct {
	Text    string    `json:"text"`
	Clarity int       `json:"clarity"`
	Missing []Missing `json:"missing"`
}

// Missing is a fact that a scope does not say, and why it changes the price.
type Missing struct {
	Field string `json:"field"`
	Title string `json:"title"`
	Why   string `json:"why"`
}

// Write returns the scope of a published project. Whoever reads the project may read its current
// scope. Its company and whoever has proposed to it read those of its other revisions. Without a
// scope the text is empty.
func Write(ctx context.Context, tx pgx.Tx, in Version) (Written, error) {
	project, err := read(ctx, tx, in)
	if err != nil || project.scope == nil {
		return Written{Missing: []Missing{}}, err
	}
	model, err := load(ctx, tx, project.scope.Model, project.scope.Version)
	if err != nil {
		return Written{}, err
	}
	return Written{Text: model.Text(project.scope.Answers, Letter(project.revision)), Clarity: project.clarity, Missing: model.missing(project.scope.Answers)}, nil
}

// Text writes a stored scope, whose version of the model never changes.
func (s Scope) Text(ctx context.Context, tx pgx.Tx, revision int) (string, error) {
	model, err := load(ctx, tx, s.Model, s.Version)
	if err != nil {
		return "", err
	}
	return model.Text(s.Answers, Letter(revision)), nil
}

// Preview returns a scope that has not been published, as Write would. It stores nothing.
func Preview(ctx context.Context, tx pgx.Tx, in Draft) (Written, error) {
	model, err := load(ctx, tx, in.Scope.Model, in.Scope.Version)
	if err != nil {
		return Written{}, err
	}
	if in.Scope.Answers == nil {
		in.Scope.Answers = map[string]json.RawMessage{}
	}
	// As text, because a pooler's connection does not know the types of parameters.
	given, err := json.Marshal(in.Scope.Answers)
	if err != nil {
		return Written{}, fmt.Errorf("write a draft of a scope: %w", err)
	}
	var out Written
	var answers map[string]json.RawMessage
	err = tx.QueryRow(ctx, `
		SELECT answers, private.scope_clarity(m.fields, answers)
		FROM public.project_models m, private.scope_answers(m.fields, $3::text::jsonb) AS answers
		WHERE m.slug = $1 AND m.version = $2`, model.Slug, model.Version, string(given)).Scan(&answers, &out.Clarity)
	if err != nil {
		return Written{}, fmt.Errorf("check a draft of a scope: %w", err)
	}
	out.Text, out.Missing = model.Text(answers, Letter(1)), model.missing(answers)
	return out, nil
}

// published is a project with the scope that it has been published with.
type published struct {
	number   int
	title    string
	company  string
	revision int
	// revisedAt is when the revision was made, so that a printed scope stays the same.
	revisedAt time.Time
	scope     *Scope
	clarity   int
}

func read(ctx context.Context, tx pgx.Tx, of Version) (published, error) {
	var found published
	err := tx.QueryRow(ctx, `
		SELECT p.number, p.title, coalesce(c.name, 'Empresa confidencial'), r.number, r.created_at, r.scope, coalesce(private.scope_clarity(m.fields, r.scope -> 'answers'), 0)
		FROM public.projects p JOIN public.project_revisions r ON r.project_id = p.id AND r.number = coalesce(nullif($2, 0), p.revision)
		LEFT JOIN public.profiles c ON c.id = p.company_id
		LEFT JOIN public.project_models m ON m.slug = r.scope ->> 'model' AND m.version = (r.scope ->> 'version')::integer
		WHERE p.id = $1 AND (r.number = p.revision 
		  OR EXISTS (SELECT FROM public.project_owners o WHERE o.project_id = p.id AND o.company_id = ANY (private.parties($3, $4)))
		  OR EXISTS (SELECT FROM public.proposals o WHERE o.project_id = p.id AND o.professional_id = ANY (private.parties($3, $4))))`,
		of.ProjectID, of.Revision, party.Read, caller.From(ctx).UserID,
	).Scan(&found.number, &found.title, &found.company, &found.revision, &found.revisedAt, &found.scope, &found.clarity)
	if errors.Is(err, pgx.ErrNoRows) {
		return published{}, transition.ErrProjectNotFound
	}
	if err != nil {
		return published{}, fmt.Errorf("read the scope of project %s: %w", of.ProjectID, err)
	}
	return found, nil
}

// load returns a model; version 0 is the current one.
func load(ctx context.Context, tx pgx.Tx, slug string, version int) (Model, error) {
	var found Model
	err := tx.QueryRow(ctx, `
		SELECT slug, name, version, fields, texts FROM public.project_models
		WHERE slug = $1 AND CASE WHEN $2 = 0 THEN is_current ELSE version = $2 END`, slug, version,
	).Scan(&found.Slug, &found.Name, &found.Version, &found.Fields, &found.Texts)
	if errors.Is(err, pgx.ErrNoRows) {
		return Model{}, ErrModelUnknown
	}
	if err != nil {
		return Model{}, fmt.Errorf("read model %s: %w", slug, err)
	}
	return found, nil
}

// Letter returns the name of a revision: A for 1, Z for 26, AA for 27.
func Letter(revision int) string {
	if revision <= 26 {
		return string(rune('A' + revision - 1))
	}
	return Letter((revision-1)/26) + Letter((revision-1)%26+1)
}
