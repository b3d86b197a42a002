package withholding

import (
	"context"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/market/deal"
	"automacao/internal/market/people/account"
	"automacao/internal/market/people/audit"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// Refusals of a decision about a proof.
var (
	ErrDecidesOwn    = fault.New(http.StatusForbidden, "decides_own_withheld", "Você faz parte de um dos lados. Outro administrador precisa decidir.")
	ErrOutcome       = fault.New(http.StatusUnprocessableEntity, "withheld_outcome_unknown", "Escolha se o tributo foi comprovado ou não.")
	ErrHeldContested = fault.New(http.StatusConflict, "withheld_not_movable", "O pagamento deste marco está contestado no banco, ou o valor já não está em garantia. Aguarde a instituição de pagamento.")
)

// ProofDecision is an administrator's decision whether a withheld tax was proved, and why.
// `outcome` is `proved` or `unproved`.
type ProofDecision struct {
	ProofID uuid.UUID `json:"proof_id"`
	Outcome string    `json:"outcome"`
	Reason  string    `json:"reason"`
}

// Decide ends the mediation of a withheld tax. Only administrators may, and none who belongs to a
// side or acted for one. Both sides read the reason.
func Decide(giveBack Return) func(context.Context, pgx.Tx, ProofDecision) (ProofStatus, error) {
	return func(ctx context.Context, tx pgx.Tx, in ProofDecision) (ProofStatus, error) {
		if err := account.RequireAdmin(ctx, tx); err != nil {
			return ProofStatus{}, err
		}
		if in.Outcome != "proved" && in.Outcome != "unproved" {
			return ProofStatus{}, ErrOutcome
		}
		reason, err := deal.Reason(in.Reason)
		if err != nil {
			return ProofStatus{}, err
		}
		p, err := lockProof(ctx, tx, in.ProofID)
		if err != nil {
			return ProofStatus{}, err
		}
		if err := p.checkJudge(ctx, tx); err != nil {
			return ProofStatus{}, err
		}
		if err := p.decide(ctx, tx, in.Outcome == "proved", reason, giveBack); err != nil {
			return ProofStatus{}, err
		}
		return p.stands(), audit.Record(ctx, tx, audit.Entry{
			Action: audit.DecideWithheld, SubjectKind: "contract", SubjectID: p.contract.ID.String(), Label: p.contract.Project.Title + ": " + p.milestone.Title,
			Details: map[string]any{"tax": p.tax, "status": p.status, "reason": reason},
		})
	}
}

// checkJudge refuses a decision that is not due now, and an administrator who is involved.
func (p *proof) checkJudge(ctx context.Context, tx pgx.Tx) error {
	if _, err := transition.WithholdingProof.Check("uphold_withheld_proof", p.status, transition.Admin); err != nil {
		return err
	}
	side, err := party.SideOf(ctx, tx, p.contract.CompanyID, p.contract.ProfessionalID, party.Read)
	if err != nil {
		return err
	}
	var tookPart bool
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM public.withholding_proof_rounds r WHERE r.proof_id = $1 AND $2 IN (r.given_by, r.answered_by))`,
		p.id, caller.From(ctx).UserID).Scan(&tookPart)
	switch {
	case err != nil:
		return fmt.Errorf("ask who may decide withheld tax %s: %w", p.id, err)
	case side != party.Neither, tookPart:
		return ErrDecidesOwn
	}
	return p.checkMovable(ctx, tx)
}

func (p *proof) decide(ctx context.Context, tx pgx.Tx, isProved bool, reason string, giveBack Return) error {
	s := step{action: "uphold_withheld_proof", by: transition.Admin, said: reason, decision: reason}
	if !isProved {
		return p.giveProfessional(ctx, tx, s, "A administração decidiu que o recolhimento não foi comprovado")
	}
	if err := p.giveCompany(ctx, tx, s, giveBack); err != nil {
		return err
	}
	return p.tell(ctx, tx, "uphold_withheld_proof", transition.Admin, "A administração decidiu que o comprovante "+p.reference+" vale."+p.returned()+whyDecided(s))
}

// whyDecided is the administrator's reason, to append to the notification.
func whyDecided(s step) string {
	if s.decision == "" {
		return ""
	}
	return " Motivo: " + s.decision
}
