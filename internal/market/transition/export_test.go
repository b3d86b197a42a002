package transition

import (
	"maps"
	"slices"
)

// Columns lists the columns that a machine mentions.
func (m Machine) Columns() []string {
	all := map[string]bool{}
	for _, column := range m.Fixed {
		all[column] = true
	}
	for _, state := range m.Entering {
		for column := range state {
			all[column] = true
		}
	}
	for _, step := range m.Steps {
		for column := range step.Sets {
			all[column] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// Statements maps the SQL statements of a machine to the steps that run them.
func (m Machine) Statements() map[string]string {
	all := map[string]string{}
	for _, step := range m.Steps {
		for _, from := range step.From {
			to := step.To
			if to == "" {
				to = from
			}
			statement, _ := m.statement(step, to, "", "")
			all[statement] = step.Action
		}
	}
	return all
}
