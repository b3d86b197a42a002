// Package transition owns the tables that say how things with a state move:
// one table a noun, one function that checks a step against it. The documents
// are drawn from the tables, and the database refuses what is not in them. It
// writes no row; package deal does.
package transition

import (
	"fmt"
	"slices"

	"automacao/internal/kernel/fault"
)

// Actor is who takes a step.
type Actor string

// The actors. EitherSide is only ever written in a table: whoever takes the
// step is one of the two. Colleague belongs to the organisation itself. Time is a job, System the effect of another noun's
// step.
const (
	Company      Actor = "company"
	Professional Actor = "professional"
	EitherSide   Actor = "either side"
	Admin        Actor = "administrator"
	Colleague    Actor = "colleague"
	Invited      Actor = "invited person"
	Time         Actor = "time"
	System       Actor = "system"
)

// Step is one way from some states to another, or, with an empty To, something
// done in a state that stays.
type Step struct {
	Action string
	From   []string
	To     string
	Actor  Actor
	// Right is what the actor's membership needs, for the two sides.
	Right string
	// Reason says that the other side is owed one.
	Reason bool
	// Effects is one sentence about what else happens.
	Effects string
	// Wrong refuses the step in every other state.
	Wrong *fault.Error
}

// Machine is all steps of one noun.
type Machine struct {
	Noun    string
	Initial string
	Steps   []Step
	// Stranger refuses a step that belongs to somebody else.
	Stranger *fault.Error
}

// Check returns where an action leads from a state, or the noun's refusal: of
// the actor first, so that nobody learns a state he has no part in. Every
// change of a state asks it.
func (m Machine) Check(action, from string, by Actor) (to string, err error) {
	steps := m.of(action)
	if len(steps) == 0 {
		return "", fmt.Errorf("%s knows no step %s", m.Noun, action)
	}
	steps = slices.DeleteFunc(steps, func(s Step) bool { return !s.Actor.includes(by) })
	if len(steps) == 0 {
		return "", m.Stranger
	}
	for _, step := range steps {
		if slices.Contains(step.From, from) {
			if step.To == "" {
				return from, nil
			}
			return step.To, nil
		}
	}
	return "", steps[0].Wrong
}

// Right is what an action needs of the membership of whoever takes it.
func (m Machine) Right(action string) string {
	for _, step := range m.of(action) {
		if step.Right != "" {
			return step.Right
		}
	}
	return ""
}

// IsOf reports whether an action is one actor's alone, besides what other nouns
// bring about.
func (m Machine) IsOf(action string, actor Actor) bool {
	steps := slices.DeleteFunc(m.of(action), func(s Step) bool { return s.Actor == System })
	return len(steps) > 0 && !slices.ContainsFunc(steps, func(s Step) bool { return s.Actor != actor })
}

func (m Machine) of(action string) []Step {
	var found []Step
	for _, step := range m.Steps {
		if step.Action == action {
			found = append(found, step)
		}
	}
	return found
}

func (a Actor) includes(by Actor) bool {
	return a == by || a == EitherSide && (by == Company || by == Professional)
}

// States lists the states of a noun, as the table names them first.
func (m Machine) States() []string {
	states := []string{m.Initial}
	for _, step := range m.Steps {
		for _, state := range append(slices.Clone(step.From), step.To) {
			if state != "" && !slices.Contains(states, state) {
				states = append(states, state)
			}
		}
	}
	return states
}

// Machines lists every table.
func Machines() []Machine {
	return []Machine{Project, Proposal, Contract, Milestone, DirectPayment, Dispute, Charge, Checklist, Amendment, Invoice, Withholding, WithholdingProof, Invitation, OwnerRemoval, Report, Correction}
}
