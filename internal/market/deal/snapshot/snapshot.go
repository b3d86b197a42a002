// Package snapshot keeps who the sides of a contract were when somebody acted, and
// the file that was printed of what they agreed to, so that a document of that act
// says the same for ever. It decides nothing about the act, and prints nothing.
package snapshot

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/taxid"
	"automacao/internal/market/deal"
)

// Acts that are documented.
const (
	Agreement  = "agreement"
	Amendment  = "amendment"
	Checklist  = "checklist"
	Dispute    = "dispute"
	FeeReceipt = "fee_receipt"
)

// Act is what a side did: to which contract, checklist, milestone, amendment or
// dispute, and in which version or entry of it. Person is who acted, or nobody where
// it was the server; Address is where from, for acts whose document says it.
type Act struct {
	ContractID, SubjectID uuid.UUID
	Kind                  string
	Version               int
	Side                  string
	Person                uuid.UUID
	Address               string
	// IsLate says that the act was before this is taken.
	IsLate bool
}

// Sides are the two parties of a contract, by legal name and document in full.
type Sides struct {
	CompanyName, CompanyDocument           string
	ProfessionalName, ProfessionalDocument string
}

// registered joins the two sides of a contract c as they are registered now.
const registered = `
	JOIN public.profiles cp ON cp.id = c.company_id      LEFT JOIN public.organisations co ON co.id = cp.id LEFT JOIN public.accounts ca ON ca.profile_id = cp.id
	JOIN public.profiles pp ON pp.id = c.professional_id LEFT JOIN public.organisations po ON po.id = pp.id LEFT JOIN public.accounts pa ON pa.profile_id = pp.id`

// names are the columns of the sides that registered joined.
const names = `coalesce(co.legal_name, cp.name), coalesce(co.document, ca.document, ''), coalesce(po.legal_name, pp.name), coalesce(po.document, pa.document, '')`

// take reads the sides as they are registered now. A list that a side signs anew,
// in the same version, is of the later signature; nothing else changes.
const take = `
	INSERT INTO private.party_snapshots (contract_id, act, subject_id, version, side, company_name, company_document, professional_name, professional_document,
	                                     person_id, person_name, address, taken_at, is_late)
	SELECT c.id, $2::text, $3::uuid, $4::int, $5::text, ` + names + `, person.id, person.name, nullif($9, ''), coalesce($7, now()), $8
	FROM public.contracts c` + registered + `
	LEFT JOIN public.profiles person ON person.id = $6
	WHERE c.id = $1
	ON CONFLICT (act, subject_id, version, side) DO UPDATE
	SET company_name = excluded.company_name, company_document = excluded.company_document, professional_name = excluded.professional_name,
	    professional_document = excluded.professional_document, person_id = excluded.person_id, person_name = excluded.person_name,
	    taken_at = excluded.taken_at, is_late = excluded.is_late
	WHERE party_snapshots.act = 'checklist'`

// Take keeps who the sides are, in the transaction of the act.
func Take(ctx context.Context, tx pgx.Tx, a Act) error {
	_, err := tx.Exec(ctx, take, a.ContractID, a.Kind, a.SubjectID, a.Version, a.Side, a.Person, deal.DateOf(ctx), a.IsLate, a.Address)
	if err != nil {
		return fmt.Errorf("keep who the sides of contract %s were: %w", a.ContractID, err)
	}
	return nil
}

// takePast lists what the sides of a contract did, each with who acted for which
// side; a receipt knows the document of its day.
const takePast = `
	INSERT INTO private.party_snapshots (contract_id, act, subject_id, version, side, company_name, company_document, professional_name, professional_document,
	                                     person_id, person_name, is_late)
	SELECT c.id, acted.act, acted.subject_id, acted.version, acted.side, coalesce(co.legal_name, cp.name), coalesce(co.document, ca.document, ''),
	       coalesce(po.legal_name, pp.name), coalesce(acted.document, po.document, pa.document, ''), person.id, person.name, true
	FROM (
	  SELECT l.contract_id, 'checklist' AS act, l.id AS subject_id, l.version, s.side, s.person_id, NULL::text AS document
	  FROM public.checklists l, LATERAL (VALUES ('company', l.signed_by_company), ('professional', l.signed_by_professional)) AS s (side, person_id)
	  WHERE l.contract_id = $1 AND s.person_id IS NOT NULL
	  UNION ALL
	  SELECT contract_id, 'fee_receipt', milestone_id, 1, 'professional', NULL, private.document_of_at(party_id, issued_at)
	  FROM public.fee_receipts WHERE contract_id = $1
	  UNION ALL
	  SELECT a.contract_id, 'amendment', a.id, 1, s.side, s.person_id, NULL
	  FROM public.amendments a,
	    LATERAL (VALUES (a.author, a.proposed_by), (CASE a.author WHEN 'company' THEN 'professional' ELSE 'company' END, a.answered_by)) AS s (side, person_id)
	  WHERE a.contract_id = $1 AND s.person_id IS NOT NULL
	  UNION ALL
	  SELECT contract_id, 'dispute', dispute_id, number, side, author_id, NULL
	  FROM public.dispute_entries WHERE contract_id = $1 AND side IN ('company', 'professional')) AS acted
	JOIN public.contracts c ON c.id = acted.contract_id` + registered + `
	LEFT JOIN public.profiles person ON person.id = acted.person_id
	ON CONFLICT DO NOTHING`

// TakePast keeps, of what the sides of a contract did before snapshots were taken,
// who they are known to be now.
func TakePast(ctx context.Context, tx pgx.Tx, contractID uuid.UUID) error {
	if _, err := tx.Exec(ctx, takePast, contractID); err != nil {
		return fmt.Errorf("keep who the sides of contract %s are: %w", contractID, err)
	}
	return nil
}

// At reads who the sides of a contract were at an act on a subject: as its first
// snapshot says, one of a side's where it has one, or else as they agreed to the
// contract, or as they are registered.
func At(ctx context.Context, tx pgx.Tx, a Act) (found Sides, err error) {
	err = tx.QueryRow(ctx, `
		SELECT company_name, company_document, professional_name, professional_document FROM private.party_snapshots
		WHERE act = $1 AND subject_id = $2 OR act = 'agreement' AND subject_id = $3
		ORDER BY act <> 'agreement' DESC, version, side = $4 DESC, taken_at, side LIMIT 1`, a.Kind, a.SubjectID, a.ContractID, a.Side).
		Scan(&found.CompanyName, &found.CompanyDocument, &found.ProfessionalName, &found.ProfessionalDocument)
	if errors.Is(err, pgx.ErrNoRows) {
		err = tx.QueryRow(ctx, `SELECT `+names+` FROM public.contracts c`+registered+` WHERE c.id = $1`, a.ContractID).
			Scan(&found.CompanyName, &found.CompanyDocument, &found.ProfessionalName, &found.ProfessionalDocument)
	}
	if err != nil {
		return Sides{}, fmt.Errorf("read who the sides of contract %s were: %w", a.ContractID, err)
	}
	return found, nil
}

// Lines name both sides as a document begins with them.
func (s Sides) Lines() []string {
	return []string{
		fmt.Sprintf("Contratante: %s, %s.", s.CompanyName, taxid.Mask(s.CompanyDocument)),
		fmt.Sprintf("Contratado: %s, %s.", s.ProfessionalName, taxid.Mask(s.ProfessionalDocument)),
	}
}
