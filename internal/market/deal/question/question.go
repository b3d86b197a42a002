// Package question owns the questions that professionals ask about a project before they propose,
// and the clarifications that its company gives to all of them. Nobody is told who asked.
package question

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// Refusals of a question or an answer.
var (
	ErrNotFound         = fault.New(http.StatusNotFound, "question_not_found", "Pergunta não encontrada.")
	ErrAnswered         = fault.New(http.StatusConflict, "question_answered", "Esta pergunta já foi respondida.")
	ErrTextRequired     = fault.New(http.StatusUnprocessableEntity, "text_required", "Escreva o texto.")
	ErrTextTooLong      = fault.New(http.StatusUnprocessableEntity, "text_too_long", limits.Say("O texto tem no máximo {project_questions.content} caracteres."))
	ErrTooMany          = fault.New(http.StatusConflict, "too_many_questions", limits.Say("Você tem {questions_open_max} perguntas sem resposta neste projeto. Espere uma resposta antes de perguntar mais."))
	ErrForProfessionals = fault.New(http.StatusForbidden, "professionals_only", "Apenas profissionais podem perguntar sobre um projeto.")
	ErrOwnProject       = fault.New(http.StatusConflict, "own_project_question", "Este projeto é da sua empresa.")
)

// Question is a question or clarification about a project.
type Question struct {
	ProjectID uuid.UUID `json:"project_id"`
	Content   string    `json:"content"`
}

// Stored names a stored question or clarification.
type Stored struct {
	ID uuid.UUID `json:"id"`
}

// Ask asks a question about an open project. Anybody with the right to publish for a professional
// party may ask. The company is told of the question, but not who asked.
func Ask(ctx context.Context, tx pgx.Tx, in Question) (Stored, error) {
	content, err := text(in.Content)
	if err != nil {
		return Stored{}, err
	}
	project, err := deal.LockProject(ctx, tx, in.ProjectID)
	if err != nil {
		return Stored{}, err
	}
	if project.Status != transition.Project.Initial {
		return Stored{}, transition.ErrNotOpen
	}
	asker, err := askingParty(ctx, tx, project)
	if err != nil {
		return Stored{}, err
	}
	var stored Stored
	err = tx.QueryRow(ctx, `INSERT INTO public.project_questions (project_id, content) VALUES ($1, $2) RETURNING id`, project.ID, content).Scan(&stored.ID)
	if err != nil {
		return Stored{}, fmt.Errorf("store question: %w", err)
	}
	_, err = tx.Exec(ctx, `INSERT INTO private.question_askers (question_id, party_id, person_id) VALUES ($1, $2, $3)`, stored.ID, asker, caller.From(ctx).UserID)
	if err != nil {
		return Stored{}, fmt.Errorf("store who asked: %w", err)
	}
	return stored, notification.TellParty(ctx, tx, project.CompanyID, party.Publish, notification.News{
		Kind: notification.Question, Title: "Nova pergunta: " + project.Title, Many: "{n} novas perguntas: " + project.Title, Body: content,
		SubjectKind: notification.AboutProject, SubjectID: project.ID, Group: "questions:" + project.ID.String(),
	})
}

// askingParty returns the professional party for which the caller asks, preferring their own. It
// refuses a party with too many unanswered questions about the project.
func askingParty(ctx context.Context, tx pgx.Tx, project deal.Project) (asker uuid.UUID, err error) {
	own, err := party.ActsFor(ctx, tx, project.CompanyID, party.Read)
	if err != nil {
		return uuid.Nil, err
	}
	if own {
		return uuid.Nil, ErrOwnProject
	}
	var open int
	err = tx.QueryRow(ctx, `
		SELECT p.id, (SELECT count(*) FROM private.question_askers a JOIN public.project_questions q ON q.id = a.question_id
		              WHERE a.party_id = p.id AND q.project_id = $2 AND q.answer IS NULL)
		FROM public.profiles p
		WHERE p.id = ANY ((SELECT private.parties($3, $1))::uuid[]) AND p.role = 'professional'
		ORDER BY p.id = $1 DESC, p.id LIMIT 1`, caller.From(ctx).UserID, project.ID, party.Publish).Scan(&asker, &open)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return uuid.Nil, ErrForProfessionals
	case err != nil:
		return uuid.Nil, fmt.Errorf("look up who asks: %w", err)
	case open >= limits.QuestionsOpenMax:
		return uuid.Nil, ErrTooMany
	}
	return asker, nil
}

func text(given string) (string, error) {
	said := humantext.Paragraphs(given)
	switch {
	case said == "":
		return "", ErrTextRequired
	case utf8.RuneCountInString(said) > limits.ProjectQuestionsContent:
		return "", ErrTextTooLong
	}
	return said, nil
}

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
