package proposal

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/humantext"
	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/transition"
)

// Refusals of terms.
var (
	ErrTermsChanged   = fault.New(http.StatusConflict, "proposal_changed", "A proposta mudou depois que você a leu. Confira os termos atuais antes de decidir.")
	ErrTooManyTerms   = fault.New(http.StatusConflict, "too_many_terms", limits.Say("Esta proposta já teve {proposal_terms_max} versões. Combinem o resto pela conversa."))
	ErrExpired        = fault.New(http.StatusConflict, "proposal_expired", "A validade desta proposta terminou. O profissional pode renová-la.")
	ErrNoOffer        = fault.New(http.StatusConflict, "offer_not_open", "Esta contraproposta já foi respondida ou retirada.")
	ErrNoteTooLong    = fault.New(http.StatusUnprocessableEntity, "note_too_long", "O comentário é longo demais.")
	ErrBadValue       = fault.New(http.StatusUnprocessableEntity, "value_out_of_range", "Informe um valor maior que zero e de até R$ 999.999.999,99.")
	ErrBadTravel      = fault.New(http.StatusUnprocessableEntity, "travel_out_of_range", "O deslocamento vai de zero a R$ 999.999.999,99.")
	ErrBadDeadline    = fault.New(http.StatusUnprocessableEntity, "deadline_out_of_range", "Informe o prazo em dias úteis, de 1 a 1.000.")
	ErrDateUnreadable = fault.New(http.StatusUnprocessableEntity, "date_unreadable", "Informe a data como AAAA-MM-DD.")
)

// Terms are new terms of a proposal. A field that is left out keeps its value. If milestones are
// left out, they stay if they fit the value; otherwise one milestone over the whole value replaces
// them. A deadline of 0 days removes the deadline. `terms` is the number of the terms on which they
// are based.
type Terms struct {
	ProposalID   uuid.UUID        `json:"proposal_id"`
	Terms        int              `json:"terms"`
	Value        *money.Money     `json:"value,omitempty"`
	Travel       *money.Money     `json:"travel,omitempty"`
	Milestones   *json.RawMessage `json:"milestones,omitempty"`
	DeadlineDays *int             `json:"deadline_days,omitempty"`
	ValidUntil   *string          `json:"valid_until,omitempty"`
	Assumptions  *string          `json:"assumptions,omitempty"`
	Exclusions   *string          `json:"exclusions,omitempty"`
	Note         string           `json:"note,omitempty"`
}

// Written is the state of a proposal after terms were written or answered.
type Written struct {
	ID     uuid.UUID `json:"id"`
	Status string    `json:"status"`
	Terms  int       `json:"terms"`
	// Number is the number of the terms that were written or answered. It differs from Terms while
	// a counter-offer is open.
	Number int `json:"number"`
}

// Revise gives a proposal new terms, and renews an expired one. It also declines an open
// counter-offer. Only the sender may.
func Revise(ctx context.Context, tx pgx.Tx, in Terms) (Written, error) {
	p, by, err := lockTerms(ctx, tx, in, "revise_proposal")
	if err != nil {
		return Written{}, err
	}
	action, lapsed := "revise_proposal", p.status == "expired"
	if lapsed && p.project.Status != "open" {
		return Written{}, transition.ErrNotOpen
	}
	number, err := p.write(ctx, tx, in, transition.Professional)
	if err != nil {
		return Written{}, err
	}
	if lapsed {
		action = "renew_proposal"
	}
	if err := p.adopt(ctx, tx, number, deal.ProposalMove{Action: action, By: by}); err != nil {
		return Written{}, err
	}
	return p.written(number), p.tell(ctx, tx, action, by, note("O profissional mudou os termos da proposta.", in.Note))
}

// Counter offers the sender of a pending proposal other terms, which change nothing until the
// sender accepts them. A second offer replaces an open one. Only the project's company may.
func Counter(ctx context.Context, tx pgx.Tx, in Terms) (Written, error) {
	p, by, err := lockTerms(ctx, tx, in, "counter_proposal")
	if err != nil {
		return Written{}, err
	}
	if p.isExpired {
		return Written{}, ErrExpired
	}
	number, err := p.write(ctx, tx, in, transition.Company)
	if err != nil {
		return Written{}, err
	}
	if _, err := transition.Proposal.Pass(ctx, tx, "counter_proposal", p.status, by); err != nil {
		return Written{}, err
	}
	return p.written(number), p.tell(ctx, tx, "counter_proposal", by, note("A empresa propôs outros termos. Aceite, recuse ou responda com os seus.", in.Note))
}

