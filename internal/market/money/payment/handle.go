package payment

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/account"
	"automacao/internal/market/people/audit"
	"automacao/internal/market/people/party"
)

// Refusals of administrators' actions on payments.
var (
	ErrDifferenceNotFound = fault.New(http.StatusNotFound, "difference_not_found", "Divergência não encontrada.")
	ErrDifferenceOver     = fault.New(http.StatusConflict, "difference_over", "Esta divergência já foi tratada ou voltou a conferir.")
	ErrHandlingRequired   = fault.New(http.StatusUnprocessableEntity, "handling_required", limits.Say("Escreva o que foi feito, em até {reconciliation_differences.handling} caracteres."))
	ErrOwnMoney           = fault.New(http.StatusForbidden, "own_money", "Você é de um dos lados deste contrato: outro administrador precisa fazer isto.")
	ErrOrderNotFound      = fault.New(http.StatusNotFound, "order_not_found", "Ordem não encontrada.")
	ErrOrderUnderWay      = fault.New(http.StatusConflict, "order_under_way", "Esta ordem já foi cumprida ou ainda está em andamento.")
)

// Handling describes what an administrator did about a difference.
type Handling struct {
	DifferenceID uuid.UUID `json:"difference_id"`
	Reason       string    `json:"reason"`
}

// Handled is a difference that needs no more attention.
type Handled struct {
	ID        uuid.UUID `json:"id"`
	HandledAt time.Time `json:"handled_at"`
}

// HandleDifference records what was done about a difference. The difference then needs no attention
// unless it changes. It moves no money. Only administrators may, and none who belongs to a side of
// its contract.
func (d *Desk) HandleDifference(ctx context.Context, tx pgx.Tx, in Handling) (Handled, error) {
	if err := account.RequireAdmin(ctx, tx); err != nil {
		return Handled{}, err
	}
	in.Reason = humantext.Paragraphs(in.Reason)
	if in.Reason == "" || utf8.RuneCountInString(in.Reason) > limits.ReconciliationDifferencesHandling {
		return Handled{}, ErrHandlingRequired
	}
	var kind, reference string
	var chargeID *uuid.UUID
	var isOver bool
	err := tx.QueryRow(ctx, `
		SELECT kind, reference, charge_id, handled_at IS NOT NULL OR resolved_at IS NOT NULL FROM public.reconciliation_differences WHERE id = $1 FOR UPDATE`,
		in.DifferenceID).Scan(&kind, &reference, &chargeID, &isOver)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return Handled{}, ErrDifferenceNotFound
	case err != nil:
		return Handled{}, fmt.Errorf("lock difference %s: %w", in.DifferenceID, err)
	case isOver:
		return Handled{}, ErrDifferenceOver
	}
	if err := refuseOwn(ctx, tx, chargeID); err != nil {
		return Handled{}, err
	}
	out := Handled{ID: in.DifferenceID}
	err = tx.QueryRow(ctx, `
		UPDATE public.reconciliation_differences SET handled_at = now(), handled_by = $2, handling = $3 WHERE id = $1 RETURNING handled_at`,
		in.DifferenceID, caller.From(ctx).UserID, in.Reason).Scan(&out.HandledAt)
	if err != nil {
		return Handled{}, fmt.Errorf("handle difference %s: %w", in.DifferenceID, err)
	}
	return out, audit.Record(ctx, tx, audit.Entry{
		Action: audit.HandleDifference, SubjectKind: "difference", SubjectID: in.DifferenceID.String(), Label: reference,
		Details: map[string]any{"kind": kind, "reason": in.Reason},
	})
}

// refuseOwn refuses a caller who belongs to a side of the contract that a charge pays.
func refuseOwn(ctx context.Context, tx pgx.Tx, chargeID *uuid.UUID) error {
	if chargeID == nil {
		return nil
	}
	var companyID, professionalID uuid.UUID
	err := tx.QueryRow(ctx, `SELECT k.company_id, k.professional_id FROM public.charges c JOIN public.contracts k ON k.id = c.contract_id WHERE c.id = $1`, chargeID).
		Scan(&companyID, &professionalID)
	if err != nil {
		return fmt.Errorf("look up charge %s: %w", chargeID, err)
	}
	side, err := party.SideOf(ctx, tx, companyID, professionalID, party.Read)
	if err != nil {
		return err
	}
	if side != party.Neither {
		return ErrOwnMoney
	}
	return nil
}

// OrderReference names an order to the institution.
type OrderReference struct {
	OrderID uuid.UUID `json:"order_id"`
}

// OrderStatus is the state of an order.
type OrderStatus struct {
	ID    uuid.UUID `json:"id"`
	State string    `json:"state"`
}

// RetryOrder repeats an order that the institution refused, under the same reference, so that
// nothing is done twice. Only administrators may, and none who belongs to a side of its contract.
func (d *Desk) RetryOrder(ctx context.Context, tx pgx.Tx, in OrderReference) (OrderStatus, error) {
	if err := account.RequireAdmin(ctx, tx); err != nil {
		return OrderStatus{}, err
	}
	var kind, reference, state string
	var chargeID uuid.UUID
	err := tx.QueryRow(ctx, `SELECT kind, reference, state, charge_id FROM private.provider_orders WHERE id = $1 FOR UPDATE`, in.OrderID).
		Scan(&kind, &reference, &state, &chargeID)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return OrderStatus{}, ErrOrderNotFound
	case err != nil:
		return OrderStatus{}, fmt.Errorf("lock order %s: %w", in.OrderID, err)
	case state != "failed":
		return OrderStatus{}, ErrOrderUnderWay
	}
	if err := refuseOwn(ctx, tx, &chargeID); err != nil {
		return OrderStatus{}, err
	}
	if _, err := tx.Exec(ctx, `UPDATE private.provider_orders SET state = 'waiting', tries = 0, next_at = now() WHERE id = $1`, in.OrderID); err != nil {
		return OrderStatus{}, fmt.Errorf("order %s again: %w", in.OrderID, err)
	}
	return OrderStatus{ID: in.OrderID, State: "waiting"}, audit.Record(ctx, tx, audit.Entry{
		Action: audit.RetryOrder, SubjectKind: "order", SubjectID: in.OrderID.String(), Label: reference, Details: map[string]any{"kind": kind},
	})
}
