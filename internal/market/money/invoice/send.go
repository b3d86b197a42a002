package invoice

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/institution/nfse"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/attachment"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// Sent is an invoice as the professional sends it: a file that attach_file added to the milestone
// as an invoice, and the declared fields. If the file is an XML, its content takes precedence over
// the fields. Dates are ISO 8601.
type Sent struct {
	MilestoneID      uuid.UUID   `json:"milestone_id"`
	Kind             string      `json:"kind,omitempty"`
	FileID           uuid.UUID   `json:"file_id,omitzero"`
	AccessKey        string      `json:"access_key,omitempty"`
	Number           string      `json:"number,omitempty"`
	VerificationCode string      `json:"verification_code,omitempty"`
	IssuedOn         string      `json:"issued_on,omitempty"`
	Value            money.Money `json:"value,omitempty"`
	ProviderDocument string      `json:"provider_document,omitempty"`
	TakerDocument    string      `json:"taker_document,omitempty"`
}

// Send makes an invoice the current one of its milestone, and replaces one that was waiting or
// refused. Only the professional may. An XML is read before the milestone is locked, so that a slow
// object store keeps no other step waiting for a lock.
func Send(open attachment.Open) func(context.Context, pgx.Tx, Sent) (Status, error) {
	return func(ctx context.Context, tx pgx.Tx, in Sent) (Status, error) {
		var before file
		err := deal.Beforehand(ctx, tx, func(tx pgx.Tx) error {
			_, w, err := due(ctx, tx, in.MilestoneID)
			if err != nil {
				return err
			}
			before, err = w.evidence(ctx, tx, in)
			return err
		})
		if err != nil {
			return Status{}, err
		}
		text, unread := before.readText(ctx, open)
		i, w, err := due(ctx, tx, in.MilestoneID)
		if err != nil {
			return Status{}, err
		}
		now, err := w.evidence(ctx, tx, in)
		if err != nil {
			return Status{}, err
		}
		if now != before {
			return Status{}, ErrFile
		}
		if unread != nil {
			return Status{}, unread
		}
		found, err := in.paper(now, text)
		if err != nil {
			return Status{}, err
		}
		i.differences = w.differences(found)
		return put(ctx, tx, i, w, found)
	}
}

// due locks a milestone for which the caller may send an invoice, and returns what the invoice has
// to contain.
func due(ctx context.Context, tx pgx.Tx, milestoneID uuid.UUID) (*locked, want, error) {
	c, m, err := deal.LockMilestone(ctx, tx, milestoneID)
	if err != nil {
		return nil, want{}, err
	}
	if err := c.PaysAs(ctx, tx, party.Professional, deal.ErrMilestoneNotFound); err != nil {
		return nil, want{}, err
	}
	if !m.IsOwed && m.Status != "released" && m.Status != "split" {
		return nil, want{}, ErrNotDue
	}
	w, err := wanted(ctx, tx, c, m.ID)
	return &locked{contract: c, milestone: m}, w, err
}

// put makes the sent invoice the current one.
func put(ctx context.Context, tx pgx.Tx, i *locked, w want, found paper) (Status, error) {
	var earlier int
	err := tx.QueryRow(ctx, `SELECT coalesce(max(version), 0) FROM public.invoices WHERE milestone_id = $1`, i.milestone.ID).Scan(&earlier)
	if err != nil {
		return Status{}, fmt.Errorf("count the invoices of milestone %s: %w", i.milestone.ID, err)
	}
	if earlier >= limits.InvoicesMax {
		return Status{}, ErrTooMany
	}
	before := &locked{contract: i.contract, milestone: i.milestone, version: earlier, status: transition.Invoice.Initial}
	if earlier > 0 {
		// The newest version is the current one, because an invoice is replaced only by another.
		err = tx.QueryRow(ctx, `SELECT id, status FROM public.invoices WHERE milestone_id = $1 AND version = $2`, i.milestone.ID, earlier).Scan(&before.id, &before.status)
		if err != nil {
			return Status{}, fmt.Errorf("look up the invoice of milestone %s: %w", i.milestone.ID, err)
		}
	}
	if before.status == transition.Invoice.Initial {
		err = i.insert(ctx, tx, w, found, before)
	} else {
		if err := before.move(ctx, tx, "replace_invoice", transition.Professional, ""); err != nil {
			return Status{}, err
		}
		err = i.insert(ctx, tx, w, found, &locked{version: earlier, status: transition.Invoice.Initial})
	}
	if err != nil {
		return Status{}, err
	}
	return i.stands(), i.tell(ctx, tx, "send_invoice", transition.Professional, i.told())
}

