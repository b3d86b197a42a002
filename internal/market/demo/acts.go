package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
	"automacao/internal/market"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/amendment"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/money/settlement"
	"automacao/internal/market/people/account"
	"automacao/internal/market/setting"
)

// terms are what a proposal offers besides its letter. The price is the sum of the parts; a price
// without parts is a single part.
type terms struct {
	price                   money.Money
	parts                   []part
	travel                  money.Money
	days                    int
	assumptions, exclusions string
}

// part is a milestone as a proposal describes it.
type part struct {
	Title       string      `json:"title"`
	Deliverable string      `json:"deliverable"`
	Value       money.Money `json:"value"`
	DueIn       int         `json:"-"` // days from now
	DueOn       string      `json:"due_on,omitempty"`
	Kind        string      `json:"kind,omitempty"`
	WaitsForTAC bool        `json:"waits_for_tac,omitempty"`
}

func (t terms) value() money.Money {
	sum := t.price
	for _, p := range t.parts {
		sum += p.Value
	}
	return sum
}

func (t terms) plan(days *calendar) (json.RawMessage, error) {
	if len(t.parts) == 0 {
		return nil, nil
	}
	parts := slices.Clone(t.parts)
	for i, p := range parts {
		if p.DueIn > 0 {
			parts[i].DueOn = days.dueIn(p.DueIn)
		}
	}
	plan, err := json.Marshal(parts)
	if err != nil {
		return nil, fmt.Errorf("write the milestones: %w", err)
	}
	return plan, nil
}

// began is the beginning of most stories: published, answered and accepted.
func began(published, sent, accepted int) []turn {
	return []turn{{ago: published, act: publish}, {ago: sent, act: send}, {ago: accepted, act: accept}}
}

func publish(ctx context.Context, tx pgx.Tx, s *scene) (err error) {
	s.projectID, err = (&loader{tx: tx, ids: s.ids, days: s.days}).insertProject(ctx, s.project, s.at)
	return err
}

func send(ctx context.Context, tx pgx.Tx, s *scene) error {
	return offered(s.professional, s.letter, s.terms)(ctx, tx, s)
}

// offered sends any professional's proposal for the story's project.
func offered(professional int, letter string, t terms) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		plan, err := t.plan(s.days)
		if err != nil {
			return err
		}
		sender := s.ids[professionals[professional].email]
		return s.settled(ctx, tx, func() error {
			_, err := proposal.Send(s.as(ctx, sender), tx, proposal.Draft{
				ProjectID: s.projectID, ProfessionalID: sender, Value: t.value(), CoverLetter: letter,
				Offer: proposal.Offer{Milestones: plan, Travel: t.travel, DeadlineDays: t.days, Assumptions: t.assumptions, Exclusions: t.exclusions},
			})
			return err
		})
	}
}

func accept(ctx context.Context, tx pgx.Tx, s *scene) error {
	id, number, err := s.proposal(ctx, tx, s.professional)
	if err != nil {
		return err
	}
	return s.settled(ctx, tx, func() error {
		_, err := proposal.Accept(s.by(ctx, byCompany), tx, proposal.Acceptance{ProposalID: id, Terms: number})
		return err
	})
}

// settled runs do with the story's way of payment in force.
func (s *scene) settled(ctx context.Context, tx pgx.Tx, do func() error) error {
	if !s.isDirect {
		return do()
	}
	if err := setting.Set(ctx, tx, setting.Settlement, setting.Direct); err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	return setting.Set(ctx, tx, setting.Settlement, setting.Guarantee)
}

// proposal returns a professional's latest proposal and the number of its terms.
func (s *scene) proposal(ctx context.Context, tx pgx.Tx, professional int) (id uuid.UUID, number int, err error) {
	err = tx.QueryRow(ctx, `SELECT id, terms FROM public.proposals WHERE project_id = $1 AND professional_id = $2 ORDER BY created_at DESC LIMIT 1`,
		s.projectID, s.ids[professionals[professional].email]).Scan(&id, &number)
	if err != nil {
		return id, 0, fmt.Errorf("look up the proposal: %w", err)
	}
	return id, number, nil
}

// one finds the subject of a step with a query on the story's contract, $1.
func (s *scene) one(ctx context.Context, tx pgx.Tx, query string, arguments ...any) (id uuid.UUID, err error) {
	if err := tx.QueryRow(ctx, query, append([]any{s.contractID}, arguments...)...).Scan(&id); err != nil {
		return id, fmt.Errorf("look up what the step is about: %w", err)
	}
	return id, nil
}

