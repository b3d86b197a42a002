package postgres_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres/dbtest"
)

// TestKeysAreInTheOrderTheyWereMade checks that keys sort in the order of creation, even within a
// millisecond.
func TestKeysAreInTheOrderTheyWereMade(t *testing.T) {
	t.Parallel()
	rows, err := dbtest.New(t).Query(t.Context(), `SELECT private.uuid_v7() FROM generate_series(1, 1000)`)
	if err != nil {
		t.Fatal(err)
	}
	made, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSortedFunc(made, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) }) {
		t.Error("the keys of one statement are in no order")
	}
	for _, id := range made {
		if id.Version() != 7 || id.Variant() != uuid.RFC4122 {
			t.Fatalf("%s is no key of version 7", id)
		}
	}
}
