// Package notification tells people inside the product what happened to them. Their preferences
// decide which kinds they receive, and an e-mail follows for what stays unread. The package does
// not decide what to tell.
package notification

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/party"
)

// The kinds of notification, by which readers filter and which they may turn off.
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

// News is one notification in a reader's list. Its link is made from SubjectKind and SubjectID when
// it is shown. ActorID is the profile that title or body mention by name, uuid.Nil for none, so
// that the name can be removed when its owner leaves. Unread notifications of one reader with the
// same Group become one with a count. Its title is then Many, if it is set, with the count in place
// of {n}.
type News struct {
	Kind        string
	Title       string
	Many        string
	Body        string
	SubjectKind string
	SubjectID   uuid.UUID
	ActorID     uuid.UUID
	Group       string
}

// tell stores a notification, merged with an unread one of the same group, and queues it for the
// reader's devices.
const tell = `
	WITH told AS (INSERT INTO public.notifications AS earlier (profile_id, kind, title, body, subject_kind, subject_id, actor_id, actor_name, group_key)
	SELECT $1, $2::text, left($3, $10::int), left($4, $11::int), $5, nullif($6::uuid, $9::uuid), named.id, named.name, nullif($8, '')
	FROM public.accounts reader LEFT JOIN public.profiles named ON named.id = $7::uuid
	WHERE reader.profile_id = $1 AND NOT EXISTS (
	  SELECT FROM public.preferences p
	  WHERE p.profile_id = $1 AND ($2 = 'message' AND NOT p.new_messages OR $2 = 'proposal' AND NOT p.new_proposals))
	ON CONFLICT (profile_id, group_key) WHERE NOT read AND group_key IS NOT NULL DO UPDATE
	SET title = CASE $12 WHEN '' THEN excluded.title ELSE left(replace($12, '{n}', (earlier.count + 1)::text), $10::int) END, body = excluded.body, subject_kind = excluded.subject_kind, subject_id = excluded.subject_id,
	    actor_id = excluded.actor_id, actor_name = excluded.actor_name, count = earlier.count + 1, created_at = excluded.created_at
	RETURNING id, profile_id, count)
	INSERT INTO private.push_queue (notification_id, subscription_id, count)
	SELECT told.id, device.id, told.count FROM told JOIN public.push_subscriptions device ON device.profile_id = told.profile_id
	ON CONFLICT (notification_id, subscription_id) DO UPDATE SET count = excluded.count`

// Tell adds a notification to a person's list, in the workflow's transaction, unless they turned
// off its kind or have left.
func Tell(ctx context.Context, tx pgx.Tx, personID uuid.UUID, news News) error {
	if _, err := Path(news.SubjectKind, news.SubjectID); err != nil {
		return fmt.Errorf("tell %s of a %s: %w", personID, news.Kind, err)
	}
	_, err := tx.Exec(ctx, tell, personID, news.Kind, news.Title, news.Body, news.SubjectKind, news.SubjectID, news.ActorID, news.Group, uuid.Nil,
		limits.NotificationsTitle, limits.NotificationsBody, news.Many)
	if err != nil {
		return fmt.Errorf("tell %s of a %s: %w", personID, news.Kind, err)
	}
	return nil
}

// TellAdmins notifies every active administrator, including the caller.
func TellAdmins(ctx context.Context, tx pgx.Tx, news News) error {
	rows, err := tx.Query(ctx, `SELECT id FROM public.profiles WHERE role = 'admin' AND status = 'active' ORDER BY id`)
	if err != nil {
		return fmt.Errorf("list administrators: %w", err)
	}
	admins, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return fmt.Errorf("list administrators: %w", err)
	}
	for _, admin := range admins {
		if err := Tell(ctx, tx, admin, news); err != nil {
			return err
		}
	}
	return nil
}

// TellParty notifies everybody who acts for a party with a right, except the caller, who knows what
// they did.
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
