package sheet

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"automacao/internal/kernel/leaktest"
	"automacao/internal/kernel/money"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

func workbook(t *testing.T, head []string, rows ...[]Cell) *excelize.File {
	t.Helper()
	var content bytes.Buffer
	w, err := New(XLSX, &content)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Head(head...); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if err := w.Row(row...); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	read, err := excelize.OpenReader(&content)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = read.Close() })
	return read
}

// TestTextsStayTextsInAWorkbook checks that texts which a spreadsheet would take for a number, a
// date or a formula are stored as text, to the last digit.
func TestTextsStayTextsInAWorkbook(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"35503082211222333000181000000000004226111234567895", "01234567890", "00012345000195", "1E5", "0042", "1-2", "3/4", "12.ABC", "2026-11-26",
		`=HYPERLINK("//x";"y")`, "+5511", "-3", "@a", " =1", "\t=1", "a\nb", "<b>&", "TRUE",
	} {
		file := workbook(t, []string{"N"}, []Cell{Text(text)})
		kind, err := file.GetCellType(sheetName, "A2")
		if err != nil || kind != excelize.CellTypeInlineString {
			t.Errorf("the cell of %q has type %d, %v", text, kind, err)
		}
		shown, err := file.GetCellValue(sheetName, "A2")
		if err != nil || shown != text {
			t.Errorf("%q is read as %q, %v", text, shown, err)
		}
		formula, err := file.GetCellFormula(sheetName, "A2")
		if err != nil || formula != "" {
			t.Errorf("%q is the formula %q, %v", text, formula, err)
		}
	}
}

// TestNumbersAndDatesAreWhatTheyAre checks the stored values and how a spreadsheet program shows
// them.
func TestNumbersAndDatesAreWhatTheyAre(t *testing.T) {
	t.Parallel()
	amount, huge := money.Money(-123450), money.Money(999_999_999_999_99)
	day := time.Date(2026, 11, 21, 23, 30, 5, 0, time.FixedZone("", -3*60*60))
	file := workbook(t, []string{"Valor", "", "Dia"}, []Cell{Amount(&amount), Amount(&huge), Day(&day), Moment(day), Count(7), Amount(nil), Day(nil), Text("")})
	for cell, want := range map[string][2]string{
		"A1": {"Valor", "Valor"}, "A2": {"-1234.5", "-1,234.50"}, "B2": {"999999999999.99", "999,999,999,999.99"}, "C2": {"46347", "21/11/2026"},
		"D2": {"46347.97922453703", "21/11/2026 23:30:05"}, "E2": {"7", "7"}, "F2": {"", ""}, "G2": {"", ""}, "H2": {"", ""},
	} {
		raw, err := file.GetCellValue(sheetName, cell, excelize.Options{RawCellValue: true})
		if err != nil || raw != want[0] {
			t.Errorf("%s holds %q, %v, want %q", cell, raw, err, want[0])
		}
		shown, err := file.GetCellValue(sheetName, cell)
		if err != nil || shown != want[1] {
			t.Errorf("%s shows %q, %v, want %q", cell, shown, err, want[1])
		}
	}
}

// TestALongTextIsCutAsSpreadsheetsCutIt also checks that the next cell is unaffected.
func TestALongTextIsCutAsSpreadsheetsCutIt(t *testing.T) {
	t.Parallel()
	file := workbook(t, nil, []Cell{Text(strings.Repeat("x", 40_000)), Text("y")})
	long, err := file.GetCellValue(sheetName, "A2")
	next, alsoErr := file.GetCellValue(sheetName, "B2")
	if err != nil || alsoErr != nil || len(long) != excelize.TotalCellChars || next != "y" {
		t.Errorf("%d characters and %q, %v, %v", len(long), next, err, alsoErr)
	}
}

func TestAWorkbookIsWrittenWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	w, err := New(XLSX, broken{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Row(Text("a")); err != nil {
		t.Fatal(err)
	}
	if w.Close() == nil {
		t.Error("Close reports no error of its writer")
	}
}
