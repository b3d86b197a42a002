// Package market holds what every workflow of the marketplace shares. The
// workflows themselves live in the packages below it, one noun each.
package market

import "strings"

// FormatBRL writes a decimal amount in reais as Brazilians read it, without
// the currency sign: "45000.5" becomes "45.000,50". The amount is a decimal
// with at most two places, as PostgreSQL prints numeric(14,2).
func FormatBRL(amount string) string {
	whole, cents, _ := strings.Cut(amount, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	cents = (cents + "00")[:2]
	var grouped strings.Builder
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			grouped.WriteByte('.')
		}
		grouped.WriteRune(digit)
	}
	return sign + grouped.String() + "," + cents
}
