package organisation

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/route"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
	"automacao/internal/notify/mail"
)

// invitationFor is how long an invitation is valid.
const invitationFor = limits.InvitationDays * 24 * time.Hour

// Refusals of an invitation.
var (
	ErrInvalidEmail       = fault.New(http.StatusUnprocessableEntity, "invalid_email", "E-mail inválido.")
	ErrTooManyInvitations = fault.New(http.StatusConflict, "too_many_invitations", limits.Say("Há {invitations_open_max} convites esperando resposta. Cancele um antes de convidar mais alguém."))
	ErrTooManyToday       = fault.New(http.StatusTooManyRequests, "too_many_invitations_today", "Convites demais em um dia. Tente novamente amanhã.")
)

// Post sends a letter as part of the transaction that makes it necessary.
type Post interface {
	SendMail(ctx context.Context, tx pgx.Tx, letter mail.Letter) error
}

// Outgoing is how invitations are sent: their links begin with URL, and Post is nil if there is no
// mail server.
type Outgoing struct {
	URL  string
	Post Post
}

// Invitation invites an address to join with a role.
type Invitation struct {
	OrganisationID uuid.UUID `json:"organisation_id"`
	Email          string    `json:"email"`
	Role           string    `json:"role"`
}

// Invited is an invitation as its sender gets it. Link holds its secret, of which only the hash is
// stored, so that the sender can hand it over. Mailed says whether a letter with the link is on its
// way.
type Invited struct {
	ID        uuid.UUID `json:"id"`
	Email     string    `json:"email"`
	Role      string    `json:"role"`
	ExpiresAt time.Time `json:"expires_at"`
	Link      string    `json:"link"`
	Mailed    bool      `json:"mailed"`
}

// Invite invites an address to join an organisation, and revokes an earlier open invitation to it.
// Only those who manage the organisation may.
func Invite(out Outgoing, now func() time.Time) func(context.Context, pgx.Tx, Invitation) (Invited, error) {
	return func(ctx context.Context, tx pgx.Tx, in Invitation) (Invited, error) {
		email, err := parseEmail(in.Email)
		if err != nil {
			return Invited{}, err
		}
		if err := checkRole(in.Role); err != nil {
			return Invited{}, err
		}
		into, err := lock(ctx, tx, in.OrganisationID, party.Manage)
		if err != nil {
			return Invited{}, err
		}
		if err := mayInvite(ctx, tx, into, email, now()); err != nil {
			return Invited{}, err
		}
		token := rand.Text()
		sent := Invited{Email: email, Role: in.Role, ExpiresAt: now().Add(invitationFor), Link: out.URL + route.Invitation + "#" + token, Mailed: out.Post != nil}
		if sent.ID, err = store(ctx, tx, into, sent, token, now()); err != nil {
			return Invited{}, err
		}
		if out.Post == nil {
			return sent, nil
		}
		return sent, write(ctx, tx, out.Post, into, sent)
	}
}

// parseEmail returns an address in the form of auth.users.
func parseEmail(text string) (string, error) {
	email, ok := mail.ParseAddress(text)
	if !ok || len(email) > limits.InvitationsEmail {
		return "", ErrInvalidEmail
	}
	return email, nil
}

// mayInvite refuses an address that is already a member's, and an invitation beyond the limits of
// members, open invitations and invitations per day.
func mayInvite(ctx context.Context, tx pgx.Tx, into locked, email string, now time.Time) error {
	var belongs bool
	var members, open, today, daily int
	var first time.Time
	err := tx.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM public.memberships m JOIN auth.users u ON u.id = m.person_id WHERE m.organisation_id = $1 AND u.email = $2),
		       (SELECT count(*) FROM public.memberships WHERE organisation_id = $1),
		       (SELECT count(*) FROM public.invitations WHERE organisation_id = $1 AND email <> $2 AND status = 'pending' AND expires_at > $3),
		       recent.number, recent.first, private.limit_of('invitations_daily_max')
		FROM (SELECT count(*) AS number, coalesce(min(created_at), $3) AS first
		      FROM public.invitations WHERE organisation_id = $1 AND created_at > $3::timestamptz - interval '1 day') AS recent`,
		into.id, email, now).Scan(&belongs, &members, &open, &today, &first, &daily)
	switch {
	case err != nil:
		return fmt.Errorf("count invitations: %w", err)
	case belongs:
		return ErrAlreadyMember
	case members >= limits.OrganisationMembersMax:
		return ErrTooManyMembers
	case open >= limits.InvitationsOpenMax:
		return ErrTooManyInvitations
	case today >= daily:
		return ErrTooManyToday.After(first.Add(24 * time.Hour).Sub(now))
	}
	return nil
}

func store(ctx context.Context, tx pgx.Tx, into locked, sent Invited, token string, now time.Time) (id uuid.UUID, err error) {
	_, err = transition.Invitation.Take(ctx, tx, transition.Taken{
		ID: into.id, Action: "invite_member", From: transition.Invitation.Initial, By: transition.System, At: &now,
		Rows: "organisation_id = @id AND email = @email AND status = 'pending'", Args: map[string]any{"email": sent.Email},
	})
	if err != nil {
		return uuid.Nil, err
	}
	err = tx.QueryRow(ctx, `
		INSERT INTO public.invitations (organisation_id, email, role, token_hash, invited_by, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
		into.id, sent.Email, sent.Role, hash(token), caller.From(ctx).UserID, now, sent.ExpiresAt).Scan(&id)
	if err != nil {
		return uuid.Nil, fmt.Errorf("insert invitation: %w", err)
	}
	return id, nil
}

