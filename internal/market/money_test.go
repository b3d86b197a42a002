package market

import "testing"

func TestFormatBRL(t *testing.T) {
	t.Parallel()
	for amount, want := range map[string]string{
		"0.01": "0,01", "5": "5,00", "999.9": "999,90", "1000": "1.000,00",
		"45000.50": "45.000,50", "1234567.89": "1.234.567,89", "-1500.00": "-1.500,00",
	} {
		if got := FormatBRL(amount); got != want {
			t.Errorf("FormatBRL(%q) = %q, want %q", amount, got, want)
		}
	}
}
