package snapshot

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

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
