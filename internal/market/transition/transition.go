// Package transition owns the tables of steps: for each noun with a state, which step leads from
// which states to which, whose step it is, and what it writes. Check refuses a step that the
// table does not have, Take writes it, docs/reference/transitions.md is drawn from it, and the database
// refuses a change of state that it does not have. Who is told of a step, and what else follows
// from it, belongs to the packages of the nouns.
package transition

import (
	"cmp"
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
	// Sets are the columns that this step writes besides, or otherwise than its new state.
	Sets Columns
	// Effects is one sentence about what else happens.
	Effects string
	// Wrong refuses the step in every other state.
	Wrong *fault.Error
}

// Machine is all steps of one noun. Its rows are in the table public.<noun>s.
type Machine struct {
	Noun    string
	Initial string
	// Entering says for each state what a step that leads there writes. All states name the
	// same columns: what a state leaves alone is Kept.
	Entering map[string]Columns
	// Fixed are the columns that no step writes.
	Fixed []string
	// Args are the values that the expressions use besides those of every step, and their
	// SQL types.
	Args  map[string]string
	Steps []Step
	// Stranger refuses a step that belongs to somebody else.
	Stranger *fault.Error
}

// Check returns where an action leads from a state, or the noun's refusal: of
// the actor first, so that nobody learns a state he has no part in. Every
// change of a state asks it.
func (m Machine) Check(action, from string, by Actor) (to string, err error) {
	step, err := m.step(action, from, by)
	if err != nil {
		return "", err
	}
	return cmp.Or(step.To, from), nil
}

// step is the row of the table that an action takes from a state.
func (m Machine) step(action, from string, by Actor) (Step, error) {
	steps := m.of(action)
	if len(steps) == 0 {
		return Step{}, fmt.Errorf("%s knows no step %s", m.Noun, action)
	}
	steps = slices.DeleteFunc(steps, func(s Step) bool { return !s.Actor.includes(by) })
	if len(steps) == 0 {
		return Step{}, m.Stranger
	}
	for _, step := range steps {
		if slices.Contains(step.From, from) {
			return step, nil
		}
	}
	return Step{}, steps[0].Wrong
}

// TakenFrom lists the states in which an actor takes an action.
func (m Machine) TakenFrom(action string, by Actor) (states []string) {
	for _, step := range m.of(action) {
		if step.Actor.includes(by) {
			states = append(states, step.From...)
		}
	}
	return states
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
