package organisation

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

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
