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

	"automacao/internal/kernel/caller"
	"automacao/internal/market"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/snapshot"
	"automacao/internal/market/transition"
)

// Sign signs a version of the list for one side, as what was found. Once the other side has signed
// the same version, the list is signed, and a TAC without an open blocking item is executed.
func Sign(ctx context.Context, tx pgx.Tx, in Version) (Status, error) {
	l, err := lock(ctx, tx, in.ChecklistID, "sign_checklist")
	if err != nil {
		return Status{}, err
	}
	return l.sign(ctx, tx, in.Version)
}

// ExecuteTAC signs a TAC that has no open blocking item.
func ExecuteTAC(ctx context.Context, tx pgx.Tx, in Version) (Status, error) {
	l, err := lock(ctx, tx, in.ChecklistID, "sign_checklist")
	if err != nil {
		return Status{}, err
	}
	if l.kind != "tac" {
		return Status{}, ErrNotTAC
	}
	blocks, err := l.blocks(ctx, tx)
	switch {
	case err != nil:
		return Status{}, err
	case blocks && l.status != "proposed":
		return Status{}, deal.ErrChecklistBlocking
	}
	return l.sign(ctx, tx, in.Version)
}

func (l *locked) sign(ctx context.Context, tx pgx.Tx, version int) (Status, error) {
	if err := l.checkSignature(ctx, tx, version); err != nil {
		return Status{}, err
	}
	action := "sign_checklist"
	if l.signed(other(l.by)) != uuid.Nil {
		action = "countersign_checklist"
	}
	if _, err := deal.Witness(ctx, tx, l.witnessing("signature", nil)); err != nil {
		return Status{}, err
	}
	if err := l.move(ctx, tx, action); err != nil {
		return Status{}, err
	}
	err := snapshot.Take(ctx, tx, snapshot.Act{
		ContractID: l.contract.ID, SubjectID: l.id, Kind: snapshot.Checklist, Version: l.version, Side: string(l.by), Person: caller.From(ctx).UserID,
	})
	if err != nil {
		return Status{}, err
	}
	digest, err := digest(ctx, tx, l.id)
	if err != nil {
		return Status{}, err
	}
	if err := l.log(ctx, tx, "sign_checklist", "SHA-256 "+digest); err != nil {
		return Status{}, err
	}
	if err := l.contract.KeepClock(ctx, tx, l.milestone); err != nil {
		return Status{}, err
	}
	if l.status != "signed" {
		return l.stands(), l.tell(ctx, tx, "sign_checklist", "Confira os resultados e assine.")
	}
	if err := l.execute(ctx, tx); err != nil {
		return Status{}, err
	}
	return l.stands(), l.tell(ctx, tx, "countersign_checklist", "A versão assinada está no contrato.")
}

// checkSignature refuses a version other than the current one, a list with pending items, a second
// signature of the same side, and a signature by the person who signed for the other side.
func (l *locked) checkSignature(ctx context.Context, tx pgx.Tx, version int) error {
	if err := l.checkOpen(false); err != nil {
		return err
	}
	if l.status == "proposed" {
		return transition.ErrChecklistProposed
	}
	if _, err := transition.Checklist.Check("sign_checklist", l.status, l.by); err != nil {
		return err
	}
	var isUnfinished bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM public.checklist_items WHERE checklist_id = $1 AND result = 'pending')`, l.id).Scan(&isUnfinished)
	switch {
	case err != nil:
		return fmt.Errorf("look for open items of checklist %s: %w", l.id, err)
	case version != l.version:
		return ErrChanged
	case isUnfinished:
		return ErrPending
	case l.signed(l.by) != uuid.Nil:
		return ErrTwice
	case l.signed(other(l.by)) == caller.From(ctx).UserID:
		return deal.ErrBothSides
	}
	return nil
}

// digest returns the SHA-256 of the text that was read: every item with its result, and the digests
// of its files.
func digest(ctx context.Context, tx pgx.Tx, id uuid.UUID) (digest string, err error) {
	err = tx.QueryRow(ctx, `
		SELECT encode(sha256(convert_to(jsonb_build_array(c.kind, c.version, (SELECT jsonb_agg(jsonb_build_array(i.position, i.title, i.expected, i.blocking, i.result, i.note,
		       (SELECT jsonb_agg(f.sha256 ORDER BY f.id) FROM public.deal_files f WHERE f.checklist_item_id = i.id)) ORDER BY i.position)
		       FROM public.checklist_items i WHERE i.checklist_id = c.id))::text, 'UTF8')), 'hex')
		FROM public.checklists c WHERE c.id = $1`, id).Scan(&digest)
	if err != nil {
		return "", fmt.Errorf("digest checklist %s: %w", id, err)
	}
	return digest, nil
}

// execute marks a TAC that both sides signed as executed, once. That starts the acceptance clock of
// a milestone that waits for it.
func (l *locked) execute(ctx context.Context, tx pgx.Tx) error {
	blocks, err := l.blocks(ctx, tx)
	if err != nil || blocks || l.kind != "tac" || l.isExecuted {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE public.checklists SET executed_at = coalesce($2, now()) WHERE id = $1`, l.id, deal.DateOf(ctx)); err != nil {
		return fmt.Errorf("execute TAC %s: %w", l.id, err)
	}
	l.isExecuted = true
	if err := l.log(ctx, tx, "execute_tac", ""); err != nil {
		return err
	}
	return l.contract.KeepClock(ctx, tx, l.milestone)
}

// blocks reports whether a blocking item of this list is open.
func (l *locked) blocks(ctx context.Context, tx pgx.Tx) (blocks bool, err error) {
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM public.checklist_items WHERE checklist_id = $1 AND blocking AND result IN ('pending', 'failed'))`, l.id).Scan(&blocks)
	if err != nil {
		return false, fmt.Errorf("look for what blocks checklist %s: %w", l.id, err)
	}
	return blocks, nil
}

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
