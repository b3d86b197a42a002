package checklist

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market"
	"automacao/internal/market/deal"
	"automacao/internal/market/transition"
)

// Witnessed names the results of the other side that one side witnesses, in the version that it
// read: some items, or, if none are named, all that wait for it.
type Witnessed struct {
	ChecklistID uuid.UUID   `json:"checklist_id"`
	Version     int         `json:"version"`
	ItemIDs     []uuid.UUID `json:"item_ids,omitempty"`
}

// Witness confirms for one side what the other recorded as passed or not applicable. Only the side
// that did not record a result may witness it, and not the person who recorded it.
func Witness(ctx context.Context, tx pgx.Tx, in Witnessed) (Status, error) {
	l, err := lock(ctx, tx, in.ChecklistID, "witness_result")
	if err != nil {
		return Status{}, err
	}
	if err := l.checkOpen(false); err != nil {
		return Status{}, err
	}
	if in.Version != l.version {
		return Status{}, ErrChanged
	}
	return l.witness(ctx, tx, in.ItemIDs)
}

// witness stores that the caller's side witnesses the items. It returns ErrNoWitness if none of
// them waits for that side.
func (l *locked) witness(ctx context.Context, tx pgx.Tx, items []uuid.UUID) (Status, error) {
	if err := l.move(ctx, tx, "witness_result"); err != nil {
		return Status{}, err
	}
	places, err := deal.Witness(ctx, tx, l.witnessing("witness", items))
	if err != nil {
		return Status{}, err
	}
	if len(places) == 0 {
		return Status{}, ErrNoWitness
	}
	if err := l.log(ctx, tx, "witness_result", named(places)); err != nil {
		return Status{}, err
	}
	if err := l.contract.KeepClock(ctx, tx, l.milestone); err != nil {
		return Status{}, err
	}
	return l.stands(), l.tell(ctx, tx, "witness_result", "a outra parte testemunhou "+named(places)+".")
}

func (l *locked) witnessing(as string, items []uuid.UUID) deal.Witnessing {
	return deal.Witnessing{MilestoneID: l.milestone.ID, ChecklistID: l.id, Items: items, Side: l.by, As: as}
}

// named returns "item 2" or "itens 1, 2 e 4".
func named(places []int) string {
	said := make([]string, len(places))
	for i, place := range places {
		said[i] = strconv.Itoa(place)
	}
	if len(said) == 1 {
		return "item " + said[0]
	}
	last := len(said) - 1
	return "itens " + strings.Join(said[:last], ", ") + " e " + said[last]
}

// invite asks the other side to witness a blocking item that was just lifted, by a date. It does
// nothing if the item needs no witness.
func (l *Locked) invite(ctx context.Context, tx pgx.Tx, itemID uuid.UUID) error {
	var place int
	var title string
	var due time.Time
	err := tx.QueryRow(ctx, `SELECT position, title, witness_due_at FROM public.checklist_items WHERE id = $1 AND witness_due_at IS NOT NULL`, itemID).Scan(&place, &title, &due)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("ask for a witness of item %s: %w", itemID, err)
	}
	return l.askWitness(ctx, tx, l.by, fmt.Sprintf("item %d, %s", place, title), due)
}

// askWitness tells the side across from the one that recorded results which of them to witness.
// Unread notifications of the same list are grouped into one.
func (l *locked) askWitness(ctx context.Context, tx pgx.Tx, recorded transition.Actor, what string, due time.Time) error {
	return l.contract.Tell(ctx, tx, transition.Checklist, transition.Told{
		Action: "ask_witness", Side: recorded, Names: map[string]string{"checklist_id": l.id.String()},
		Body: fmt.Sprintf("%s: %s. Testemunhe ou aponte a falha até %s. Sem resposta, conta como testemunhado pelo silêncio.", l.named(), what, market.Deadline(due)),
	})
}
