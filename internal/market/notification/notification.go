// Package notification tells people inside the product what happened to them.
// Who wants to hear of what is decided by their preferences, in the database;
// a mail follows from what is left unread.
package notification

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// The kinds of news a workflow tells. Messages are told of by the database.
const (
	Proposal = "proposal"
	Decision = "decision"
	Contract = "contract"
	Report   = "report"
)

// News is one line in somebody's list. Link is an address of the product;
// unread news with the same Subject become one line with a count.
type News struct {
	Kind    string
	Title   string
	Body    string
	Link    string
	Subject string
}

// Tell adds news to a profile's list, within the workflow's transaction.
func Tell(ctx context.Context, tx pgx.Tx, profileID uuid.UUID, news News) error {
	_, err := tx.Exec(ctx, `SELECT private.notify($1, $2, $3, $4, $5, nullif($6, ''))`,
		profileID, news.Kind, news.Title, news.Body, news.Link, news.Subject)
	if err != nil {
		return fmt.Errorf("tell %s of a %s: %w", profileID, news.Kind, err)
	}
	return nil
}
