// Package snapshot keeps who the sides of a contract were when somebody acted,
// so that a document of that act is printed from it for ever. It decides nothing
// about the act, and prints nothing.
package snapshot

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal"
)

// Acts that are documented.
const (
	Agreement  = "agreement"
	Checklist  = "checklist"
	FeeReceipt = "fee_receipt"
)

// Act is what a side did: to which contract, checklist or milestone, and in which
// version of it. Person is who acted, or nobody where it was the server.
type Act struct {
	ContractID, SubjectID uuid.UUID
	Kind                  string
	Version               int
	Side                  string
	Person                uuid.UUID
	// IsLate says that the act was before this is taken.
	IsLate bool
}

// take reads the sides as they are registered now. A list that a side signs anew,
// in the same version, is of the later signature; nothing else changes.
const take = `
	INSERT INTO private.party_snapshots (contract_id, act, subject_id, version, side, company_name, company_document, professional_name, professional_document,
	                                     person_id, person_name, taken_at, is_late)
	SELECT c.id, $2::text, $3::uuid, $4::int, $5::text, coalesce(co.legal_name, cp.name), coalesce(co.document, ca.document, ''),
	       coalesce(po.legal_name, pp.name), coalesce(po.document, pa.document, ''), person.id, person.name, coalesce($7, now()), $8
	FROM public.contracts c
	JOIN public.profiles cp ON cp.id = c.company_id      LEFT JOIN public.organisations co ON co.id = cp.id LEFT JOIN public.accounts ca ON ca.profile_id = cp.id
	JOIN public.profiles pp ON pp.id = c.professional_id LEFT JOIN public.organisations po ON po.id = pp.id LEFT JOIN public.accounts pa ON pa.profile_id = pp.id
	LEFT JOIN public.profiles person ON person.id = $6
	WHERE c.id = $1
	ON CONFLICT (act, subject_id, version, side) DO UPDATE
	SET company_name = excluded.company_name, company_document = excluded.company_document, professional_name = excluded.professional_name,
	    professional_document = excluded.professional_document, person_id = excluded.person_id, person_name = excluded.person_name, taken_at = excluded.taken_at
	WHERE party_snapshots.act = 'checklist'`

// Take keeps who the sides are, in the transaction of the act.
func Take(ctx context.Context, tx pgx.Tx, a Act) error {
	_, err := tx.Exec(ctx, take, a.ContractID, a.Kind, a.SubjectID, a.Version, a.Side, a.Person, deal.DateOf(ctx), a.IsLate)
	if err != nil {
		return fmt.Errorf("keep who the sides of contract %s were: %w", a.ContractID, err)
	}
	return nil
}
