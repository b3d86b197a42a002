// Package review owns the publication of the reviews that two sides write about each other after
// their contract is completed. It publishes reviews that are due and tells whom they are about. The
// database decides who may write, what is due and how a rating is computed.
package review

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
)

// due is a review that has just been published.
type due struct {
	SubjectID   uuid.UUID
	SubjectRole string
	Content     string
	Withheld    bool
}

// Publish publishes the reviews that are due, tells whom they are about, and returns how many there
// were, at most a thousand per call.
func Publish(ctx context.Context, tx pgx.Tx) (int, error) {
	rows, err := tx.Query(ctx, `
		SELECT r.subject_id, p.role, left(r.content, 160), r.withheld
		FROM private.publish_due_reviews() r JOIN public.profiles p ON p.id = r.subject_id`)
	if err != nil {
		return 0, fmt.Errorf("publish reviews: %w", err)
	}
	published, err := pgx.CollectRows(rows, pgx.RowToStructByPos[due])
	if err != nil {
		return 0, fmt.Errorf("publish reviews: %w", err)
	}
	for _, review := range published {
		if review.Withheld {
			continue
		}
		if err := tell(ctx, tx, review); err != nil {
			return 0, err
		}
	}
	return len(published), nil
}

// tell does not use notification.TellParty, which leaves out the caller: the author of a contract's
// second review has not read the first one.
func tell(ctx context.Context, tx pgx.Tx, review due) error {
	news := notification.News{
		Kind: notification.Review, Title: "Você recebeu uma avaliação", Body: review.Content,
		SubjectKind: notification.AboutReviews, SubjectID: review.SubjectID,
	}
	if review.SubjectRole == "company" {
		news.SubjectKind = notification.AboutCompany
	}
	people, err := party.People(ctx, tx, review.SubjectID, party.Negotiate)
	if err != nil {
		return err
	}
	for _, person := range people {
		if err := notification.Tell(ctx, tx, person, news); err != nil {
			return err
		}
	}
	return nil
}

// Announce handles stored reviews, inside the transaction that stored them: the second review of a
// contract may make both due at once.
func Announce(ctx context.Context, tx pgx.Tx, _ []json.RawMessage) error {
	_, err := Publish(ctx, tx)
	return err
}
