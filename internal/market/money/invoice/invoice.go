// Package invoice owns the invoice of a milestone: what the professional sends, how it differs from
// the contract, the company's answer, and reminders of a missing one. It verifies no signature and
// asks no tax authority; the company looks up by the access key whether an invoice exists.
package invoice

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// Refusals of an invoice.
var (
	ErrNotDue    = fault.New(http.StatusConflict, "invoice_not_due", "A nota fiscal é enviada depois que o marco foi aprovado.")
	ErrKind      = fault.New(http.StatusUnprocessableEntity, "invoice_kind_wrong", "RPA é só para quem recebe como pessoa física, sem CNPJ. Envie a NFS-e.")
	ErrKey       = fault.New(http.StatusUnprocessableEntity, "invoice_key_wrong", "Confira a chave de acesso: são 50 caracteres, e o dígito verificador não confere.")
	ErrLacks     = fault.New(http.StatusUnprocessableEntity, "invoice_fields_missing", "Informe o número, o dia da emissão, o valor, o prestador e o tomador, como estão na nota.")
	ErrProof     = fault.New(http.StatusUnprocessableEntity, "invoice_proof_missing", "Envie o arquivo da nota, ou a chave de acesso da NFS-e nacional.")
	ErrFile      = fault.New(http.StatusUnprocessableEntity, "invoice_file_unknown", "O arquivo da nota não foi encontrado neste marco. Envie-o de novo.")
	ErrMediaType = fault.New(http.StatusUnprocessableEntity, "invoice_file_type", "A NFS-e é um arquivo XML ou PDF.")
	ErrXML       = fault.New(http.StatusUnprocessableEntity, "invoice_xml_unreadable", "Não foi possível ler este XML como uma NFS-e nacional ou municipal (ABRASF). Envie o PDF e preencha os dados.")
	ErrDraft     = fault.New(http.StatusUnprocessableEntity, "invoice_xml_draft", "Este XML é a declaração (DPS), e não a nota. Baixe o XML da NFS-e depois de emitida.")
	ErrSeveral   = fault.New(http.StatusUnprocessableEntity, "invoice_xml_several", "Este XML traz mais de uma nota. Envie um arquivo só da nota deste marco.")
	ErrEvent     = fault.New(http.StatusUnprocessableEntity, "invoice_xml_event", "Este XML é um evento, como o cancelamento de uma nota, e não a nota. Envie o XML da NFS-e em vigor.")
	ErrTest      = fault.New(http.StatusUnprocessableEntity, "invoice_test_environment", "Esta nota é do ambiente de testes (homologação) e não tem valor fiscal. Envie a NFS-e emitida em produção.")
	ErrCancelled = fault.New(http.StatusUnprocessableEntity, "invoice_cancelled", "O arquivo diz que esta nota foi cancelada. Envie a nota em vigor.")
	ErrReplaced  = fault.New(http.StatusUnprocessableEntity, "invoice_substituted", "O arquivo diz que esta nota foi substituída por outra. Envie a que a substituiu.")
	ErrOtherKey  = fault.New(http.StatusUnprocessableEntity, "invoice_key_other_provider", "A chave de acesso é de outro prestador. Confira a chave e o CPF ou CNPJ do prestador.")
	ErrUsed      = fault.New(http.StatusConflict, "invoice_used", "Esta nota fiscal já foi enviada para outro marco.")
	ErrTooMany   = fault.New(http.StatusConflict, "too_many_invoices", limits.Say("Este marco já teve {invoices_max} notas."))
)

// Status is the state of an invoice after a step, and how it differs from the contract.
type Status struct {
	ID          uuid.UUID `json:"id"`
	MilestoneID uuid.UUID `json:"milestone_id"`
	Version     int       `json:"version"`
	Status      string    `json:"status"`
	Differences []string  `json:"differences"`
}

// Reply is a company's answer to an invoice: it agrees, or why it does not.
type Reply struct {
	InvoiceID uuid.UUID `json:"invoice_id"`
	Accept    bool      `json:"accept"`
	Reason    string    `json:"reason,omitempty"`
}

// locked is a locked invoice. Its contract is locked too.
type locked struct {
	id          uuid.UUID
	version     int
	status      string
	sentBy      uuid.UUID
	differences []string
	contract    deal.Contract
	milestone   *deal.Milestone
}

