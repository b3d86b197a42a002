package organisation

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
	"automacao/internal/market/limits"
	"automacao/internal/market/transition"
)

// Refusals to the holder of an invitation.
var (
	ErrOtherAddress    = fault.New(http.StatusForbidden, "invitation_for_another", "Este convite foi feito para outro e-mail.")
	ErrAdminsStayApart = fault.New(http.StatusConflict, "admin_cannot_join", "Uma conta de administração não faz parte de equipes.")
)

// Token is an invitation's secret.
type Token struct {
	Token string `json:"token"`
}

// Joined is the organisation that somebody joined, and their role.
type Joined struct {
	OrganisationID uuid.UUID `json:"organisation_id"`
	Role           string    `json:"role"`
}

// Accept makes the caller a member of the team that invited their address. A caller whose account
// is being deleted meanwhile does not join.
func Accept(now func() time.Time) func(context.Context, pgx.Tx, Token) (Joined, error) {
	return func(ctx context.Context, tx pgx.Tx, in Token) (Joined, error) {
		who := caller.From(ctx).UserID
		var email, role string
		err := tx.QueryRow(ctx, `
			SELECT u.email, p.role FROM public.accounts a JOIN auth.users u ON u.id = a.profile_id JOIN public.profiles p ON p.id = u.id
			WHERE a.profile_id = $1 AND u.email_confirmed_at IS NOT NULL AND p.status = 'active' FOR SHARE OF a`, who).Scan(&email, &role)
		if errors.Is(err, pgx.ErrNoRows) {
			return Joined{}, ErrOtherAddress
		}
		if err != nil {
			return Joined{}, fmt.Errorf("look up address: %w", err)
		}
		if role == "admin" {
			return Joined{}, ErrAdminsStayApart
		}
		pending, err := Open(ctx, tx, in.Token, email, now())
		if err != nil {
			return Joined{}, err
		}
		return Joined{OrganisationID: pending.into.id, Role: pending.role}, pending.Join(ctx, tx, who)
	}
}

// Pending is a locked invitation that its holder may accept now.
type Pending struct {
	id     uuid.UUID
	into   locked
	role   string
	status string
}

// Side returns the side of the market of the invitation's organisation.
func (p Pending) Side() string { return p.into.side }

// Open returns the invitation behind a token to the holder of the invited address. The invitation
// is void once its sender no longer manages the organisation.
func Open(ctx context.Context, tx pgx.Tx, token, email string, now time.Time) (Pending, error) {
	var found Pending
	err := tx.QueryRow(ctx, `
		SELECT o.id, o.role, p.name FROM public.organisations o JOIN public.profiles p ON p.id = o.id
		WHERE o.id = (SELECT organisation_id FROM public.invitations WHERE token_hash = $1) FOR UPDATE OF o`, hash(token),
	).Scan(&found.into.id, &found.into.side, &found.into.name)
	if errors.Is(err, pgx.ErrNoRows) {
		return Pending{}, transition.ErrInvitationNotFound
	}
	if err != nil {
		return Pending{}, fmt.Errorf("lock organisation of invitation: %w", err)
	}
	var invited, status string
	var isGood bool
	// Read after the lock, so that a transaction which waited for it sees the other's decision.
	err = tx.QueryRow(ctx, `
		SELECT id, email, role, status, expires_at > $2 AND coalesce(private.acts_for(organisation_id, 'manage', invited_by), false)
		FROM public.invitations WHERE token_hash = $1 FOR UPDATE`, hash(token), now).Scan(&found.id, &invited, &found.role, &status, &isGood)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return Pending{}, transition.ErrInvitationNotFound
	case err != nil:
		return Pending{}, fmt.Errorf("read invitation: %w", err)
	case invited != email:
		return Pending{}, ErrOtherAddress
	case !isGood:
		return Pending{}, transition.ErrInvitationOver
	}
	found.status = status
	_, err = transition.Invitation.Check("accept_invitation", status, transition.Invited)
	return found, err
}

// Join makes somebody with a profile a member of the team, and tells those who manage it.
func (p Pending) Join(ctx context.Context, tx pgx.Tx, personID uuid.UUID) error {
	var members int
	if err := tx.QueryRow(ctx, `SELECT count(*) FROM public.memberships WHERE organisation_id = $1`, p.into.id).Scan(&members); err != nil {
		return fmt.Errorf("count members: %w", err)
	}
	if members >= limits.OrganisationMembersMax {
		return ErrTooManyMembers
	}
	tag, err := tx.Exec(ctx, `
		INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, p.into.id, personID, p.role)
	if err != nil {
		return fmt.Errorf("insert membership: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return ErrAlreadyMember
	}
	_, err = transition.Invitation.Take(ctx, tx, transition.Taken{ID: p.id, Action: "accept_invitation", From: p.status, By: transition.Invited, Person: personID})
	if err != nil {
		return err
	}
	return tellOf(ctx, tx, transition.Invitation, p.into, personID, transition.Told{
		Action: "accept_invitation", By: transition.Invited, Body: "Papel: " + roleName(p.into.side, p.role) + ".",
	})
}