// CounterAnswer is a professional's answer to the company's open offer.
type CounterAnswer struct {
	ProposalID uuid.UUID `json:"proposal_id"`
	Number     int       `json:"number"`
	Accept     bool      `json:"accept"`
	Note       string    `json:"note,omitempty"`
}

// AnswerCounter makes the company's offer the proposal's terms, or declines the offer. The company
// still has to accept the proposal. Only the sender may answer.
func AnswerCounter(ctx context.Context, tx pgx.Tx, in CounterAnswer) (Written, error) {
	action, body := "decline_counter", "O profissional mantém os termos que enviou."
	if in.Accept {
		action, body = "accept_counter", "Os termos da proposta agora são os seus. Falta aceitar a proposta."
	}
	p, by, err := lock(ctx, tx, in.ProposalID, action)
	if err != nil {
		return Written{}, err
	}
	if _, err := transition.Proposal.Check(action, p.status, by); err != nil {
		return Written{}, err
	}
	if utf8.RuneCountInString(in.Note) > limits.ProposalTermsNote {
		return Written{}, ErrNoteTooLong
	}
	if err := p.closeOffer(ctx, tx, in.Number, "declined"); err != nil {
		return Written{}, err
	}
	if in.Accept {
		err = p.adopt(ctx, tx, in.Number, deal.ProposalMove{Action: action, By: by})
	} else {
		_, err = transition.Proposal.Pass(ctx, tx, action, p.status, by)
	}
	if err != nil {
		return Written{}, err
	}
	return p.written(in.Number), p.tell(ctx, tx, action, by, note(body, in.Note))
}

// WithdrawCounter withdraws the company's open offer. Only the project's company may.
func WithdrawCounter(ctx context.Context, tx pgx.Tx, in Reference) (Written, error) {
	p, by, err := lock(ctx, tx, in.ProposalID, "withdraw_counter")
	if err != nil {
		return Written{}, err
	}
	if _, err := transition.Proposal.Check("withdraw_counter", p.status, by); err != nil {
		return Written{}, err
	}
	if err := p.closeOffer(ctx, tx, 0, "withdrawn"); err != nil {
		return Written{}, err
	}
	if _, err := transition.Proposal.Pass(ctx, tx, "withdraw_counter", p.status, by); err != nil {
		return Written{}, err
	}
	return p.written(p.terms), p.tell(ctx, tx, "withdraw_counter", by, "Vale o que você propôs.")
}

// lockTerms locks a proposal whose terms the caller may write, and refuses terms that are not based
// on the current ones.
func lockTerms(ctx context.Context, tx pgx.Tx, in Terms, action string) (locked, transition.Actor, error) {
	p, by, err := lock(ctx, tx, in.ProposalID, action)
	if err != nil {
		return locked{}, "", err
	}
	if p.status == "expired" && action == "revise_proposal" {
		action = "renew_proposal"
	}
	if _, err := transition.Proposal.Check(action, p.status, by); err != nil {
		return locked{}, "", err
	}
	if in.Terms != p.terms {
		return locked{}, "", ErrTermsChanged
	}
	return p, by, in.check()
}

// valueMax is the largest amount that the columns hold, in centavos.
const valueMax = money.Money(999_999_999_99)

// check refuses terms that no proposal can have. The milestones are checked where they are stored.
func (t Terms) check() error {
	switch {
	case t.Value != nil && (*t.Value <= 0 || *t.Value > valueMax):
		return ErrBadValue
	case t.Travel != nil && (*t.Travel < 0 || *t.Travel > valueMax):
		return ErrBadTravel
	case t.DeadlineDays != nil && (*t.DeadlineDays < 0 || *t.DeadlineDays > 1000):
		return ErrBadDeadline
	case utf8.RuneCountInString(t.Note) > limits.ProposalTermsNote:
		return ErrNoteTooLong
	}
	if t.ValidUntil == nil {
		return nil
	}
	if _, err := time.Parse(time.DateOnly, *t.ValidUntil); err != nil {
		return ErrDateUnreadable.Because(err)
	}
	return nil
}