func hash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

func write(ctx context.Context, tx pgx.Tx, post Post, into locked, sent Invited) error {
	inviter, err := party.Name(ctx, tx, caller.From(ctx).UserID)
	if err != nil {
		return err
	}
	letter, err := mail.Invitation(mail.InvitationTo{
		Email: sent.Email, Organisation: into.name, Inviter: inviter, Role: roleName(into.side, sent.Role), Link: sent.Link, GoodForDays: limits.InvitationDays,
	})
	if err != nil {
		return err
	}
	return post.SendMail(ctx, tx, letter)
}

// InvitationReference names the invitation that a call is about.
type InvitationReference struct {
	InvitationID uuid.UUID `json:"invitation_id"`
}

// InvitationStatus is the state of an invitation after a decision.
type InvitationStatus struct {
	ID     uuid.UUID `json:"id"`
	Status string    `json:"status"`
}

// Revoke revokes an invitation that nobody has accepted yet. Only those who manage its organisation
// may.
func Revoke(ctx context.Context, tx pgx.Tx, in InvitationReference) (InvitationStatus, error) {
	var organisationID uuid.UUID
	err := tx.QueryRow(ctx, `SELECT organisation_id FROM public.invitations WHERE id = $1`, in.InvitationID).Scan(&organisationID)
	if errors.Is(err, pgx.ErrNoRows) {
		return InvitationStatus{}, transition.ErrInvitationNotFound
	}
	if err != nil {
		return InvitationStatus{}, fmt.Errorf("look up invitation: %w", err)
	}
	if _, err := lock(ctx, tx, organisationID, party.Manage); errors.Is(err, ErrNotFound) {
		return InvitationStatus{}, transition.ErrInvitationNotFound
	} else if err != nil {
		return InvitationStatus{}, err
	}
	var status string
	if err := tx.QueryRow(ctx, `SELECT status FROM public.invitations WHERE id = $1`, in.InvitationID).Scan(&status); err != nil {
		return InvitationStatus{}, fmt.Errorf("read invitation: %w", err)
	}
	next, err := transition.Invitation.Take(ctx, tx, transition.Taken{ID: in.InvitationID, Action: "revoke_invitation", From: status, By: transition.Colleague})
	if err != nil {
		return InvitationStatus{}, err
	}
	return InvitationStatus{ID: in.InvitationID, Status: next}, nil
}

// Shown is what an invitation shows to its holder, signed in or not.
type Shown struct {
	OrganisationID uuid.UUID `json:"organisation_id"`
	Organisation   string    `json:"organisation"`
	Side           string    `json:"side"`
	Role           string    `json:"role"`
	Email          string    `json:"email"`
	ExpiresAt      time.Time `json:"expires_at"`
	IsOpen         bool      `json:"is_open"`
}

// ViewInvitation returns an invitation by its secret. It does not tell whether the invited address
// has an account.
func ViewInvitation(now func() time.Time) func(context.Context, pgx.Tx, Token) (Shown, error) {
	return func(ctx context.Context, tx pgx.Tx, in Token) (shown Shown, err error) {
		err = tx.QueryRow(ctx, `
			SELECT o.id, p.name, o.role, i.role, i.email, i.expires_at,
			       i.status = 'pending' AND i.expires_at > $2 AND coalesce(private.acts_for(o.id, 'manage', i.invited_by), false)
			FROM public.invitations i JOIN public.organisations o ON o.id = i.organisation_id JOIN public.profiles p ON p.id = o.id
			WHERE i.token_hash = $1`, hash(in.Token), now(),
		).Scan(&shown.OrganisationID, &shown.Organisation, &shown.Side, &shown.Role, &shown.Email, &shown.ExpiresAt, &shown.IsOpen)
		if errors.Is(err, pgx.ErrNoRows) {
			return Shown{}, transition.ErrInvitationNotFound
		}
		if err != nil {
			return Shown{}, fmt.Errorf("read invitation: %w", err)
		}
		return shown, nil
	}
}
