// Package notification tells people inside the product what happened to them.
// Who wants to hear of what is decided by their preferences; a mail follows
// from what is left unread. It decides nothing about what it tells.
package notification

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/caller"
	"automacao/internal/market/party"
)

// The kinds of news: what a reader filters by and may ask not to hear of.
const (
	Message      = "message"
	Proposal     = "proposal"
	Decision     = "decision"
	Contract     = "contract"
	Review       = "review"
	Account      = "account"
	Report       = "report"
	Organisation = "organisation"
	Question     = "question"
)

// News is one line in somebody's list. The address where one reads more is
// made of SubjectKind and SubjectID when it is shown. ActorID is whom title or
// body name, so that the name can leave with its owner; uuid.Nil is nobody.
// Unread news of one reader with the same Group become one line with a count.
type News struct {
	Kind        string
	Title       string
	Body        string
	SubjectKind string
	SubjectID   uuid.UUID
	ActorID     uuid.UUID
	Group       string
}

// Tell adds news to a person's list, within the workflow's transaction, unless
// he asked not to hear of their kind.
func Tell(ctx context.Context, tx pgx.Tx, personID uuid.UUID, news News) error {
	if _, err := Path(news.SubjectKind, news.SubjectID); err != nil {
		return fmt.Errorf("tell %s of a %s: %w", personID, news.Kind, err)
	}
	_, err := tx.Exec(ctx, `SELECT private.notify($1, $2, $3, $4, $5, nullif($6, $9::uuid), nullif($7, $9::uuid), nullif($8, ''))`,
		personID, news.Kind, news.Title, news.Body, news.SubjectKind, news.SubjectID, news.ActorID, news.Group, uuid.Nil)
	if err != nil {
		return fmt.Errorf("tell %s of a %s: %w", personID, news.Kind, err)
	}
	return nil
}

// TellParty tells everybody who acts for a party with a right, but never the
// caller: he knows what he did.
func TellParty(ctx context.Context, tx pgx.Tx, partyID uuid.UUID, right string, news News) error {
	people, err := party.People(ctx, tx, partyID, right)
	if err != nil {
		return err
	}
	for _, person := range people {
		if person == caller.From(ctx).UserID {
			continue
		}
		if err := Tell(ctx, tx, person, news); err != nil {
			return err
		}
	}
	return nil
}
