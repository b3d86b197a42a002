// Package todo lets a person defer what waits for them. The database computes what waits and when a
// deferred item returns (private.turns). The package decides nothing about the items, and hides no
// deadline.
package todo

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/market/people/party"
)

var (
	errGone  = fault.New(http.StatusNotFound, "turn_not_found", "Isto já não espera por você. Recarregue a página.")
	errSoon  = fault.New(http.StatusConflict, "turn_due_soon", "O prazo está perto demais para adiar.")
	errUntil = fault.New(http.StatusBadRequest, "deferral_unknown", "Escolha até quando adiar.")
)

// Matter is one item that waits for the caller, as my_turn names it.
type Matter struct {
	PartyID uuid.UUID `json:"party_id"`
	Kind    string    `json:"kind"`
	Matter  uuid.UUID `json:"matter"`
}

// Choice is how long an item is deferred: tomorrow or three_days, in working days of the market's
// calendar, or monday, the first working day of the next week.
type Choice struct {
	Matter
	Until string `json:"until"`
}

// Deferred says when the item returns. IsEarly reports that its deadline brings it back before the
// chosen day.
type Deferred struct {
	Until   time.Time `json:"until"`
	IsEarly bool      `json:"is_early"`
}

// sweep deletes the caller's deferrals whose day has come. look reads the item's current state,
// whether it may be deferred, the chosen day and when it returns. set stores a deferral, in place
// of an earlier one of the same item.
const (
	sweep = `DELETE FROM private.deferrals WHERE person_id = $1 AND until <= now()`
	look  = `
		SELECT state, coalesce(shows_at > now(), true), chosen, coalesce(least(chosen, shows_at), chosen), coalesce(shows_at < chosen, false)
		FROM private.turns($2, $1), (SELECT private.deferral_day($5, private.market_day())::timestamp AT TIME ZONE 'America/Sao_Paulo' AS chosen) AS day
		WHERE kind = $3 AND matter = $4`
	set = `
		INSERT INTO private.deferrals (person_id, party_id, kind, matter, state, until) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (person_id, party_id, kind, matter) DO UPDATE SET state = excluded.state, until = excluded.until, created_at = now()`
	unset = `DELETE FROM private.deferrals WHERE person_id = $1 AND party_id = $2 AND kind = $3 AND matter = $4`
)

// Defer hides an item from the caller's list, for the caller alone, until it changes, its day comes
// or its deadline is near.
func Defer(ctx context.Context, tx pgx.Tx, in Choice) (Deferred, error) {
	if err := party.Require(ctx, tx, in.PartyID, party.Read, errGone); err != nil {
		return Deferred{}, err
	}
	who := caller.From(ctx).UserID
	if _, err := tx.Exec(ctx, sweep, who); err != nil {
		return Deferred{}, fmt.Errorf("sweep what %s set aside: %w", who, err)
	}
	var (
		state  string
		may    bool
		chosen *time.Time
		back   *time.Time
		out    Deferred
	)
	err := tx.QueryRow(ctx, look, who, in.PartyID, in.Kind, in.Matter.Matter, in.Until).Scan(&state, &may, &chosen, &back, &out.IsEarly)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return Deferred{}, errGone
	case err != nil:
		return Deferred{}, fmt.Errorf("look for %s %s: %w", in.Kind, in.Matter.Matter, err)
	case chosen == nil:
		return Deferred{}, errUntil
	case !may:
		return Deferred{}, errSoon
	}
	out.Until = *back
	if _, err := tx.Exec(ctx, set, who, in.PartyID, in.Kind, in.Matter.Matter, state, *chosen); err != nil {
		return Deferred{}, fmt.Errorf("set %s %s aside: %w", in.Kind, in.Matter.Matter, err)
	}
	return out, nil
}

// Resumed names the item that returned.
type Resumed struct {
	Matter uuid.UUID `json:"matter"`
}

// Resume brings a deferred item back to the caller's list. It changes nothing if the item is not
// deferred.
func Resume(ctx context.Context, tx pgx.Tx, in Matter) (Resumed, error) {
	who := caller.From(ctx).UserID
	if _, err := tx.Exec(ctx, unset, who, in.PartyID, in.Kind, in.Matter); err != nil {
		return Resumed{}, fmt.Errorf("bring %s %s back: %w", in.Kind, in.Matter, err)
	}
	return Resumed{Matter: in.Matter}, nil
}
