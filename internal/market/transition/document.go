package transition

import (
	"fmt"
	"slices"
	"strings"
)

const preamble = `<!-- Drawn from internal/market/transition by "make types"; do not edit. -->
# State transitions

Each noun with a state has one table of steps. One function checks every step against
that table, and the database refuses a change of state that is not in it. *Either side*
is the company or the professional of the deal. *Time* is a scheduled job. *System* is
the effect of another noun's step. The right is what the actor's role in the
organisation must include.
`

// Document draws every machine: a diagram and a table of steps.
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
	text.WriteString("```\n\n| step | from | to | actor | right | effects |\n|---|---|---|---|---|---|\n")
	for _, step := range m.Steps {
		to, effects := step.To, step.Effects
		if to == "" {
			to = "stays"
		}
		if step.Reason {
			effects = "With a reason. " + effects
		}
		fmt.Fprintf(text, "| `%s` | %s | %s | %s | %s | %s |\n", step.Action, strings.Join(step.From, ", "), to, step.Actor, step.Right, effects)
	}
}

// isFinal reports whether nothing leads away from a state.
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
