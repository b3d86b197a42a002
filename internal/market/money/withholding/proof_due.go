package withholding

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
	"automacao/internal/market"
	"automacao/internal/market/deal"
	"automacao/internal/market/money/ledger"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// ask starts the wait for the proof of each tax that was withheld from a paid milestone, and tells
// both sides the deadline.
func ask(ctx context.Context, tx pgx.Tx, c deal.Contract, m deal.Milestone) error {
	var sum money.Money
	var dueAt *time.Time
	err := tx.QueryRow(ctx, `
		WITH asked AS (
		  INSERT INTO public.withholding_proofs (withholding_id, contract_id, milestone_id, tax, value_cents, settlement, created_at, due_at)
		  SELECT w.id, w.contract_id, w.milestone_id, w.tax, w.settled_cents, $2, day.at,
		         private.end_of(private.market_day(day.at) + private.limit_of('withholding_proof_days')::integer)
		  FROM public.withholdings w, (SELECT coalesce($3, now()) AS at) AS day
		  WHERE w.milestone_id = $1 AND w.status = 'agreed' AND w.settled_cents > 0
		  ON CONFLICT (withholding_id) DO NOTHING RETURNING value_cents, due_at)
		SELECT coalesce(sum(value_cents), 0)::bigint, max(due_at) FROM asked`, m.ID, c.Settlement, deal.DateOf(ctx)).Scan(&sum, &dueAt)
	if err != nil {
		return fmt.Errorf("ask for the proofs of what is withheld of milestone %s: %w", m.ID, err)
	}
	if dueAt == nil {
		return nil
	}
	return tellAsked(ctx, tx, c, fmt.Sprintf("%s: %s retidos. ", m.Label(), sum.BRL()), market.Deadline(*dueAt))
}

// tellAsked tells both sides the deadline for the proof. The caller is told too, although they took
// the step, because the deadline concerns them.
func tellAsked(ctx context.Context, tx pgx.Tx, c deal.Contract, what, date string) error {
	own, err := party.SideOf(ctx, tx, c.CompanyID, c.ProfessionalID, party.Pay)
	if err != nil {
		return err
	}
	toCompany := what + "Envie o comprovante dos tributos retidos até " + date + ". Sem ele, o valor é do profissional."
	toProfessional := what + "A empresa tem até " + date + " para enviar o comprovante de pagamento. Sem ele, o valor é seu."
	told := transition.Told{Action: "ask_for_proof", Bodies: map[transition.Audience]string{transition.TheCompany: toCompany, transition.TheProfessional: toProfessional}}
	switch own {
	case party.Company:
		told.Case, told.Bodies[transition.TheTaker] = transition.ByCompany, toCompany
	case party.Professional:
		told.Case, told.Bodies[transition.TheTaker] = transition.ByProfessional, toProfessional
	}
	return c.Tell(ctx, tx, transition.WithholdingProof, told)
}

// What is due at the time $2. A tax whose value is held stays where it is while the payer's bank
// contests the payment, and when the value is no longer held. Silence counts as acceptance of a
// proof only after a reminder.
const (
	proofReminderDue  = `status IN ('due', 'contested') AND reminded_at IS NULL AND due_at - private.span_of('withholding_proof_reminder_days') <= $2 AND due_at > $2`
	proofDue          = `status IN ('due', 'contested') AND due_at <= $2 AND ` + mayMove
	answerReminderDue = `status = 'shown' AND reminded_at IS NULL AND answer_until - private.span_of('withholding_proof_reminder_days') <= $2 AND NOT ` + isPayeeSilenced
	answerDue         = `status = 'shown' AND (reminded_at IS NOT NULL OR ` + isPayeeSilenced + `) AND answer_until <= $2 AND ` + mayMove

	// A blocked professional reads no reminder.
	isPayeeSilenced = `(SELECT private.is_silenced(c.professional_id) FROM public.contracts c WHERE c.id = withholding_proofs.contract_id)`

	mayMove = `(settlement = 'direct' OR EXISTS (
	  SELECT FROM private.ledger_balances b WHERE b.account = 'held:' || withholding_proofs.milestone_id AND b.balance_cents - b.reserved_cents >= withholding_proofs.value_cents)
	  AND NOT EXISTS (SELECT FROM public.charges g WHERE g.milestone_id = withholding_proofs.milestone_id AND g.status = 'contested'))`
)

func proofsDue(condition string) string {
	return `SELECT id FROM public.withholding_proofs WHERE id > $1 AND ` + condition + ` ORDER BY id LIMIT $3`
}

