package dispute

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/people/notification"
	"automacao/internal/market/transition"
)

// toJudge is what the administrators who may decide are told.
const toJudge = "Leia o que as partes mostraram e decida."

// tell tells of a step of the dispute.
func (d *locked) tell(ctx context.Context, tx pgx.Tx, told transition.Told) error {
	told.To, told.About = d.status, map[string]uuid.UUID{notification.AboutDispute: d.id}
	return d.contract.Tell(ctx, tx, transition.Dispute, told)
}

// tellOf tells of a step that the caller's side took.
func (d *locked) tellOf(ctx context.Context, tx pgx.Tx, action, body string) error {
	return d.tell(ctx, tx, transition.Told{Action: action, By: d.by, Body: body})
}

// tellJudges tells of a step after which the administrators have to decide. It leaves out the one
// who took the first decision if there is another.
func (d *locked) tellJudges(ctx context.Context, tx pgx.Tx, action string, by transition.Actor, body string) error {
	judges, err := d.contract.Judges(ctx, tx)
	if err != nil {
		return err
	}
	if len(judges) > 1 {
		judges = slices.DeleteFunc(judges, func(judge uuid.UUID) bool { return judge == d.decidedBy })
	}
	return d.tell(ctx, tx, transition.Told{
		Action: action, By: by, Body: body, Bodies: map[transition.Audience]string{transition.TheJudges: toJudge},
		People: map[transition.Audience][]uuid.UUID{transition.TheJudges: judges},
	})
}
