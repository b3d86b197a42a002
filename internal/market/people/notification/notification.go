// Package notification tells people inside the product what happened to them. Their preferences
// decide which kinds they receive, and an e-mail follows for what stays unread. The package does
// not decide what to tell.
package notification

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/route"
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
	Search       = "search"
	Invitation   = "invitation" // to propose to a project
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
	  WHERE p.profile_id = $1 AND ($2 = 'message' AND NOT p.new_messages OR $2 = 'proposal' AND NOT p.new_proposals OR $2 = 'search' AND NOT p.saved_searches OR $2 = 'invitation' AND NOT p.new_invitations))
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

// Stored is a notification as it is read back to be sent to a device.
type Stored struct {
	Kind, Title, ActorName, SubjectKind, Group string
	SubjectID                                  *uuid.UUID
	Count, Unread                              int
}

// OnDevice is what a locked screen may show of a notification. ID differs for each state of a
// notification. Of several with one Tag, a device shows the newest.
type OnDevice struct {
	ID     string `json:"id"`
	Tag    string `json:"tag"`
	Title  string `json:"title"`
	Body   string `json:"body"`
	URL    string `json:"url"`
	Unread int    `json:"unread"`
}

// OnDevice returns the notification without what others should not read on the screen: the words of
// a message, the body of the notification and amounts.
func (s Stored) OnDevice(id uuid.UUID) OnDevice {
	shown := OnDevice{ID: fmt.Sprintf("%s.%d", id, s.Count), URL: s.path(), Unread: s.Unread}
	shown.Title, shown.Body = s.words()
	digest := sha256.Sum256([]byte(s.matter()))
	shown.Tag = base64.RawURLEncoding.EncodeToString(digest[:24])
	return shown
}

// Topic returns the tag as the topic for the push service. It is a digest, so it reveals no key of
// ours.
func (d OnDevice) Topic() string { return d.Tag }

func (s Stored) words() (title, body string) {
	if s.Kind == Message && s.ActorName != "" {
		if s.Count > 1 {
			return s.ActorName, fmt.Sprintf("%d novas mensagens", s.Count)
		}
		return s.ActorName, "Enviou uma mensagem"
	}
	title, body, _ = strings.Cut(s.Title, ": ")
	switch {
	case hasAmount(title):
		return "Novidade na sua conta", ""
	case hasAmount(body):
		return title, ""
	default:
		return title, body
	}
}

func hasAmount(text string) bool { return strings.Contains(text, "R$") }

// matter identifies what the notification is about: its group, or its subject.
func (s Stored) matter() string {
	if s.Group != "" {
		return s.Group
	}
	return s.SubjectKind + ":" + s.path()
}

// path returns where the notification leads. A subject kind that this version does not know leads
// to the dashboard.
func (s Stored) path() string {
	id := uuid.Nil
	if s.SubjectID != nil {
		id = *s.SubjectID
	}
	path, err := Path(s.SubjectKind, id)
	if err != nil {
		return route.Dashboard
	}
	return path
}

// What a notification is about, from its reader's side: "project" is one of their own party,
// "public_project" another's. The web's routes.json says where each is read.
const (
	AboutAccount       = "account"
	AboutBackup        = "backup"       // as administrators see it
	AboutCompany       = "company"      // the party: its public page
	AboutContract      = "contract"     // one of the reader's two sides
	AboutConversation  = "conversation" // the other person
	AboutCorrection    = "correction"   // as administrators see it
	AboutDispute       = "dispute"
	AboutFinance       = "finance" // the money of the reader's party
	AboutInvitation    = "invitation"
	AboutLedger        = "ledger" // as administrators see it
	AboutOrganisation  = "organisation"
	AboutOwnerRemoval  = "owner_removal" // as administrators see it
	AboutOwnReport     = "own_report"
	AboutProfessional  = "professional" // the public page
	AboutProject       = "project"      // the project: what was proposed to it
	AboutProposal      = "proposal"     // one of the reader's own
	AboutPublicProject = "public_project"
	AboutReport        = "report" // as administrators see it
	AboutReviews       = "reviews"
	AboutSavedSearches = "saved_searches" // the reader's own
	AboutWithheldProof = "withheld_proof" // as administrators see it
)

// Path returns the address inside the product where a subject is read.
func Path(subjectKind string, subjectID uuid.UUID) (string, error) {
	page, hasKey, known := route.Notice(subjectKind)
	switch {
	case !known:
		return "", fmt.Errorf("a notice about %q has no address", subjectKind)
	case !hasKey:
		return page, nil
	case subjectID == uuid.Nil:
		return "", fmt.Errorf("a notice about %q needs a key", subjectKind)
	}
	return route.To(page, subjectID.String()), nil
}
