// Package money represents amounts in reais as whole centavos. No amount ever passes through a
// floating-point number, neither in parsing, in arithmetic nor in output.
package money

import (
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"

	"automacao/internal/kernel/fault"
)

// Money is an amount in centavos, below 10 quadrillion of them.
type Money int64

// Reais returns an amount of whole reais.
func Reais(amount int64) Money { return Money(amount * 100) }

// decimal matches a decimal text with at most two places. A longer number exceeds every amount of
// the product and would overflow.
var decimal = regexp.MustCompile(`^(-?)(\d{1,14})(?:\.(\d{1,2}))?$`)

// Parse reads a decimal text such as 1500, 1500.5 or -0.05 exactly. A third decimal place is an
// error, and so are locale formats such as 1.234,56 and exponents such as 1e3.
func Parse(text string) (Money, error) {
	parts := decimal.FindStringSubmatch(text)
	if parts == nil {
		return 0, fmt.Errorf("%q is not a decimal amount with at most two places", text)
	}
	cents, err := strconv.ParseInt(parts[1]+parts[2]+(parts[3] + "00")[:2], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("read amount: %w", err)
	}
	return Money(cents), nil
}

// String formats the amount as a decimal number with two places: 1234.50.
func (m Money) String() string {
	sign, whole, cents := m.parts()
	return sign + whole + "." + cents
}

// BRL formats the amount for Brazilian readers: R$ 1.234,50.
func (m Money) BRL() string {
	sign, whole, cents := m.parts()
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "." + whole[i:]
	}
	return sign + "R$ " + whole + "," + cents
}

func (m Money) parts() (sign, whole, cents string) {
	digits := strconv.FormatInt(int64(m), 10)
	if after, isNegative := strings.CutPrefix(digits, "-"); isNegative {
		sign, digits = "-", after
	}
	if missing := 3 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	return sign, digits[:len(digits)-2], digits[len(digits)-2:]
}

// Percent returns a percentage of the amount, rounding half a centavo up.
func (m Money) Percent(percent int64) Money { return (m*Money(percent) + 50) / 100 }

// BasisPoints returns hundredths of a percent of the amount, rounding half a centavo up. It works
// in two steps, because ten quadrillion centavos times ten thousand would overflow.
func (m Money) BasisPoints(points int64) Money {
	const whole = 100_00
	return m/whole*Money(points) + (m%whole*Money(points)+whole/2)/whole
}

// MarshalJSON writes a number with two places, as PostgreSQL writes a numeric.
func (m Money) MarshalJSON() ([]byte, error) { return []byte(m.String()), nil }

// ErrInvalid refuses an amount given by a caller, in words for a person.
var ErrInvalid = fault.New(http.StatusBadRequest, "amount_invalid", "Informe o valor em reais com até duas casas decimais, como 1500 ou 1500.50.")

// UnmarshalJSON reads a number or a decimal text digit by digit. The error is ErrInvalid.
func (m *Money) UnmarshalJSON(text []byte) error {
	read, err := Parse(strings.Trim(string(text), `"`))
	if err != nil {
		return ErrInvalid.Because(err)
	}
	*m = read
	return nil
}

// Int64Value stores the centavos in a bigint.
func (m Money) Int64Value() (pgtype.Int8, error) {
	return pgtype.Int8{Int64: int64(m), Valid: true}, nil
}

// ScanInt64 reads centavos from a bigint.
func (m *Money) ScanInt64(stored pgtype.Int8) error {
	if !stored.Valid {
		return errNull
	}
	*m = Money(stored.Int64)
	return nil
}

// NumericValue stores the amount in a numeric.
func (m Money) NumericValue() (pgtype.Numeric, error) {
	return pgtype.Numeric{Int: big.NewInt(int64(m)), Exp: -2, Valid: true}, nil
}

// ScanNumeric reads a numeric of whole centavos.
func (m *Money) ScanNumeric(stored pgtype.Numeric) error {
	if !stored.Valid {
		return errNull
	}
	text, err := stored.MarshalJSON()
	if err != nil {
		return fmt.Errorf("read amount: %w", err)
	}
	whole, places, _ := strings.Cut(string(text), ".")
	if places = strings.TrimRight(places, "0"); places != "" {
		whole += "." + places
	}
	*m, err = Parse(whole)
	return err
}

var errNull = errors.New("NULL is not an amount")
