package transition

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/people/notification"
)

// Audience is who reads a notice.
type Audience string

// The audiences. The two sides are everybody of the party with the notice's right, without whoever
// takes the step. TheOther is the side across from the one that takes the step. The machine's own
// package resolves the others, apart from the administrators and the taker.
const (
	TheCompany      Audience = "company"
	TheProfessional Audience = "professional"
	TheOther        Audience = "other side"
	TheTaker        Audience = "whoever takes it"
	TheAdmins       Audience = "administrators"
	TheJudges       Audience = "administrators of neither side"
	TheManagers     Audience = "managers of the organisation"
	TheOwner        Audience = "owner concerned"
	TheAnnouncer    Audience = "owner who gave the notice"
	TheReporter     Audience = "reporter"
	TheHolder       Audience = "holder of the number"
)

// Notice is what a step tells one audience. Title, Many and Group may contain names in braces, whose
// values Told.Names holds; {n} in Many is the count. The body is the noun's to write.
type Notice struct {
	To Audience
	// Right is the right that its readers need in their party.
	Right string
	// Case restricts the notice to one course of the step. The noun names the course in Told.Case.
	Case  string
	Title string
	// Kind and About replace those of the machine.
	Kind  string
	About string
	Many  string
	Group string
	// Mentions says which profile of Told.Mentioned title or body name, if any.
	Mentions string
}

// tell returns a notice to one audience.
func tell(to Audience, right, title string) []Notice {
	return []Notice{{To: to, Right: right, Title: title}}
}

// tellBoth returns the same notice to both sides.
func tellBoth(right, title string) []Notice {
	return append(tell(TheCompany, right, title), tell(TheProfessional, right, title)...)
}

// in returns notices that are sent in one course of the step only.
func in(course string, notices []Notice) []Notice {
	for i := range notices {
		notices[i].Case = course
	}
	return notices
}

// Reasons for telling nobody that several steps share.
const (
	toldByCause     = "The step that causes it tells."
	toldByProposal  = "The step of its proposal tells."
	toldByContract  = "The step of the contract tells."
	toldByMilestone = "The step of the milestone tells."
	toldByDispute   = "The step of the dispute tells."
	toldByPayment   = "The step of the payment tells."
	toldByCharge    = "The step of the charge tells."
)

// Occasion is something other than a step of which people are told: the call that creates the row, a
// reminder, or the outcome of a call that takes no step.
type Occasion struct {
	Name  string
	When  string
	Tells []Notice
}

// Told holds what only the noun's package knows of a step of which people are told.
type Told struct {
	// Action is the action of a step, or the name of an occasion.
	Action string
	By     Actor
	// To is the state in which the step left the row. It matters if several steps share an action.
	To string
	// Case names the course that the step took, if its notices depend on that.
	Case string
	// Side is the side across from which TheOther is, if that is not By.
	Side Actor
	// Body is what the notices say, and Bodies what they say to one audience instead.
	Body   string
	Bodies map[Audience]string
	// Names holds the values of the names in titles and groups.
	Names map[string]string
	// Company and Professional are the parties.
	Company, Professional uuid.UUID
	// About maps the subjects of the notices to their keys.
	About map[string]uuid.UUID
	// Mentioned holds the profiles that notices mention by name.
	Mentioned map[string]uuid.UUID
	// People holds the readers of the audiences that the noun resolves.
	People map[Audience][]uuid.UUID
}

// notices returns the notices of a step or an occasion that are to be sent.
func (m Machine) notices(told Told) ([]Notice, error) {
	all, err := m.declared(told)
	if err != nil {
		return nil, err
	}
	isCase := func(n Notice) bool { return n.Case == told.Case }
	if told.Case != "" && !slices.ContainsFunc(all, isCase) {
		return nil, fmt.Errorf("%s of %s has no course in which %s", told.Action, m.Noun, told.Case)
	}
	due := slices.DeleteFunc(slices.Clone(all), func(n Notice) bool { return n.Case != "" && !isCase(n) })
	if len(due) == 0 {
		return nil, fmt.Errorf("%s of %s tells nobody", told.Action, m.Noun)
	}
	for to := range told.Bodies {
		if !slices.ContainsFunc(due, func(n Notice) bool { return n.To == to }) {
			return nil, fmt.Errorf("%s of %s does not tell the %s", told.Action, m.Noun, to)
		}
	}
	return due, nil
}

// declared returns all notices of the step, or the occasion, that was taken.
func (m Machine) declared(told Told) ([]Notice, error) {
	for _, occasion := range m.Occasions {
		if occasion.Name == told.Action {
			return occasion.Tells, nil
		}
	}
	steps := slices.DeleteFunc(m.of(told.Action), func(s Step) bool { return !s.Actor.includes(told.By) })
	if len(steps) > 1 {
		steps = slices.DeleteFunc(steps, func(s Step) bool { return s.To != told.To && (s.To != "" || !slices.Contains(s.From, told.To)) })
	}
	if len(steps) != 1 {
		return nil, fmt.Errorf("%s has %d steps %s of %s to %q", m.Noun, len(steps), told.Action, told.By, told.To)
	}
	return steps[0].Tells, nil
}

// placeholder matches a name in braces.
var placeholder = regexp.MustCompile(`\{[a-z_]+\}`)

// countName is the name that package notification fills in.
const countName = "{n}"

// news returns a notice as it is sent.
func (m Machine) news(n Notice, told Told) (notification.News, error) {
	var failed error
	fill := func(text string) string {
		return placeholder.ReplaceAllStringFunc(text, func(found string) string {
			value, ok := told.Names[found[1:len(found)-1]]
			if !ok && found != countName {
				failed = errors.Join(failed, fmt.Errorf("the notice %q needs %s", text, found))
			}
			if found == countName {
				return found
			}
			return value
		})
	}
	body, ok := told.Bodies[n.To]
	if !ok {
		body = told.Body
	}
	if !ok && body == "" {
		failed = fmt.Errorf("the notice %q says nothing", n.Title)
	}
	about := cmp.Or(n.About, m.About)
	return notification.News{
		Kind: cmp.Or(n.Kind, m.Kind), Title: fill(n.Title), Many: fill(n.Many), Body: body, SubjectKind: about, SubjectID: told.About[about],
		ActorID: told.Mentioned[n.Mentions], Group: fill(n.Group),
	}, failed
}

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
