package demo

import (
	"context"
	"errors"
	"fmt"
	"time"

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

// invite invites and answers through the market's own workflows.
func (l *loader) invite(ctx context.Context) error {
	for _, c := range calls {
		var sent invitation.Sent
		who := l.ids[professionals[c.professional].email]
		err := l.say(ctx, l.days.lately(c.ago), func() (err error) {
			sent, err = invitation.Invite(as(ctx, l.owner(c.project)), l.tx, invitation.Invitation{ProjectID: l.projects[c.project], ProfessionalID: who, Note: c.note})
			return err
		})
		if err != nil {
			return fmt.Errorf("invite %s: %w", professionals[c.professional].name, err)
		}
		if c.answer == "" {
			continue
		}
		at := l.days.lately(c.ago * 3 / 4)
		err = l.say(ctx, at, func() error {
			_, err := invitation.Answer(as(ctx, who), l.tx, invitation.Reply{InvitationID: sent.ID, Status: c.answer})
			_, dated := l.tx.Exec(ctx, `UPDATE public.invitations_to_propose SET answered_at = $2 WHERE id = $1`, sent.ID, at)
			return errors.Join(err, dated)
		})
		if err != nil {
			return fmt.Errorf("answer for %s: %w", professionals[c.professional].name, err)
		}
	}
	return nil
}
