package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	market "automacao/internal/market/deal/project"
	"automacao/internal/market/deal/question"
)

// edition changes the project at index project after proposals were sent.
type edition struct {
	project     int
	description string
	budget      string
	maxCents    int64
	deadline    string
}

// Marina has to confirm her proposal for the first project, and the demonstration's company
// received one for the second that has to be confirmed.
var editions = []edition{
	{project: 11, budget: "R$ 18.000 – R$ 24.000", maxCents: 2400000, deadline: "30 dias",
		description: "CODESYS (WEG PLC500), 4 eixos servo EtherCAT, IHM de 10\", 20 receitas, eletropneumática Festo.\n\nTrabalho remoto com 1 semana de try-out presencial."},
	{project: 10, budget: "R$ 35.000 – R$ 50.000", maxCents: 5000000, deadline: "45 dias, com a parada de fim de ano",
		description: "240 garrafas por minuto, OCR de lote e validade, presença e posição do rótulo, rejeito por sopro, integração com CLP S7-1500.\n\nTaxa de falso rejeito menor que 0,5%."},
}

// revise edits projects that already have proposals, as the protocol would.
func (l *loader) revise(ctx context.Context) error {
	for _, e := range editions {
		at := l.days.lately(ageOf(e.project) * 3 / 10)
		var row json.RawMessage
		err := l.tx.QueryRow(ctx, `
			UPDATE public.projects SET description = $2, budget = $3, budget_max_cents = $4, deadline = $5
			WHERE id = $1 RETURNING to_jsonb(projects)`,
			l.projects[e.project], e.description, e.budget, e.maxCents, e.deadline).Scan(&row)
		if err != nil {
			return fmt.Errorf("edit %s: %w", projects[e.project].title, err)
		}
		if err := l.say(ctx, at, func() error { return market.Revise(ctx, l.tx, []json.RawMessage{row}) }); err != nil {
			return err
		}
		if _, err := l.tx.Exec(ctx, `UPDATE public.project_revisions SET created_at = $2 WHERE project_id = $1 AND number > 1`, l.projects[e.project], at); err != nil {
			return err
		}
	}
	return nil
}

// exchange is a question by the professional at index asker about the project at index project, and
// its answer, if there is one yet.
type exchange struct {
	project int
	asker   int
	content string
	answer  string
}

var exchanges = []exchange{
	{0, 1, "Os inversores atuais têm cartão PROFIBUS original ou conversor externo?", "Cartão original nos seis, modelo 6SE70. A lista está anexada na visita técnica."},
	{0, 11, "A parada de dezembro inclui a sala elétrica ou só a linha?", "Inclui as duas, das 6h de sábado às 18h de terça."},
	{0, 4, "Há apreciação de riscos da linha depois da última alteração?", ""},
	{4, 0, "Os dois segmentos têm repetidor óptico entre os prédios?", "Só o segundo. O primeiro é todo em cobre, com 640 m."},
}

// clarifications are published by companies without a question, by index of the project.
var clarifications = map[int]string{
	0: "A visita técnica será na quinta-feira, às 9h, com integração de segurança de 40 minutos. Levem calçado com biqueira.",
}

// wonder asks and answers questions through the market's own workflows, between the proposals.
func (l *loader) wonder(ctx context.Context) error {
	for _, x := range exchanges {
		if err := l.exchange(ctx, x); err != nil {
			return err
		}
	}
	for about, said := range clarifications {
		err := l.say(ctx, l.days.lately(ageOf(about)/2), func() error {
			clear, err := question.Publish(as(ctx, l.owner(about)), l.tx, question.Question{ProjectID: l.projects[about], Content: said})
			return errors.Join(err, l.answered(ctx, clear.ID, ageOf(about)/2))
		})
		if err != nil {
			return fmt.Errorf("clarify %q: %w", said, err)
		}
	}
	return nil
}

func (l *loader) exchange(ctx context.Context, x exchange) error {
	age := ageOf(x.project)
	var asked question.Stored
	err := l.say(ctx, l.days.lately(age*7/10), func() (err error) {
		asked, err = question.Ask(as(ctx, l.ids[professionals[x.asker].email]), l.tx, question.Question{ProjectID: l.projects[x.project], Content: x.content})
		return err
	})
	if err != nil {
		return fmt.Errorf("ask %q: %w", x.content, err)
	}
	if x.answer == "" {
		return nil
	}
	err = l.say(ctx, l.days.lately(age/2), func() error {
		_, err := question.Answer(as(ctx, l.owner(x.project)), l.tx, question.Reply{QuestionID: asked.ID, Answer: x.answer})
		return errors.Join(err, l.answered(ctx, asked.ID, age/2))
	})
	if err != nil {
		return fmt.Errorf("answer %q: %w", x.content, err)
	}
	return nil
}

// answered backdates an answer.
func (l *loader) answered(ctx context.Context, questionID uuid.UUID, ago time.Duration) error {
	_, err := l.tx.Exec(ctx, `UPDATE public.project_questions SET answered_at = $2 WHERE id = $1 AND answer IS NOT NULL`, questionID, l.days.lately(ago))
	return err
}

func (l *loader) owner(project int) uuid.UUID {
	return l.ids[companies[projects[project].owner].email]
}
