package export

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/documents/sheet"
	"automacao/internal/postgres/dbtest"
)

// TestMain checks that no goroutine outlives its test.
func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// TestAFileIsBounded checks that rows beyond the limit are not written and that the last row says
// so.
func TestAFileIsBounded(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	write := func(rows int) string {
		t.Helper()
		file := Sheet{Name: "n.csv", Format: sheet.CSV, of: table{head: []string{"N"}, query: `SELECT n::text AS shown FROM generate_series(1, $1) AS n ORDER BY n`, args: []any{rows}, cells: func(row pgx.CollectableRow) ([]sheet.Cell, error) {
			var n string
			err := row.Scan(&n)
			return []sheet.Cell{sheet.Text(n)}, err
		}}}
		var text strings.Builder
		out, err := sheet.New(sheet.CSV, &text)
		if err != nil {
			t.Fatal(err)
		}
		err = pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error { return errors.Join(file.Write(t.Context(), tx, out), out.Close()) })
		if err != nil {
			t.Fatal(err)
		}
		return text.String()
	}
	if whole := write(RowsMax); strings.Count(whole, "\r\n") != RowsMax+1 || !strings.HasSuffix(whole, "\r\n20000\r\n") {
		t.Errorf("a whole sheet ends with %q", whole[len(whole)-80:])
	}
	if cut := write(RowsMax + 2); strings.Count(cut, "\r\n") != RowsMax+2 || !strings.Contains(cut, "\r\n20000\r\nEste arquivo tem as primeiras 20000 linhas.") {
		t.Errorf("a cut sheet ends with %q", cut[len(cut)-200:])
	}
}

func TestAPeriodIsFromMidnightToMidnightHere(t *testing.T) {
	t.Parallel()
	from, until, err := Ask{From: "2026-11-01", To: "2026-11-30"}.period()
	if err != nil || from.UTC().Format(time.RFC3339) != "2026-11-01T03:00:00Z" || until.UTC().Format(time.RFC3339) != "2026-12-01T03:00:00Z" {
		t.Errorf("%s to %s, %v", from, until, err)
	}
	for _, wrong := range []Ask{{}, {From: "2026-11-02", To: "2026-11-01"}, {From: "2026-1-1", To: "2026-11-01"}, {From: "2020-01-01", To: "2026-01-01"}, {From: "0001-01-01", To: "0001-01-02"}} {
		if _, _, err := wrong.period(); !errors.Is(err, ErrPeriod) {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
}
