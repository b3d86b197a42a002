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
