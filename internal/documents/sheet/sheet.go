// Package sheet writes tables for Brazilian spreadsheet programs: as CSV, which other programs read
// too, and as XLSX, whose cells have types, so that an access key of 50 digits or a CPF with
// leading zeros stays a text. It knows nothing about the meaning of the cells.
package sheet

import (
	"io"
	"strconv"
	"strings"
	"time"

	"automacao/internal/kernel/money"
)

// Format is a file format of a sheet.
type Format string

// The formats. Each is also the file name's extension.
const (
	CSV  Format = "csv"
	XLSX Format = "xlsx"
)

// MediaType returns the media type a sheet is served as. XLSX is served as
// application/octet-stream, because only then does the official functions client return bytes: it
// would decode XLSX's own type as text.
func (f Format) MediaType() string {
	if f == XLSX {
		return "application/octet-stream"
	}
	return "text/csv; charset=utf-8"
}

// Writer writes a sheet: its header, then row by row. The sheet is complete once Close has returned
// no error.
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

// Cell is one value, as text for CSV and as a typed value for XLSX.
type Cell struct {
	text  string
	value any
	look  look
}

// look is how XLSX displays a value.
type look int

const (
	asText look = iota
	asAmount
	asDay
	asMoment
	asHead
)

// Text returns a cell that stays text, whatever it looks like. It is empty if text is empty.
func Text(text string) Cell {
	if text == "" {
		return Cell{}
	}
	return Cell{text: text, value: text}
}

// Count returns a cell with a whole number.
func Count(number int64) Cell { return Cell{text: strconv.FormatInt(number, 10), value: number} }

// Amount returns a cell with a number with two decimal places; nil is an empty cell.
func Amount(value *money.Money) Cell {
	if value == nil {
		return Cell{}
	}
	// A cell of XLSX holds a double, which represents every amount below 90 trillion reais to the
	// centavo.
	return Cell{text: strings.Replace(value.String(), ".", ",", 1), value: float64(*value) / 100, look: asAmount}
}

// Day returns a cell with the date of at in its own time zone; nil is an empty cell.
func Day(at *time.Time) Cell {
	if at == nil {
		return Cell{}
	}
	return Cell{text: at.Format("02/01/2006"), value: time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC), look: asDay}
}

// Moment returns a cell with the date and time of at in its own time zone.
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
