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
organisation needs. *Writes* are the columns that a step changes besides the state.
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
	text.WriteString("```\n\n| step | from | to | actor | right | effects | writes |\n|---|---|---|---|---|---|---|\n")
	for _, step := range m.Steps {
		to, effects := step.To, step.Effects
		if to == "" {
			to = "stays"
		}
		if step.Reason {
			effects = "With a reason. " + effects
		}
		writes := strings.Join(slices.Sorted(maps.Keys(m.writes(step))), ", ")
		fmt.Fprintf(text, "| `%s` | %s | %s | %s | %s | %s | %s |\n", step.Action, strings.Join(step.From, ", "), to, step.Actor, step.Right, effects, writes)
	}
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
