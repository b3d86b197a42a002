package demo

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/money/settlement"
	"automacao/internal/market/people/review"
	"automacao/internal/market/setting"
)

// hire takes every engagement through the market's own workflows and then backdates it.
func (l *loader) hire(ctx context.Context) error {
	inForce, err := setting.Get(ctx, l.tx, setting.Settlement)
	if err != nil {
		return err
	}
	for _, e := range engagements {
		if err := setting.Set(ctx, l.tx, setting.Settlement, e.settlement(inForce)); err != nil {
			return err
		}
		if err := l.engage(ctx, e); err != nil {
			return fmt.Errorf("%s: %w", e.project.title, err)
		}
	}
	// The notifications and messages so far have all been read.
	if _, err := l.tx.Exec(ctx, `WITH heard AS (UPDATE public.notifications SET read = true) UPDATE public.messages SET read = true`); err != nil {
		return err
	}
	return setting.Set(ctx, l.tx, setting.Settlement, inForce)
}

// engage takes one engagement from its project to its reviews.
func (l *loader) engage(ctx context.Context, e engagement) error {
	projectID, err := l.insertProject(ctx, e.project, l.on(e, 0))
	if err != nil {
		return err
	}
	var proposalID uuid.UUID
	err = l.say(ctx, l.on(e, 2), func() (err error) {
		proposalID, err = l.send(ctx, projectID, e.professional, e.value, e.letter)
		return err
	})
	if err != nil {
		return err
	}
	if err := l.fulfil(ctx, e, proposalID); err != nil {
		return err
	}
	if err := l.backdate(ctx, e, projectID); err != nil {
		return err
	}
	return l.pay(ctx, e, projectID)
}

// settlement is how an engagement is paid. Engagements that were paid or delivered long ago are
// paid directly, even if an institution holds the payments of new contracts.
func (e engagement) settlement(inForce string) string {
	if e.paidDay != 0 || e.stage == delivered || e.stage == adjusting || e.stage == finished {
		return setting.Direct
	}
	return inForce
}

// step is an action of one side on a contract, day days after the project was published.
type step struct {
	day    int
	stages []stage
	take   func(ctx context.Context, l *loader, e engagement, about uuid.UUID) error
}

// steps are the steps of the stages, in order.
var steps = []step{
	{7, []stage{active, delivered, adjusting, finished, dissolved}, byProfessional(contract.Start)},
	{9, []stage{takenBack}, func(ctx context.Context, l *loader, e engagement, about uuid.UUID) error {
		_, err := contract.Withdraw(as(ctx, l.professional(e)), l.tx, contract.Ending{ContractID: about, Reason: "Uma obra anterior se estendeu e não conseguiria cumprir o prazo combinado."})
		return err
	}},
	{18, []stage{dissolved}, func(ctx context.Context, l *loader, e engagement, about uuid.UUID) error {
		_, err := contract.ProposeTermination(as(ctx, l.company(e)), l.tx, contract.ProposedEnd{Ending: contract.Ending{ContractID: about, Reason: "A verba do historiador foi suspensa pela diretoria até o próximo exercício.", Reopen: new(bool)}})
		return err
	}},
	{20, []stage{delivered, adjusting, finished}, byProfessional(deliverAll)},
	{20, []stage{dissolved}, func(ctx context.Context, l *loader, e engagement, about uuid.UUID) error {
		_, err := contract.AnswerTermination(as(ctx, l.professional(e)), l.tx, contract.Answer{ContractID: about, Accept: true})
		return err
	}},
	{21, []stage{adjusting}, func(ctx context.Context, l *loader, e engagement, about uuid.UUID) error {
		_, err := contract.RequestAdjustments(as(ctx, l.company(e)), l.tx, contract.Adjustments{ContractID: about, Reason: "No relatório da batelada falta a temperatura de retorno. O resto está como combinado."})
		return err
	}},
	{22, []stage{finished}, func(ctx context.Context, l *loader, e engagement, about uuid.UUID) error {
		_, err := contract.Complete(as(ctx, l.company(e)), l.tx, contract.Reference{ContractID: about})
		return err
	}},
}

func byProfessional(take func(context.Context, pgx.Tx, contract.Reference) (contract.Status, error)) func(context.Context, *loader, engagement, uuid.UUID) error {
	return func(ctx context.Context, l *loader, e engagement, about uuid.UUID) error {
		_, err := take(as(ctx, l.professional(e)), l.tx, contract.Reference{ContractID: about})
		return err
	}
}

