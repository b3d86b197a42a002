// Package moderation takes reports of content from anybody, signed in or not, and an
// administrator's decision about each. It removes nothing by itself.
package moderation

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market"
	"automacao/internal/market/limits"
	"automacao/internal/market/transition"
)

// reportsPeriod is the period to which limits.ReportsDailyMax applies.
const reportsPeriod = 24 * time.Hour

// Refusals of a report.
var (
	ErrUnknownKind    = fault.New(http.StatusUnprocessableEntity, "unknown_kind", "Só perfis, projetos e mensagens podem ser denunciados.")
	ErrUnknownReason  = fault.New(http.StatusUnprocessableEntity, "unknown_reason", "Escolha o motivo da denúncia.")
	ErrDetailsTooLong = fault.New(http.StatusUnprocessableEntity, "details_too_long", limits.Say("Os detalhes têm no máximo {reports.details} caracteres."))
	ErrNothingThere   = fault.New(http.StatusNotFound, "subject_not_found", "O conteúdo denunciado não foi encontrado.")
	ErrTooMany        = fault.New(http.StatusTooManyRequests, "too_many_reports", limits.Say("Você atingiu o limite de {reports_daily_max} denúncias por dia. Tente novamente amanhã."))
)

var reasons = []string{"fraud", "spam", "offensive", "contact", "false_information", "other"}

// Complaint says what is wrong with a profile, a project or a message.
type Complaint struct {
	Kind      string    `json:"kind"`
	SubjectID uuid.UUID `json:"subject_id"`
	Reason    string    `json:"reason"`
	Details   string    `json:"details"`
}

// Ticket is the number that a reporter can refer to.
type Ticket struct {
	Number int64 `json:"number"`
}

// subjects finds the reported content, which must be visible to the reporter ($2). The server looks
// up its text and who answers for it, so that the reporter cannot state them.
var subjects = map[string]string{
	"profile": `SELECT id, name || coalesce(nullif(': ' || headline, ': '), '') FROM public.profiles WHERE id = $1 AND status = 'active' AND role <> 'admin' AND $2::uuid IS NOT NULL`,
	"project": `SELECT o.company_id, p.title FROM public.projects p JOIN public.project_owners o ON o.project_id = p.id WHERE p.id = $1 AND $2::uuid IS NOT NULL`,
	"message": `SELECT from_id, content FROM public.messages WHERE id = $1 AND to_id = $2`,
}

// Report files a complaint and tells the administrators. A repeated complaint of the same reporter
// about the same subject returns the same ticket while it is open.
func Report(visitors market.Visitors) func(context.Context, pgx.Tx, Complaint) (Ticket, error) {
	return func(ctx context.Context, tx pgx.Tx, in Complaint) (Ticket, error) {
		in.Details = humantext.Paragraphs(in.Details)
		if err := in.validate(); err != nil {
			return Ticket{}, err
		}
		var answersFor uuid.UUID
		var excerpt string
		err := tx.QueryRow(ctx, subjects[in.Kind], in.SubjectID, caller.From(ctx).UserID).Scan(&answersFor, &excerpt)
		if errors.Is(err, pgx.ErrNoRows) {
			return Ticket{}, ErrNothingThere
		}
		if err != nil {
			return Ticket{}, fmt.Errorf("look up what is reported: %w", err)
		}
		return file(ctx, tx, in, answersFor, excerpt, visitors.Address(ctx, "report"))
	}
}

func (c Complaint) validate() error {
	switch {
	case subjects[c.Kind] == "":
		return ErrUnknownKind
	case !slices.Contains(reasons, c.Reason):
		return ErrUnknownReason
	case utf8.RuneCountInString(c.Details) > limits.ReportsDetails:
		return ErrDetailsTooLong
	}
	return nil
}

func file(ctx context.Context, tx pgx.Tx, in Complaint, answersFor uuid.UUID, excerpt string, key []byte) (Ticket, error) {
	// The complaints of one reporter are serialised, so that the limit holds for parallel ones too.
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 0))`, key); err != nil {
		return Ticket{}, fmt.Errorf("wait for the reporter's other reports: %w", err)
	}
	var ticket Ticket
	err := tx.QueryRow(ctx, `SELECT number FROM public.reports WHERE reporter_key = $1 AND kind = $2 AND subject_id = $3 AND status = 'open'`,
		key, in.Kind, in.SubjectID).Scan(&ticket.Number)
	if err == nil || !errors.Is(err, pgx.ErrNoRows) {
		return ticket, err
	}
	if err := mayFile(ctx, tx, key); err != nil {
		return Ticket{}, err
	}
	err = tx.QueryRow(ctx, `
		INSERT INTO public.reports (kind, subject_id, profile_id, excerpt, reason, details, reporter_id, reporter_key)
		VALUES ($1, $2, $3, left($4, $9::int), $5, $6, nullif($7, '00000000-0000-0000-0000-000000000000'::uuid), $8) RETURNING number`,
		in.Kind, in.SubjectID, answersFor, excerpt, in.Reason, in.Details, caller.From(ctx).UserID, key, limits.ReportsExcerpt).Scan(&ticket.Number)
	if err != nil {
		return Ticket{}, fmt.Errorf("file report: %w", err)
	}
	return ticket, transition.Report.Tell(ctx, tx, transition.Told{
		Action: "report_content", Names: map[string]string{"report": named(ticket.Number)}, Bodies: map[transition.Audience]string{transition.TheAdmins: ""},
	})
}

// mayFile refuses a reporter who has reached the daily limit, and says how long to wait.
func mayFile(ctx context.Context, tx pgx.Tx, key []byte) error {
	var wait time.Duration
	err := tx.QueryRow(ctx, `
		SELECT created_at + $2::interval - now() FROM public.reports WHERE reporter_key = $1 AND created_at > now() - $2::interval
		ORDER BY created_at DESC OFFSET private.limit_of('reports_daily_max') - 1 LIMIT 1`, key, reportsPeriod).Scan(&wait)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("count reports: %w", err)
	}
	return ErrTooMany.After(wait)
}