// Answer confirms or refuses an invoice. Only the company may, and not a person who sent the
// invoice.
func Answer(ctx context.Context, tx pgx.Tx, in Reply) (Status, error) {
	i, err := lock(ctx, tx, in.InvoiceID)
	if err != nil {
		return Status{}, err
	}
	if err := i.contract.PaysAs(ctx, tx, party.Company, transition.ErrInvoiceNotFound); err != nil {
		return Status{}, err
	}
	if i.sentBy == caller.From(ctx).UserID {
		return Status{}, deal.ErrBothSides
	}
	if in.Accept {
		if err := i.move(ctx, tx, "confirm_invoice", transition.Company, ""); err != nil {
			return Status{}, err
		}
		return i.stands(), i.tell(ctx, tx, "confirm_invoice", transition.Company, i.milestone.Label()+".")
	}
	reason, err := deal.Reason(in.Reason)
	if err != nil {
		return Status{}, err
	}
	if err := i.move(ctx, tx, "refuse_invoice", transition.Company, reason); err != nil {
		return Status{}, err
	}
	return i.stands(), i.tell(ctx, tx, "refuse_invoice", transition.Company, i.milestone.Label()+": "+reason)
}

// lock locks an invoice, or returns ErrInvoiceNotFound.
func lock(ctx context.Context, tx pgx.Tx, id uuid.UUID) (*locked, error) {
	contract, milestone, err := deal.LockMilestoneOf(ctx, tx, "invoices", id, transition.ErrInvoiceNotFound)
	if err != nil {
		return nil, err
	}
	i := &locked{id: id, contract: contract, milestone: milestone}
	err = tx.QueryRow(ctx, `SELECT version, status, coalesce(sent_by, $2), differences FROM public.invoices WHERE id = $1 FOR UPDATE`, id, uuid.Nil).
		Scan(&i.version, &i.status, &i.sentBy, &i.differences)
	if err != nil {
		return nil, fmt.Errorf("lock invoice %s: %w", id, err)
	}
	return i, nil
}

// move takes one transition of an invoice that was sent, and logs it.
func (i *locked) move(ctx context.Context, tx pgx.Tx, action string, by transition.Actor, reason string) error {
	to, err := transition.Invoice.Take(ctx, tx, transition.Taken{ID: i.id, Action: action, From: i.status, By: by, Person: caller.From(ctx).UserID, Reason: reason})
	if err != nil {
		return err
	}
	i.status = to
	return i.contract.LogMilestone(ctx, tx, *i.milestone, deal.ContractMove{Action: action, By: by, Party: i.contract.Party(by), Reason: reason})
}

func (i *locked) tell(ctx context.Context, tx pgx.Tx, action string, by transition.Actor, body string) error {
	return i.contract.Tell(ctx, tx, transition.Invoice, transition.Told{Action: action, By: by, Body: body})
}

func (i *locked) stands() Status {
	return Status{ID: i.id, MilestoneID: i.milestone.ID, Version: i.version, Status: i.status, Differences: i.differences}
}

// What is due at the time $2: a released milestone whose invoice is missing or was refused.
const reminderDue = `remind_at <= $2 AND status IN ('pending', 'refused')`

// Tend sends the reminders of missing invoices that are due at a given time.
func Tend(ctx context.Context, pool *pgxpool.Pool, at time.Time) error {
	return deal.Due{List: `SELECT id FROM public.invoices WHERE id > $1 AND ` + reminderDue + ` ORDER BY id LIMIT $3`, Do: remind}.Run(ctx, pool, at)
}

// remind checks again under the lock that the reminder is due. After invoice_reminders_max
// reminders it stops; the screens still show that the invoice is missing.
func remind(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	i, err := lock(ctx, tx, id)
	if err != nil {
		return err
	}
	tag, err := tx.Exec(ctx, `
		UPDATE public.invoices SET reminded = reminded + 1,
		  remind_at = CASE WHEN reminded + 1 < private.limit_of('invoice_reminders_max') THEN $2::timestamptz + private.span_of('invoice_reminder_days') END
		WHERE id = $1 AND `+reminderDue, id, at)
	if err != nil {
		return fmt.Errorf("note the reminder of invoice %s: %w", id, err)
	}
	if tag.RowsAffected() == 0 {
		return nil
	}
	return i.tell(ctx, tx, "remind_of_invoice", transition.Time,
		i.milestone.Label()+" foi pago e ainda não tem nota fiscal. Envie o XML, o PDF ou a chave de acesso na página do contrato.")
}
