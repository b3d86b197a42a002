package account

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/deal"
	"automacao/internal/market/people/audit"
)

// sealedYears is how long the identity of a side that left is kept under seal after the end of its
// contract. Claims lapse after five years (Código Civil, art. 206, §5º, I), and data may be kept
// for them (LGPD, art. 16, I).
const sealedYears = 5

// ErrNothingSealed answers for a contract whose sides are both there, whose seals have expired, or
// that does not exist.
var ErrNothingSealed = fault.New(http.StatusNotFound, "nothing_sealed", "Não há dados guardados das partes deste contrato.")

// seal stores who a party is, for each of its contracts, before the party is erased. If a delivery
// is still open, the five years run from its acceptance date, when silence accepts it at the
// latest.
func seal(ctx context.Context, tx pgx.Tx, partyID, personID uuid.UUID) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO private.sealed_parties (contract_id, side, legal_name, document, email, keep_until)
		SELECT c.id, CASE c.company_id WHEN $1 THEN 'company' ELSE 'professional' END,
		       coalesce(o.legal_name, p.name), CASE WHEN o.id IS NULL THEN a.document ELSE coalesce(o.document, a.document) END, coalesce(a.email, ''),
		       coalesce(c.completed_at, c.ended_at, c.acceptance_due_at, now()) + make_interval(years => $3)
		FROM public.contracts c
		JOIN public.profiles p ON p.id = $1
		LEFT JOIN public.organisations o ON o.id = $1
		LEFT JOIN public.accounts a ON a.profile_id = $2
		WHERE c.company_id = $1 OR c.professional_id = $1
		ON CONFLICT (contract_id, side) DO NOTHING`, partyID, personID, sealedYears)
	if err != nil {
		return fmt.Errorf("seal the contracts of %s: %w", partyID, err)
	}
	return nil
}

// Unsealing names a contract and the reason why its sides have to be known.
type Unsealing struct {
	ContractID uuid.UUID `json:"contract_id"`
	Reason     string    `json:"reason"`
}

// SealedParty is the identity of a side that left a contract.
type SealedParty struct {
	Side      string    `json:"side"`
	LegalName string    `json:"legal_name"`
	Document  *string   `json:"document"`
	Email     string    `json:"email"`
	SealedAt  time.Time `json:"sealed_at"`
	KeepUntil time.Time `json:"keep_until"`
}

// Sealed are the sides of a contract that have left.
type Sealed struct {
	ContractID uuid.UUID     `json:"contract_id"`
	Parties    []SealedParty `json:"parties"`
}

// ReadSealed returns the identity of the sides that left a contract. Only administrators may call
// it, with a reason, and every reading is recorded with that reason.
func ReadSealed(ctx context.Context, tx pgx.Tx, in Unsealing) (Sealed, error) {
	if err := RequireAdmin(ctx, tx); err != nil {
		return Sealed{}, err
	}
	reason, err := deal.Reason(in.Reason)
	if err != nil {
		return Sealed{}, err
	}
	rows, err := tx.Query(ctx, `
		SELECT side, legal_name, document, email, sealed_at, keep_until FROM private.sealed_parties
		WHERE contract_id = $1 AND keep_until > now() ORDER BY side`, in.ContractID)
	if err != nil {
		return Sealed{}, fmt.Errorf("read what is sealed of %s: %w", in.ContractID, err)
	}
	parties, err := pgx.CollectRows(rows, pgx.RowToStructByPos[SealedParty])
	if err != nil {
		return Sealed{}, fmt.Errorf("read what is sealed of %s: %w", in.ContractID, err)
	}
	if len(parties) == 0 {
		return Sealed{}, ErrNothingSealed
	}
	var number int64
	if err := tx.QueryRow(ctx, `SELECT number FROM public.contracts WHERE id = $1`, in.ContractID).Scan(&number); err != nil {
		return Sealed{}, fmt.Errorf("look up contract %s: %w", in.ContractID, err)
	}
	return Sealed{ContractID: in.ContractID, Parties: parties}, audit.Record(ctx, tx, audit.Entry{
		Action: audit.ReadSealed, SubjectKind: "contract", SubjectID: in.ContractID.String(), Label: fmt.Sprintf("CTR-%04d", number),
		Details: map[string]any{"reason": reason},
	})
}

// ForgetSealed erases identities whose time under seal is over, and with them the contract texts,
// files and snapshots that name who left, and their names in checklists. If both sides of a
// contract are there but a person who acted for one has left, everything but the text is erased
// five years after the contract's end.
func ForgetSealed(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, `
		WITH over AS (DELETE FROM private.sealed_parties WHERE keep_until <= now() RETURNING contract_id),
		     named AS (
		       SELECT contract_id FROM over UNION
		       SELECT s.contract_id FROM private.party_snapshots s JOIN public.profiles p ON p.id = s.person_id JOIN public.contracts c ON c.id = s.contract_id
		       WHERE p.removed_at IS NOT NULL AND s.person_name <> p.name AND coalesce(c.completed_at, c.ended_at) <= now() - make_interval(years => $1)
		         AND NOT EXISTS (SELECT FROM private.sealed_parties k WHERE k.contract_id = c.id)),
		     texts AS (DELETE FROM private.contract_texts WHERE contract_id IN (SELECT contract_id FROM over)),
		     files AS (DELETE FROM private.contract_files WHERE contract_id IN (SELECT contract_id FROM named)),
		     snapshots AS (DELETE FROM private.party_snapshots WHERE contract_id IN (SELECT contract_id FROM named)),
		     lists AS (UPDATE public.checklist_items i
		       SET recorded_name  = CASE WHEN EXISTS (SELECT FROM public.profiles p WHERE p.id = i.recorded_by  AND p.removed_at IS NOT NULL) THEN $2 ELSE i.recorded_name END,
		           witnessed_name = CASE WHEN EXISTS (SELECT FROM public.profiles p WHERE p.id = i.witnessed_by AND p.removed_at IS NOT NULL) THEN $2 ELSE i.witnessed_name END
		       FROM public.checklists l WHERE l.id = i.checklist_id AND l.contract_id IN (SELECT contract_id FROM named))
		UPDATE public.contract_acceptances SET address = NULL WHERE contract_id IN (SELECT contract_id FROM over)`, sealedYears, gone)
	if err != nil {
		return fmt.Errorf("forget what is sealed: %w", err)
	}
	return nil
}
