package taxid

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// TestNumbersAreReadAsPeoplePasteThem uses the examples that the web application is tested with,
// too.
func TestNumbersAreReadAsPeoplePasteThem(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../../../web/src/lib/document-examples.json")
	if err != nil {
		t.Fatal(err)
	}
	var examples []struct {
		Kind, Text string
		Number     string
	}
	if err := json.Unmarshal(content, &examples); err != nil {
		t.Fatal(err)
	}
	parse := map[string]func(string) (string, error){"cpf": ParseCPF, "cnpj": ParseCNPJ}
	for _, one := range examples {
		got, err := parse[one.Kind](one.Text)
		if got != one.Number || (err == nil) != (one.Number != "") {
			t.Errorf("%s %+q is read as %q, %v; want %q", one.Kind, one.Text, got, err, one.Number)
		}
	}
}

func TestParseCPF(t *testing.T) {
	t.Parallel()
	for _, valid := range []string{
		"529.982.247-25", "111.444.777-35", "248.438.034-80", "238.584.881-35", "123.456.789-09",
		"52998224725", " 529 982 247 25 ", "CPF 529.982.247-25", "900.000.011-47", "900.000.019-02",
	} {
		digits, err := ParseCPF(valid)
		if err != nil || len(digits) != 11 {
			t.Errorf("ParseCPF(%q) = %q, %v; want 11 digits", valid, digits, err)
		}
	}
	for _, invalid := range []string{
		"", "248.438.034-99", "111.111.111-11", "000.000.000-00", "999.999.999-99", "529982247250", "5299822472",
		"52998224A25", "529.982.247-2５",
	} {
		if digits, err := ParseCPF(invalid); !errors.Is(err, ErrInvalidCPF) {
			t.Errorf("ParseCPF(%q) = %q, %v; want ErrInvalidCPF", invalid, digits, err)
		}
	}
}

func TestParseCNPJ(t *testing.T) {
	t.Parallel()
	for _, valid := range []string{
		"12.ABC.345/01DE-35", "1345C3A5000106", "R55231B3000757", "90.021.382/0001-22", "90.024.778/0001-23",
		"90.025.108/0001-21", "90.025.255/0001-00", "90.024.420/0001-09", "ABCDEFGHIJKL80", "AL.R0K.4K9/0001-68",
		"00.000.000/E08G-12", "00.000.000/0001-91", "11.222.333/0001-81", "26.637.142/0001-58",
		"12.345.678/0001-95", "A8.7HB.ZHB/0001-61", "12.abc.345/01de-35",
		"DE.MO0.001/0001-07", "DE.MO0.002/0001-51", "DE.MO0.012/0001-97",
	} {
		number, err := ParseCNPJ(valid)
		if err != nil || len(number) != 14 {
			t.Errorf("ParseCNPJ(%q) = %q, %v; want 14 characters", valid, number, err)
		}
	}
	for _, invalid := range []string{
		"", "R55231B3000700", "ABCDEFGHIJKL81", "90.025.108/0001-01", "12.ABC.345/01DE-00",
		"000000000001P1", "90.024.420/0001A", "00.000.000/0000-00", "26.637.142/0001-00", "11.111.111/1111-11",
		"12.ÁBC.345/01DE-35",
	} {
		if number, err := ParseCNPJ(invalid); !errors.Is(err, ErrInvalidCNPJ) {
			t.Errorf("ParseCNPJ(%q) = %q, %v; want ErrInvalidCNPJ", invalid, number, err)
		}
	}
}

// isOf reports whether a text has this length and consists of these characters only.
func isOf(text string, length int, characters string) bool {
	return len(text) == length && strings.Trim(text, characters) == ""
}

const digits = "0123456789"

// FuzzParseCPF checks that a parsed CPF has eleven digits and parses as itself, and that no other
// last digit is accepted.
func FuzzParseCPF(f *testing.F) {
	// Inputs that earlier runs found.
	for _, seed := range []string{
		"0000000000000000",
		"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
		"00A0000AAA0AAAAAAAAAAAAAAA0AAAAAAAAAAAAAAAAAAA0AAAAAAAAAAAA0AAAAA0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA0AAAA",
		"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
		"0000000000000000000000000000000000000000000000000000000000000000",
		"A0000000000000000",
	} {
		f.Add(seed)
	}
	for _, seed := range []string{"529.982.247-25", "52998224725", "000.000.000-00", "111.111.111-11", "٥٢٩٩٨٢٢٤٧٢٥", "529.982.247-2", "", "'; --", "529\x0098224725"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		number, err := ParseCPF(text)
		if err != nil {
			if number != "" {
				t.Fatalf("%q is refused and read as %q", text, number)
			}
			return
		}
		again, err := ParseCPF(number)
		if !isOf(number, 11, digits) || err != nil || again != number {
			t.Fatalf("%q is read as %q, and that as %q, %v", text, number, again, err)
		}
		wrong := number[:10] + string('0'+(number[10]-'0'+1)%10)
		if _, err := ParseCPF(wrong); err == nil {
			t.Fatalf("%q and %q are both documents", number, wrong)
		}
	})
}

// FuzzParseCNPJ checks the same for companies, whose first twelve characters may be letters.
func FuzzParseCNPJ(f *testing.F) {
	// Inputs that earlier runs found.
	for _, seed := range []string{
		"0UUUUUUUU00000",
		"000000!0000000",
		"a0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\xa1",
		"000000000000000000000000000\xff00000",
		"000\xe800000000",
		"\xef0\xb1\xb3\xb2\xa3",
	} {
		f.Add(seed)
	}
	for _, seed := range []string{"12.ABC.345/01DE-35", "11.222.333/0001-81", "11222333000181", "00000000000000", "ＡＢＣ", "12.abc.345/01de-35", "12\u00a0ABC34501DE35", "", "ß"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		number, err := ParseCNPJ(text)
		if err != nil {
			if number != "" {
				t.Fatalf("%q is refused and read as %q", text, number)
			}
			return
		}
		again, err := ParseCNPJ(strings.ToLower(number))
		if !isOf(number, 14, digits+"ABCDEFGHIJKLMNOPQRSTUVWXYZ") || !isOf(number[12:], 2, digits) || err != nil || again != number {
			t.Fatalf("%q is read as %q, and that as %q, %v", text, number, again, err)
		}
	})
}
