package moderation

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/caller"
	"automacao/internal/fault"
	"automacao/internal/market/account"
	"automacao/internal/market/audit"
	"automacao/internal/market/notification"
)

const decisionMax = 2000

// Refusals of a decision.
var (
	ErrUnknownDecision  = fault.New(http.StatusUnprocessableEntity, "unknown_decision", "A denúncia procede ou não procede.")
	ErrDecisionRequired = fault.New(http.StatusUnprocessableEntity, "decision_required", "Escreva a decisão, em até 2.000 caracteres.")
	ErrNoReport         = fault.New(http.StatusNotFound, "report_not_found", "Denúncia não encontrada.")
	ErrDecided          = fault.New(http.StatusConflict, "report_decided", "Esta denúncia já foi decidida.")
)

// Decision ends a report: upheld or dismissed, and why.
type Decision struct {
	ReportID uuid.UUID `json:"report_id"`
	Status   string    `json:"status"`
	Decision string    `json:"decision"`
}

// Status is where a report stands after a decision.
type Status struct {
	ID     uuid.UUID `json:"id"`
	Status string    `json:"status"`
}

// Decide ends an open report once and tells the reporter. Only administrators
// may.
func Decide(ctx context.Context, tx pgx.Tx, in Decision) (Status, error) {
	if err := account.RequireAdmin(ctx, tx); err != nil {
		return Status{}, err
	}
	in.Decision = strings.TrimSpace(in.Decision)
	switch {
	case in.Status != "upheld" && in.Status != "dismissed":
		return Status{}, ErrUnknownDecision
	case in.Decision == "" || utf8.RuneCountInString(in.Decision) > decisionMax:
		return Status{}, ErrDecisionRequired
	}
	var number int64
	var status string
	var reporter *uuid.UUID
	err := tx.QueryRow(ctx, `SELECT number, status, reporter_id FROM public.reports WHERE id = $1 FOR UPDATE`, in.ReportID).Scan(&number, &status, &reporter)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return Status{}, ErrNoReport
	case err != nil:
		return Status{}, fmt.Errorf("lock report: %w", err)
	case status != "open":
		return Status{}, ErrDecided
	}
	_, err = tx.Exec(ctx, `UPDATE public.reports SET status = $2, decision = $3, decided_by = $4, decided_at = now() WHERE id = $1`,
		in.ReportID, in.Status, in.Decision, caller.From(ctx).UserID)
	if err != nil {
		return Status{}, fmt.Errorf("decide report: %w", err)
	}
	name := fmt.Sprintf("DEN-%04d", number)
	if reporter != nil {
		err := notification.Tell(ctx, tx, *reporter, notification.News{
			Kind: notification.Report, Title: "Sua denúncia " + name + " foi analisada", Body: in.Decision, SubjectKind: notification.AboutOwnReport, SubjectID: in.ReportID,
		})
		if err != nil {
			return Status{}, err
		}
	}
	return Status{ID: in.ReportID, Status: in.Status}, audit.Record(ctx, tx, audit.Entry{
		Action: audit.DecideReport, SubjectKind: "report", SubjectID: in.ReportID.String(), Label: name,
		Details: map[string]any{"status": in.Status, "decision": in.Decision},
	})
}
