package dispute

import (
	"automacao/internal/market/transition"
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Reply is the other side's answer to a dispute. `concede` gives the claimant what they ask for.
type Reply struct {
	DisputeID uuid.UUID  `json:"dispute_id"`
	Statement string     `json:"statement,omitempty"`
	Concede   bool       `json:"concede,omitempty"`
	Evidence  []Evidence `json:"evidence,omitempty"`
}

// Answer answers a dispute, after which both sides can offer splits, or concedes it. Only the side
// that did not open the dispute may answer.
func Answer(ctx context.Context, tx pgx.Tx, in Reply) (Status, error) {
	d, err := lockFor(ctx, tx, in.DisputeID, "answer_dispute")
	if err != nil {
		return Status{}, err
	}
	if d.by == d.openedBy {
		return Status{}, ErrOwnDispute
	}
	if in.Concede {
		return d.concede(ctx, tx)
	}
	said, err := statement(in.Statement)
	if err != nil {
		return Status{}, err
	}
	pieces, err := d.gather(ctx, tx, in.Evidence)
	if err != nil {
		return Status{}, err
	}
	if err := d.move(ctx, tx, "answer_dispute", d.by, nil); err != nil {
		return Status{}, err
	}
	if err := d.add(ctx, tx, entry{kind: "answer", side: string(d.by), content: said, evidence: pieces}); err != nil {
		return Status{}, err
	}
	return d.stands(), d.tellOf(ctx, tx, "answer_dispute", said)
}

func (d *locked) concede(ctx context.Context, tx pgx.Tx) (Status, error) {
	worth := d.parts(d.claim)
	if err := d.end(ctx, tx, "concede_dispute", d.by, d.claim); err != nil {
		return Status{}, err
	}
	if err := d.add(ctx, tx, entry{kind: "concession", side: string(d.by), percent: &d.claim}); err != nil {
		return Status{}, err
	}
	return d.stands(), d.tellOf(ctx, tx, "concede_dispute", "A outra parte concordou com o que foi pedido. "+worth)
}

// Addition is a further statement or evidence of one side.
type Addition struct {
	DisputeID uuid.UUID  `json:"dispute_id"`
	Statement string     `json:"statement"`
	Evidence  []Evidence `json:"evidence,omitempty"`
}

// Add adds a statement and evidence to a dispute that has not ended. Either side may.
func Add(ctx context.Context, tx pgx.Tx, in Addition) (Status, error) {
	said, err := statement(in.Statement)
	if err != nil {
		return Status{}, err
	}
	d, err := lockFor(ctx, tx, in.DisputeID, "add_to_dispute")
	if err != nil {
		return Status{}, err
	}
	pieces, err := d.gather(ctx, tx, in.Evidence)
	if err != nil {
		return Status{}, err
	}
	if _, err := transition.Dispute.Pass(ctx, tx, "add_to_dispute", d.status, d.by); err != nil {
		return Status{}, err
	}
	if err := d.addFromSide(ctx, tx, entry{kind: "statement", content: said, evidence: pieces}); err != nil {
		return Status{}, err
	}
	return d.stands(), d.tellOf(ctx, tx, "add_to_dispute", said)
}
