package asaas

import (
	"bytes"
	"fmt"
	"math/big"
	"regexp"
	"strings"
	"time"

	"automacao/internal/kernel/money"
)

// Zone is the time zone of every date and time of the API.
var Zone = time.FixedZone("America/Sao_Paulo", -3*60*60)

// Formats of dates and times.
const (
	DateFormat = time.DateOnly
	timeFormat = time.DateTime
)

// Time is a date or a date with time, in Zone; null is the zero time.
type Time struct{ time.Time }

// UnmarshalJSON reads either form.
func (t *Time) UnmarshalJSON(text []byte) error {
	bare := strings.Trim(string(text), `"`)
	if bare == "null" || bare == "" {
		t.Time = time.Time{}
		return nil
	}
	format := timeFormat
	if len(bare) == len(DateFormat) {
		format = DateFormat
	}
	parsed, err := time.ParseInLocation(format, bare, Zone)
	if err != nil {
		return fmt.Errorf("read a date: %w", err)
	}
	t.Time = parsed
	return nil
}

// MarshalJSON writes the date with time, or null.
func (t Time) MarshalJSON() ([]byte, error) {
	if t.IsZero() {
		return []byte("null"), nil
	}
	return []byte(`"` + t.In(Zone).Format(timeFormat) + `"`), nil
}

// Amount is money as the API writes it: a decimal number, with null for zero.
type Amount money.Money

// number bounds what is read exactly. Some JSON encoders write amounts from ten million on with an
// exponent.
var number = regexp.MustCompile(`^-?\d{1,14}(\.\d{1,12})?([eE]\+?\d{1,2})?$`)

// UnmarshalJSON reads a number exactly. A fraction of a centavo is an error.
func (a *Amount) UnmarshalJSON(text []byte) error {
	if bytes.Equal(text, []byte("null")) {
		*a = 0
		return nil
	}
	read, ok := new(big.Rat), number.Match(text)
	if ok {
		_, ok = read.SetString(string(text))
	}
	cents := read.Mul(read, big.NewRat(100, 1))
	if !ok || !cents.IsInt() || !cents.Num().IsInt64() {
		return fmt.Errorf("%.40s is not a whole number of centavos", text)
	}
	*a = Amount(cents.Num().Int64())
	return nil
}

// MarshalJSON writes a number with two decimal places.
func (a Amount) MarshalJSON() ([]byte, error) { return money.Money(a).MarshalJSON() }