// insert writes the invoice into the row that was waiting for it, or into a new one.
func (i *locked) insert(ctx context.Context, tx pgx.Tx, w want, p paper, before *locked) (err error) {
	if i.status, err = transition.Invoice.Pass(ctx, tx, "send_invoice", before.status, transition.Professional); err != nil {
		return err
	}
	arguments := []any{i.contract.ID, i.milestone.ID, before.version + 1, p.kind, i.status, w.value, nullable(p.key), p.number, nullable(p.code), p.issuedOn, p.value,
		p.provider, nullable(p.taker), p.fileID, p.isRead, i.differences, caller.From(ctx).UserID, i.contract.ProfessionalID}
	statement := `
		INSERT INTO public.invoices (contract_id, milestone_id, version, kind, status, expected_cents, access_key, number, verification_code, issued_on, value_cents,
		  provider_document, taker_document, file_id, is_read, differences, sent_by, sent_at, professional_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, now(), $18) RETURNING id, version`
	if before.id != uuid.Nil {
		arguments[2] = before.id
		statement = `
		UPDATE public.invoices SET contract_id = $1, milestone_id = $2, kind = $4, status = $5, expected_cents = $6, access_key = $7, number = $8, verification_code = $9,
		  issued_on = $10, value_cents = $11, provider_document = $12, taker_document = $13, file_id = $14, is_read = $15, differences = $16, sent_by = $17,
		  sent_at = now(), remind_at = NULL, professional_id = $18 WHERE id = $3 RETURNING id, version`
	}
	err = tx.QueryRow(ctx, statement, arguments...).Scan(&i.id, &i.version)
	if violated, ok := errors.AsType[*pgconn.PgError](err); ok && (violated.ConstraintName == "invoices_access_key_once" || violated.ConstraintName == "invoices_number_once") {
		return ErrUsed
	}
	if err != nil {
		return fmt.Errorf("put the invoice of milestone %s: %w", i.milestone.ID, err)
	}
	return i.contract.LogMilestone(ctx, tx, *i.milestone, deal.ContractMove{Action: "send_invoice", By: transition.Professional, Party: i.contract.ProfessionalID})
}

// told is what the company is told about a new invoice.
func (i *locked) told() string {
	text := i.milestone.Label() + ". "
	switch len(i.differences) {
	case 0:
		return text + "Valor e documentos conferem com o contrato. Confirme a nota."
	case 1:
		return text + "Há uma divergência: " + i.differences[0]
	}
	return text + fmt.Sprintf("Há %d divergências com o contrato.", len(i.differences))
}

func nullable(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// shown formats a document with its usual punctuation.
func shown(document string) string {
	switch len(document) {
	case 11:
		return document[:3] + "." + document[3:6] + "." + document[6:9] + "-" + document[9:]
	case 14:
		return document[:2] + "." + document[2:5] + "." + document[5:8] + "/" + document[8:12] + "-" + document[12:]
	}
	return document
}

// want is what an invoice of a milestone has to contain.
type want struct {
	contractID, milestoneID uuid.UUID
	value                   money.Money
	// provider and taker are the documents of the parties, empty when unknown.
	provider, taker string
	agreedOn, today time.Time
}

func wanted(ctx context.Context, tx pgx.Tx, c deal.Contract, milestoneID uuid.UUID) (w want, err error) {
	w = want{contractID: c.ID, milestoneID: milestoneID}
	err = tx.QueryRow(ctx, `
		SELECT private.earned_of($2), coalesce(private.document_of(company_id), ''), coalesce(private.document_of(professional_id), ''),
		       private.market_day(created_at), private.market_day()
		FROM public.contracts WHERE id = $1`, c.ID, milestoneID).Scan(&w.value, &w.taker, &w.provider, &w.agreedOn, &w.today)
	if err != nil {
		return want{}, fmt.Errorf("look up what an invoice of milestone %s has to say: %w", milestoneID, err)
	}
	return w, nil
}

// differences lists how the invoice differs from the contract. It names only documents that the
// invoice itself contains, so it does not disclose the other side's.
func (w want) differences(p paper) []string {
	found := []string{}
	add := func(isSo bool, format string, arguments ...any) {
		if isSo {
			found = append(found, fmt.Sprintf(format, arguments...))
		}
	}
	add(p.value != w.value, "O valor da nota é %s, e o do marco é %s.", p.value.BRL(), w.value.BRL())
	add(w.provider == "", "O profissional não tem CPF ou CNPJ no cadastro para comparar com o prestador %s.", shown(p.provider))
	add(w.provider != "" && p.provider != w.provider, "O prestador da nota, %s, não é o profissional contratado.", shown(p.provider))
	add(p.taker == "", "A nota não diz quem é o tomador.")
	add(p.taker != "" && w.taker == "", "A empresa não tem CNPJ no cadastro para comparar com o tomador %s.", shown(p.taker))
	add(p.taker != "" && w.taker != "" && p.taker != w.taker, "O tomador da nota, %s, não é a empresa contratante.", shown(p.taker))
	add(p.isOf.Text != "" && strings.TrimLeft(p.number, "0") != strings.TrimLeft(p.isOf.Number, "0"), "A chave de acesso é da nota nº %s, e o número informado é %s.", p.isOf.Number, p.number)
	add(p.issuedOn.Before(w.agreedOn), "A nota foi emitida em %s, antes do contrato.", p.issuedOn.Format("02/01/2006"))
	add(p.issuedOn.After(w.today), "A nota diz que foi emitida em %s, que ainda não chegou.", p.issuedOn.Format("02/01/2006"))
	add(p.state == nfse.Cancelling, "O arquivo traz um pedido de cancelamento da nota, sem confirmação. Consulte a nota antes de conferir.")
	add(p.state == nfse.Rejected, "O arquivo diz que a nota foi rejeitada por uma das partes. Consulte a nota antes de conferir.")
	add(p.state == nfse.Unknown, "O arquivo dá à nota uma situação que não conhecemos, %q. Consulte a nota antes de conferir.", p.told)
	return found
}