// lockProofDue locks a withheld tax and reports whether it is still due.
func lockProofDue(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time, condition string) (p proof, isDue bool, err error) {
	if p, err = lockProof(ctx, tx, id); err != nil {
		return proof{}, false, err
	}
	err = tx.QueryRow(ctx, `SELECT coalesce(`+condition+`, false) FROM public.withholding_proofs WHERE id = $1`, id, at).Scan(&isDue)
	if err != nil {
		return proof{}, false, fmt.Errorf("ask what withheld tax %s is due for: %w", id, err)
	}
	return p, isDue, nil
}

func remindOfProof(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	p, isDue, err := lockProofDue(ctx, tx, id, at, proofReminderDue)
	if err != nil || !isDue {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE public.withholding_proofs SET reminded_at = $2 WHERE id = $1`, id, at); err != nil {
		return fmt.Errorf("note the reminder of withheld tax %s: %w", id, err)
	}
	return p.tell(ctx, tx, "remind_of_proof", transition.Time,
		"Envie o comprovante até "+market.Deadline(p.dueAt)+". Sem ele, o valor é do profissional.")
}

// remindOfAnswer always leaves at least until the end of the next day to answer a proof, even if
// the reminder is sent late.
func remindOfAnswer(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	p, isDue, err := lockProofDue(ctx, tx, id, at, answerReminderDue)
	if err != nil || !isDue {
		return err
	}
	err = tx.QueryRow(ctx, `
		UPDATE public.withholding_proofs SET reminded_at = $2, answer_until = greatest(answer_until, private.end_of(private.market_day($2) + 1)) WHERE id = $1 RETURNING answer_until`,
		id, at).Scan(&p.answerUntil)
	if err != nil {
		return fmt.Errorf("note the reminder of the answer to withheld tax %s: %w", id, err)
	}
	return p.tell(ctx, tx, "remind_of_proof_answer", transition.Time,
		"O comprovante "+p.reference+" espera a sua resposta. "+p.silenceProves())
}

// endUnproved gives an unproved tax to the professional. What is held becomes theirs; what the
// company kept, the company owes them.
func endUnproved(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	ctx = deal.Dated(ctx, at)
	p, isDue, err := lockProofDue(ctx, tx, id, at, proofDue)
	if err != nil || !isDue {
		return err
	}
	if p.status == "contested" {
		if isSilenced, err := p.mediateSilenced(ctx, tx, p.contract.CompanyID); isSilenced || err != nil {
			return err
		}
	}
	if isPutOff, err := p.waitForSilenced(ctx, tx, at); isPutOff || err != nil {
		return err
	}
	return p.giveProfessional(ctx, tx, step{by: transition.Time}, "O comprovante não chegou no prazo")
}

// waitForSilenced postpones the deadline for a first proof while the company is blocked by
// administrators and so cannot submit one. The total time is at most twice the original.
func (p *proof) waitForSilenced(ctx context.Context, tx pgx.Tx, at time.Time) (isPutOff bool, err error) {
	err = tx.QueryRow(ctx, `
		UPDATE public.withholding_proofs w SET due_at = least(private.end_of(private.market_day($2) + private.limit_of('withholding_proof_answer_days')::integer), last.due_at), reminded_at = NULL
		FROM (SELECT private.end_of(private.market_day($3) + 2 * private.limit_of('withholding_proof_days')::integer) AS due_at) AS last
		WHERE w.id = $1 AND w.status = 'due' AND private.is_silenced($4) AND last.due_at > $2 RETURNING w.due_at`, p.id, at, p.createdAt, p.contract.CompanyID).Scan(&p.dueAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("put off withheld tax %s: %w", p.id, err)
	}
	return true, p.tell(ctx, tx, "extend_proof", transition.Time,
		"A empresa está bloqueada e não pôde enviar o comprovante. O prazo dela vai até "+market.Deadline(p.dueAt)+". O valor continua retido.")
}

// giveProfessional ends an unproved tax in the professional's favour, and tells both sides the
// cause.
func (p *proof) giveProfessional(ctx context.Context, tx pgx.Tx, s step, cause string) error {
	if p.isHeld() {
		s.action = "release_withheld"
		if err := p.move(ctx, tx, s); err != nil {
			return err
		}
		if err := p.tell(ctx, tx, s.action, s.by, cause+": o valor é do profissional."+whyDecided(s)); err != nil {
			return err
		}
		if err := ledger.ReleaseWithheld(ctx, tx, p.posting(), p.id, p.value); err != nil {
			return err
		}
		_, err := ledger.CollectOwedAfter(ctx, tx, p.contract.ProfessionalID, p.id)
		return err
	}
	s.action = "owe_withheld"
	if err := p.move(ctx, tx, s); err != nil {
		return err
	}
	var late, stops time.Time
	if err := tx.QueryRow(ctx, `SELECT private.market_day(ended_at) + 1, acceptances_stop_on FROM public.withholding_proofs WHERE id = $1`, p.id).Scan(&late, &stops); err != nil {
		return fmt.Errorf("ask since when withheld tax %s is owed: %w", p.id, err)
	}
	from := stops.Format(market.Day)
	return p.tellAll(ctx, tx, transition.Told{Action: s.action, By: s.by, Bodies: map[transition.Audience]string{
		transition.TheCompany: p.named() + cause + ": a empresa deve o valor ao profissional. O atraso aparece no histórico dela a partir de " + late.Format(market.Day) +
			". A partir de " + from + ", ela não aceita novas propostas enquanto o valor for devido. Pague e envie o comprovante, ou peça que o profissional confirme." + whyDecided(s),
		transition.TheProfessional: p.named() + cause + ": a empresa deve o valor a você. A partir de " + from +
			", ela não aceita novas propostas enquanto o valor for devido. Confirme quando receber." + whyDecided(s),
	}})
}

// proveSilent accepts a proof that the professional did not answer.
func proveSilent(giveBack Return) func(context.Context, pgx.Tx, uuid.UUID, time.Time) error {
	return func(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
		ctx = deal.Dated(ctx, at)
		p, isDue, err := lockProofDue(ctx, tx, id, at, answerDue)
		if err != nil || !isDue {
			return err
		}
		if isSilenced, err := p.mediateSilenced(ctx, tx, p.contract.ProfessionalID); isSilenced || err != nil {
			return err
		}
		until := market.Deadline(p.answerUntil)
		if err := p.giveCompany(ctx, tx, step{action: "prove_withheld_by_silence", by: transition.Time}, giveBack); err != nil {
			return err
		}
		return p.tell(ctx, tx, "prove_withheld_by_silence", transition.Time, "Sem resposta até "+until+", o comprovante "+p.reference+" vale."+p.returned())
	}
}

// giveCompany ends a proved tax: what is held returns to the company.
func (p *proof) giveCompany(ctx context.Context, tx pgx.Tx, s step, giveBack Return) error {
	if err := p.move(ctx, tx, s); err != nil || !p.isHeld() {
		return err
	}
	return giveBack(ctx, tx, p.contract, *p.milestone, p.id, p.value)
}

// returned says what happens to the value of a proved tax.
func (p *proof) returned() string {
	if p.isHeld() {
		return " O valor volta à empresa."
	}
	return ""
}

// mediateSilenced hands the case to the administrators if they blocked the party whose turn it was:
// that party's silence does not count.
func (p *proof) mediateSilenced(ctx context.Context, tx pgx.Tx, partyID uuid.UUID) (isSilenced bool, err error) {
	err = tx.QueryRow(ctx, `SELECT private.is_silenced($1)`, partyID).Scan(&isSilenced)
	switch {
	case err != nil:
		return false, fmt.Errorf("ask who may move withheld tax %s: %w", p.id, err)
	case !isSilenced:
		return false, nil
	}
	if err := p.move(ctx, tx, step{action: "mediate_withheld", by: transition.Time}); err != nil {
		return false, err
	}
	return true, p.tellMediated(ctx, tx, transition.Time, "Uma das partes está bloqueada e não pôde responder. A administração vai decidir.")
}

// Lose ends the wait for proofs of a milestone whose whole payment was returned by the payer's
// bank.
func Lose(ctx context.Context, tx pgx.Tx, milestoneID uuid.UUID) error {
	rows, err := tx.Query(ctx, `SELECT id FROM public.withholding_proofs WHERE milestone_id = $1 AND ended_at IS NULL AND settlement = 'guarantee' ORDER BY id`, milestoneID)
	if err != nil {
		return fmt.Errorf("list what is withheld of milestone %s: %w", milestoneID, err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return fmt.Errorf("list what is withheld of milestone %s: %w", milestoneID, err)
	}
	for _, id := range ids {
		p, err := lockProof(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := p.move(ctx, tx, step{action: "lose_withheld", by: transition.System}); err != nil {
			return err
		}
	}
	return nil
}
