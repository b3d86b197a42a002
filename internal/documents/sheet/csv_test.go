package sheet

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
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
