package search

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"automacao/internal/postgres"
)

// End pauses a search, or all searches of a person, from the link in a letter. Nothing happens if
// there is none.
func End(ctx context.Context, pool postgres.Bounded, id uuid.UUID, isPerson bool) error {
	column := "id"
	if isPerson {
		column = "person_id"
	}
	if _, err := pool.Exec(ctx, `UPDATE public.saved_searches SET frequency = 'never' WHERE `+column+` = $1 AND frequency <> 'never'`, id); err != nil {
		return fmt.Errorf("end searches: %w", err)
	}
	return nil
}
