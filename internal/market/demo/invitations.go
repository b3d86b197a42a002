package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"automacao/internal/market/deal/invitation"
)

// call is an invitation of the company of the project at index project to the professional at index
// professional, and the answer, if there is one yet.
type call struct {
	project      int
	professional int
	ago          time.Duration
	note         string
	answer       string
}

var calls = []call{
	{10, 0, 20 * time.Hour, "Marina, a inspeção fica na linha que você conhece. A visita pode ser na mesma semana da outra obra.", ""},
	{10, 1, 44 * time.Hour, "A câmera fala com o CLP e com o rejeitador. Precisamos de quem conheça os dois lados.", invitation.Interested},
	{10, 7, 43 * time.Hour, "", invitation.Busy},
	{10, 10, 42 * time.Hour, "", invitation.Declined},
}

// invite invites and answers through the market's own workflows. The answer comes before anything is
// dated, while the invitation is in force.
func (l *loader) invite(ctx context.Context) error {
	for _, c := range calls {
		who := l.ids[professionals[c.professional].email]
		var sent invitation.Sent
		var answered uuid.UUID
		err := l.say(ctx, l.days.lately(c.ago), func() (err error) {
			sent, err = invitation.Invite(as(ctx, l.owner(c.project)), l.tx, invitation.Invitation{ProjectID: l.projects[c.project], ProfessionalID: who, Note: c.note})
			if err != nil || c.answer == "" {
				return err
			}
			if answered, err = l.mark(ctx); err != nil {
				return err
			}
			_, err = invitation.Answer(as(ctx, who), l.tx, invitation.Reply{InvitationID: sent.ID, Status: c.answer})
			return err
		})
		if err == nil && c.answer != "" {
			err = l.dateAnswer(ctx, sent.ID, answered, l.days.lately(c.ago*3/4))
		}
		if err != nil {
			return fmt.Errorf("invite %s: %w", professionals[c.professional].name, err)
		}
	}
	return nil
}

// dateAnswer dates an answer, and what was told of it since a mark.
func (l *loader) dateAnswer(ctx context.Context, invitationID, since uuid.UUID, at time.Time) error {
	if _, err := l.tx.Exec(ctx, `UPDATE public.invitations_to_propose SET answered_at = $2 WHERE id = $1`, invitationID, at); err != nil {
		return err
	}
	return l.since(ctx, since, at)
}
