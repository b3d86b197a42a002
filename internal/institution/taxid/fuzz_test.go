package taxid

import (
	"strings"
	"testing"
)

// isOf reports whether a text has this length and consists of these characters only.
func isOf(text string, length int, characters string) bool {
	return len(text) == length && strings.Trim(text, characters) == ""
}

const digits = "0123456789"

// FuzzParseCPF checks that a parsed CPF has eleven digits and parses as itself, and that no other
// last digit is accepted.
func FuzzParseCPF(f *testing.F) {
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
