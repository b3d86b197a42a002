// Package profile owns what happens to a profile when others look at it.
package profile

import (
	"context"
	"fmt"
	"regexp"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market"
)

// Reference names the profile that a call is about.
type Reference struct {
	ProfileID uuid.UUID `json:"profile_id"`
}

// Counted says whether the visit was counted.
type Counted struct {
	Counted bool `json:"counted"`
}

// robots matches the user agents of crawlers, whose visits are not counted.
var robots = regexp.MustCompile(`(?i)bot|crawl|spider|slurp|preview`)

// View counts a visitor of a party once a day, in the product's time zone, and never one of the
// party's own people. Anybody may call it.
func View(visitors market.Visitors, now func() time.Time) func(context.Context, pgx.Tx, Reference) (Counted, error) {
	return func(ctx context.Context, tx pgx.Tx, in Reference) (Counted, error) {
		who := caller.From(ctx)
		if robots.MatchString(who.UserAgent) {
			return Counted{}, nil
		}
		today := now().In(market.Zone).Format(time.DateOnly)
		// The rows are written in this order, so that concurrent visitors wait for each other on
		// the day's row and no count is lost.
		tag, err := tx.Exec(ctx, `
			WITH visit AS (
			  INSERT INTO private.profile_visits (profile_id, visited_on, visitor)
			  SELECT id, $2, $3 FROM public.profiles
			  WHERE id = $1 AND is_party AND status = 'active' AND role <> 'admin' AND id <> $4 AND NOT private.acts_for(id, 'read', $4)
			  ON CONFLICT DO NOTHING RETURNING profile_id
			), day AS (
			  INSERT INTO public.profile_view_days AS d (profile_id, viewed_on, views) SELECT profile_id, $2, 1 FROM visit
			  ON CONFLICT (profile_id, viewed_on) DO UPDATE SET views = d.views + 1
			)
			UPDATE public.profiles SET profile_views = profile_views + 1 WHERE id IN (SELECT profile_id FROM visit)`,
			in.ProfileID, today, visitors.Browser(ctx, "view:"+today), who.UserID)
		if err != nil {
			return Counted{}, fmt.Errorf("count view of %s: %w", in.ProfileID, err)
		}
		return Counted{Counted: tag.RowsAffected() > 0}, nil
	}
}
