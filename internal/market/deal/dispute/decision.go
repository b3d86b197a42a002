package dispute

import (
	"context"
	"net/http"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/account"
	"automacao/internal/market/people/audit"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// Refusals of a decision.
var (
	ErrDecidesOwn       = fault.New(http.StatusForbidden, "decides_own_dispute", "Você faz parte de um dos lados. Outro administrador precisa decidir.")
	ErrDecidesAgain     = fault.New(http.StatusForbidden, "decides_own_decision", "O recurso contra a sua decisão cabe a outro administrador.")
	ErrAppealLate       = fault.New(http.StatusConflict, "appeal_too_late", limits.Say("O prazo de {dispute_appeal_days} dias para recorrer já passou."))
	ErrDecisionAccepted = fault.New(http.StatusConflict, "decision_accepted", "O seu lado já aceitou esta decisão.")
)

// Call names a dispute and gives the reason for the step.
type Call struct {
	DisputeID uuid.UUID `json:"dispute_id"`
	Reason    string    `json:"reason"`
}

// CallMediation asks the administrators to decide a dispute. Either side may, once the dispute was
// answered.
func CallMediation(ctx context.Context, tx pgx.Tx, in Call) (Status, error) {
	reason, err := deal.Reason(in.Reason)
	if err != nil {
		return Status{}, err
	}
	d, err := lockFor(ctx, tx, in.DisputeID, "call_mediation")
	if err != nil {
		return Status{}, err
	}
	if err := d.move(ctx, tx, "call_mediation", d.by, nil); err != nil {
		return Status{}, err
	}
	if err := d.add(ctx, tx, entry{kind: "mediation", side: string(d.by), content: reason}); err != nil {
		return Status{}, err
	}
	return d.stands(), d.tellJudges(ctx, tx, "call_mediation", d.by, "A administração vai decidir. Até lá, as partes ainda podem chegar a um acordo. "+reason)
}

// Decision is an administrator's decision: the professional's part in percent, and the reason.
type Decision struct {
	DisputeID           uuid.UUID `json:"dispute_id"`
	ProfessionalPercent *int64    `json:"professional_percent"`
	Reason              string    `json:"reason"`
}

// Decide decides a dispute in mediation, or an appeal. Only administrators may, and none who
// belongs to a side. The first decision waits for an appeal; the second is posted at once.
func Decide(ctx context.Context, tx pgx.Tx, in Decision) (Status, error) {
	if err := account.RequireAdmin(ctx, tx); err != nil {
		return Status{}, err
	}
	percent, err := percentOf(in.ProfessionalPercent)
	if err != nil {
		return Status{}, err
	}
	reason, err := statement(in.Reason)
	if err != nil {
		return Status{}, err
	}
	d, err := lock(ctx, tx, in.DisputeID)
	if err != nil {
		return Status{}, err
	}
	if err := d.checkJudge(ctx, tx); err != nil {
		return Status{}, err
	}
	if d.status == "appealed" {
		err = d.decideFinally(ctx, tx, percent, reason)
	} else {
		err = d.decide(ctx, tx, percent, reason)
	}
	if err != nil {
		return Status{}, err
	}
	return d.stands(), audit.Record(ctx, tx, audit.Entry{
		Action: audit.DecideDispute, SubjectKind: "dispute", SubjectID: d.id.String(), Label: d.contract.Project.Title + ": " + d.milestone.Title,
		Details: map[string]any{"status": d.status, "professional_percent": percent, "reason": reason},
	})
}

// checkJudge refuses to decide a dispute that waits for no decision, an administrator who belongs
// to a side, and, on appeal, the one who took the first decision if another administrator can
// decide.
func (d *locked) checkJudge(ctx context.Context, tx pgx.Tx) error {
	if _, err := transition.Dispute.Check("decide_dispute", d.status, transition.Admin); err != nil {
		return err
	}
	side, err := party.SideOf(ctx, tx, d.contract.CompanyID, d.contract.ProfessionalID, party.Read)
	if err != nil {
		return err
	}
	if side != party.Neither {
		return ErrDecidesOwn
	}
	if d.status != "appealed" || !d.isJudge(ctx) {
		return nil
	}
	judges, err := d.contract.Judges(ctx, tx)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(judges, func(judge uuid.UUID) bool { return judge != d.decidedBy }) {
		return ErrDecidesAgain
	}
	return nil
}

// isJudge reports whether the caller took the first decision.
func (d *locked) isJudge(ctx context.Context) bool { return d.decidedBy == caller.From(ctx).UserID }

func (d *locked) decide(ctx context.Context, tx pgx.Tx, percent int64, reason string) error {
	if err := d.move(ctx, tx, "decide_dispute", transition.Admin, &percent); err != nil {
		return err
	}
	if err := d.add(ctx, tx, entry{kind: "decision", side: "administrator", content: reason, percent: &percent}); err != nil {
		return err
	}
	return d.tell(ctx, tx, transition.Told{Action: "decide_dispute", By: transition.Admin,
		Body: d.parts(percent) + limits.Say(" Você tem {dispute_appeal_days} dias para recorrer. ") + reason})
}

func (d *locked) decideFinally(ctx context.Context, tx pgx.Tx, percent int64, reason string) error {
	worth := d.parts(percent)
	if err := d.end(ctx, tx, "decide_dispute", transition.Admin, percent); err != nil {
		return err
	}
	err := d.add(ctx, tx, entry{kind: "final_decision", side: "administrator", content: reason, percent: &percent, sameAdministrator: d.isJudge(ctx)})
	if err != nil {
		return err
	}
	return d.tell(ctx, tx, transition.Told{Action: "decide_dispute", By: transition.Admin, Body: worth + " " + reason})
}

// AcceptDecision accepts the decision of a dispute for one side. Once both sides have accepted it,
// it is posted without waiting for the appeal.
func AcceptDecision(ctx context.Context, tx pgx.Tx, in Reference) (Status, error) {
	d, err := lockFor(ctx, tx, in.DisputeID, "accept_decision")
	if err != nil {
		return Status{}, err
	}
	if d.accepted[d.by] {
		return Status{}, ErrDecisionAccepted
	}
	_, err = transition.Dispute.Take(ctx, tx, transition.Taken{ID: d.id, Action: "accept_decision", From: d.status, By: d.by, Args: map[string]any{"side": string(d.by)}})
	if err != nil {
		return Status{}, err
	}
	d.accepted[d.by] = true
	if err := d.add(ctx, tx, entry{kind: "decision_accepted", side: string(d.by), percent: &d.decided}); err != nil {
		return Status{}, err
	}
	if !d.accepted[transition.Company] || !d.accepted[transition.Professional] {
		return d.stands(), d.tellOf(ctx, tx, "accept_decision", d.parts(d.decided))
	}
	worth := d.parts(d.decided)
	if err := d.end(ctx, tx, "enforce_decision", transition.System, d.decided); err != nil {
		return Status{}, err
	}
	return d.stands(), d.tell(ctx, tx, transition.Told{Action: "enforce_decision", By: transition.System, Side: d.by,
		Body: "As duas partes aceitaram a decisão. " + worth})
}

// Appeal asks for a second decision, once, within three days of the first. A side that accepted the
// first decision may not appeal.
func Appeal(ctx context.Context, tx pgx.Tx, in Call) (Status, error) {
	reason, err := deal.Reason(in.Reason)
	if err != nil {
		return Status{}, err
	}
	d, err := lockFor(ctx, tx, in.DisputeID, "appeal_dispute")
	if err != nil {
		return Status{}, err
	}
	switch {
	case d.isFinal:
		return Status{}, ErrAppealLate
	case d.accepted[d.by]:
		return Status{}, ErrDecisionAccepted
	}
	if err := d.move(ctx, tx, "appeal_dispute", d.by, nil); err != nil {
		return Status{}, err
	}
	if err := d.add(ctx, tx, entry{kind: "appeal", side: string(d.by), content: reason}); err != nil {
		return Status{}, err
	}
	return d.stands(), d.tellJudges(ctx, tx, "appeal_dispute", d.by, "A administração vai decidir de novo, desta vez de forma final. "+reason)
}
