package rest

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/nearest"
)

// relation looks up a table or view. If the name is unknown, it reloads the schema once.
func (e *Engine) relation(ctx context.Context, name catalog.Name) (*catalog.Catalog, *catalog.Relation, error) {
	current := e.catalog.Load()
	relation := current.Relations[name]
	if relation == nil && e.refresh(ctx) {
		current = e.catalog.Load()
		relation = current.Relations[name]
	}
	if relation != nil {
		return current, relation, nil
	}
	refusal := &fault.Error{Status: http.StatusNotFound, Code: "PGRST205",
		Message: fmt.Sprintf("Could not find the table '%s.%s' in the schema cache", name.Schema, name.Name)}
	names := []string{}
	for known := range current.Relations {
		if known.Schema == name.Schema {
			names = append(names, known.Name)
		}
	}
	slices.Sort(names)
	if near := nearest.One(name.Name, names); near != "" {
		refusal.Hint = fmt.Sprintf("Perhaps you meant the table '%s.%s'", name.Schema, near)
	}
	return nil, nil, refusal
}
