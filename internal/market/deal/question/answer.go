package question

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// Reply is a company's answer to a question.
type Reply struct {
	QuestionID uuid.UUID `json:"question_id"`
	Answer     string    `json:"answer"`
}

// Answer answers a question, and tells the party that asked and every party with a proposal. A
// question can be answered once. Only members of the project's company with the right to publish
// may answer.
func Answer(ctx context.Context, tx pgx.Tx, in Reply) (Stored, error) {
	answer, err := text(in.Answer)
	if err != nil {
		return Stored{}, err
	}
	var projectID uuid.UUID
	err = tx.QueryRow(ctx, `SELECT project_id FROM public.project_questions WHERE id = $1`, in.QuestionID).Scan(&projectID)
	if errors.Is(err, pgx.ErrNoRows) {
		return Stored{}, ErrNotFound
	}
	if err != nil {
		return Stored{}, fmt.Errorf("look up question: %w", err)
	}
	project, err := lockOwn(ctx, tx, projectID, ErrNotFound)
	if err != nil {
		return Stored{}, err
	}
	tag, err := tx.Exec(ctx, `UPDATE public.project_questions SET answer = $2, answered_at = now() WHERE id = $1 AND answer IS NULL`, in.QuestionID, answer)
	if err != nil {
		return Stored{}, fmt.Errorf("answer question %s: %w", in.QuestionID, err)
	}
	if tag.RowsAffected() == 0 {
		return Stored{}, ErrAnswered
	}
	return Stored{ID: in.QuestionID}, tellListeners(ctx, tx, project, in.QuestionID, "Pergunta respondida", answer)
}

// Publish publishes a clarification about an open project, and tells every party with a proposal.
// Only members of the project's company with the right to publish may.
func Publish(ctx context.Context, tx pgx.Tx, in Question) (Stored, error) {
	said, err := text(in.Content)
	if err != nil {
		return Stored{}, err
	}
	project, err := lockOwn(ctx, tx, in.ProjectID, transition.ErrProjectNotFound)
	if err != nil {
		return Stored{}, err
	}
	if project.Status != transition.Project.Initial {
		return Stored{}, transition.ErrNotOpen
	}
	var stored Stored
	err = tx.QueryRow(ctx, `INSERT INTO public.project_questions (project_id, answer, answered_at) VALUES ($1, $2, now()) RETURNING id`, project.ID, said).Scan(&stored.ID)
	if err != nil {
		return Stored{}, fmt.Errorf("store clarification: %w", err)
	}
	return stored, tellListeners(ctx, tx, project, stored.ID, "Esclarecimento", said)
}

// lockOwn locks a project of a company for which the caller may publish. A project that does not
// exist and one that is not the caller's get the same answer.
func lockOwn(ctx context.Context, tx pgx.Tx, id uuid.UUID, unknown error) (deal.Project, error) {
	project, err := deal.LockProject(ctx, tx, id)
	if err != nil {
		return deal.Project{}, err
	}
	for _, needed := range []struct {
		right  string
		answer error
	}{{party.Read, unknown}, {party.Publish, party.ErrRight}} {
		acts, err := party.ActsFor(ctx, tx, project.CompanyID, needed.right)
		if err != nil {
			return deal.Project{}, err
		}
		if !acts {
			return deal.Project{}, needed.answer
		}
	}
	return project, nil
}

// tellListeners tells the party that asked and every party with a pending, waiting or accepted
// proposal.
func tellListeners(ctx context.Context, tx pgx.Tx, project deal.Project, questionID uuid.UUID, title, body string) error {
	rows, err := tx.Query(ctx, `
		SELECT party_id FROM private.question_askers WHERE question_id = $1
		UNION
		SELECT professional_id FROM public.proposals WHERE project_id = $2 AND status IN ('pending', 'waiting', 'accepted')
		ORDER BY 1`, questionID, project.ID)
	if err != nil {
		return fmt.Errorf("list who listens: %w", err)
	}
	listeners, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return fmt.Errorf("list who listens: %w", err)
	}
	for _, listener := range listeners {
		err := notification.TellParty(ctx, tx, listener, party.Negotiate, notification.News{
			Kind: notification.Question, Title: title + ": " + project.Title, Body: body,
			SubjectKind: notification.AboutPublicProject, SubjectID: project.ID,
		})
		if err != nil {
			return err
		}
	}
	return nil
}
