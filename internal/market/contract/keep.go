package contract

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/snapshot"
)

// keptAtOnce bounds how many contracts of before are printed in one transaction.
const keptAtOnce = 50

// keepParties keeps who the sides of a contract are, and who agreed for each.
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

// keepFile prints a contract and keeps the file, which is the one that is kept
// already where another was faster.
func keepFile(ctx context.Context, tx pgx.Tx, id uuid.UUID) ([]byte, error) {
	document, err := readDocument(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	var agreedAt time.Time
	if err := tx.QueryRow(ctx, `SELECT created_at FROM public.contracts WHERE id = $1`, id).Scan(&agreedAt); err != nil {
		return nil, fmt.Errorf("look up contract %s: %w", id, err)
	}
	printed, err := document.PDF(agreedAt)
	if err != nil {
		return nil, err
	}
	if _, err := tx.Exec(ctx, `INSERT INTO private.contract_files (contract_id, content) VALUES ($1, $2) ON CONFLICT DO NOTHING`, id, printed); err != nil {
		return nil, fmt.Errorf("keep the file of contract %s: %w", id, err)
	}
	return readFile(ctx, tx, id)
}

// readFile is the kept file of a contract, or pgx.ErrNoRows.
func readFile(ctx context.Context, tx pgx.Tx, id uuid.UUID) (content []byte, err error) {
	err = tx.QueryRow(ctx, `SELECT content FROM private.contract_files WHERE contract_id = $1`, id).Scan(&content)
	if err != nil {
		return nil, fmt.Errorf("read the file of contract %s: %w", id, err)
	}
	return content, nil
}

// file is the contract as it was printed when it was agreed on. One from before
// files were kept is printed and kept now, and says so.
func file(ctx context.Context, tx pgx.Tx, id uuid.UUID) ([]byte, error) {
	content, err := readFile(ctx, tx, id)
	if !errors.Is(err, pgx.ErrNoRows) {
		return content, err
	}
	if err := keepParties(ctx, tx, id, true); err != nil {
		return nil, err
	}
	return keepFile(ctx, tx, id)
}

// KeepFiles prints and keeps some of the contracts of before files were kept, the
// oldest first, and returns how many. What was forgotten of a side that left, with
// its text, is not written anew.
func KeepFiles(ctx context.Context, tx pgx.Tx) (kept int, err error) {
	rows, err := tx.Query(ctx, `
		SELECT c.id FROM public.contracts c
		WHERE NOT EXISTS (SELECT FROM private.contract_files f WHERE f.contract_id = c.id)
		  AND (EXISTS (SELECT FROM private.contract_texts t WHERE t.contract_id = c.id)
		       OR NOT EXISTS (SELECT FROM public.profiles p WHERE p.id IN (c.company_id, c.professional_id) AND p.removed_at IS NOT NULL))
		ORDER BY c.created_at, c.id LIMIT $1`, keptAtOnce)
	if err != nil {
		return 0, fmt.Errorf("look for contracts without a file: %w", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return 0, fmt.Errorf("look for contracts without a file: %w", err)
	}
	for _, id := range ids {
		if _, err := file(ctx, tx, id); err != nil {
			return 0, err
		}
	}
	return len(ids), nil
}
