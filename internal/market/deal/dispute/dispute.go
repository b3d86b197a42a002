// Package dispute owns a disagreement about a milestone: what the two sides of the contract say and
// offer, and what an administrator decides if a side calls for mediation. Package deal decides what
// the end of a dispute means for the money and the contract.
package dispute

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/snapshot"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/transition"
	"automacao/internal/postgres"
)

// Refusals of a dispute's step.
var (
	ErrOpen         = fault.New(http.StatusConflict, "dispute_open", "Este marco já está em disputa.")
	ErrOwed         = fault.New(http.StatusConflict, "milestone_owed", limits.Say("Este marco já foi aceito e é devido. No acerto direto, o pagamento contestado {payment_contests_max} vezes vai para disputa por si só."))
	ErrTooMany      = fault.New(http.StatusConflict, "too_many_disputes", limits.Say("O seu lado já abriu {disputes_milestone_max} disputas sobre este marco."))
	ErrPercent      = fault.New(http.StatusUnprocessableEntity, "percent_wrong", "A parte do profissional vai de 0 a 100 por cento, sem casas decimais.")
	ErrOwnDispute   = fault.New(http.StatusForbidden, "own_dispute", "A resposta cabe à outra parte da disputa.")
	ErrOthers       = fault.New(http.StatusForbidden, "others_dispute", "Só quem abriu a disputa pode retirá-la.")
	ErrStatement    = fault.New(http.StatusUnprocessableEntity, "statement_required", limits.Say("Escreva o que aconteceu, em até {dispute_entries.content} caracteres."))
	ErrLongDispute  = fault.New(http.StatusConflict, "too_many_entries", "O seu lado já registrou demais nesta disputa. Peça a mediação ou chegue a um acordo.")
	ErrNoOffer      = fault.New(http.StatusConflict, "offer_not_found", "A outra parte ainda não propôs uma divisão.")
	ErrOfferChanged = fault.New(http.StatusConflict, "offer_changed", "A proposta de divisão mudou. Leia a nova antes de aceitar.")
	ErrOfferOlder   = fault.New(http.StatusConflict, "offer_older", "A proposta mais nova é do seu lado. Para aceitar a anterior, da outra parte, diga o número dela.")
	ErrTooManyOffer = fault.New(http.StatusConflict, "too_many_offers", limits.Say("Cada parte propõe no máximo {dispute_offers_max} divisões. Peça a mediação."))
)

// Reference names the dispute that a call is about.
type Reference struct {
	DisputeID uuid.UUID `json:"dispute_id"`
}

// Status is the state of a dispute and its milestone after a step.
type Status struct {
	ID              uuid.UUID `json:"id"`
	Status          string    `json:"status"`
	MilestoneID     uuid.UUID `json:"milestone_id"`
	MilestoneStatus string    `json:"milestone_status"`
}

// locked is a dispute whose contract and milestone were locked before it, and the actor as whom the
// caller acts.
type locked struct {
	id        uuid.UUID
	status    string
	openedBy  transition.Actor
	claim     int64
	was       string
	decided   int64
	decidedBy uuid.UUID
	isFinal   bool // the time to appeal is over
	accepted  map[transition.Actor]bool
	contract  deal.Contract
	milestone *deal.Milestone
	by        transition.Actor
}

// lock reads and locks a dispute, or returns ErrDisputeNotFound.
func lock(ctx context.Context, tx pgx.Tx, id uuid.UUID) (locked, error) {
	contract, milestone, err := deal.LockMilestoneOf(ctx, tx, "disputes", id, transition.ErrDisputeNotFound)
	if err != nil {
		return locked{}, err
	}
	d := locked{id: id, contract: contract, milestone: milestone}
	var byCompany, byProfessional bool
	err = tx.QueryRow(ctx, `
		SELECT status, opened_by, professional_percent, milestone_status, coalesce(decided_percent, 0), coalesce(decided_by, $2), coalesce(appeal_until <= now(), false),
		       company_accepted_at IS NOT NULL, professional_accepted_at IS NOT NULL
		FROM public.disputes WHERE id = $1 FOR UPDATE`, id, uuid.Nil).
		Scan(&d.status, &d.openedBy, &d.claim, &d.was, &d.decided, &d.decidedBy, &d.isFinal, &byCompany, &byProfessional)
	if err != nil {
		return locked{}, fmt.Errorf("lock dispute %s: %w", id, err)
	}
	d.accepted = map[transition.Actor]bool{transition.Company: byCompany, transition.Professional: byProfessional}
	return d, nil
}

// lockFor locks a dispute for a step that the caller may take for their side. A dispute that does
// not exist and one that is not the caller's get the same answer.
func lockFor(ctx context.Context, tx pgx.Tx, id uuid.UUID, action string) (locked, error) {
	d, err := lock(ctx, tx, id)
	if err != nil {
		return locked{}, err
	}
	d.by, err = deal.ActorOf(ctx, tx, transition.Dispute, action, d.contract.CompanyID, d.contract.ProfessionalID, transition.ErrDisputeNotFound)
	if err != nil {
		return locked{}, err
	}
	_, err = transition.Dispute.Check(action, d.status, d.by)
	return d, err
}

// move takes the dispute from its state to the next. percent is the professional's part, if the
// step sets one.
func (d *locked) move(ctx context.Context, tx pgx.Tx, action string, by transition.Actor, percent *int64) error {
	to, err := transition.Dispute.Check(action, d.status, by)
	if err != nil || to == d.status {
		return err
	}
	if _, err := transition.Dispute.Take(ctx, tx, transition.Taken{ID: d.id, Action: action, From: d.status, By: by, Person: caller.From(ctx).UserID, Args: map[string]any{"percent": percent}}); err != nil {
		return err
	}
	d.status = to
	return nil
}

