package withholding

import (
	"context"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/money"
	"automacao/internal/market"
	"automacao/internal/market/deal"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// Refusals of an answer to a proof.
var (
	ErrProofChanged = fault.New(http.StatusConflict, "withheld_changed", "A empresa enviou outro comprovante. Leia o novo antes de responder.")
	ErrAnswerLate   = fault.New(http.StatusConflict, "withheld_answer_late", "O prazo para responder a este comprovante terminou.")
)

// Return gives the held part of a withheld tax back to the company, in the step's transaction.
type Return func(ctx context.Context, tx pgx.Tx, c deal.Contract, m deal.Milestone, proofID uuid.UUID, value money.Money) error

// ProofAcceptance accepts the proof that the professional read.
type ProofAcceptance struct {
	ProofID uuid.UUID `json:"proof_id"`
	Round   int       `json:"round"`
}

// ProofContest says why the proof that the professional read does not prove the payment.
type ProofContest struct {
	ProofID uuid.UUID `json:"proof_id"`
	Round   int       `json:"round"`
	Reason  string    `json:"reason"`
}

// Accept accepts the proof that a withheld tax was paid; what is held returns to the company. Only
// the professional may, until their deadline, and not a person who submitted a proof.
func Accept(giveBack Return) func(context.Context, pgx.Tx, ProofAcceptance) (ProofStatus, error) {
	return func(ctx context.Context, tx pgx.Tx, in ProofAcceptance) (ProofStatus, error) {
		p, err := lockProof(ctx, tx, in.ProofID)
		if err != nil {
			return ProofStatus{}, err
		}
		if err := p.answer(ctx, tx, "accept_withheld_proof", in.Round, ""); err != nil {
			return ProofStatus{}, err
		}
		if err := p.checkMovable(ctx, tx); err != nil {
			return ProofStatus{}, err
		}
		if err := p.giveCompany(ctx, tx, step{action: "accept_withheld_proof", by: transition.Professional}, giveBack); err != nil {
			return ProofStatus{}, err
		}
		return p.stands(), p.tell(ctx, tx, "accept_withheld_proof", transition.Professional, "O profissional aceitou o comprovante "+p.reference+"."+p.returned())
	}
}

// Contest says that a proof does not prove the payment of a withheld tax. After the first contest
// the company may submit another proof; after the second an administrator decides. Only the
// professional may, until their deadline, and not a person who submitted a proof.
func Contest(ctx context.Context, tx pgx.Tx, in ProofContest) (ProofStatus, error) {
	p, err := lockProof(ctx, tx, in.ProofID)
	if err != nil {
		return ProofStatus{}, err
	}
	action := "contest_withheld_proof"
	if p.round > 1 {
		action = "mediate_withheld"
	}
	reason, err := deal.Reason(in.Reason)
	if err != nil {
		return ProofStatus{}, err
	}
	if err := p.answer(ctx, tx, action, in.Round, reason); err != nil {
		return ProofStatus{}, err
	}
	if err := p.move(ctx, tx, step{action: action, by: transition.Professional, said: reason}); err != nil {
		return ProofStatus{}, err
	}
	if p.status == "mediation" {
		return p.stands(), p.tellMediated(ctx, tx, transition.Professional,
			"O profissional contestou o comprovante "+p.reference+", e a administração vai decidir. Motivo: "+reason)
	}
	return p.stands(), p.tell(ctx, tx, "contest_withheld_proof", transition.Professional,
		"Envie outro comprovante, ou o mesmo outra vez, até "+market.Deadline(p.dueAt)+". Sem ele, o valor é do profissional. Motivo: "+reason)
}

// answer records the professional's answer to the latest proof.
func (p *proof) answer(ctx context.Context, tx pgx.Tx, action string, round int, reason string) error {
	if err := p.contract.PaysAs(ctx, tx, party.Professional, transition.ErrProofNotFound); err != nil {
		return err
	}
	if _, err := transition.WithholdingProof.Check(action, p.status, transition.Professional); err != nil {
		return err
	}
	if err := p.checkGave(ctx, tx); err != nil {
		return err
	}
	switch {
	case p.round != round:
		return ErrProofChanged
	case p.isLate:
		return ErrAnswerLate
	}
	_, err := tx.Exec(ctx, `UPDATE public.withholding_proof_rounds SET answered_by = $3, answered_at = now(), reason = nullif($4, '') WHERE proof_id = $1 AND round = $2`,
		p.id, p.round, caller.From(ctx).UserID, reason)
	if err != nil {
		return fmt.Errorf("keep the answer to proof %d of withheld tax %s: %w", p.round, p.id, err)
	}
	return nil
}

// checkGave refuses a caller who submitted any proof of this tax for the company.
func (p *proof) checkGave(ctx context.Context, tx pgx.Tx) error {
	var gave bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM public.withholding_proof_rounds WHERE proof_id = $1 AND given_by = $2)`, p.id, caller.From(ctx).UserID).Scan(&gave)
	if err != nil {
		return fmt.Errorf("ask who proved withheld tax %s: %w", p.id, err)
	}
	if gave {
		return deal.ErrBothSides
	}
	return nil
}

// checkMovable refuses to move held money while the payer's bank contests the payment, or when the
// money is no longer held.
func (p *proof) checkMovable(ctx context.Context, tx pgx.Tx) error {
	var may bool
	if err := tx.QueryRow(ctx, `SELECT `+mayMove+` FROM public.withholding_proofs WHERE id = $1`, p.id).Scan(&may); err != nil {
		return fmt.Errorf("ask whether withheld tax %s may be moved: %w", p.id, err)
	}
	if !may {
		return ErrHeldContested
	}
	return nil
}

// tellMediated tells that the administrators have to decide, those who belong to neither side.
func (p *proof) tellMediated(ctx context.Context, tx pgx.Tx, by transition.Actor, body string) error {
	judges, err := p.contract.Judges(ctx, tx)
	if err != nil {
		return err
	}
	return p.tellAll(ctx, tx, transition.Told{
		Action: "mediate_withheld", By: by, Body: p.named() + body,
		Bodies: map[transition.Audience]string{transition.TheJudges: p.named() + "Leia o comprovante e o que as partes escreveram, e decida."},
		About:  map[string]uuid.UUID{notification.AboutWithheldProof: p.id}, People: map[transition.Audience][]uuid.UUID{transition.TheJudges: judges},
	})
}
