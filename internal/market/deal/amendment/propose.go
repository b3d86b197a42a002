package amendment

import (
	"context"
	"fmt"
	"net/http"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/humantext"
	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/transition"
)

// Refusals of an amendment that is proposed.
var (
	ErrTitle       = fault.New(http.StatusUnprocessableEntity, "amendment_title_wrong", "Dê um título curto ao aditivo.")
	ErrDescription = fault.New(http.StatusUnprocessableEntity, "amendment_description_wrong", "Descreva o que será feito, em até 1.000 caracteres.")
	ErrHours       = fault.New(http.StatusUnprocessableEntity, "amendment_hours_wrong", "Informe as horas como número inteiro, de 1 a 10.000.")
	ErrPrice       = fault.New(http.StatusUnprocessableEntity, "amendment_price_wrong", "Informe um preço maior que zero e de até R$ 999.999.999,99.")
	ErrShift       = fault.New(http.StatusUnprocessableEntity, "amendment_shift_wrong", limits.Say("O prazo pode mudar de 0 a {amendment_shift_max} dias úteis."))
	ErrTooManyOpen = fault.New(http.StatusConflict, "too_many_open_amendments", limits.Say("Este contrato já tem {amendments_open_max} aditivos sem resposta."))
	ErrTooMany     = fault.New(http.StatusConflict, "too_many_amendments", limits.Say("O seu lado já propôs {amendments_max} aditivos a este contrato."))
)

// Proposed is work that one side wants to add to a contract. The price is the total; `hours` only
// explains how it was estimated.
type Proposed struct {
	ContractID  uuid.UUID   `json:"contract_id"`
	Title       string      `json:"title"`
	Description string      `json:"description"`
	Hours       *int        `json:"hours,omitempty"`
	Price       money.Money `json:"price"`
	ShiftDays   int         `json:"shift_days,omitempty"`
	Reason      string      `json:"reason"`
}

// Bounds of an amendment's numbers; the table has the same.
const (
	hoursMax = 10_000
	priceMax = money.Money(999_999_999_99)
)

// read normalises an amendment, or refuses it.
func (p *Proposed) read() (err error) {
	p.Title, p.Description = humantext.Line(p.Title), humantext.Paragraphs(p.Description)
	if p.Reason, err = short(p.Reason); err != nil {
		return err
	}
	switch {
	case p.Title == "" || utf8.RuneCountInString(p.Title) > limits.AmendmentsTitle:
		return ErrTitle
	case p.Description == "" || utf8.RuneCountInString(p.Description) > limits.AmendmentsDescription:
		return ErrDescription
	case p.Hours != nil && (*p.Hours < 1 || *p.Hours > hoursMax):
		return ErrHours
	case p.Price <= 0 || p.Price > priceMax:
		return ErrPrice
	case p.ShiftDays < 0 || p.ShiftDays > limits.AmendmentShiftMax:
		return ErrShift
	}
	return nil
}

// short normalises a reason and refuses one that would not fit into the event log beside the
// amendment's title.
func short(given string) (string, error) {
	reason, err := deal.Reason(given)
	if err == nil && utf8.RuneCountInString(reason) > limits.AmendmentsReason {
		return "", deal.ErrReasonTooLong
	}
	return reason, err
}

// Propose offers to add work to a running contract. Either side may, and the other has 14 days to
// answer.
func Propose(ctx context.Context, tx pgx.Tx, in Proposed) (Status, error) {
	if err := in.read(); err != nil {
		return Status{}, err
	}
	c, err := deal.LockContract(ctx, tx, in.ContractID)
	if err != nil {
		return Status{}, err
	}
	by, err := deal.ActorOf(ctx, tx, transition.Amendment, "accept_amendment", c.CompanyID, c.ProfessionalID, deal.ErrContractNotFound)
	if err != nil {
		return Status{}, err
	}
	if !c.IsRunning() {
		return Status{}, transition.ErrNotRunning
	}
	if err := hasRoom(ctx, tx, c.ID, by); err != nil {
		return Status{}, err
	}
	a := &locked{contract: c, by: by, author: by, title: in.Title, price: in.Price, status: transition.Amendment.Initial}
	err = tx.QueryRow(ctx, `
		INSERT INTO public.amendments (contract_id, number, author, title, description, reason, hours, price_cents, shift_days, proposed_by, created_at, lapses_at)
		SELECT $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce($10, now()), coalesce($10, now()) + private.span_of('amendment_days')
		FROM public.amendments WHERE contract_id = $1 RETURNING id, label`,
		c.ID, by, in.Title, in.Description, in.Reason, in.Hours, in.Price, in.ShiftDays, caller.From(ctx).UserID, deal.DateOf(ctx)).Scan(&a.id, &a.label)
	if err != nil {
		return Status{}, fmt.Errorf("propose an amendment to contract %s: %w", c.ID, err)
	}
	if err := a.keepParties(ctx, tx); err != nil {
		return Status{}, err
	}
	if err := a.log(ctx, tx, "propose_amendment", in.Reason); err != nil {
		return Status{}, err
	}
	return a.stands(), a.tell(ctx, tx, "propose_amendment", fmt.Sprintf("%s, %s.%s", a.title, a.price.BRL(), answerWithin))
}

// hasRoom refuses an amendment beyond the limits of a locked contract. The limit on a side's
// proposals counts only its own. Open amendments of both sides count together, because a side can
// answer those of the other.
func hasRoom(ctx context.Context, tx pgx.Tx, contractID uuid.UUID, by transition.Actor) error {
	var open, all int
	err := tx.QueryRow(ctx, `SELECT count(*) FILTER (WHERE status = 'proposed'), count(*) FILTER (WHERE author = $2) FROM public.amendments WHERE contract_id = $1`, contractID, by).Scan(&open, &all)
	switch {
	case err != nil:
		return fmt.Errorf("count the amendments of contract %s: %w", contractID, err)
	case all >= limits.AmendmentsMax:
		return ErrTooMany
	case open >= limits.AmendmentsOpenMax:
		return ErrTooManyOpen
	}
	return nil
}
