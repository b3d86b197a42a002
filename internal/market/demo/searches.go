package demo

import (
	"context"
	"fmt"
)

// saved is a search that somebody of the demonstration keeps.
type saved struct{ email, kind, query, frequency string }

var searches = []saved{
	{ProfessionalEmail, "projects", `{"q": "clp", "habilidade": ["programacao-clp"], "estado": "SP"}`, "at_once"},
	{CompanyEmail, "professionals", `{"habilidade": ["seguranca-maquinas"], "estado": "SP"}`, "weekly"},
}

// saveSearches saves a search of each of the two people whom visitors sign in as.
func (l *loader) saveSearches(ctx context.Context) error {
	for _, s := range searches {
		_, err := l.tx.Exec(ctx, `INSERT INTO public.saved_searches (person_id, kind, query, frequency) VALUES ($1, $2, $3::text::jsonb, $4)`, l.ids[s.email], s.kind, s.query, s.frequency)
		if err != nil {
			return fmt.Errorf("save a search of %s: %w", s.email, err)
		}
	}
	return nil
}
