// Package transition owns the state machines: for each noun with a state, which step leads from
// which states to which, who takes it, what it writes, and who is told. Check refuses a step that the
// table does not have, Take writes one, and Tell sends its notices. The database refuses any other
// change of state, and docs/reference/transitions.md is generated from the tables. The packages of
// the nouns write the bodies of the notices and decide what else follows from a step.
package transition

import (
	"cmp"
	"fmt"
	"slices"

	"automacao/internal/kernel/fault"
)

// Actor is who takes a step.
type Actor string

// The actors. EitherSide appears only in a table: Company or Professional then takes the step.
// Colleague is a member of the organisation concerned. Time is a job. System is the effect of
// another noun's step.
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

// Step leads from some states to another. With an empty To it is an action that leaves the state
// unchanged.
type Step struct {
	Action string
	From   []string
	To     string
	Actor  Actor
	// Right is the right that the actor's membership needs, for steps of the two sides.
	Right string
	// Reason reports that the step must give the other side a reason.
	Reason bool
	// Sets holds the columns that this step writes in addition to those of its new state, or
	// instead of them.
	Sets Columns
	// Call is the call that takes the step, if it does not have the step's name.
	Call string
	// Effects says what else happens, in a sentence or a few.
	Effects string
	// Tells lists who is told of the step, and under which title.
	Tells []Notice
	// Silent says why the step tells nobody, or nobody in the cases that Tells does not name.
	Silent string
	// Wrong is the refusal of this step in every other state.
	Wrong *fault.Error
}

// Machine holds all steps of one noun. Its rows are in the table public.<noun>s, or in Plural.
type Machine struct {
	Noun    string
	Plural  string
	Initial string
	// Entering lists, for each state, the columns that a step into it writes. All states name the
	// same columns; one that a state leaves unchanged is Kept.
	Entering map[string]Columns
	// Fixed lists the columns that no step writes.
	Fixed []string
	// Args maps the further arguments that the expressions use to their SQL types.
	Args  map[string]string
	Steps []Step
	// Occasions lists what else people are told of.
	Occasions []Occasion
	// Kind and About are the kind and the subject of the notices that name no other.
	Kind  string
	About string
	// Stranger is the refusal of a step that belongs to somebody else.
	Stranger *fault.Error
}

// Check returns the state that an action leads to, or the noun's refusal. It checks the actor
// first, so that nobody learns the state of something they have no part in. Every change of state
// goes through this check.
func (m Machine) Check(action, from string, by Actor) (to string, err error) {
	step, err := m.step(action, from, by)
	if err != nil {
		return "", err
	}
	return cmp.Or(step.To, from), nil
}

// step returns the row of the table for an action taken from a state.
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

// TakenFrom lists the states from which an actor may take an action.
func (m Machine) TakenFrom(action string, by Actor) (states []string) {
	for _, step := range m.of(action) {
		if step.Actor.includes(by) {
			states = append(states, step.From...)
		}
	}
	return states
}

// Right returns the right that an action needs, or an empty string if it needs none.
func (m Machine) Right(action string) string {
	for _, step := range m.of(action) {
		if step.Right != "" {
			return step.Right
		}
	}
	return ""
}

// IsOf reports whether only this actor takes an action, apart from steps of System.
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

// States lists the states of a noun in the order in which the table first names them.
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

// Table returns the name of the noun's table in schema public.
func (m Machine) Table() string { return cmp.Or(m.Plural, m.Noun+"s") }

// Machines lists every state machine.
func Machines() []Machine {
	return []Machine{Project, InvitationToPropose, Proposal, Contract, Milestone, DirectPayment, Dispute, Charge, Checklist, Amendment, Invoice, Withholding, WithholdingProof, Invitation, OwnerRemoval, Report, Correction}
}
