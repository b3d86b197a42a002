package checklist

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal"
	"automacao/internal/market/transition"
)

// Reference names a checklist.
type Reference struct {
	ChecklistID uuid.UUID `json:"checklist_id"`
}

// Document is the current content of a checklist: the result of each item, who signed this version,
// and the SHA-256 that they signed.
type Document struct {
	ChecklistID  uuid.UUID   `json:"checklist_id"`
	ContractID   uuid.UUID   `json:"contract_id"`
	Number       int64       `json:"number"`
	Project      string      `json:"project"`
	Company      string      `json:"company"`
	Professional string      `json:"professional"`
	Milestone    string      `json:"milestone"`
	Kind         string      `json:"kind"`
	Version      int         `json:"version"`
	Status       string      `json:"status"`
	ExecutedAt   *time.Time  `json:"executed_at"`
	Items        []Found     `json:"items"`
	Signatures   []Signature `json:"signatures"`
	SHA256       string      `json:"sha256"`
	// UpdatedAt is the time of the last change.
	UpdatedAt time.Time `json:"updated_at"`
}

// Found is an item with its result and the files that show it.
type Found struct {
	Position int         `json:"position"`
	Title    string      `json:"title"`
	Expected string      `json:"expected"`
	Blocking bool        `json:"blocking"`
	Result   string      `json:"result"`
	Note     string      `json:"note"`
	Files    []FoundFile `json:"files"`
	// Recorded is who recorded the result, Witnessed who confirmed it for the other side.
	// WitnessUntil is the deadline for a witness that is still missing.
	Recorded     *Word      `json:"recorded"`
	Witnessed    *Word      `json:"witnessed"`
	WitnessUntil *time.Time `json:"witness_until"`
}

// Word is one side's statement about a result. As is how a witness gave it: witness, signature,
// delivery, approval or silence, which has no name.
type Word struct {
	Side string    `json:"side"`
	Name string    `json:"name"`
	At   time.Time `json:"at"`
	As   string    `json:"as"`
}

// FoundFile is a file that shows the result of an item.
type FoundFile struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// Signature is one side's signature of this version.
type Signature struct {
	Side string    `json:"side"`
	Name string    `json:"name"`
	At   time.Time `json:"at"`
}

// ReadDocument returns a checklist as it is now. Its sides have the names they had at the first
// signature of this version, or, if nobody signed it yet, those in the contract. The two sides of
// the contract may read it, and so may administrators if there is or was a dispute.
func ReadDocument(ctx context.Context, tx pgx.Tx, in Reference) (Document, error) {
	var companyID, professionalID uuid.UUID
	found := Document{ChecklistID: in.ChecklistID}
	err := tx.QueryRow(ctx, `
		SELECT c.contract_id, o.number, coalesce(o.scope ->> 'title', ''), coalesce(n.company_name, cp.name), coalesce(n.professional_name, pp.name), format('Marco %s, %s', m.position, m.title), c.kind, c.version, c.status,
		       c.executed_at, c.updated_at, o.company_id, o.professional_id
		FROM public.checklists c JOIN public.contracts o ON o.id = c.contract_id JOIN public.milestones m ON m.id = c.milestone_id
		JOIN public.profiles cp ON cp.id = o.company_id JOIN public.profiles pp ON pp.id = o.professional_id
		LEFT JOIN LATERAL (
		  SELECT s.company_name, s.professional_name FROM private.party_snapshots s
		  WHERE s.act = 'checklist' AND s.subject_id = c.id AND s.version = c.version
		    AND CASE s.side WHEN 'company' THEN c.signed_by_company ELSE c.signed_by_professional END IS NOT NULL
		     OR s.act = 'agreement' AND s.subject_id = o.id
		  ORDER BY s.act = 'checklist' DESC, s.taken_at, s.side LIMIT 1) n ON true
		WHERE c.id = $1`, in.ChecklistID).
		Scan(&found.ContractID, &found.Number, &found.Project, &found.Company, &found.Professional, &found.Milestone, &found.Kind, &found.Version, &found.Status,
			&found.ExecutedAt, &found.UpdatedAt, &companyID, &professionalID)
	if errors.Is(err, pgx.ErrNoRows) {
		return Document{}, transition.ErrChecklistNotFound
	}
	if err != nil {
		return Document{}, fmt.Errorf("read checklist %s: %w", in.ChecklistID, err)
	}
	mayRead, err := deal.MayRead(ctx, tx, found.ContractID, companyID, professionalID)
	switch {
	case err != nil:
		return Document{}, err
	case !mayRead:
		return Document{}, transition.ErrChecklistNotFound
	}
	if err := found.fill(ctx, tx); err != nil {
		return Document{}, err
	}
	return found, nil
}

// Quote returns a checklist of the given contract as it is now, to be quoted elsewhere.
func Quote(ctx context.Context, tx pgx.Tx, contractID, id uuid.UUID) (Document, error) {
	found, err := ReadDocument(ctx, tx, Reference{ChecklistID: id})
	if err == nil && found.ContractID != contractID {
		return Document{}, transition.ErrChecklistNotFound
	}
	return found, err
}

// fill reads the items, the signatures and the digest.
func (d *Document) fill(ctx context.Context, tx pgx.Tx) error {
	rows, err := tx.Query(ctx, `
		SELECT i.position, i.title, i.expected, i.blocking, i.result, coalesce(i.note, ''),
		       (SELECT coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'sha256', f.sha256) ORDER BY f.id), '[]') FROM public.deal_files f WHERE f.checklist_item_id = i.id),
		       CASE WHEN i.result <> 'pending' THEN jsonb_build_object('side', i.recorded_side, 'name', coalesce(i.recorded_name, p.name), 'at', i.recorded_at) END,
		       CASE WHEN i.witnessed_at IS NOT NULL THEN jsonb_build_object('side', CASE i.recorded_side WHEN 'company' THEN 'professional' ELSE 'company' END,
		         'name', coalesce(i.witnessed_name, ''), 'at', i.witnessed_at, 'as', i.witnessed_as) END,
		       CASE WHEN i.witnessed_at IS NULL THEN i.witness_due_at END
		FROM public.checklist_items i LEFT JOIN public.profiles p ON p.id = i.recorded_by WHERE i.checklist_id = $1 ORDER BY i.position`, d.ChecklistID)
	if err != nil {
		return fmt.Errorf("read the items of checklist %s: %w", d.ChecklistID, err)
	}
	if d.Items, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Found]); err != nil {
		return fmt.Errorf("read the items of checklist %s: %w", d.ChecklistID, err)
	}
	rows, err = tx.Query(ctx, `
		SELECT s.side, coalesce(n.person_name, p.name), s.at FROM public.checklists c
		CROSS JOIN LATERAL (VALUES ('company', c.signed_by_company, c.company_signed_at), ('professional', c.signed_by_professional, c.professional_signed_at)) AS s (side, person, at)
		JOIN public.profiles p ON p.id = s.person
		LEFT JOIN private.party_snapshots n ON n.act = 'checklist' AND n.subject_id = c.id AND n.version = c.version AND n.side = s.side
		WHERE c.id = $1 ORDER BY s.at, s.side`, d.ChecklistID)
	if err != nil {
		return fmt.Errorf("read who signed checklist %s: %w", d.ChecklistID, err)
	}
	if d.Signatures, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Signature]); err != nil {
		return fmt.Errorf("read who signed checklist %s: %w", d.ChecklistID, err)
	}
	d.SHA256, err = digest(ctx, tx, d.ChecklistID)
	return err
}