// write stores the next terms of a proposal: an offer of the company, or the professional's terms,
// which the proposal has not adopted yet.
func (p locked) write(ctx context.Context, tx pgx.Tx, in Terms, author transition.Actor) (number int, err error) {
	state := "superseded"
	if author == transition.Company {
		state = "offered"
	}
	_, err = tx.Exec(ctx, `UPDATE public.proposal_terms SET state = CASE $2 WHEN 'company' THEN 'withdrawn' ELSE 'declined' END, answered_at = now()
		WHERE proposal_id = $1 AND state = 'offered'`, p.id, author)
	if err != nil {
		return 0, fmt.Errorf("answer the open offer on proposal %s: %w", p.id, err)
	}
	err = tx.QueryRow(ctx, `
		INSERT INTO public.proposal_terms (proposal_id, number, author, state, value_cents, travel_cents, milestones, deadline_days, valid_until, assumptions, exclusions, note)
		SELECT id, (SELECT max(number) + 1 FROM public.proposal_terms t WHERE t.proposal_id = p.id), $2, $3,
		       coalesce($4::bigint, value_cents), coalesce($5::bigint, travel_cents),
		       CASE WHEN $6::jsonb IS NULL AND coalesce($4::bigint, value_cents) = value_cents THEN milestones
		            ELSE private.milestone_plan($6, coalesce($4::bigint, value_cents) / 100.0) END,
		       CASE WHEN $7::integer IS NULL THEN deadline_days ELSE nullif($7, 0) END, coalesce($8::date, valid_until),
		       CASE WHEN $9::text IS NULL THEN assumptions ELSE nullif(btrim($9), '') END,
		       CASE WHEN $10::text IS NULL THEN exclusions ELSE nullif(btrim($10), '') END, nullif(btrim($11), '')
		FROM public.proposals p WHERE id = $1 RETURNING number`,
		p.id, author, state, in.Value, in.Travel, in.Milestones, in.DeadlineDays, in.ValidUntil, in.Assumptions, in.Exclusions, in.Note).Scan(&number)
	if err != nil {
		return 0, fmt.Errorf("write terms of proposal %s: %w", p.id, err)
	}
	return number, p.checkRoom(ctx, tx, author, number)
}

// checkRoom limits how often terms can be written. The company may use half of the limit, so that
// its counter-offers cannot keep the sender from revising or renewing the proposal.
func (p locked) checkRoom(ctx context.Context, tx pgx.Tx, author transition.Actor, number int) error {
	if number > limits.ProposalTermsMax {
		return ErrTooManyTerms
	}
	if author != transition.Company {
		return nil
	}
	var offers int
	err := tx.QueryRow(ctx, `SELECT count(*) FROM public.proposal_terms WHERE proposal_id = $1 AND author = $2`, p.id, author).Scan(&offers)
	if err != nil {
		return fmt.Errorf("count the offers on proposal %s: %w", p.id, err)
	}
	if offers > limits.ProposalTermsMax/2 {
		return ErrTooManyTerms
	}
	return nil
}

// adopt makes written terms those of the proposal by a step.
func (p *locked) adopt(ctx context.Context, tx pgx.Tx, number int, move deal.ProposalMove) error {
	// Two statements, because within one the new terms could become current before the old ones
	// left the unique index.
	for _, state := range []string{"superseded", "current"} {
		_, err := tx.Exec(ctx, `
			UPDATE public.proposal_terms SET state = $3
			WHERE proposal_id = $1 AND CASE $3 WHEN 'current' THEN number = $2 ELSE number <> $2 AND state = 'current' END`, p.id, number, state)
		if err != nil {
			return fmt.Errorf("adopt terms %d of proposal %s: %w", number, p.id, err)
		}
	}
	move.Terms = number
	if err := p.move(ctx, tx, move); err != nil {
		return err
	}
	p.terms, p.revision = number, p.project.Revision
	return deal.Consent(ctx, tx, p.id, number)
}

// closeOffer closes the open offer if it has the given number, or any open offer if the number is
// 0.
func (p locked) closeOffer(ctx context.Context, tx pgx.Tx, number int, state string) error {
	closed, err := tx.Exec(ctx, `
		UPDATE public.proposal_terms SET state = $3, answered_at = now() WHERE proposal_id = $1 AND state = 'offered' AND $2 IN (0, number)`, p.id, number, state)
	if err != nil {
		return fmt.Errorf("close the offer on proposal %s: %w", p.id, err)
	}
	if closed.RowsAffected() == 0 {
		return ErrNoOffer
	}
	return nil
}

func (p locked) written(number int) Written {
	return Written{ID: p.id, Status: p.status, Terms: p.terms, Number: number}
}

func note(sentence, said string) string {
	if said = humantext.Paragraphs(said); said != "" {
		return sentence + " «" + said + "»"
	}
	return sentence
}