func (s *scene) milestone(ctx context.Context, tx pgx.Tx, position int) (uuid.UUID, error) {
	return s.one(ctx, tx, `SELECT id FROM public.milestones WHERE contract_id = $1 AND position = $2`, position)
}

// both takes two steps at the same time, for records of work that have to be written while the
// state still allows it.
func both(first, second act) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		if err := first(ctx, tx, s); err != nil {
			return err
		}
		return second(ctx, tx, s)
	}
}

// about is a step about a milestone.
func about(position int, do func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		id, err := s.milestone(ctx, tx, position)
		if err != nil {
			return err
		}
		return do(ctx, tx, s, id)
	}
}

func start(ctx context.Context, tx pgx.Tx, s *scene) error {
	_, err := contract.Start(s.by(ctx, byMaker), tx, contract.Reference{ContractID: s.contractID})
	return err
}

func deliver(position int, note string) act {
	return about(position, func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error {
		_, err := milestone.Deliver(s.by(ctx, byMaker), tx, milestone.Delivery{MilestoneID: id, Note: note})
		return err
	})
}

func approve(position int) act {
	return about(position, func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error {
		_, err := milestone.Approve(s.by(ctx, byCompany), tx, milestone.Reference{MilestoneID: id})
		return err
	})
}

func adjust(position int, reason string) act {
	return about(position, func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error {
		_, err := milestone.RequestAdjustments(s.by(ctx, byCompany), tx, id, reason)
		return err
	})
}

func withdraw(by side, reason string) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		_, err := contract.Withdraw(s.by(ctx, by), tx, contract.Ending{ContractID: s.contractID, Reason: reason, Reopen: new(bool)})
		return err
	}
}

// terminate proposes a termination (distrato). percents are the professional's shares of the
// milestones, in order.
func terminate(by side, reason string, percents ...int64) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		var parts []deal.Part
		for i, percent := range percents {
			id, err := s.milestone(ctx, tx, i+1)
			if err != nil {
				return err
			}
			parts = append(parts, deal.Part{MilestoneID: id, ProfessionalPercent: percent})
		}
		_, err := contract.ProposeTermination(s.by(ctx, by), tx, contract.ProposedEnd{
			Ending: contract.Ending{ContractID: s.contractID, Reason: reason, Reopen: new(bool)}, Settlement: parts,
		})
		return err
	}
}

func dissolve(by side) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		_, err := contract.AnswerTermination(s.by(ctx, by), tx, contract.Answer{ContractID: s.contractID, Accept: true, Reopen: new(bool)})
		return err
	}
}

// block has the administrator block one side, which allows the other to cancel.
func block(who side) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		_, err := account.Block(s.Door)(s.admin(ctx), tx, account.User{UserID: s.who(who)})
		return err
	}
}

func cancel(by side, reason string) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		_, err := contract.Cancel(s.by(ctx, by), tx, contract.Ending{ContractID: s.contractID, Reason: reason, Reopen: new(bool)})
		return err
	}
}

func amend(by side, more amendment.Proposed) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		more.ContractID = s.contractID
		_, err := amendment.Propose(s.by(ctx, by), tx, more)
		return err
	}
}

func answerAmendment(by side, number int, refusal string) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		id, err := s.one(ctx, tx, `SELECT id FROM public.amendments WHERE contract_id = $1 AND number = $2`, number)
		if err != nil {
			return err
		}
		_, err = amendment.Answer(s.by(ctx, by), tx, amendment.Reply{AmendmentID: id, Accept: refusal == "", Reason: refusal})
		return err
	}
}

// claimed declares a payment for the company, on the day of the step.
func claimed(position int, note string) act {
	return about(position, func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error {
		_, err := settlement.Record(s.by(ctx, byCompany), tx, settlement.Payment{MilestoneID: id, PaidOn: s.at.In(market.Zone).Format(time.DateOnly), Note: note})
		return err
	})
}

// contested contests the declared payment for the professional.
func contested(position int, reason string) act {
	return about(position, func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error {
		paid, err := s.one(ctx, tx, `SELECT id FROM public.direct_payments WHERE contract_id = $1 AND milestone_id = $2 AND status = 'declared'`, id)
		if err != nil {
			return err
		}
		_, err = settlement.Contest(s.by(ctx, byMaker), tx, settlement.Refusal{PaymentID: paid, Reason: reason})
		return err
	})
}
