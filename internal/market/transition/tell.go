package transition

import (
	"cmp"
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/people/notification"
)

// Tell sends the notices of a step that was taken, or of an occasion, in the transaction of the
// step. It refuses to tell an audience that the table does not name, and to leave out one that it
// does. Whoever takes a step reads only notices to TheTaker and, as an administrator, to TheAdmins.
func (m Machine) Tell(ctx context.Context, tx pgx.Tx, told Told) error {
	due, err := m.notices(told)
	if err != nil {
		return err
	}
	for _, n := range due {
		news, err := m.news(n, told)
		if err != nil {
			return fmt.Errorf("tell of %s of %s: %w", told.Action, m.Noun, err)
		}
		if err := told.send(ctx, tx, n, news); err != nil {
			return fmt.Errorf("tell of %s of %s: %w", told.Action, m.Noun, err)
		}
		if o := observer(ctx); o != nil {
			o.Told(ctx, tx, m, told, n)
		}
	}
	return nil
}

// send sends a notice to its audience.
func (t Told) send(ctx context.Context, tx pgx.Tx, n Notice, news notification.News) error {
	switch n.To {
	case TheCompany, TheProfessional, TheOther:
		partyID := t.party(n.To)
		if partyID == uuid.Nil {
			return fmt.Errorf("nobody says which party the %s is", n.To)
		}
		return notification.TellParty(ctx, tx, partyID, n.Right, news)
	case TheTaker:
		return notification.Tell(ctx, tx, caller.From(ctx).UserID, news)
	case TheAdmins:
		return notification.TellAdmins(ctx, tx, news)
	}
	people, ok := t.People[n.To]
	if !ok {
		return fmt.Errorf("nobody says who the %s are", n.To)
	}
	for _, person := range people {
		if person == caller.From(ctx).UserID {
			continue
		}
		if err := notification.Tell(ctx, tx, person, news); err != nil {
			return err
		}
	}
	return nil
}

// party returns the party that an audience acts for, uuid.Nil if none does.
func (t Told) party(to Audience) uuid.UUID {
	switch to.Beside(cmp.Or(t.Side, t.By)) {
	case TheCompany:
		return t.Company
	case TheProfessional:
		return t.Professional
	}
	return uuid.Nil
}

// Beside returns the audience that a notice reaches if a side takes the step: TheOther is then the
// side across.
func (a Audience) Beside(side Actor) Audience {
	switch {
	case a == TheOther && side == Company:
		return TheProfessional
	case a == TheOther && side == Professional:
		return TheCompany
	}
	return a
}

// Observer learns, in tests, which steps are taken and which notices are sent.
type Observer interface {
	Took(ctx context.Context, tx pgx.Tx, m Machine, step Step, by Actor)
	Told(ctx context.Context, tx pgx.Tx, m Machine, told Told, n Notice)
}

type observerKey struct{}

// Observed makes an observer learn of what happens with the returned context.
func Observed(ctx context.Context, o Observer) context.Context {
	return context.WithValue(ctx, observerKey{}, o)
}

func observer(ctx context.Context) Observer {
	o, _ := ctx.Value(observerKey{}).(Observer)
	return o
}
