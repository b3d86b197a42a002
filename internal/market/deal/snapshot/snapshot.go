// Package snapshot stores who the sides of a contract were when somebody acted, and the printed
// file of what they agreed to, so that the document of that act never changes. It decides nothing
// about the act, and prints nothing.
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

// The kinds of documented acts.
const (
	Agreement  = "agreement"
	Amendment  = "amendment"
	Checklist  = "checklist"
	Dispute    = "dispute"
	FeeReceipt = "fee_receipt"
)

// Act is what a side did to a contract, checklist, milestone, amendment or dispute. Version is the
// version, or the number of the entry, that it concerns. Person is who acted, uuid.Nil if it was
// the server. Address is the IP address they acted from, for acts whose document names it.
type Act struct {
	ContractID, SubjectID uuid.UUID
	Kind                  string
	Version               int
	Side                  string
	Person                uuid.UUID
	Address               string
	// IsLate reports that the snapshot is taken after the act.
	IsLate bool
}

// Sides are the two parties of a contract, by legal name and full CPF or CNPJ.
type Sides struct {
	CompanyName, CompanyDocument           string
	ProfessionalName, ProfessionalDocument string
}

// registered joins the two sides of a contract c as they are registered now.
const registered = `
	JOIN public.profiles cp ON cp.id = c.company_id      LEFT JOIN public.organisations co ON co.id = cp.id LEFT JOIN public.accounts ca ON ca.profile_id = cp.id
	JOIN public.profiles pp ON pp.id = c.professional_id LEFT JOIN public.organisations po ON po.id = pp.id LEFT JOIN public.accounts pa ON pa.profile_id = pp.id`

// names selects the names and documents of the sides joined by registered.
const names = `coalesce(co.legal_name, cp.name), coalesce(co.document, ca.document, ''), coalesce(po.legal_name, pp.name), coalesce(po.document, pa.document, '')`

// take stores the sides as they are registered now. If a side signs the same version of a checklist
// again, the later signature replaces the snapshot. No other snapshot is ever replaced.
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

// Take stores who the sides are, in the transaction of the act.
func Take(ctx context.Context, tx pgx.Tx, a Act) error {
	_, err := tx.Exec(ctx, take, a.ContractID, a.Kind, a.SubjectID, a.Version, a.Side, a.Person, deal.DateOf(ctx), a.IsLate, a.Address)
	if err != nil {
		return fmt.Errorf("keep who the sides of contract %s were: %w", a.ContractID, err)
	}
	return nil
}

// takePast lists what the sides of a contract did and who acted for which side. A fee receipt gets
// the document that was registered on the day it was issued.
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

// TakePast stores, for acts on a contract from before snapshots were taken, who the sides are known
// to be now.
func TakePast(ctx context.Context, tx pgx.Tx, contractID uuid.UUID) error {
	if _, err := tx.Exec(ctx, takePast, contractID); err != nil {
		return fmt.Errorf("keep who the sides of contract %s are: %w", contractID, err)
	}
	return nil
}

// At returns who the sides of a contract were at an act on a subject: as the first snapshot of the
// act says, preferring that of a.Side, otherwise as they agreed to the contract, and otherwise as
// they are registered now.
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

// Lines returns the lines that name both sides at the head of a document.
func (s Sides) Lines() []string {
	return []string{
		fmt.Sprintf("Contratante: %s, %s.", s.CompanyName, taxid.Mask(s.CompanyDocument)),
		fmt.Sprintf("Contratado: %s, %s.", s.ProfessionalName, taxid.Mask(s.ProfessionalDocument)),
	}
}

// KeepFile stores the printed file of a contract or of an amendment to it, and returns the stored
// file. If another transaction stored one first, it returns that one.
func KeepFile(ctx context.Context, tx pgx.Tx, contractID, subjectID uuid.UUID, printed []byte) ([]byte, error) {
	kept, err := tx.Exec(ctx, `INSERT INTO private.contract_files (subject_id, contract_id, content) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, subjectID, contractID, printed)
	if err != nil {
		return nil, fmt.Errorf("keep the file of %s: %w", subjectID, err)
	}
	if kept.RowsAffected() == 1 {
		return printed, nil
	}
	return ReadFile(ctx, tx, subjectID)
}

// ReadFile returns the stored file of a contract or amendment, or an error that wraps
// pgx.ErrNoRows.
func ReadFile(ctx context.Context, tx pgx.Tx, subjectID uuid.UUID) (content []byte, err error) {
	err = tx.QueryRow(ctx, `SELECT content FROM private.contract_files WHERE subject_id = $1`, subjectID).Scan(&content)
	if err != nil {
		return nil, fmt.Errorf("read the file of %s: %w", subjectID, err)
	}
	return content, nil
}
