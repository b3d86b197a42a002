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
	"automacao/internal/kernel/money"
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

// difference is a disagreement between the product and the institution, or something that an
// administrator has to look at. If it is about an amount, ours is the product's and theirs the
// institution's.
type difference struct {
	kind, reference, detail string
	chargeID                *uuid.UUID
	ours, theirs            *money.Money
}

// sentences are what administrators are told about a new difference, by kind.
var sentences = map[string]string{
	"unknown_charge":    "Há um pagamento na instituição que não conhecemos.",
	"unknown_event":     "Um aviso da instituição não corresponde a nenhuma cobrança.",
	"value_differs":     "O valor de uma cobrança não é o mesmo na instituição.",
	"payment_returning": "Um pagamento sem marco em aberto volta ao pagador.",
	"refund_unordered":  "Um valor foi devolvido sem ordem nossa.",
	"refund_missing":    "Uma devolução ordenada não consta na instituição.",
	"release_missing":   "Um valor liberado aqui continua em garantia na instituição.",
	"release_unordered": "A instituição liberou um valor sem ordem nossa.",
	"order_refused":     "A instituição recusou uma ordem.",
	"charge_missing":    "Uma cobrança nossa não existe na instituição.",
	"contested_unknown": "Uma contestação precisa de decisão.",
}

// differ records a difference, once for as long as it lasts, and notifies administrators of a new
// one. A difference that was handled and has changed since counts as new.
func (d *Desk) differ(ctx context.Context, tx pgx.Tx, found difference) error {
	reopened, err := tx.Exec(ctx, `
		UPDATE public.reconciliation_differences SET handled_at = NULL, handled_by = NULL, handling = NULL
		WHERE kind = $1 AND reference = $2 AND resolved_at IS NULL AND handled_at IS NOT NULL
		  AND (detail, ours_cents, theirs_cents) IS DISTINCT FROM (left($3, 1000), $4::bigint, $5::bigint)`,
		found.kind, found.reference, found.detail, found.ours, found.theirs)
	if err != nil {
		return fmt.Errorf("open the difference %s of %s again: %w", found.kind, found.reference, err)
	}
	var isNew bool
	err = tx.QueryRow(ctx, `
		INSERT INTO public.reconciliation_differences (kind, reference, charge_id, detail, ours_cents, theirs_cents) VALUES ($1, $2, $3, left($4, 1000), $5, $6)
		ON CONFLICT (kind, reference) WHERE resolved_at IS NULL DO UPDATE
		SET seen_at = clock_timestamp(), detail = excluded.detail, ours_cents = excluded.ours_cents, theirs_cents = excluded.theirs_cents
		RETURNING xmax = 0`,
		found.kind, found.reference, found.chargeID, found.detail, found.ours, found.theirs).Scan(&isNew)
	if err != nil {
		return fmt.Errorf("list the difference %s of %s: %w", found.kind, found.reference, err)
	}
	if !isNew && reopened.RowsAffected() == 0 {
		return nil
	}
	d.Log.WarnContext(ctx, "product and institution differ", "kind", found.kind, "reference", found.reference)
	return tellAdmins(ctx, tx, "Conciliação de pagamentos", sentences[found.kind])
}

// resolve closes an open difference.
func (d *Desk) resolve(ctx context.Context, tx pgx.Tx, kind, reference string) error {
	_, err := tx.Exec(ctx, `UPDATE public.reconciliation_differences SET resolved_at = now() WHERE kind = $1 AND reference = $2 AND resolved_at IS NULL`, kind, reference)
	if err != nil {
		return fmt.Errorf("resolve %s of %s: %w", kind, reference, err)
	}
	return nil
}
