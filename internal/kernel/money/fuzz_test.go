package money

import (
	"encoding/json"
	"regexp"
	"testing"
)

// FuzzParse checks that an amount is read exactly or not at all: an amount that was read is written
// as the same number, and read again as the same amount.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"0", "-0.05", "1500.5", "99999999999999.99", "100000000000000", "1e3", "1E309", "NaN", "Infinity", "-", ".5", "5.", "0x10",
		"R$ 1.234,56", "1_000", " 1", "1\n", "٣", "0.001", "-0", "00012.10", "9223372036854775808", `"1.50"`,
	} {
		f.Add(seed)
	}
	plain := regexp.MustCompile(`^-?[0-9]{1,14}(\.[0-9]{1,2})?$`)
	f.Fuzz(func(t *testing.T, text string) {
		amount, err := Parse(text)
		if (err == nil) != plain.MatchString(text) {
			t.Fatalf("Parse(%q) = %d, %v", text, amount, err)
		}
		if err != nil {
			return
		}
		if again, err := Parse(amount.String()); err != nil || again != amount {
			t.Fatalf("%q is %s, which is %d, %v", text, amount, again, err)
		}
		var read Money
		document, err := json.Marshal(amount)
		if err != nil || json.Unmarshal(document, &read) != nil || read != amount {
			t.Fatalf("%q is %s in JSON, %v", text, document, err)
		}
	})
}
