// Package withholding owns the taxes that a company withholds from a milestone: the lines it
// records, and the professional's answer to them. It computes in whole centavos and takes what the
// law requires from database rows; an amount above that counts only if the professional accepts it.
// The code that pays a milestone calls Settle to learn what is withheld. From then on each tax
// waits for a proof of its payment; without one it goes to the professional. The package calls no
// institution.
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

// Line is one tax of a milestone: a rate in percent of a base. Value is what is withheld. It
// defaults to the rate of the base, and may be less.
type Line struct {
	Tax   string      `json:"tax"`
	Base  money.Money `json:"base"`
	Rate  Rate        `json:"rate"`
	Value money.Money `json:"value,omitempty"`
}

// Declaration is the complete list of the lines of a milestone. An empty list withdraws those
// recorded before.
type Declaration struct {
	Grounds

	MilestoneID uuid.UUID `json:"milestone_id"`
	Lines       []Line    `json:"lines"`
}

// Status is the state of a milestone's lines after a step.
type Status struct {
	MilestoneID uuid.UUID   `json:"milestone_id"`
	Round       int         `json:"round"`
	Status      string      `json:"status"`
	Gross       money.Money `json:"gross"`
	Withheld    money.Money `json:"withheld"`
	Net         money.Money `json:"net"`
	// AboveLaw is how much of Withheld exceeds what the law requires. Silence does not accept such
	// lines.
	AboveLaw money.Money `json:"above_law"`
}

// Record records the lines of a milestone and replaces the earlier ones. Only the company may.
// Nothing is withheld until the professional's side has accepted.
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
		return s.stands(), s.tellRecorded(ctx, tx, transition.WithoutLines, s.milestone.Label()+".")
	}
	return s.stands(), s.tellRecorded(ctx, tx, transition.WithLines, s.told()+answerWithin(s.above))
}

// set is the current lines of a locked milestone, if any.
type set struct {
	contract  deal.Contract
	milestone *deal.Milestone
	// round is that of the current lines, 0 for none; last is the highest round so far.
	round, last int
	status      string
	sum         money.Money
	// above is how much of sum exceeds what the law requires.
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

// canChange refuses changes after the payment and during a dispute.
func (s *set) canChange() error {
	switch {
	case s.isDeclared:
		return ErrDeclared
	case !s.milestone.IsOwed && (!s.milestone.IsOpen() || !s.contract.IsRunning()):
		return ErrOver
	}
	return nil
}

// replace withdraws the current lines.
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

// move takes a transition of the current lines.
func (s *set) move(ctx context.Context, tx pgx.Tx, action string, by transition.Actor, reason string) error {
	to, err := transition.Withholding.Take(ctx, tx, transition.Taken{
		ID: s.milestone.ID, Action: action, From: s.status, By: by, At: deal.DateOf(ctx), Person: caller.From(ctx).UserID, Reason: reason,
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

func (s *set) tell(ctx context.Context, tx pgx.Tx, action string, by transition.Actor, body string) error {
	return s.contract.Tell(ctx, tx, transition.Withholding, transition.Told{Action: action, By: by, Body: body})
}

func (s *set) tellRecorded(ctx context.Context, tx pgx.Tx, course, body string) error {
	return s.contract.Tell(ctx, tx, transition.Withholding, transition.Told{Action: "record_withholdings", Case: course, Body: body})
}

func (s *set) stands() Status {
	return Status{MilestoneID: s.milestone.ID, Round: s.round, Status: s.status, Gross: s.milestone.Value, Withheld: s.sum, Net: s.milestone.Value - s.sum, AboveLaw: s.above}
}

// told describes the gross, withheld and net values of a milestone.
func (s *set) told() string {
	return fmt.Sprintf("%s: de %s, %s retidos e %s líquidos.", s.milestone.Label(), s.milestone.Value.BRL(), s.sum.BRL(), (s.milestone.Value - s.sum).BRL())
}

// Settle fixes what is withheld from a part of a milestone that is paid now, most at most. It
// records the result in the lines and starts the wait for the proof of each tax.
func Settle(ctx context.Context, tx pgx.Tx, c deal.Contract, m deal.Milestone, part, most money.Money) (withheld money.Money, err error) {
	if err = tx.QueryRow(ctx, `SELECT private.settle_withholdings($1, $2, $3)`, m.ID, part, most).Scan(&withheld); err != nil {
		return 0, fmt.Errorf("settle what is withheld of milestone %s: %w", m.ID, err)
	}
	return withheld, ask(ctx, tx, c, m)
}

// Of returns what Settle would withhold, without recording it.
func Of(ctx context.Context, tx pgx.Tx, milestoneID uuid.UUID, part, most money.Money) (withheld money.Money, err error) {
	if err = tx.QueryRow(ctx, `SELECT private.withheld_of($1, $2, $3)`, milestoneID, part, most).Scan(&withheld); err != nil {
		return 0, fmt.Errorf("ask what is withheld of milestone %s: %w", milestoneID, err)
	}
	return withheld, nil
}
