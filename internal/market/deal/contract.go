package deal

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/market/transition"
)

// ErrContractNotFound answers for a contract that does not exist or is not the caller's.
var ErrContractNotFound = fault.New(http.StatusNotFound, "contract_not_found", "Contrato não encontrado.")

// Contract is a locked contract, whose project was locked before it.
type Contract struct {
	ID             uuid.UUID
	ProposalID     uuid.UUID
	CompanyID      uuid.UUID
	ProfessionalID uuid.UUID
	Status         string
	// Settlement is how it is paid: direct or guarantee.
	Settlement string
	// FeeBasisPoints is the fee on the money held, in hundredths of a percent.
	FeeBasisPoints int64
	// DeliveredBy is the person who delivered it, uuid.Nil before the delivery.
	DeliveredBy uuid.UUID
	Termination Termination
	Project     Project
	// Milestones are its parts in order of position, locked with it.
	Milestones []Milestone
}

// Termination is an open distrato, the agreement to end a contract early. By is the party that
// proposed it, or uuid.Nil if none is open. Parts say what it gives the professional of each
// milestone, in percent.
type Termination struct {
	By      uuid.UUID
	Reopens *bool
	Parts   []Part
}

// Part is what a distrato gives the professional of one milestone.
type Part struct {
	MilestoneID         uuid.UUID `json:"milestone_id"`
	ProfessionalPercent int64     `json:"professional_percent"`
}

const contractColumns = `
	SELECT c.id, c.proposal_id, c.company_id, c.professional_id, c.status, c.settlement, c.fee_basis_points, coalesce(c.delivered_by, $2),
	       CASE WHEN c.termination_lapses_at > now() THEN c.termination_by ELSE $2 END, c.termination_reopens,
	       coalesce(c.termination_settlement, '[]')
	FROM public.contracts c`

// LockContract reads and locks a contract, or returns ErrContractNotFound.
func LockContract(ctx context.Context, tx pgx.Tx, id uuid.UUID) (Contract, error) {
	var projectID uuid.UUID
	err := tx.QueryRow(ctx, `SELECT project_id FROM public.contracts WHERE id = $1`, id).Scan(&projectID)
	if errors.Is(err, pgx.ErrNoRows) {
		return Contract{}, ErrContractNotFound
	}
	if err != nil {
		return Contract{}, fmt.Errorf("look up contract %s: %w", id, err)
	}
	project, err := LockProject(ctx, tx, projectID)
	if err != nil {
		return Contract{}, err
	}
	return readContract(ctx, tx, project, ` WHERE c.id = $1 FOR UPDATE`, id)
}

// Running locks the contract in force of a locked project, or returns ErrContractNotFound.
func Running(ctx context.Context, tx pgx.Tx, project Project) (Contract, error) {
	return readContract(ctx, tx, project, ` WHERE c.project_id = $1 AND private.is_binding(c.status) FOR UPDATE`, project.ID)
}

func readContract(ctx context.Context, tx pgx.Tx, project Project, which string, key uuid.UUID) (Contract, error) {
	found := Contract{Project: project}
	err := tx.QueryRow(ctx, contractColumns+which, key, uuid.Nil).Scan(&found.ID, &found.ProposalID, &found.CompanyID, &found.ProfessionalID,
		&found.Status, &found.Settlement, &found.FeeBasisPoints, &found.DeliveredBy, &found.Termination.By, &found.Termination.Reopens, &found.Termination.Parts)
	if errors.Is(err, pgx.ErrNoRows) {
		return Contract{}, ErrContractNotFound
	}
	if err != nil {
		return Contract{}, fmt.Errorf("lock contract: %w", err)
	}
	found.Milestones, err = lockMilestones(ctx, tx, found.ID)
	return found, err
}

// Party returns the party that an actor of this contract acts for, uuid.Nil for any other actor.
func (c Contract) Party(by transition.Actor) uuid.UUID {
	switch by {
	case transition.Company:
		return c.CompanyID
	case transition.Professional:
		return c.ProfessionalID
	}
	return uuid.Nil
}

// Other returns the party across from the given one.
func (c Contract) Other(partyID uuid.UUID) uuid.UUID {
	if partyID == c.CompanyID {
		return c.ProfessionalID
	}
	return c.CompanyID
}

// ContractMove is one step of a contract. Party is the side on whose behalf it happens.
type ContractMove struct {
	Action string
	By     transition.Actor
	Party  uuid.UUID
	Reason string
}

// Move takes the contract from its state to the next, after its milestones have moved. It logs the
// step, and ends open amendments if the contract is over.
func (c *Contract) Move(ctx context.Context, tx pgx.Tx, move ContractMove) error {
	to, err := transition.Contract.Take(ctx, tx, transition.Taken{
		ID: c.ID, Action: move.Action, From: c.Status, By: move.By, At: move.clock(ctx), Person: move.person(ctx), Reason: move.Reason,
		Returning: "coalesce(delivered_by, '" + uuid.Nil.String() + "')", Into: []any{&c.DeliveredBy},
	})
	if err != nil {
		return err
	}
	from := c.Status
	c.Status = to
	if err := c.Log(ctx, tx, move, from); err != nil {
		return err
	}
	return c.endAmendments(ctx, tx)
}

// Log adds a step to the events of a contract, which both sides read. from is the state before it.
func (c Contract) Log(ctx context.Context, tx pgx.Tx, move ContractMove, from string) error {
	return c.log(ctx, tx, move, nil, from, c.Status)
}

