package transition_test

import (
	"context"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market/markettest"
	"automacao/internal/market/transition"
)

// TestEveryStateSaysWhatBecomesOfEveryColumn checks that every column of a noun is either Fixed or
// written by steps, and that every state mentions each column that steps write.
func TestEveryStateSaysWhatBecomesOfEveryColumn(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	for _, m := range transition.Machines() {
		rows, err := s.Pool.Query(context.Background(), `
			SELECT attname::text FROM pg_attribute WHERE attrelid = ('public.' || $1 || 's')::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
			  AND attname NOT IN ('id', 'status', 'created_at', 'updated_at') ORDER BY 1`, m.Noun)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		if said := m.Columns(); !slices.Equal(columns, said) {
			t.Errorf("%s has the columns\n%q\nand its table of steps says what becomes of\n%q", m.Noun, columns, said)
		}
		if m.Entering == nil {
			continue
		}
		of := func(state string) (named []string) {
			for column := range m.Entering[state] {
				named = append(named, column)
			}
			slices.Sort(named)
			return named
		}
		for _, state := range m.States() {
			if got, want := of(state), of(m.Initial); !slices.Equal(got, want) {
				t.Errorf("%s: %s names %q and %s names %q", m.Noun, state, got, m.Initial, want)
			}
		}
		if len(m.Entering) != len(m.States()) {
			t.Errorf("%s has %d states, and says what %d of them write", m.Noun, len(m.States()), len(m.Entering))
		}
	}
}

// TestEveryStepCanBeWritten makes PostgreSQL prepare the statement of every step from every state.
func TestEveryStepCanBeWritten(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	conn, err := s.Pool.Acquire(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	for _, m := range transition.Machines() {
		for statement, step := range m.Statements() {
			if _, err := conn.Conn().Prepare(context.Background(), "", statement); err != nil {
				t.Errorf("%s of %s: %v\n%s", step, m.Noun, err, statement)
			}
		}
	}
}
