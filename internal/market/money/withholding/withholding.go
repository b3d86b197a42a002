// Package withholding owns the taxes that a company keeps back of a milestone:
// the lines it records, and the professional's word on them. It reckons in whole
// centavos and knows what the law has a payer keep, by rows of the database; what is
// above it counts by the professional's own yes alone. Whoever pays a milestone asks
// Settle what of it is withheld; from then on each tax waits for the proof of its payment,
// and without one it is the professional's. It asks no institution for anything.
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
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// Refusals of withheld taxes.
var (
	ErrTax      = fault.New(http.StatusUnprocessableEntity, "withholding_tax_wrong", "Informe cada tributo uma vez só: ISS, INSS, IRRF ou CSRF.")
	ErrRate     = fault.New(http.StatusUnprocessableEntity, "withholding_rate_wrong", "A alíquota passa do que a lei permite reter de quem recebe este marco.")
	ErrBase     = fault.New(http.StatusUnprocessableEntity, "withholding_base_wrong", "A base de cálculo vai até o valor do marco e, no INSS de pessoa física, até o teto da contribuição.")
	ErrValue    = fault.New(http.StatusUnprocessableEntity, "withholding_value_wrong", "O valor retido vai de um centavo até a alíquota sobre a base.")
	ErrOver     = fault.New(http.StatusConflict, "withholding_too_late", "Retenções se registram antes do pagamento do marco, e fora de disputa.")
	ErrDeclared = fault.New(http.StatusConflict, "withholding_payment_declared", "O pagamento deste marco já foi informado. As retenções não mudam mais.")
	ErrItem     = fault.New(http.StatusUnprocessableEntity, "withholding_item_unknown", "Escolha na lista por que a empresa retém o ISS.")
	ErrRounds   = fault.New(http.StatusConflict, "too_many_withholdings", limits.Say("As retenções deste marco já foram registradas {withholding_rounds_max} vezes."))
	ErrChanged  = fault.New(http.StatusConflict, "withholdings_changed", "As retenções mudaram desde que você as abriu. Leia de novo antes de responder.")
)

// Line is a tax of a milestone: a rate in percent of a base. Value is what is
// kept back, the rate of the base unless less is said.
type Line struct {
	Tax   string      `json:"tax"`
	Base  money.Money `json:"base"`
	Rate  Rate        `json:"rate"`
	Value money.Money `json:"value,omitempty"`
}

// Declaration is the lines of a milestone, all of them; none takes back what was
// recorded before.
type Declaration struct {
	Grounds

	MilestoneID uuid.UUID `json:"milestone_id"`
	Lines       []Line    `json:"lines"`
}

// Status is where the lines of a milestone stand after a step.
type Status struct {
	MilestoneID uuid.UUID   `json:"milestone_id"`
	Round       int         `json:"round"`
	Status      string      `json:"status"`
	Gross       money.Money `json:"gross"`
	Withheld    money.Money `json:"withheld"`
	Net         money.Money `json:"net"`
	// AboveLaw is how much of it the law does not have withheld: silence does not agree
	// to such lines.
	AboveLaw money.Money `json:"above_law"`
}

// Record records the lines of a milestone in place of those before. Only the
// company may, and nothing is withheld until the professional's side agreed.
func Record(ctx context.Context, tx pgx.Tx, in Declaration) (Status, error) {
	s, err := lock(ctx, tx, in.MilestoneID)
	if err != nil {
		return Status{}, err
	}
	if err := s.contract.PaysAs(ctx, tx, party.Company, deal.ErrMilestoneNotFound); err != nil {
		return Status{}, err
	}
	if err := s.canChange(); err != nil {
		return Status{}, err
	}
	payee, err := payeeOf(ctx, tx, s.contract.ProfessionalID)
	if err != nil {
		return Status{}, err
	}
	caps, err := capsOf(ctx, tx, payee, s.milestone.Value)
	if err != nil {
		return Status{}, err
	}
	sum, err := check(in.Lines, caps)
	if err != nil {
		return Status{}, err
	}
	law, err := byLaw(ctx, tx, s.milestone.ID, in.Grounds, rateOf(in.Lines, "iss"))
	switch {
	case err != nil:
		return Status{}, err
	case s.last >= limits.WithholdingRoundsMax:
		return Status{}, ErrRounds
	}
	if err := s.replace(ctx, tx); err != nil {
		return Status{}, err
	}
	s.round, s.sum, s.above, s.status = s.last+1, sum, excess(in.Lines, law), transition.Withholding.Initial
	for _, line := range in.Lines {
		if err := s.insert(ctx, tx, line, payee, law[line.Tax]); err != nil {
			return Status{}, err
		}
	}
	if err := s.log(ctx, tx, "record_withholdings", transition.Company, ""); err != nil {
		return Status{}, err
	}
	if len(in.Lines) == 0 {
		s.status = "replaced"
		return s.stands(), s.contract.TellSide(ctx, tx, s.contract.ProfessionalID, party.Pay, "Retenções retiradas", s.milestone.Label()+".")
	}
	return s.stands(), s.contract.TellSide(ctx, tx, s.contract.ProfessionalID, party.Pay, "Retenções de tributos informadas", s.told()+answerWithin(s.above))
}

// set is the lines of a locked milestone that are in force, if any.
type set struct {
	contract  deal.Contract
	milestone *deal.Milestone
	// round is that of the lines in force, 0 for none; last the highest there was.
	round, last int
	status      string
	sum         money.Money
	// above is how much of sum the law does not have withheld.
	above      money.Money
	recordedBy uuid.UUID
	isDeclared bool
}

