package volume

import (
	"context"
	"iter"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"

	"automacao/internal/market/proposal"
	"automacao/internal/money"
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

const insertProposals = `
	WITH given AS MATERIALIZED (
	  SELECT * FROM json_to_recordset($1::json) AS g (id uuid, project_id uuid, professional_id uuid, company_id uuid, value numeric,
	    cover_letter text, status text, message_id uuid, announcement text, sender text, sender_visible boolean, read boolean, created_at timestamptz)
	), sent AS (
	  INSERT INTO public.proposals (id, project_id, professional_id, value, cover_letter, status, created_at, updated_at)
	  SELECT id, project_id, professional_id, value, cover_letter, status, created_at, created_at FROM given
	)
	INSERT INTO public.messages (id, from_id, to_id, content, automatic, sender_visible, actor_id, actor_name, read, delivered_at, read_at, timestamp)
	SELECT message_id, professional_id, company_id, announcement, true, sender_visible, professional_id, sender, read,
	       CASE WHEN read THEN created_at + interval '1 hour' END, CASE WHEN read THEN created_at + interval '1 hour' END, created_at
	FROM given`

func (l *loader) proposals(ctx context.Context) error {
	// The share of projects with proposals and their number make 1.2 a project.
	return store(ctx, l, "proposals", len(l.owners)*12/10, l.proposalRows(), statement{sql: insertProposals})
}

// Bounds of who answers a project, and how soon.
const (
	proposalsMax    = 5
	proposalWithin  = 20 * 24 * time.Hour
	readAfter       = 3 * 24 * time.Hour
	announcementKey = 1 << 25
)

func (l *loader) proposalRows() iter.Seq[proposalRow] {
	random := chance(4)
	return func(yield func(proposalRow) bool) {
		count := 0
		for _, project := range l.owners {
			if random.IntN(10) >= 4 {
				continue
			}
			senders := map[uuid.UUID]bool{}
			for range 1 + random.IntN(proposalsMax) {
				sender := pick(random, l.professionals)
				if senders[sender.id] {
					continue
				}
				senders[sender.id] = true
				if !yield(l.proposal(random, count, project, sender)) {
					return
				}
				count++
			}
		}
	}
}

func (l *loader) proposal(random *rand.Rand, n int, project owner, sender person) proposalRow {
	within := min(proposalWithin, l.now.Sub(project.at))
	at := project.at.Add(between(random, 0, within))
	value := money.Reais(int64(roundTo(project.lowest+project.lowest*random.IntN(45)/100, 100)))
	row := proposalRow{
		ID: key(at, n), ProjectID: project.project, ProfessionalID: sender.id, CompanyID: project.company,
		Value: value, CoverLetter: newDocument(random).choose(letters), Status: "pending",
		MessageID: key(at, announcementKey+n), Announcement: proposal.Announcement(project.title, sender.name, value), Sender: sender.name,
		SenderVisible: !project.confidential, Read: l.now.Sub(at) > readAfter, CreatedAt: at,
	}
	if random.IntN(20) == 0 {
		row.Status = "withdrawn"
	}
	return row
}
