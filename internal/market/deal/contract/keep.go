package contract

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal/snapshot"
)

// keptAtOnce bounds how many older contracts are printed in one transaction.
const keptAtOnce = 50

// keepParties stores who the sides of a contract are, and who accepted it for each.
func keepParties(ctx context.Context, tx pgx.Tx, id uuid.UUID, isLate bool) error {
	rows, err := tx.Query(ctx, `
		SELECT s.side, coalesce(a.person_id, '00000000-0000-0000-0000-000000000000') FROM (VALUES ('company'), ('professional')) AS s (side)
		LEFT JOIN public.contract_acceptances a ON a.contract_id = $1 AND a.side = s.side ORDER BY s.side`, id)
	if err != nil {
		return fmt.Errorf("read who agreed to contract %s: %w", id, err)
	}
	agreed, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct {
		Side   string
		Person uuid.UUID
	}])
	if err != nil {
		return fmt.Errorf("read who agreed to contract %s: %w", id, err)
	}
	for _, side := range agreed {
		err := snapshot.Take(ctx, tx, snapshot.Act{
			ContractID: id, SubjectID: id, Kind: snapshot.Agreement, Version: 1, Side: side.Side, Person: side.Person, IsLate: isLate,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// keepFile prints a contract and stores the file.
func keepFile(ctx context.Context, tx pgx.Tx, id uuid.UUID) ([]byte, error) {
	document, err := readDocument(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	printed, err := document.PDF()
	if err != nil {
		return nil, err
	}
	return snapshot.KeepFile(ctx, tx, id, id, printed)
}

// file returns the contract as it was printed when it was agreed. A contract from before files were
// kept is printed and stored now, together with who acted on it since, and the document says so.
func file(ctx context.Context, tx pgx.Tx, id uuid.UUID) ([]byte, error) {
	content, err := snapshot.ReadFile(ctx, tx, id)
	if !errors.Is(err, pgx.ErrNoRows) {
		return content, err
	}
	if err := keepParties(ctx, tx, id, true); err != nil {
		return nil, err
	}
	if err := snapshot.TakePast(ctx, tx, id); err != nil {
		return nil, err
	}
	return keepFile(ctx, tx, id)
}

// KeepFiles prints and stores up to 50 contracts from before files were kept, in the order of their
// keys. It returns the key of the last one, or uuid.Nil when none is left after the given key. If a
// side left the market and the contract's text was erased with its data, the contract is skipped,
// so that erased data is not written again.
func KeepFiles(ctx context.Context, tx pgx.Tx, after uuid.UUID) (last uuid.UUID, err error) {
	rows, err := tx.Query(ctx, `
		SELECT c.id FROM public.contracts c
		WHERE c.id > $1 AND NOT EXISTS (SELECT FROM private.contract_files f WHERE f.subject_id = c.id)
		  AND (EXISTS (SELECT FROM private.contract_texts t WHERE t.contract_id = c.id)
		       OR NOT EXISTS (SELECT FROM public.profiles p WHERE p.id IN (c.company_id, c.professional_id) AND p.removed_at IS NOT NULL))
		ORDER BY c.id LIMIT $2`, after, keptAtOnce)
	if err != nil {
		return uuid.Nil, fmt.Errorf("look for contracts without a file: %w", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return uuid.Nil, fmt.Errorf("look for contracts without a file: %w", err)
	}
	for _, id := range ids {
		if _, err := file(ctx, tx, id); err != nil {
			return uuid.Nil, err
		}
		last = id
	}
	return last, nil
}