func lock(ctx context.Context, tx pgx.Tx, milestoneID uuid.UUID) (s *set, err error) {
	s = &set{}
	if s.contract, s.milestone, err = deal.LockMilestone(ctx, tx, milestoneID); err != nil {
		return nil, err
	}
	err = tx.QueryRow(ctx, `
		SELECT coalesce(max(round), 0), coalesce(max(round) FILTER (WHERE in_force), 0), coalesce(max(status) FILTER (WHERE in_force), ''),
		       coalesce(sum(value_cents) FILTER (WHERE in_force), 0)::bigint, coalesce(sum(greatest(0, value_cents - lawful_cents)) FILTER (WHERE in_force), 0)::bigint, coalesce((array_agg(recorded_by) FILTER (WHERE in_force))[1], $2),
		       EXISTS (SELECT FROM public.direct_payments d WHERE d.milestone_id = $1 AND d.status = 'declared')
		FROM (SELECT *, status IN ('proposed', 'agreed') AS in_force FROM public.withholdings WHERE milestone_id = $1) AS w`, milestoneID, uuid.Nil).
		Scan(&s.last, &s.round, &s.status, &s.sum, &s.above, &s.recordedBy, &s.isDeclared)
	if err != nil {
		return nil, fmt.Errorf("read what is withheld of milestone %s: %w", milestoneID, err)
	}
	return s, nil
}

// canChange refuses what comes after the payment, or while it is disputed.
func (s *set) canChange() error {
	switch {
	case s.isDeclared:
		return ErrDeclared
	case !s.milestone.IsOwed && (!s.milestone.IsOpen() || !s.contract.IsRunning()):
		return ErrOver
	}
	return nil
}

// replace takes the lines in force back.
func (s *set) replace(ctx context.Context, tx pgx.Tx) error {
	if s.round == 0 {
		return nil
	}
	return s.move(ctx, tx, "replace_withholdings", transition.Company, "")
}

func (s *set) insert(ctx context.Context, tx pgx.Tx, l Line, payee string, law lawful) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO public.withholdings (contract_id, milestone_id, round, tax, payee, gross_cents, base_cents, rate_basis_points, value_cents, recorded_by, lawful_cents, law, answer_due_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, nullif($12, ''),
		  private.end_of(private.working_days_after(private.market_day(), private.limit_of('withholding_answer_days')::integer)))`,
		s.contract.ID, s.milestone.ID, s.round, l.Tax, payee, s.milestone.Value, l.Base, int64(l.Rate), l.Value, caller.From(ctx).UserID, law.Value, law.Law)
	if err != nil {
		return fmt.Errorf("record %s of milestone %s: %w", l.Tax, s.milestone.ID, err)
	}
	return nil
}

// move takes the lines in force from their state to the next.
func (s *set) move(ctx context.Context, tx pgx.Tx, action string, by transition.Actor, reason string) error {
	var person *uuid.UUID
	if who := caller.From(ctx).UserID; who != uuid.Nil {
		person = &who
	}
	to, err := transition.Withholding.Take(ctx, tx, transition.Taken{
		ID: s.milestone.ID, Action: action, From: s.status, By: by, At: deal.DateOf(ctx), Person: person, Reason: reason,
		Rows: "milestone_id = @id AND round = @round", Args: map[string]any{"round": s.round},
	})
	if err != nil {
		return err
	}
	s.status = to
	return nil
}

func (s *set) log(ctx context.Context, tx pgx.Tx, action string, by transition.Actor, reason string) error {
	return s.contract.LogMilestone(ctx, tx, *s.milestone, deal.ContractMove{Action: action, By: by, Party: s.contract.Party(by), Reason: reason})
}

func (s *set) stands() Status {
	return Status{MilestoneID: s.milestone.ID, Round: s.round, Status: s.status, Gross: s.milestone.Value, Withheld: s.sum, Net: s.milestone.Value - s.sum, AboveLaw: s.above}
}

// told says what is left of a milestone.
func (s *set) told() string {
	return fmt.Sprintf("%s: de %s, %s retidos e %s líquidos.", s.milestone.Label(), s.milestone.Value.BRL(), s.sum.BRL(), (s.milestone.Value - s.sum).BRL())
}

// Settle is what is withheld of a part of a milestone's value that is paid now, most at
// most. The lines keep what became of them, and each waits for the proof of its payment.
func Settle(ctx context.Context, tx pgx.Tx, c deal.Contract, m deal.Milestone, part, most money.Money) (withheld money.Money, err error) {
	if err = tx.QueryRow(ctx, `SELECT private.settle_withholdings($1, $2, $3)`, m.ID, part, most).Scan(&withheld); err != nil {
		return 0, fmt.Errorf("settle what is withheld of milestone %s: %w", m.ID, err)
	}
	return withheld, ask(ctx, tx, c, m)
}

// Of is what Settle will say.
func Of(ctx context.Context, tx pgx.Tx, milestoneID uuid.UUID, part, most money.Money) (withheld money.Money, err error) {
	if err = tx.QueryRow(ctx, `SELECT private.withheld_of($1, $2, $3)`, milestoneID, part, most).Scan(&withheld); err != nil {
		return 0, fmt.Errorf("ask what is withheld of milestone %s: %w", milestoneID, err)
	}
	return withheld, nil
}
