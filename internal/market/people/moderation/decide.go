package moderation

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
	"automacao/internal/market/limits"
	"automacao/internal/market/people/account"
	"automacao/internal/market/people/audit"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/transition"
)

// Refusals of a decision.
var (
	ErrUnknownDecision  = fault.New(http.StatusUnprocessableEntity, "unknown_decision", "A denúncia procede ou não procede.")
	ErrDecisionRequired = fault.New(http.StatusUnprocessableEntity, "decision_required", limits.Say("Escreva a decisão, em até {reports.decision} caracteres."))
)

// Decision ends a report: upheld or dismissed, and why.
type Decision struct {
	ReportID uuid.UUID `json:"report_id"`
	Status   string    `json:"status"`
	Decision string    `json:"decision"`
}

// Status is the state of a report after a decision.
type Status struct {
	ID     uuid.UUID `json:"id"`
	Status string    `json:"status"`
}

// steps maps a decision to its step.
var steps = map[string]string{"upheld": "uphold_report", "dismissed": "dismiss_report"}

// Decide upholds or dismisses an open report, once, and tells the reporter. Only administrators
// may.
func Decide(ctx context.Context, tx pgx.Tx, in Decision) (Status, error) {
	if err := account.RequireAdmin(ctx, tx); err != nil {
		return Status{}, err
	}
	in.Decision = humantext.Paragraphs(in.Decision)
	switch {
	case steps[in.Status] == "":
		return Status{}, ErrUnknownDecision
	case in.Decision == "" || utf8.RuneCountInString(in.Decision) > limits.ReportsDecision:
		return Status{}, ErrDecisionRequired
	}
	report, err := lock(ctx, tx, in.ReportID)
	if err != nil {
		return Status{}, err
	}
	if err := report.decide(ctx, tx, in); err != nil {
		return Status{}, err
	}
	if err := report.tellReporter(ctx, tx, in); err != nil {
		return Status{}, err
	}
	return Status{ID: report.id, Status: in.Status}, audit.Record(ctx, tx, audit.Entry{
		Action: audit.DecideReport, SubjectKind: "report", SubjectID: report.id.String(), Label: report.ticket(),
		Details: map[string]any{"status": in.Status, "decision": in.Decision},
	})
}

// locked is a report that nobody else can decide meanwhile. A visitor's report has no reporter.
type locked struct {
	id       uuid.UUID
	number   int64
	status   string
	reporter *uuid.UUID
}

func lock(ctx context.Context, tx pgx.Tx, id uuid.UUID) (locked, error) {
	found := locked{id: id}
	err := tx.QueryRow(ctx, `SELECT number, status, reporter_id FROM public.reports WHERE id = $1 FOR UPDATE`, id).Scan(&found.number, &found.status, &found.reporter)
	if errors.Is(err, pgx.ErrNoRows) {
		return locked{}, transition.ErrReportNotFound
	}
	if err != nil {
		return locked{}, fmt.Errorf("lock report: %w", err)
	}
	return found, nil
}

func (r locked) ticket() string { return named(r.number) }

// named returns the number of a report as people read it.
func named(number int64) string { return fmt.Sprintf("DEN-%04d", number) }

func (r locked) decide(ctx context.Context, tx pgx.Tx, in Decision) error {
	_, err := transition.Report.Take(ctx, tx, transition.Taken{ID: r.id, Action: steps[in.Status], From: r.status, By: transition.Admin, Person: caller.From(ctx).UserID, Reason: in.Decision})
	return err
}

func (r locked) tellReporter(ctx context.Context, tx pgx.Tx, in Decision) error {
	var reporter []uuid.UUID
	if r.reporter != nil {
		reporter = append(reporter, *r.reporter)
	}
	return transition.Report.Tell(ctx, tx, transition.Told{
		Action: steps[in.Status], By: transition.Admin, Body: in.Decision, Names: map[string]string{"report": r.ticket()},
		About: map[string]uuid.UUID{notification.AboutOwnReport: r.id}, People: map[transition.Audience][]uuid.UUID{transition.TheReporter: reporter},
	})
}
