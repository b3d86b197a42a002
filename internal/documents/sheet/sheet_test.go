package sheet

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"automacao/internal/kernel/leaktest"
	"automacao/internal/kernel/money"
)

func written(t *testing.T, rows ...[]string) string {
	t.Helper()
	var text strings.Builder
	w := newCSV(&text)
	for _, row := range rows {
		if err := w.Row(texts(row)...); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func TestASheetIsOpenedAsBraziliansWrite(t *testing.T) {
	t.Parallel()
	got := written(t, []string{"Data", "Valor"}, []string{"22/11/2026", "-1234,50"}, []string{"a;b", "diz \"oi\"\nfim"}, []string{"\t=1", "a-b"})
	if want := "\ufeffData;Valor\r\n22/11/2026;-1234,50\r\n\"a;b\";\"diz \"\"oi\"\"\nfim\"\r\n\"'\t'=1\";a-b\r\n"; got != want {
		t.Errorf("%q", got)
	}
}

// TestNoCellIsAFormula tries formulas behind every kind of prefix, and what the browser tests type.
func TestNoCellIsAFormula(t *testing.T) {
	t.Parallel()
	payloads, err := os.ReadFile("../../../verify/e2e/payloads.json")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	if err := json.Unmarshal(payloads, &texts); err != nil {
		t.Fatal(err)
	}
	for _, lead := range []string{"", `"`, `""`, "\n", "\r\n", "\t", " ", "\u00a0", "\ufeff", "'", "\";", "\"\r\n"} {
		for _, start := range []string{"=", "+", "-", "@", "＝", "＋", "－", "＠"} {
			texts = append(texts, lead+start+`HYPERLINK("//x";"y")`)
		}
	}
	runs := regexp.MustCompile(`^[\s"]*[=+\-@＋－＝＠]`)
	for _, text := range texts {
		reader := csv.NewReader(strings.NewReader(strings.TrimPrefix(written(t, []string{text, "x"}), "\ufeff")))
		reader.Comma = ';'
		cells, err := reader.Read()
		if err != nil || len(cells) != 2 || cells[1] != "x" || runs.MatchString(cells[0]) {
			t.Errorf("%q is read as %q, %v", text, cells, err)
		}
	}
}

// TestNoPartOfACellIsAFormulaElsewhere checks that a program that separates cells at commas or
// tabs, however it treats quotes, finds no formula.
func TestNoPartOfACellIsAFormulaElsewhere(t *testing.T) {
	t.Parallel()
	runs := regexp.MustCompile(`^[\s\p{Z}\x{feff}"]*(?:[=@＝＠]|[+\-＋－].*[(|!])`)
	for _, parts := range []string{",", "\t", "\n", "\r\n", ",\n", ", ", ",\"", "\t\"\n", ",\u00a0", ",,", "\",\""} {
		for _, start := range []string{"=", "+", "-", "@", "＝", "＋", "－", "＠"} {
			text := "Válvula" + parts + start + `HYPERLINK("//x","y")`
			file := strings.TrimPrefix(written(t, []string{"x", text, text}, []string{text, "x"}), "\ufeff")
			for _, separator := range []string{",", "\t"} {
				for _, line := range strings.FieldsFunc(file, func(r rune) bool { return r == '\n' || r == '\r' }) {
					for _, found := range strings.Split(line, separator) {
						if runs.MatchString(found) {
							t.Errorf("%q has the cell %q", text, found)
						}
					}
				}
			}
		}
	}
}

// TestHonestTextsAreLeftAsTheyAre checks texts with commas, dashes and lists.
func TestHonestTextsAreLeftAsTheyAre(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"Envase, rotulagem e paletização", "de 40, -10 °C no inverno", "Inclui:\n- painel\n- start-up", "R$ 1.234,-", "fale com ana@serra.com.br, 10h", "vazão (m³/h), pressão | temperatura", "x = y", "-12,50", "A+B, C-D",
	} {
		reader := csv.NewReader(strings.NewReader(strings.TrimPrefix(written(t, []string{text, "x"}), "\ufeff")))
		reader.Comma = ';'
		if cells, err := reader.Read(); err != nil || len(cells) != 2 || cells[0] != text {
			t.Errorf("%q is read as %q, %v", text, cells, err)
		}
	}
}

// TestCellsAreWrittenAsInTheBrowser compares with the web application's own CSV writer.
func TestCellsAreWrittenAsInTheBrowser(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("../../../web/src/lib/csv-examples.json")
	if err != nil {
		t.Fatal(err)
	}
	var examples [][2]string
	if err := json.Unmarshal(file, &examples); err != nil || len(examples) == 0 {
		t.Fatalf("%d examples, %v", len(examples), err)
	}
	for _, one := range examples {
		if got := written(t, []string{one[0]}); got != "\ufeff"+one[1]+"\r\n" {
			t.Errorf("%q is written as %q, want %q", one[0], got, one[1])
		}
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("gone") }

func TestAReaderThatIsGoneIsTold(t *testing.T) {
	t.Parallel()
	w := newCSV(broken{})
	long := strings.Repeat("a", bufferBytes)
	_ = w.Row(Text(long))
	if w.Row(Text(long)) == nil || w.Close() == nil {
		t.Error("writing to a broken writer reports no error")
	}
}

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
