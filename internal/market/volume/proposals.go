package volume

import (
	"context"
	"iter"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"

	"automacao/internal/kernel/money"
	"automacao/internal/market/deal/proposal"
)

// proposalRow is a proposal and the message that announces it.
type proposalRow struct {
	ID             uuid.UUID   `json:"id"`
	ProjectID      uuid.UUID   `json:"project_id"`
	ProfessionalID uuid.UUID   `json:"professional_id"`
	CompanyID      uuid.UUID   `json:"company_id"`
	Value          money.Money `json:"value"`
	CoverLetter    string      `json:"cover_letter"`
	Status         string      `json:"status"`
	MessageID      uuid.UUID   `json:"message_id"`
	Announcement   string      `json:"announcement"`
	Sender         string      `json:"sender"`
	SenderVisible  bool        `json:"sender_visible"`
	Read           bool        `json:"read"`
	CreatedAt      time.Time   `json:"created_at"`
}

// insertProposals stores proposals with what check_milestones and keep_terms would compute. They
// are valid for as long as a proposal sent when the run began.
const insertProposals = `
	WITH given AS MATERIALIZED (
	  SELECT g.*, private.milestone_plan('[]', value) AS milestones
	  FROM json_to_recordset($1::json) AS g (id uuid, project_id uuid, professional_id uuid, value numeric, cover_letter text, status text, created_at timestamptz)
	), sent AS (
	  INSERT INTO public.proposals (id, project_id, professional_id, value, cover_letter, status, milestones, fee_basis_points, valid_until, created_at, updated_at)
	  SELECT id, project_id, professional_id, value, cover_letter, status, milestones,
	         (SELECT CASE private.setting('settlement') WHEN 'guarantee' THEN private.setting('fee_basis_points')::integer ELSE 0 END),
	         (SELECT private.market_day($2) + private.limit_of('proposal_valid_days')::integer), created_at, created_at
	  FROM given
	  RETURNING id, value_cents, travel_cents, milestones, valid_until, created_at
	)
	INSERT INTO public.proposal_terms (proposal_id, number, author, state, value_cents, travel_cents, milestones, valid_until, created_at)
	SELECT id, 1, 'professional', 'current', value_cents, travel_cents, milestones, valid_until, created_at FROM sent`

const insertAnnouncements = `
	WITH sent AS (
	  INSERT INTO public.messages (id, from_id, to_id, content, automatic, sender_visible, actor_id, actor_name, read, delivered_at, read_at, timestamp)
	  SELECT message_id, professional_id, company_id, announcement, true, sender_visible, professional_id, sender, read,
	         CASE WHEN read THEN created_at + interval '1 hour' END, CASE WHEN read THEN created_at + interval '1 hour' END, created_at
	  FROM json_to_recordset($1::json) AS g (message_id uuid, professional_id uuid, company_id uuid, announcement text, sender text,
	    sender_visible boolean, read boolean, created_at timestamptz)
	  RETURNING *
	)` + fileSent

func (l *loader) proposals(ctx context.Context) error {
	tables := []string{"public.proposals", "public.proposal_terms", "public.messages", "public.conversations"}
	statements := []statement{{insertProposals, []any{l.run.begunAt}}, {sql: insertAnnouncements}}
	return store(ctx, l, step{"proposals", l.answers, tables, statements}, l.proposalRows(), nil)
}

// Bounds of the number of proposals for a project and of when they come.
const (
	proposalsMax    = 5
	proposalWithin  = 20 * 24 * time.Hour
	readAfter       = 3 * 24 * time.Hour
	announcementKey = 1 << 25
)

// answer is a professional who proposes for a project, and whether they withdraw the proposal.
type answer struct {
	from        person
	isWithdrawn bool
}

// answersTo yields the professionals who answer a project. Every call yields the same ones.
func (l *loader) answersTo(project owner) iter.Seq[answer] {
	return func(yield func(answer) bool) {
		random := chanceOf(6, project.n)
		if random.IntN(10) >= 4 {
			return
		}
		senders := map[uuid.UUID]bool{}
		for range 1 + random.IntN(proposalsMax) {
			from, isWithdrawn := pick(random, l.professionals), random.IntN(20) == 0
			if senders[from.id] {
				continue
			}
			senders[from.id] = true
			if !yield(answer{from, isWithdrawn}) {
				return
			}
		}
	}
}

func (l *loader) proposalRows() iter.Seq[proposalRow] {
	random := chance(4)
	return func(yield func(proposalRow) bool) {
		count := 0
		for _, project := range l.owners {
			for answered := range l.answersTo(project) {
				if !yield(l.proposal(random, count, project, answered)) {
					return
				}
				count++
			}
		}
	}
}

func (l *loader) proposal(random *rand.Rand, n int, project owner, answered answer) proposalRow {
	within := min(proposalWithin, l.run.begunAt.Sub(project.at))
	at := project.at.Add(between(random, 0, within))
	value := money.Reais(int64(roundTo(project.lowest+project.lowest*random.IntN(45)/100, 100)))
	row := proposalRow{
		ID: key(at, n), ProjectID: project.project, ProfessionalID: answered.from.id, CompanyID: project.company,
		Value: value, CoverLetter: newDocument(random).choose(letters), Status: "pending",
		MessageID: key(at, announcementKey+n), Announcement: proposal.Announcement(project.title, answered.from.name, value), Sender: answered.from.name,
		SenderVisible: !project.confidential, Read: l.run.begunAt.Sub(at) > readAfter, CreatedAt: at,
	}
	if answered.isWithdrawn {
		row.Status = "withdrawn"
	}
	return row
}
