package withholding

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/caller"
	"automacao/internal/fault"
	"automacao/internal/market/deal"
	"automacao/internal/market/party"
	"automacao/internal/market/transition"
	"automacao/internal/money"
)

// Refusals of a proof.
var (
	ErrReference = fault.New(http.StatusUnprocessableEntity, "withheld_reference_wrong", "Informe o número ou o código de autenticação da guia ou do DARF, com 4 a 60 letras e números.")
	ErrPaper     = fault.New(http.StatusUnprocessableEntity, "withheld_paper_missing", "Envie o comprovante em PDF, como arquivo deste marco.")
	ErrProofLate = fault.New(http.StatusConflict, "withheld_too_late", "O prazo do comprovante terminou. O valor retido é do profissional.")
)

// reference is what a guia or DARF is called: letters, digits and what separates them.
var reference = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z ./-]{3,59}$`)

// Proof is a company's word that it paid a withheld tax: the number or
// authentication code of the guia or DARF, and its paper, a PDF that it attached to
// the milestone as a receipt.
type Proof struct {
	ProofID   uuid.UUID `json:"proof_id"`
	Reference string    `json:"reference"`
	FileID    uuid.UUID `json:"file_id"`
}

// ProofReference names the withheld tax that a call is about.
type ProofReference struct {
	ProofID uuid.UUID `json:"proof_id"`
}

// ProofStatus is where a withheld tax stands after a step.
type ProofStatus struct {
	ID          uuid.UUID   `json:"id"`
	MilestoneID uuid.UUID   `json:"milestone_id"`
	Status      string      `json:"status"`
	Value       money.Money `json:"value"`
}

// Return gives what is held of a withheld tax back to the company, in the step's
// transaction.
type Return func(ctx context.Context, tx pgx.Tx, c deal.Contract, m deal.Milestone, proofID uuid.UUID, value money.Money) error

// Prove takes the proof that a withheld tax was paid. Only the company may, once and
// until its date; what is held returns to it then.
func Prove(giveBack Return) func(context.Context, pgx.Tx, Proof) (ProofStatus, error) {
	return func(ctx context.Context, tx pgx.Tx, in Proof) (ProofStatus, error) {
		p, err := lockProof(ctx, tx, in.ProofID)
		if err != nil {
			return ProofStatus{}, err
		}
		if err := p.contract.PaysAs(ctx, tx, party.Company, transition.ErrProofNotFound); err != nil {
			return ProofStatus{}, err
		}
		in.Reference = strings.Join(strings.Fields(in.Reference), " ")
		if err := p.check(ctx, tx, in); err != nil {
			return ProofStatus{}, err
		}
		if err := p.end(ctx, tx, "prove_withheld", transition.Company, &in); err != nil {
			return ProofStatus{}, err
		}
		if p.isHeld() {
			if err := giveBack(ctx, tx, p.contract, *p.milestone, p.id, p.value); err != nil {
				return ProofStatus{}, err
			}
		}
		return p.stands(), p.contract.TellSide(ctx, tx, p.contract.ProfessionalID, party.Pay, "Comprovante de tributo retido",
			p.named()+"A empresa enviou o comprovante, número "+in.Reference+". Confira o arquivo na página do contrato.")
	}
}

// check refuses a proof that comes late, or without its number or paper.
func (p *proof) check(ctx context.Context, tx pgx.Tx, in Proof) error {
	if p.status == transition.WithholdingProof.Initial && p.isLate {
		return ErrProofLate
	}
	if !reference.MatchString(in.Reference) {
		return ErrReference
	}
	var hasPaper bool
	err := tx.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM public.deal_files f WHERE f.id = $1 AND f.milestone_id = $2 AND f.purpose = 'receipt' AND f.media_type = 'application/pdf')`,
		in.FileID, p.milestone.ID).Scan(&hasPaper)
	switch {
	case err != nil:
		return fmt.Errorf("look for the paper of withheld tax %s: %w", p.id, err)
	case !hasPaper:
		return ErrPaper
	}
	return nil
}

// ConfirmPaid says that the company paid what it owed of a withheld tax. Only the
// professional may.
func ConfirmPaid(ctx context.Context, tx pgx.Tx, in ProofReference) (ProofStatus, error) {
	p, err := lockProof(ctx, tx, in.ProofID)
	if err != nil {
		return ProofStatus{}, err
	}
	if err := p.contract.PaysAs(ctx, tx, party.Professional, transition.ErrProofNotFound); err != nil {
		return ProofStatus{}, err
	}
	if err := p.end(ctx, tx, "confirm_withheld", transition.Professional, nil); err != nil {
		return ProofStatus{}, err
	}
	return p.stands(), p.contract.TellSide(ctx, tx, p.contract.CompanyID, party.Pay, "Recebimento confirmado", p.named()+"O profissional recebeu o valor retido sem comprovante.")
}

// proof is a locked withheld tax, its contract and milestone locked before it.
type proof struct {
	id         uuid.UUID
	tax        string
	status     string
	settlement string
	value      money.Money
	dueAt      time.Time
	isLate     bool
	contract   deal.Contract
	milestone  *deal.Milestone
}

func lockProof(ctx context.Context, tx pgx.Tx, id uuid.UUID) (p proof, err error) {
	p.id = id
	if p.contract, p.milestone, err = deal.LockMilestoneOf(ctx, tx, "withholding_proofs", id, transition.ErrProofNotFound); err != nil {
		return proof{}, err
	}
	err = tx.QueryRow(ctx, `SELECT tax, status, settlement, value_cents, due_at, due_at < now() FROM public.withholding_proofs WHERE id = $1 FOR UPDATE`, id).
		Scan(&p.tax, &p.status, &p.settlement, &p.value, &p.dueAt, &p.isLate)
	if err != nil {
		return proof{}, fmt.Errorf("lock withheld tax %s: %w", id, err)
	}
	return p, nil
}

func (p *proof) isHeld() bool { return p.settlement == "guarantee" }

// end takes a withheld tax from its state to the next, with the proof where one is given.
func (p *proof) end(ctx context.Context, tx pgx.Tx, action string, by transition.Actor, given *Proof) error {
	to, err := transition.WithholdingProof.Check(action, p.status, by)
	if err != nil {
		return err
	}
	if given == nil {
		given = &Proof{}
	}
	_, err = tx.Exec(ctx, `
		UPDATE public.withholding_proofs SET status = $2, ended_at = coalesce($3, now()), reference = nullif($4, ''), file_id = nullif($5, $7::uuid),
		  given_by = CASE WHEN $4 <> '' THEN $6::uuid END, given_at = CASE WHEN $4 <> '' THEN now() END
		WHERE id = $1`, p.id, to, deal.DateOf(ctx), given.Reference, given.FileID, caller.From(ctx).UserID, uuid.Nil)
	if err != nil {
		return fmt.Errorf("move withheld tax %s to %s: %w", p.id, to, err)
	}
	p.status = to
	said := strings.ToUpper(p.tax) + ", " + p.value.BRL()
	if given.Reference != "" {
		said += ", comprovante " + given.Reference
	}
	return p.contract.LogMilestone(ctx, tx, *p.milestone, deal.ContractMove{Action: action, By: by, Party: p.contract.Party(by), Reason: said})
}

func (p *proof) stands() ProofStatus {
	return ProofStatus{ID: p.id, MilestoneID: p.milestone.ID, Status: p.status, Value: p.value}
}

// named says which tax of which milestone it is.
func (p *proof) named() string {
	return fmt.Sprintf("%s: %s retidos de %s. ", p.milestone.Label(), p.value.BRL(), strings.ToUpper(p.tax))
}
