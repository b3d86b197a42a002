package project

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal"
	"automacao/internal/market/deal/scope"
	"automacao/internal/market/transition"
)

// Revise handles edited projects, inside the transaction that edited them. If the edit made a new
// revision, every sender of a pending or waiting proposal is told what changed and asked to confirm
// it.
func Revise(ctx context.Context, tx pgx.Tx, rows []json.RawMessage) error {
	for _, row := range rows {
		var edited struct {
			ID uuid.UUID `json:"id"`
		}
		if err := json.Unmarshal(row, &edited); err != nil {
			return fmt.Errorf("read project: %w", err)
		}
		if err := revise(ctx, tx, edited.ID); err != nil {
			return fmt.Errorf("tell of a revision of project %s: %w", edited.ID, err)
		}
	}
	return nil
}

// ReviseTechnologies is Revise for written rows of project_technologies, which change their projects.
func ReviseTechnologies(ctx context.Context, tx pgx.Tx, rows []json.RawMessage) error {
	var revised []uuid.UUID
	for _, row := range rows {
		var asked struct {
			ProjectID uuid.UUID `json:"project_id"`
		}
		if err := json.Unmarshal(row, &asked); err != nil {
			return fmt.Errorf("read technology of a project: %w", err)
		}
		if slices.Contains(revised, asked.ProjectID) {
			continue
		}
		revised = append(revised, asked.ProjectID)
		if err := revise(ctx, tx, asked.ProjectID); err != nil {
			return fmt.Errorf("tell of a revision of project %s: %w", asked.ProjectID, err)
		}
	}
	return nil
}

func revise(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	var title string
	var number int
	var changed []string
	// A revision has the start time of its transaction, so created_at = now() selects the revision
	// made by this one.
	err := tx.QueryRow(ctx, `
		SELECT p.title, r.number, r.changed
		FROM public.projects p JOIN public.project_revisions r ON r.project_id = p.id AND r.number = p.revision
		WHERE p.id = $1 AND r.number > 1 AND r.created_at = now()`, id).Scan(&title, &number, &changed)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look up the revision: %w", err)
	}
	rows, err := tx.Query(ctx, `
		SELECT id, professional_id FROM public.proposals
		WHERE project_id = $1 AND status IN ('pending', 'waiting') AND project_revision < $2 ORDER BY id`, id, number)
	if err != nil {
		return fmt.Errorf("list proposals: %w", err)
	}
	answered, err := pgx.CollectRows(rows, pgx.RowToStructByPos[deal.Moved])
	if err != nil {
		return fmt.Errorf("list proposals: %w", err)
	}
	told, err := describe(ctx, tx, id, number, changed)
	if err != nil {
		return err
	}
	for _, proposal := range answered {
		err := deal.Project{ID: id, Title: title}.Tell(ctx, tx, proposal, transition.Told{
			Action: "revise_project", Body: "Mudou: " + told + ". Confirme a sua proposta ou retire-a.",
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// describe says what a revision changed, with the facts of the scope that differ.
func describe(ctx context.Context, tx pgx.Tx, id uuid.UUID, number int, changed []string) (string, error) {
	told := Fields(changed)
	if !slices.Contains(changed, "scope") {
		return told, nil
	}
	facts, err := scope.Changed(ctx, tx, id, number)
	if err != nil || facts == "" {
		return told, err
	}
	return told + ". No escopo: " + facts, nil
}

// names maps the columns of a project to the words people use. Two columns may share a word.
var names = map[string]string{
	"title": "título", "description": "descrição", "category": "categoria", "experience_level": "nível de experiência",
	"budget": "orçamento", "budget_min_cents": "orçamento", "budget_max_cents": "orçamento",
	"deadline": "prazo", "deadline_on": "prazo", "skills": "habilidades", "technologies": "tecnologias",
	"city": "local", "state": "local", "work_mode": "modalidade", "starts_on": "início", "scope": "escopo",
}

// Fields lists the changed columns of a project in Portuguese: "orçamento e prazo".
func Fields(changed []string) string {
	var told []string
	for _, column := range changed {
		if name := names[column]; !slices.Contains(told, name) {
			told = append(told, name)
		}
	}
	slices.Sort(told)
	if last := len(told) - 1; last > 0 {
		return strings.Join(told[:last], ", ") + " e " + told[last]
	}
	return strings.Join(told, "")
}
