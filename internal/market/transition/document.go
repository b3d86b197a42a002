package transition

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

const preamble = `<!-- Drawn from internal/market/transition by "make types"; do not edit. -->
# State transitions

Each noun with a state has one table of steps. One function checks a step against it
and writes the step, and the database refuses a change of state that the table does not
have. *Either side* is the company or the professional of the deal, *time* is a job, and
*system* is the effect of another noun's step. The right is what the actor's role in the
organisation needs. A step is taken by the call of its name, if the effects name no other.
*Told* are those who read a notice of the step, with its title; whoever takes a step reads
none, unless the table says so. *Writes* are the columns that a step changes besides the
state. The second table of a noun lists what else people are told of.
`

// Document returns the reference page: a diagram and a table of steps for every machine.
func Document() string {
	var text strings.Builder
	text.WriteString(preamble)
	for _, m := range Machines() {
		m.draw(&text)
	}
	return text.String()
}

func (m Machine) draw(text *strings.Builder) {
	fmt.Fprintf(text, "\n## %s\n\n```mermaid\nstateDiagram-v2\n  [*] --> %s\n", m.Noun, m.Initial)
	var arrows []string
	for _, step := range m.Steps {
		for _, from := range step.From {
			arrow := fmt.Sprintf("  %s --> %s: %s\n", from, step.To, step.Action)
			if step.To != "" && !slices.Contains(arrows, arrow) {
				arrows = append(arrows, arrow)
			}
		}
	}
	text.WriteString(strings.Join(arrows, ""))
	for _, state := range m.States() {
		if m.isFinal(state) {
			fmt.Fprintf(text, "  %s --> [*]\n", state)
		}
	}
	text.WriteString("```\n\n| step | from | to | actor | right | effects | told | writes |\n|---|---|---|---|---|---|---|---|\n")
	for _, step := range m.Steps {
		to, effects := step.To, step.Effects
		if to == "" {
			to = "stays"
		}
		if step.Reason {
			effects = "With a reason. " + effects
		}
		if step.Call != "" {
			effects = "Taken by the call `" + step.Call + "`. " + effects
		}
		writes := strings.Join(slices.Sorted(maps.Keys(m.writes(step))), ", ")
		fmt.Fprintf(text, "| `%s` | %s | %s | %s | %s | %s | %s | %s |\n", step.Action, strings.Join(step.From, ", "), to, step.Actor, step.Right, effects, step.told(), writes)
	}
	if len(m.Occasions) == 0 {
		return
	}
	text.WriteString("\n| occasion | when | told |\n|---|---|---|\n")
	for _, o := range m.Occasions {
		fmt.Fprintf(text, "| `%s` | %s | %s |\n", o.Name, o.When, strings.Join(shown(o.Tells), "; "))
	}
}

// told says who is told of a step, and why nobody else is.
func (s Step) told() string {
	said := shown(s.Tells)
	if len(said) == 0 {
		return "Nobody. " + s.Silent
	}
	return strings.TrimSpace(strings.Join(said, "; ") + ". " + s.Silent)
}

// shown describes notices, with those of one title together.
func shown(notices []Notice) (said []string) {
	for i := 0; i < len(notices); {
		one, readers := notices[i], []string{string(notices[i].To)}
		for i++; i < len(notices) && notices[i].Title == one.Title && notices[i].Case == one.Case; i++ {
			readers = append(readers, string(notices[i].To))
		}
		text := strings.Join(readers, ", ") + ": *" + one.Title + "*"
		if one.Case != "" {
			text += ", if " + one.Case
		}
		said = append(said, text)
	}
	return said
}

// isFinal reports whether no step leads away from a state.
func (m Machine) isFinal(state string) bool {
	for _, step := range m.Steps {
		for _, from := range step.From {
			if from == state && step.To != "" {
				return false
			}
		}
	}
	return true
}
