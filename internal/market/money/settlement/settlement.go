// Package settlement owns direct settlement between the two sides, where nobody holds money between
// them. The company declares that it paid an accepted milestone, and the professional confirms that
// the money arrived. The package moves no money and knows only what the two sides declare.
package settlement

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/dispute"
	"automacao/internal/market/limits"
	"automacao/internal/market/money/withholding"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// Refusals of a payment.
var (
	ErrNotDirect   = fault.New(http.StatusConflict, "settlement_not_direct", "Este contrato é pago com garantia, não diretamente.")
	ErrNotOwed     = fault.New(http.StatusConflict, "milestone_not_owed", "Só um marco aprovado e ainda não pago tem pagamento a informar.")
	ErrDeclared    = fault.New(http.StatusConflict, "payment_declared", "O pagamento deste marco já foi informado e espera a confirmação.")
	ErrPaidOn      = fault.New(http.StatusUnprocessableEntity, "paid_on_wrong", "Informe o dia do pagamento: depois do contrato e até hoje.")
	ErrReceipt     = fault.New(http.StatusUnprocessableEntity, "receipt_unknown", "O comprovante não foi encontrado. Envie o arquivo de novo.")
	ErrEndToEnd    = fault.New(http.StatusUnprocessableEntity, "end_to_end_wrong", "O identificador do Pix (E2E) tem 32 caracteres e começa com E: está no comprovante.")
	ErrProof       = fault.New(http.StatusUnprocessableEntity, "payment_proof_required", "O pagamento deste marco já foi contestado: junte o comprovante ou o identificador do Pix (E2E).")
	ErrNoteTooLong = fault.New(http.StatusUnprocessableEntity, "payment_note_too_long", "O texto do pagamento é longo demais.")
)

// Reference names the payment that a call is about.
type Reference struct {
	PaymentID uuid.UUID `json:"payment_id"`
}

// Refusal is a professional's contest of a payment, with the reason.
type Refusal struct {
	PaymentID uuid.UUID `json:"payment_id"`
	Reason    string    `json:"reason"`
}

// Status is the state of a payment and its milestone after a step.
type Status struct {
	ID              uuid.UUID `json:"id"`
	Status          string    `json:"status"`
	MilestoneID     uuid.UUID `json:"milestone_id"`
	MilestoneStatus string    `json:"milestone_status"`
}

// Confirm confirms that a payment arrived, which releases the milestone. Only the professional may.
func Confirm(ctx context.Context, tx pgx.Tx, in Reference) (Status, error) {
	p, err := lockForAnswer(ctx, tx, in.PaymentID)
	if err != nil {
		return Status{}, err
	}
	if err := p.release(ctx, tx, "confirm_receipt", transition.Professional); err != nil {
		return Status{}, err
	}
	return p.stands(), p.tell(ctx, tx, "confirm_receipt", transition.Professional, p.named())
}

// Contest says that a payment did not arrive; the milestone stays owed. The company may declare the
// payment again, with a proof. The second contest opens a dispute. Only the professional may.
func Contest(ctx context.Context, tx pgx.Tx, in Refusal) (Status, error) {
	reason, err := deal.Reason(in.Reason)
	if err != nil {
		return Status{}, err
	}
	p, err := lockForAnswer(ctx, tx, in.PaymentID)
	if err != nil {
		return Status{}, err
	}
	move := deal.ContractMove{Action: "contest_receipt", By: transition.Professional, Party: p.contract.ProfessionalID, Reason: reason}
	if err := p.move(ctx, tx, move); err != nil {
		return Status{}, err
	}
	if err := p.contract.LogMilestone(ctx, tx, *p.milestone, move); err != nil {
		return Status{}, err
	}
	if err := p.tell(ctx, tx, "contest_receipt", transition.Professional, reason); err != nil {
		return Status{}, err
	}
	return p.dispute(ctx, tx, reason)
}

// dispute opens a dispute, with all payments of the milestone, once PaymentContestsMax of them were
// contested.
func (p *payment) dispute(ctx context.Context, tx pgx.Tx, reason string) (Status, error) {
	var contested int
	err := tx.QueryRow(ctx, `SELECT count(*) FROM public.direct_payments WHERE milestone_id = $1 AND status = 'contested'`, p.milestone.ID).Scan(&contested)
	if err != nil {
		return Status{}, fmt.Errorf("count the contested payments of milestone %s: %w", p.milestone.ID, err)
	}
	if contested < limits.PaymentContestsMax {
		return p.stands(), nil
	}
	if err := dispute.OpenOverPayment(ctx, tx, p.contract, p.milestone, reason); err != nil {
		return Status{}, err
	}
	return p.stands(), nil
}

// payment is a locked payment. Its contract is locked before it.
type payment struct {
	id         uuid.UUID
	status     string
	declaredBy uuid.UUID
	value      money.Money
	withheld   money.Money
	contract   deal.Contract
	milestone  *deal.Milestone
}

// lock locks a payment, or returns ErrPaymentNotFound.
func lock(ctx context.Context, tx pgx.Tx, id uuid.UUID) (payment, error) {
	contract, milestone, err := deal.LockMilestoneOf(ctx, tx, "direct_payments", id, transition.ErrPaymentNotFound)
	if err != nil {
		return payment{}, err
	}
	found := payment{id: id, contract: contract, milestone: milestone}
	err = tx.QueryRow(ctx, `SELECT status, declared_by, value_cents, withheld_cents FROM public.direct_payments WHERE id = $1 FOR UPDATE`, id).
		Scan(&found.status, &found.declaredBy, &found.value, &found.withheld)
	if err != nil {
		return payment{}, fmt.Errorf("lock payment %s: %w", id, err)
	}
	return found, nil
}