func deliverAll(ctx context.Context, tx pgx.Tx, about contract.Reference) (contract.Status, error) {
	return contract.Deliver(ctx, tx, contract.Delivery{ContractID: about.ContractID})
}

func (l *loader) company(e engagement) uuid.UUID { return l.ids[companies[e.project.owner].email] }

func (l *loader) professional(e engagement) uuid.UUID {
	return l.ids[professionals[e.professional].email]
}

// on returns a day of an engagement, in working hours and at least one day ago.
func (l *loader) on(e engagement, day int) time.Time {
	return l.days.worked(l.days.now.AddDate(0, 0, -max(e.daysAgo-day, 1)))
}

// reviewDay is after the payment.
func (e engagement) reviewDay() int { return max(e.paidDay, 22) + 2 }

func (l *loader) fulfil(ctx context.Context, e engagement, proposalID uuid.UUID) error {
	var accepted proposal.Accepted
	err := l.say(ctx, l.on(e, 5), func() (err error) {
		accepted, err = proposal.Accept(deal.Dated(as(ctx, l.company(e)), l.on(e, 5)), l.tx, proposal.Acceptance{ProposalID: proposalID})
		return err
	})
	if err != nil {
		return err
	}
	for _, s := range steps {
		if !slices.Contains(s.stages, e.stage) {
			continue
		}
		at := l.on(e, s.day)
		if err := l.say(ctx, at, func() error { return s.take(deal.Dated(ctx, at), l, e, accepted.ContractID) }); err != nil {
			return err
		}
	}
	if e.stage != finished {
		return nil
	}
	return l.say(ctx, l.on(e, e.reviewDay()), func() error { return l.assess(ctx, e, accepted.ContractID) })
}

// assess has both sides review finished work, and the company answer.
func (l *loader) assess(ctx context.Context, e engagement, contractID uuid.UUID) error {
	_, err := l.tx.Exec(ctx, `
		INSERT INTO public.reviews (contract_id, author_id, rating, content, axes)
		SELECT $1, said.*, (SELECT jsonb_object_agg(axis, nullif(score, 0)) FROM unnest(private.review_axes(said.author = $5), CASE said.author WHEN $5 THEN $9::integer[] ELSE $8::integer[] END) AS one (axis, score))
		FROM (VALUES ($2::uuid, $3::integer, $4), ($5, $6, $7)) AS said (author, rating, content)`,
		contractID, l.company(e), e.ofWork.rating, e.ofWork.content, l.professional(e), e.ofCompany.rating, e.ofCompany.content, e.ofWork.axes[:], e.ofCompany.axes[:])
	if err != nil {
		return fmt.Errorf("review: %w", err)
	}
	_, err = l.tx.Exec(ctx, `UPDATE public.reviews SET answer = $2 WHERE contract_id = $1 AND author_id = $3 AND $2 <> ''`, contractID, e.answer, l.company(e))
	return err
}

func as(ctx context.Context, who uuid.UUID) context.Context {
	return caller.NewContext(ctx, caller.Caller{Role: "authenticated", UserID: who})
}

// backdate spreads an engagement over the past, consistently with its contract's log: sent after
// two days, accepted after five, and so on.
func (l *loader) backdate(ctx context.Context, e engagement, projectID uuid.UUID) error {
	batch := &pgx.Batch{}
	batch.Queue(`UPDATE public.project_revisions SET created_at = $2 WHERE project_id = $1`, projectID, l.on(e, 0))
	batch.Queue(`UPDATE public.proposals SET created_at = $2, decided_at = $3 WHERE project_id = $1`, projectID, l.on(e, 2), l.on(e, 5))
	batch.Queue(`
		UPDATE public.reviews SET created_at = $2, published_at = $2, answered_at = CASE WHEN answer IS NOT NULL THEN $3::timestamptz END
		WHERE contract_id IN (SELECT id FROM public.contracts WHERE project_id = $1)`, projectID, l.on(e, e.reviewDay()), l.on(e, e.reviewDay()+2))
	if e.dueDay > 0 {
		batch.Queue(`
			UPDATE public.milestones SET due_on = ($2::timestamptz AT TIME ZONE 'America/Sao_Paulo')::date
			WHERE contract_id IN (SELECT id FROM public.contracts WHERE project_id = $1)`, projectID, l.on(e, e.dueDay))
	}
	batch.Queue(`
		UPDATE public.contracts c SET created_at = $2,
		       started_at        = CASE WHEN started_at        IS NOT NULL THEN (SELECT min(v.created_at) FROM public.contract_events v WHERE v.contract_id = c.id AND v.to_status = 'active') END,
		       delivered_at      = CASE WHEN delivered_at      IS NOT NULL THEN log.at_delivered END,
		       acceptance_due_at = CASE WHEN acceptance_due_at IS NOT NULL THEN log.at_delivered + (acceptance_due_at - delivered_at) END,
		       completed_at      = CASE WHEN completed_at      IS NOT NULL THEN log.at_last END,
		       ended_at          = CASE WHEN ended_at          IS NOT NULL THEN log.at_last END
		FROM (SELECT contract_id, max(created_at) AS at_last, max(created_at) FILTER (WHERE to_status = 'delivered') AS at_delivered FROM public.contract_events GROUP BY 1) AS log
		WHERE c.project_id = $1 AND log.contract_id = c.id`, projectID, l.on(e, 5))
	return l.tx.SendBatch(ctx, batch).Close()
}