// LogMilestone logs a step of a milestone that stays in its state.
func (c Contract) LogMilestone(ctx context.Context, tx pgx.Tx, m Milestone, move ContractMove) error {
	return c.log(ctx, tx, move, &m.ID, m.Status, m.Status)
}

// log stores an event of the contract, or of one of its milestones.
func (c Contract) log(ctx context.Context, tx pgx.Tx, move ContractMove, milestoneID *uuid.UUID, from, to string) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO public.contract_events (contract_id, milestone_id, action, from_status, to_status, actor_id, party_id, reason, created_at)
		VALUES ($1, $9, $2, nullif($3, ''), $4, nullif($5, '00000000-0000-0000-0000-000000000000'::uuid), nullif($6, '00000000-0000-0000-0000-000000000000'::uuid), nullif($7, ''), coalesce($8, clock_timestamp()))`,
		c.ID, move.Action, from, to, move.person(ctx), move.Party, move.Reason, date(ctx), milestoneID)
	if err != nil {
		return fmt.Errorf("log %s of contract %s: %w", move.Action, c.ID, err)
	}
	return nil
}

type dateKey struct{}

// Dated makes the steps taken with the returned context happen at the given moment instead of now:
// the moment for which a job runs, or the past in demo data.
func Dated(ctx context.Context, at time.Time) context.Context {
	return context.WithValue(ctx, dateKey{}, at)
}

func date(ctx context.Context) *time.Time {
	if at, ok := ctx.Value(dateKey{}).(time.Time); ok {
		return &at
	}
	return nil
}

// DateOf returns the moment set by Dated, or nil for now.
func DateOf(ctx context.Context) *time.Time { return date(ctx) }

// clock returns the moment of a step that time takes. Other actors always take a step now, and demo
// data is dated afterwards.
func (m ContractMove) clock(ctx context.Context) *time.Time {
	if m.By != transition.Time {
		return nil
	}
	return date(ctx)
}

// person returns who takes a step: nobody if time or the system takes it, as when a side leaves.
func (m ContractMove) person(ctx context.Context) uuid.UUID {
	if m.By == transition.System || m.By == transition.Time {
		return uuid.Nil
	}
	return caller.From(ctx).UserID
}

// Agree turns an accepted proposal into a contract: with the project as it is now for its scope,
// the milestones that the proposal named, and the settlement in force. A contract settled directly
// between the sides bears no fee.
func Agree(ctx context.Context, tx pgx.Tx, project Project, proposalID uuid.UUID) (Contract, error) {
	made := Contract{ProposalID: proposalID, CompanyID: project.CompanyID, Status: transition.Contract.Initial, Project: project}
	err := tx.QueryRow(ctx, `
		INSERT INTO public.contracts (project_id, proposal_id, company_id, professional_id, value_cents, project_revision, scope, terms, settlement, fee_basis_points, created_at)
		SELECT p.id, o.id, $3, o.professional_id, o.value_cents + o.travel_cents, p.revision,
		       jsonb_build_object('title', p.title, 'description', p.description, 'skills', p.skills, 'technologies', p.technologies, 'budget', p.budget, 'deadline', p.deadline)
		         || CASE WHEN p.scope IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('built', p.scope) END,
		       jsonb_build_object('number', o.terms, 'value', o.value, 'travel', o.travel, 'milestones', o.milestones, 'deadline_days', o.deadline_days,
		                          'assumptions', o.assumptions, 'exclusions', o.exclusions, 'cover_letter', o.cover_letter),
		       chosen.settlement, CASE chosen.settlement WHEN 'guarantee' THEN o.fee_basis_points ELSE 0 END, coalesce($4, now())
		FROM public.projects p JOIN public.proposals o ON o.project_id = p.id, private.setting('settlement') AS chosen (settlement)
		WHERE p.id = $1 AND o.id = $2 RETURNING id, professional_id, settlement, fee_basis_points`, project.ID, proposalID, project.CompanyID, date(ctx)).
		Scan(&made.ID, &made.ProfessionalID, &made.Settlement, &made.FeeBasisPoints)
	if err != nil {
		return Contract{}, fmt.Errorf("agree on proposal %s: %w", proposalID, err)
	}
	if err := plan(ctx, tx, made); err != nil {
		return Contract{}, err
	}
	if made.Milestones, err = lockMilestones(ctx, tx, made.ID); err != nil {
		return Contract{}, err
	}
	return made, made.Log(ctx, tx, ContractMove{Action: "accept_proposal", By: transition.Company, Party: made.CompanyID}, "")
}

// plan stores the milestones that the proposal named, and its travel costs as the last one.
func plan(ctx context.Context, tx pgx.Tx, made Contract) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO public.milestones (contract_id, position, kind, title, deliverable, value_cents, due_on, waits_for_tac)
		SELECT $1::uuid, place, coalesce(one ->> 'kind', 'work'), one ->> 'title', one ->> 'deliverable', ((one ->> 'value')::numeric * 100)::bigint, (one ->> 'due_on')::date, coalesce((one ->> 'waits_for_tac')::boolean, false)
		FROM public.proposals o, jsonb_array_elements(o.milestones) WITH ORDINALITY AS given (one, place) WHERE o.id = $2
		UNION ALL
		SELECT $1::uuid, jsonb_array_length(o.milestones) + 1, 'travel', 'Deslocamento', 'Viagem, estadia e alimentação, apartados do preço.', o.travel_cents, NULL, false
		FROM public.proposals o WHERE o.id = $2 AND o.travel_cents > 0`, made.ID, made.ProposalID)
	if err != nil {
		return fmt.Errorf("plan the milestones of contract %s: %w", made.ID, err)
	}
	return nil
}