// lockForAnswer locks a payment that the caller may answer for the professional. A person who
// declared it for the company may not.
func lockForAnswer(ctx context.Context, tx pgx.Tx, id uuid.UUID) (payment, error) {
	p, err := lock(ctx, tx, id)
	if err != nil {
		return payment{}, err
	}
	if err := p.contract.PaysAs(ctx, tx, party.Professional, transition.ErrPaymentNotFound); err != nil {
		return payment{}, err
	}
	if p.declaredBy == caller.From(ctx).UserID {
		return payment{}, deal.ErrBothSides
	}
	return p, nil
}

// release ends a payment as received, and releases its milestone.
func (p *payment) release(ctx context.Context, tx pgx.Tx, action string, by transition.Actor) error {
	move := deal.ContractMove{Action: action, By: by, Party: p.contract.Party(by)}
	if err := p.move(ctx, tx, move); err != nil {
		return err
	}
	if _, err := withholding.Settle(ctx, tx, p.contract, *p.milestone, p.milestone.Value, p.withheld); err != nil {
		return err
	}
	return p.contract.MoveMilestone(ctx, tx, p.milestone, deal.MilestoneMove{ContractMove: move})
}

// move takes one transition of a payment.
func (p *payment) move(ctx context.Context, tx pgx.Tx, move deal.ContractMove) error {
	to, err := transition.DirectPayment.Take(ctx, tx, transition.Taken{ID: p.id, Action: move.Action, From: p.status, By: move.By, Person: caller.From(ctx).UserID, Reason: move.Reason})
	if err != nil {
		return err
	}
	p.status = to
	return nil
}

func (p *payment) tell(ctx context.Context, tx pgx.Tx, action string, by transition.Actor, body string) error {
	return p.contract.Tell(ctx, tx, transition.DirectPayment, transition.Told{Action: action, By: by, Body: body})
}

func (p *payment) stands() Status {
	return Status{ID: p.id, Status: p.status, MilestoneID: p.milestone.ID, MilestoneStatus: p.milestone.Status}
}

// named describes which payment it is.
func (p *payment) named() string {
	if p.withheld > 0 {
		return fmt.Sprintf("%s: %s, líquidos de %s retidos em tributos. ", p.milestone.Label(), p.value.BRL(), p.withheld.BRL())
	}
	return p.milestone.Label() + ": " + p.value.BRL() + ". "
}

var confirmWithin = limits.Say("Confirme o recebimento ou diga o que falta em até {receipt_days} dias. Sem resposta, o pagamento conta como recebido.")

// What is due at the time $2. Silence counts as receipt only after two reminders.
const (
	silenceDue  = `status = 'declared' AND reminded = 2 AND confirm_due_at <= $2`
	reminderDue = `status = 'declared' AND reminded < 2
		AND confirm_due_at - private.span_of(CASE reminded WHEN 0 THEN 'receipt_reminder_first_days' ELSE 'receipt_reminder_last_days' END) <= $2`
)

func due(condition string) string {
	return `SELECT id FROM public.direct_payments WHERE id > $1 AND ` + condition + ` ORDER BY id LIMIT $3`
}

// Tend does the time-driven work on payments that is due at a given time. It sends reminders,
// treats silence as receipt, and announces the consequences of overdue debts.
func Tend(ctx context.Context, pool *pgxpool.Pool, at time.Time) error {
	return errors.Join(
		deal.Due{List: due(reminderDue), Do: remind}.Run(ctx, pool, at),
		deal.Due{List: due(silenceDue), Do: receiveSilence}.Run(ctx, pool, at),
		deal.Due{List: `SELECT id FROM public.milestones WHERE id > $1 AND ` + overdue + ` ORDER BY id LIMIT $3`, Do: announceStop}.Run(ctx, pool, at))
}

// lockDue locks a payment and reports whether it is still due.
func lockDue(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time, condition string) (p payment, isDue bool, err error) {
	if p, err = lock(ctx, tx, id); err != nil {
		return payment{}, false, err
	}
	err = tx.QueryRow(ctx, `SELECT coalesce(`+condition+`, false) FROM public.direct_payments WHERE id = $1`, id, at).Scan(&isDue)
	if err != nil {
		return payment{}, false, fmt.Errorf("ask what payment %s is due for: %w", id, err)
	}
	return p, isDue, nil
}

// remind always leaves at least receipt_reminder_last_days to answer, even if the reminder is sent
// late.
func remind(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	p, isDue, err := lockDue(ctx, tx, id, at, reminderDue)
	if err != nil || !isDue {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE public.direct_payments SET reminded = reminded + 1, confirm_due_at = greatest(confirm_due_at, $2::timestamptz + private.span_of('receipt_reminder_last_days'))
		WHERE id = $1`, id, at)
	if err != nil {
		return fmt.Errorf("note the reminder of payment %s: %w", id, err)
	}
	return p.tell(ctx, tx, "remind_of_receipt", transition.Time, p.named()+"Sem resposta, o pagamento conta como recebido no fim do prazo.")
}

// receiveSilence marks a payment as received when the professional let the deadline pass, and tells
// both sides.
func receiveSilence(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	ctx = deal.Dated(ctx, at)
	p, isDue, err := lockDue(ctx, tx, id, at, silenceDue)
	if err != nil || !isDue {
		return err
	}
	if err := p.release(ctx, tx, "receive_by_silence", transition.Time); err != nil {
		return err
	}
	return p.tell(ctx, tx, "receive_by_silence", transition.Time, p.named())
}
