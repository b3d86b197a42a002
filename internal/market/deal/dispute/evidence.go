package dispute

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
	"automacao/internal/market/deal/checklist"
	"automacao/internal/market/limits"
	"automacao/internal/market/transition"
)

// Refusals of evidence.
var (
	ErrEvidence        = fault.New(http.StatusUnprocessableEntity, "evidence_unknown", "Uma das provas não foi encontrada neste contrato.")
	ErrTooMuchEvidence = fault.New(http.StatusUnprocessableEntity, "too_much_evidence", limits.Say("Junte até {dispute_evidence_max} provas de cada vez."))
)

// Evidence refers to one of these: by its ID a "message" between the caller and the other side, an
// "event" of the contract such as a delivery, a declared "payment" or a "checklist" of the
// contract, or by its name a "file" of the contract in the bucket deals.
type Evidence struct {
	Kind string    `json:"kind"`
	ID   uuid.UUID `json:"id,omitzero"`
	Name string    `json:"name,omitempty"`
}

// piece is evidence as it is stored. It quotes the content, because messages are private to two
// people and a checklist may still change.
type piece struct {
	Evidence
	Text    string     `json:"text,omitempty"`
	At      *time.Time `json:"at,omitempty"`
	Side    string     `json:"side,omitempty"`
	Version int        `json:"version,omitempty"`
	SHA256  string     `json:"sha256,omitempty"`
}

// How many characters of a message or a step are quoted, and how many of a checklist. Ten quoted
// checklists still have fewer characters than an entry may hold.
const (
	quoted     = 1000
	quotedList = 1700
)

var sources = map[string]string{
	"message": `
		SELECT left(m.content, $4), m.timestamp, CASE WHEN m.from_id = $2 THEN $5::text ELSE CASE $5::text WHEN 'company' THEN 'professional' ELSE 'company' END END
		FROM public.messages m, LATERAL (SELECT CASE WHEN m.from_id = $2 THEN m.to_id ELSE m.from_id END AS id) AS partner
		WHERE m.id = $1 AND $2 IN (m.from_id, m.to_id) AND NOT m.automatic AND (partner.id = $6 OR private.acts_for($6::uuid, 'read', partner.id))
		  AND $3::uuid IS NOT NULL AND $7::text IS NOT NULL`,
	"event": `
		SELECT left(concat_ws(': ', e.action, coalesce(e.reason, CASE WHEN e.action = 'deliver_milestone' THEN s.delivery_note END)), $4), e.created_at,
		       CASE e.party_id WHEN c.company_id THEN 'company' WHEN c.professional_id THEN 'professional' ELSE '' END
		FROM public.contract_events e JOIN public.contracts c ON c.id = e.contract_id LEFT JOIN public.milestones s ON s.id = e.milestone_id
		WHERE e.id = $1 AND e.contract_id = $3 AND $2::uuid IS NOT NULL AND $5::text IS NOT NULL AND $6::uuid IS NOT NULL AND $7::text IS NOT NULL`,
	"payment": `
		SELECT left('Pagamento de R$ ' || translate(to_char(p.value, 'FM999,999,990.00'), ',.', '.,') || ', informado para ' || to_char(p.paid_on, 'DD/MM/YYYY')
		       || coalesce(', Pix ' || p.end_to_end_id, '') || coalesce('. Contestado: ' || p.reason, ''), $4), p.declared_at, 'company'
		FROM public.direct_payments p
		WHERE p.id = $1 AND p.contract_id = $3 AND $2::uuid IS NOT NULL AND $5::text IS NOT NULL AND $6::uuid IS NOT NULL AND $7::text IS NOT NULL`,
	"file": `
		SELECT '', o.created_at, '' FROM storage.objects o
		WHERE o.bucket_id = 'deals' AND o.name = $7 AND private.contract_of_file(o.bucket_id, o.name) = $3
		  AND $1::uuid IS NOT NULL AND $2::uuid IS NOT NULL AND $4::int IS NOT NULL AND $5::text IS NOT NULL AND $6::uuid IS NOT NULL`,
}

// gather looks up the evidence of the caller's side, and refuses any that does not exist or does
// not belong to the contract.
func (d *locked) gather(ctx context.Context, tx pgx.Tx, shown []Evidence) ([]piece, error) {
	if len(shown) > limits.DisputeEvidenceMax {
		return nil, ErrTooMuchEvidence
	}
	pieces := make([]piece, 0, len(shown))
	for _, one := range shown {
		look := d.look
		if one.Kind == "checklist" {
			look = d.lookAtList
		}
		found, err := look(ctx, tx, one)
		if err != nil {
			return nil, err
		}
		pieces = append(pieces, found)
	}
	return pieces, nil
}

func (d *locked) look(ctx context.Context, tx pgx.Tx, one Evidence) (piece, error) {
	source, known := sources[one.Kind]
	if !known {
		return piece{}, ErrEvidence
	}
	found := piece{Evidence: one}
	err := tx.QueryRow(ctx, source, one.ID, caller.From(ctx).UserID, d.contract.ID, quoted, string(d.by), d.contract.Other(d.contract.Party(d.by)), one.Name).
		Scan(&found.Text, &found.At, &found.Side)
	if errors.Is(err, pgx.ErrNoRows) {
		return piece{}, ErrEvidence
	}
	if err != nil {
		return piece{}, fmt.Errorf("look for the %s that is shown: %w", one.Kind, err)
	}
	return found, nil
}

// lookAtList quotes a checklist of the contract as it is now, with the SHA-256 that a signature of
// this version has.
func (d *locked) lookAtList(ctx context.Context, tx pgx.Tx, one Evidence) (piece, error) {
	list, err := checklist.Quote(ctx, tx, d.contract.ID, one.ID)
	if errors.Is(err, transition.ErrChecklistNotFound) {
		return piece{}, ErrEvidence
	}
	if err != nil {
		return piece{}, err
	}
	return piece{Evidence: one, Text: list.Text(quotedList), At: &list.UpdatedAt, Version: list.Version, SHA256: list.SHA256}, nil
}
