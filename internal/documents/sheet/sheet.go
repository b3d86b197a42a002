// Package sheet writes tables as Brazilian spreadsheets open them: as CSV, which other
// programs read too, and as XLSX, in which a cell says what it is, so that an access
// key of 50 digits or a CPF that begins with zeros stays the text it is. It knows
// nothing of what the cells say.
package sheet

import (
	"io"
	"strconv"
	"strings"
	"time"

	"automacao/internal/kernel/money"
)

// Format is how a sheet is written.
type Format string

// The formats, which are also how a file's name ends.
const (
	CSV  Format = "csv"
	XLSX Format = "xlsx"
)

// MediaType is what a sheet of the format is served as. The official client of
// functions hands a workbook over as bytes under this type only: under its own it
// would decode it as text.
func (f Format) MediaType() string {
	if f == XLSX {
		return "application/octet-stream"
	}
	return "text/csv; charset=utf-8"
}

// Writer writes a sheet: its head, then row by row. What was written is whole once
// Close has returned no error.
type Writer interface {
	Head(names ...string) error
	Row(cells ...Cell) error
	Close() error
}

// New returns a writer of an empty sheet.
func New(format Format, out io.Writer) (Writer, error) {
	if format == XLSX {
		return newXLSX(out)
	}
	return newCSV(out), nil
}

// Cell is one value: as text for CSV, and as XLSX has it.
type Cell struct {
	text  string
	value any
	look  look
}

// look is how XLSX shows a value.
type look int

const (
	asText look = iota
	asAmount
	asDay
	asMoment
	asHead
)

// Text is a cell that stays the text it is, whatever it looks like. An empty one is
// left out.
func Text(text string) Cell {
	if text == "" {
		return Cell{}
	}
	return Cell{text: text, value: text}
}

// Count is a whole number.
func Count(number int64) Cell { return Cell{text: strconv.FormatInt(number, 10), value: number} }

// Amount is a number with two places, in hundredths; nil is an empty cell.
func Amount(value *money.Money) Cell {
	if value == nil {
		return Cell{}
	}
	// A cell of XLSX holds a double, which has every amount below 90 trillion to the centavo.
	return Cell{text: strings.Replace(value.String(), ".", ",", 1), value: float64(*value) / 100, look: asAmount}
}

// Day is the date on the wall where the moment is told; nil is an empty cell.
func Day(at *time.Time) Cell {
	if at == nil {
		return Cell{}
	}
	return Cell{text: at.Format("02/01/2006"), value: time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC), look: asDay}
}

// Moment is a date with its time of day, on the clock where it is told.
func Moment(at time.Time) Cell {
	wall := time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), 0, time.UTC)
	return Cell{text: at.Format("02/01/2006 15:04:05"), value: wall, look: asMoment}
}

func texts(names []string) []Cell {
	cells := make([]Cell, len(names))
	for i, name := range names {
		cells[i] = Text(name)
	}
	return cells
}