// end ends the dispute with the professional's percentage, and moves its milestone accordingly.
func (d *locked) end(ctx context.Context, tx pgx.Tx, action string, by transition.Actor, percent int64) error {
	if err := d.move(ctx, tx, action, by, &percent); err != nil {
		return err
	}
	return d.endPart(ctx, tx, percent)
}

// entry is one entry of the dispute, which both sides read.
type entry struct {
	kind              string
	side              string
	content           string
	percent           *int64
	offer             *int
	evidence          []piece
	sameAdministrator bool
}

func (d *locked) add(ctx context.Context, tx pgx.Tx, e entry) error {
	author := caller.From(ctx).UserID
	if e.side == "time" {
		author = uuid.Nil
	}
	if e.evidence == nil {
		e.evidence = []piece{}
	}
	var number int
	err := tx.QueryRow(ctx, `
		INSERT INTO public.dispute_entries (dispute_id, contract_id, number, kind, side, author_id, author_name, content, professional_percent, offer, evidence, same_administrator, created_at)
		SELECT $1, $2, 1 + count(*), $3, $4, nullif($5, '00000000-0000-0000-0000-000000000000'::uuid),
		       (SELECT p.name FROM public.profiles p WHERE p.id = $5 AND $4 IN ('company', 'professional')), nullif($6, ''), $7::integer, $8::integer, $9::jsonb, $10::boolean, coalesce($11::timestamptz, clock_timestamp())
		FROM public.dispute_entries WHERE dispute_id = $1 RETURNING number`,
		d.id, d.contract.ID, e.kind, e.side, author, e.content, e.percent, e.offer, postgres.JSON{Document: e.evidence}, e.sameAdministrator, deal.DateOf(ctx)).Scan(&number)
	if err != nil {
		return fmt.Errorf("add to dispute %s: %w", d.id, err)
	}
	if e.side != string(transition.Company) && e.side != string(transition.Professional) {
		return nil
	}
	return snapshot.Take(ctx, tx, snapshot.Act{ContractID: d.contract.ID, SubjectID: d.id, Kind: snapshot.Dispute, Version: number, Side: e.side, Person: author})
}

// addFromSide adds an entry that a side makes of its own accord. Each side may make half of the
// entries, so that neither silences the other by filling the dispute.
func (d *locked) addFromSide(ctx context.Context, tx pgx.Tx, e entry) error {
	var count int
	err := tx.QueryRow(ctx, `SELECT count(*) FROM public.dispute_entries WHERE dispute_id = $1 AND side = $2`, d.id, d.by).Scan(&count)
	if err != nil {
		return fmt.Errorf("count what a side said in dispute %s: %w", d.id, err)
	}
	if count >= limits.DisputeEntriesMax/2 {
		return ErrLongDispute
	}
	e.side = string(d.by)
	return d.add(ctx, tx, e)
}

func (d *locked) stands() Status {
	return Status{ID: d.id, Status: d.status, MilestoneID: d.milestone.ID, MilestoneStatus: d.milestone.Status}
}

// parts says what a percentage is worth to each side.
func (d *locked) parts(percent int64) string {
	value := d.milestone.Value
	if d.milestone.Held > 0 {
		value = d.milestone.Held
	}
	professional := value.Percent(percent)
	if d.isOverPayment() {
		return fmt.Sprintf("%s: %s ainda devidos ao profissional e %s dados como pagos.", d.milestone.Label(), professional.BRL(), (value - professional).BRL())
	}
	return fmt.Sprintf("Marco %d, %s: %s para o profissional e %s para a empresa.", d.milestone.Position, d.milestone.Title, professional.BRL(), (value - professional).BRL())
}

// percentOf refuses a missing percentage and one outside 0 to 100.
func percentOf(given *int64) (int64, error) {
	if given == nil || *given < 0 || *given > 100 {
		return 0, ErrPercent
	}
	return *given, nil
}

// statement normalises what somebody says, and refuses an empty or too long text.
func statement(given string) (string, error) {
	said := humantext.Paragraphs(given)
	if said == "" || utf8.RuneCountInString(said) > limits.DisputeEntriesContent {
		return "", ErrStatement
	}
	return said, nil
}

// toJudge is what the administrators who may decide are told.
const toJudge = "Leia o que as partes mostraram e decida."

// tell tells of a step of the dispute.
func (d *locked) tell(ctx context.Context, tx pgx.Tx, told transition.Told) error {
	told.To, told.About = d.status, map[string]uuid.UUID{notification.AboutDispute: d.id}
	return d.contract.Tell(ctx, tx, transition.Dispute, told)
}

// tellOf tells of a step that the caller's side took.
func (d *locked) tellOf(ctx context.Context, tx pgx.Tx, action, body string) error {
	return d.tell(ctx, tx, transition.Told{Action: action, By: d.by, Body: body})
}

// tellJudges tells of a step after which the administrators have to decide. It leaves out the one
// who took the first decision if there is another.
func (d *locked) tellJudges(ctx context.Context, tx pgx.Tx, action string, by transition.Actor, body string) error {
	judges, err := d.contract.Judges(ctx, tx)
	if err != nil {
		return err
	}
	if len(judges) > 1 {
		judges = slices.DeleteFunc(judges, func(judge uuid.UUID) bool { return judge == d.decidedBy })
	}
	return d.tell(ctx, tx, transition.Told{
		Action: action, By: by, Body: body, Bodies: map[transition.Audience]string{transition.TheJudges: toJudge},
		People: map[transition.Audience][]uuid.UUID{transition.TheJudges: judges},
	})
}
