package deal

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// LockAllOf locks everything a party that leaves has a part in, in the one
// order: projects by key, then profiles by key. Two who leave at once, or one
// who leaves while others decide, wait for each other. What leaves a market
// calls it before it touches anything else; a second call waits for nothing.
func LockAllOf(ctx context.Context, tx pgx.Tx, partyID uuid.UUID) error {
	_, err := tx.Exec(ctx, `
		SELECT FROM public.projects WHERE id IN (
		  SELECT project_id FROM public.project_owners WHERE company_id = $1
		  UNION ALL
		  SELECT project_id FROM public.proposals WHERE professional_id = $1 AND status IN ('pending', 'waiting', 'accepted'))
		AND status IN ('open', 'in_progress', 'delivered')
		ORDER BY id FOR UPDATE`, partyID)
	if err != nil {
		return fmt.Errorf("lock the projects of %s: %w", partyID, err)
	}
	_, err = tx.Exec(ctx, `
		SELECT FROM public.profiles WHERE id = $1 OR id IN (
		  SELECT unnest(ARRAY[company_id, professional_id]) FROM public.contracts
		  WHERE (company_id = $1 OR professional_id = $1) AND status IN ('agreed', 'active', 'delivered'))
		ORDER BY id FOR NO KEY UPDATE`, partyID)
	if err != nil {
		return fmt.Errorf("lock the profiles of the deals of %s: %w", partyID, err)
	}
	return nil
}
