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

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/money"
	"automacao/internal/market"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/money/ledger"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// Refusals of a proof.
var (
	ErrReference = fault.New(http.StatusUnprocessableEntity, "withheld_reference_wrong", "Informe o número ou o código de autenticação da guia ou do DARF, com 4 a 60 letras e números.")
	ErrPaper     = fault.New(http.StatusUnprocessableEntity, "withheld_paper_missing", "Envie o comprovante em PDF, como arquivo deste marco.")
	ErrProofLate = fault.New(http.StatusConflict, "withheld_too_late", "O prazo do comprovante terminou. O valor retido é do profissional.")
)

// reference matches the number of a guia or DARF: letters, digits and separators.
var reference = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z ./-]{3,59}$`)

// Proof is a company's statement that it paid a withheld tax. It has the number or authentication
// code of the guia or DARF, and the document: a PDF that the company attached to the milestone as a
// receipt.
type Proof struct {
	ProofID   uuid.UUID `json:"proof_id"`
	Reference string    `json:"reference"`
	FileID    uuid.UUID `json:"file_id"`
}

// ProofReference names the withheld tax that a call is about.
type ProofReference struct {
	ProofID uuid.UUID `json:"proof_id"`
}

// ProofStatus is the state of a withheld tax after a step. Round is the latest proof, 0 if there is
// none.
type ProofStatus struct {
	ID          uuid.UUID   `json:"id"`
	MilestoneID uuid.UUID   `json:"milestone_id"`
	Status      string      `json:"status"`
	Round       int         `json:"round"`
	Value       money.Money `json:"value"`
}

// Prove submits the proof that a withheld tax was paid. After a contest, the company may submit
// another proof or the same one again. Only the company may, until its deadline. For a tax that it
// already owes, it may also prove later that it paid the professional. What is held stays held.
func Prove(ctx context.Context, tx pgx.Tx, in Proof) (ProofStatus, error) {
	p, err := lockProof(ctx, tx, in.ProofID)
	if err != nil {
		return ProofStatus{}, err
	}
	if err := p.contract.PaysAs(ctx, tx, party.Company, transition.ErrProofNotFound); err != nil {
		return ProofStatus{}, err
	}
	if _, err := transition.WithholdingProof.Check("prove_withheld", p.status, transition.Company); err != nil {
		return ProofStatus{}, err
	}
	in.Reference = strings.Join(strings.Fields(in.Reference), " ")
	if err := p.check(ctx, tx, in); err != nil {
		return ProofStatus{}, err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO public.withholding_proof_rounds (proof_id, contract_id, round, reference, file_id, given_by, due_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		p.id, p.contract.ID, p.round+1, in.Reference, in.FileID, caller.From(ctx).UserID, p.until())
	if err != nil {
		return ProofStatus{}, fmt.Errorf("keep proof %d of withheld tax %s: %w", p.round+1, p.id, err)
	}
	p.round, p.reference = p.round+1, in.Reference
	if err := p.move(ctx, tx, step{action: "prove_withheld", by: transition.Company, said: p.what() + ", comprovante " + in.Reference}); err != nil {
		return ProofStatus{}, err
	}
	return p.stands(), p.tell(ctx, tx, "prove_withheld", transition.Company,
		"A empresa enviou o comprovante "+in.Reference+". "+p.silenceProves())
}

// until is the company's deadline to prove a tax, nil for a tax that it already owes.
func (p *proof) until() *time.Time {
	if p.status == "owed" {
		return nil
	}
	return &p.dueAt
}

// silenceProves says until when the professional may answer, and what happens without an answer.
func (p *proof) silenceProves() string {
	said := "Aceite ou conteste até " + market.Deadline(p.answerUntil) + ". Sem resposta, o comprovante vale"
	if p.isHeld() {
		said += " e o valor volta à empresa"
	}
	return said + "."
}

// check refuses a proof that is late, has no valid number, or has no document.
func (p *proof) check(ctx context.Context, tx pgx.Tx, in Proof) error {
	switch isOwed := p.status == "owed"; {
	case p.isLate && !isOwed:
		return ErrProofLate
	case isOwed && p.round >= limits.WithholdingProofsMax:
		return transition.ErrProofOver
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

// ConfirmPaid confirms that the company paid what it owed of a withheld tax. Only the professional
// may.
func ConfirmPaid(ctx context.Context, tx pgx.Tx, in ProofReference) (ProofStatus, error) {
	p, err := lockProof(ctx, tx, in.ProofID)
	if err != nil {
		return ProofStatus{}, err
	}
	if err := p.contract.PaysAs(ctx, tx, party.Professional, transition.ErrProofNotFound); err != nil {
		return ProofStatus{}, err
	}
	if err := p.checkGave(ctx, tx); err != nil {
		return ProofStatus{}, err
	}
	if err := p.move(ctx, tx, step{action: "confirm_withheld", by: transition.Professional}); err != nil {
		return ProofStatus{}, err
	}
	return p.stands(), p.tell(ctx, tx, "confirm_withheld", transition.Professional, "O profissional recebeu o valor retido e não comprovado.")
}

// proof is a locked withheld tax with its latest proof. Its contract and milestone are locked
// before it.
type proof struct {
	id         uuid.UUID
	tax        string
	status     string
	settlement string
	value      money.Money
	// round is 0 if no proof was submitted.
	round     int
	reference string
	createdAt time.Time
	dueAt     time.Time
	// answerUntil is zero unless a proof waits for its answer.
	answerUntil time.Time
	// isLate says that the deadline of the side whose turn it is has passed.
	isLate    bool
	contract  deal.Contract
	milestone *deal.Milestone
}

func lockProof(ctx context.Context, tx pgx.Tx, id uuid.UUID) (p proof, err error) {
	p.id = id
	if p.contract, p.milestone, err = deal.LockMilestoneOf(ctx, tx, "withholding_proofs", id, transition.ErrProofNotFound); err != nil {
		return proof{}, err
	}
	var answerUntil *time.Time
	err = tx.QueryRow(ctx, `
		SELECT w.tax, w.status, w.settlement, w.value_cents, coalesce(w.round, 0), coalesce(r.reference, ''), w.created_at, w.due_at, w.answer_until, coalesce(w.answer_until, w.due_at) < now()
		FROM public.withholding_proofs w LEFT JOIN public.withholding_proof_rounds r ON r.proof_id = w.id AND r.round = w.round WHERE w.id = $1 FOR UPDATE OF w`, id).
		Scan(&p.tax, &p.status, &p.settlement, &p.value, &p.round, &p.reference, &p.createdAt, &p.dueAt, &answerUntil, &p.isLate)
	if err != nil {
		return proof{}, fmt.Errorf("lock withheld tax %s: %w", id, err)
	}
	if answerUntil != nil {
		p.answerUntil = *answerUntil
	}
	return p, nil
}

func (p *proof) isHeld() bool { return p.settlement == "guarantee" }

// step is one transition of a withheld tax. said goes into the contract's history; if it is empty,
// the tax and its value do.
type step struct {
	action string
	by     transition.Actor
	said   string
	// decision is an administrator's reason.
	decision string
}

// move takes one transition of a withheld tax, and reads the deadlines that follow from it.
func (p *proof) move(ctx context.Context, tx pgx.Tx, s step) error {
	var answerUntil *time.Time
	to, err := transition.WithholdingProof.Take(ctx, tx, transition.Taken{
		ID: p.id, Action: s.action, From: p.status, By: s.by, At: deal.DateOf(ctx), Person: caller.From(ctx).UserID,
		Args:      map[string]any{"round": p.round, "decision": s.decision},
		Returning: "due_at, answer_until", Into: []any{&p.dueAt, &answerUntil},
	})
	if err != nil {
		return err
	}
	p.status = to
	if answerUntil != nil {
		p.answerUntil = *answerUntil
	}
	if s.said == "" {
		s.said = p.what()
	}
	return p.contract.LogMilestone(ctx, tx, *p.milestone, deal.ContractMove{Action: s.action, By: s.by, Party: p.contract.Party(s.by), Reason: s.said})
}

// tell tells of a step. body follows the words that name the tax.
func (p *proof) tell(ctx context.Context, tx pgx.Tx, action string, by transition.Actor, body string) error {
	return p.tellAll(ctx, tx, transition.Told{Action: action, By: by, Body: p.named() + body})
}

func (p *proof) tellAll(ctx context.Context, tx pgx.Tx, told transition.Told) error {
	return p.contract.Tell(ctx, tx, transition.WithholdingProof, told)
}

func (p *proof) stands() ProofStatus {
	return ProofStatus{ID: p.id, MilestoneID: p.milestone.ID, Status: p.status, Round: p.round, Value: p.value}
}

// what describes the tax and its value.
func (p *proof) what() string { return strings.ToUpper(p.tax) + ", " + p.value.BRL() }

// named describes which tax of which milestone it is.
func (p *proof) named() string {
	return fmt.Sprintf("%s: %s retidos de %s. ", p.milestone.Label(), p.value.BRL(), strings.ToUpper(p.tax))
}

func (p *proof) posting() ledger.Deal {
	return ledger.Deal{ContractID: p.contract.ID, MilestoneID: p.milestone.ID, CompanyID: p.contract.CompanyID, ProfessionalID: p.contract.ProfessionalID}
}
