package dispute

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/limits"
	"automacao/internal/market/transition"
)

// Split is an offer to end a dispute with the given part for the professional.
type Split struct {
	DisputeID           uuid.UUID `json:"dispute_id"`
	ProfessionalPercent *int64    `json:"professional_percent"`
	Note                string    `json:"note,omitempty"`
}

// ProposeSplit offers the other side a split. Either side may, also during mediation.
func ProposeSplit(ctx context.Context, tx pgx.Tx, in Split) (Status, error) {
	percent, err := percentOf(in.ProfessionalPercent)
	if err != nil {
		return Status{}, err
	}
	d, err := lockFor(ctx, tx, in.DisputeID, "propose_split")
	if err != nil {
		return Status{}, err
	}
	note := ""
	if in.Note != "" {
		if note, err = statement(in.Note); err != nil {
			return Status{}, err
		}
	}
	var before int
	err = tx.QueryRow(ctx, `SELECT count(*) FROM public.dispute_entries WHERE dispute_id = $1 AND kind = 'offer' AND side = $2`, d.id, d.by).Scan(&before)
	if err != nil {
		return Status{}, fmt.Errorf("count the offers in dispute %s: %w", d.id, err)
	}
	if before >= limits.DisputeOffersMax {
		return Status{}, ErrTooManyOffer
	}
	if _, err := transition.Dispute.Pass(ctx, tx, "propose_split", d.status, d.by); err != nil {
		return Status{}, err
	}
	if err := d.addOffer(ctx, tx, entry{kind: "offer", content: note, percent: &percent}); err != nil {
		return Status{}, err
	}
	return d.stands(), d.tellOf(ctx, tx, "propose_split", d.parts(percent))
}

// addOffer adds an offer that the other side may accept, under the next number.
func (d *locked) addOffer(ctx context.Context, tx pgx.Tx, e entry) error {
	var number int
	err := tx.QueryRow(ctx, `SELECT 1 + count(*) FROM public.dispute_entries WHERE dispute_id = $1 AND kind IN ('claim', 'offer')`, d.id).Scan(&number)
	if err != nil {
		return fmt.Errorf("count the offers in dispute %s: %w", d.id, err)
	}
	e.offer = &number
	return d.addFromSide(ctx, tx, e)
}

// Acceptance accepts the other side's last offer. `number` is the offer that was read, and any
// other number is refused. Without it, the last offer must be the newest of the dispute, so that a
// side that has made an offer since does not accept an older one unread.
type Acceptance struct {
	DisputeID uuid.UUID `json:"dispute_id"`
	Number    *int      `json:"number,omitempty"`
}

// AcceptSplit ends a dispute by the other side's last offer. The claim counts as an offer.
func AcceptSplit(ctx context.Context, tx pgx.Tx, in Acceptance) (Status, error) {
	d, err := lockFor(ctx, tx, in.DisputeID, "accept_split")
	if err != nil {
		return Status{}, err
	}
	var number, newest int
	var percent int64
	err = tx.QueryRow(ctx, `
		SELECT offer, professional_percent, (SELECT max(offer) FROM public.dispute_entries WHERE dispute_id = $1)
		FROM public.dispute_entries
		WHERE dispute_id = $1 AND kind IN ('claim', 'offer') AND side <> $2 ORDER BY offer DESC LIMIT 1`, d.id, d.by).Scan(&number, &percent, &newest)
	if errors.Is(err, pgx.ErrNoRows) {
		return Status{}, ErrNoOffer
	}
	if err != nil {
		return Status{}, fmt.Errorf("look for the last offer in dispute %s: %w", d.id, err)
	}
	switch {
	case in.Number != nil && *in.Number != number:
		return Status{}, ErrOfferChanged
	case in.Number == nil && newest != number:
		return Status{}, ErrOfferOlder
	}
	worth := d.parts(percent)
	if err := d.end(ctx, tx, "accept_split", d.by, percent); err != nil {
		return Status{}, err
	}
	if err := d.add(ctx, tx, entry{kind: "acceptance", side: string(d.by), percent: &percent, offer: &number}); err != nil {
		return Status{}, err
	}
	return d.stands(), d.tellOf(ctx, tx, "accept_split", worth)
}