// pay declares the payment for the company and confirms it for the professional. Payments held by
// an institution are not declared.
func (l *loader) pay(ctx context.Context, e engagement, projectID uuid.UUID) error {
	if e.paidDay == 0 {
		return nil
	}
	at, confirmed := l.on(e, e.paidDay), l.on(e, e.paidDay+1)
	var owed uuid.UUID
	err := l.tx.QueryRow(ctx, `
		SELECT m.id FROM public.milestones m JOIN public.contracts c ON c.id = m.contract_id
		WHERE c.project_id = $1 AND c.settlement = 'direct' AND m.status = 'awaiting_payment'`, projectID).Scan(&owed)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look up what is owed: %w", err)
	}
	var said settlement.Status
	err = l.say(ctx, at, func() (err error) {
		said, err = settlement.Record(deal.Dated(as(ctx, l.company(e)), at), l.tx, settlement.Payment{MilestoneID: owed, PaidOn: at.In(market.Zone).Format(time.DateOnly)})
		return err
	})
	if err != nil {
		return err
	}
	err = l.say(ctx, confirmed, func() error {
		_, err := settlement.Confirm(deal.Dated(as(ctx, l.professional(e)), confirmed), l.tx, settlement.Reference{PaymentID: said.ID})
		return err
	})
	if err != nil {
		return err
	}
	_, err = l.tx.Exec(ctx, `
		UPDATE public.direct_payments SET declared_at = $2::timestamptz, confirm_due_at = $2::timestamptz + (confirm_due_at - declared_at), answered_at = $3 WHERE id = $1`, said.ID, at, confirmed)
	return err
}

// settleDown gives members a past: when they joined, and their profile views of the last 45 days,
// with more on working days.
func (l *loader) settleDown(ctx context.Context) error {
	err := l.say(ctx, l.days.lately(24*time.Hour), func() error {
		_, err := review.Publish(ctx, l.tx)
		return err
	})
	if err != nil {
		return err
	}
	batch := &pgx.Batch{}
	batch.Queue(`
		UPDATE public.profiles SET created_at = now() - make_interval(days => 150 + (get_byte(uuid_send(id), 15) * 2))
		WHERE role <> 'admin'`)
	batch.Queue(`UPDATE public.accounts a SET created_at = p.created_at FROM public.profiles p WHERE p.id = a.profile_id`)
	batch.Queue(`
		INSERT INTO public.profile_view_days (profile_id, viewed_on, views)
		SELECT p.id, day::date, 1 + (get_byte(uuid_send(p.id), 15) + extract(doy FROM day)::integer * 7) % CASE WHEN extract(isodow FROM day) > 5 THEN 4 ELSE 11 END
		FROM public.profiles p, generate_series(private.market_day() - 45, private.market_day() - 1, interval '1 day') AS day
		WHERE p.role <> 'admin' AND p.is_party`)
	batch.Queue(`
		UPDATE public.profiles SET profile_views = seen.total
		FROM (SELECT profile_id, sum(views)::integer AS total FROM public.profile_view_days GROUP BY 1) AS seen
		WHERE id = seen.profile_id`)
	batch.Queue(`UPDATE public.project_revisions r SET created_at = p.created_at FROM public.projects p WHERE p.id = r.project_id AND r.number = 1`)
	// Proposals are valid until a working day.
	batch.Queue(`UPDATE public.proposals SET valid_until = private.working_days_after(valid_until - 1, 1) WHERE NOT private.is_working_day(valid_until)`)
	// What led to finished work was read long ago.
	batch.Queue(`UPDATE public.notifications SET read = true WHERE kind IN ('decision', 'contract', 'review', 'organisation')`)
	return l.tx.SendBatch(ctx, batch).Close()
}
