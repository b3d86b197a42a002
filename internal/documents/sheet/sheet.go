// Package sheet writes tables for Brazilian spreadsheet programs: as CSV, which other programs read
// too, and as XLSX, whose cells have types, so that an access key of 50 digits or a CPF with
// leading zeros stays a text. It knows nothing about the meaning of the cells.
package sheet

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

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

const byteOrderMark = "\ufeff"

// bufferBytes are buffered before anything is sent, so that an error within them can still be
// answered.
const bufferBytes = 32 << 10

var (
	// formula matches a text that a spreadsheet would run as a formula. Blanks or quotes before it
	// may be stripped by the spreadsheet, and full-width signs count, too.
	formula = regexp.MustCompile(`^(?:[\s\p{Z}\x{feff}"']*[=+\-@＋－＝＠]|[\t\r\n])`)
	amount  = regexp.MustCompile(`^-?\d+(,\d+)?$`)
	// inner matches the same after a character that other programs take for a cell separator: a
	// comma, a tab, a line break.
	inner = regexp.MustCompile(`[,\t\r\n]([ \f\v\p{Z}\x{feff}"']*([=+\-@＋－＝＠]))`)
)

// doing are the characters a formula needs to reach beyond its sheet: the arguments of a function,
// the topic of another program (DDE), a cell of another file.
const formulaParts = "(|!（｜！"

// csvWriter streams rows as UTF-8 with a byte order mark, semicolons and CRLF. No cell can be a
// formula (OWASP, CSV Injection), nor can a part of a cell in a program that separates cells at
// commas or tabs.
type csvWriter struct {
	out     *bufio.Writer
	isBegun bool
}

func newCSV(out io.Writer) *csvWriter {
	return &csvWriter{out: bufio.NewWriterSize(out, bufferBytes)}
}

func (w *csvWriter) Head(names ...string) error { return w.Row(texts(names)...) }

func (w *csvWriter) Row(cells ...Cell) error {
	if !w.isBegun {
		w.isBegun = true
		_, _ = w.out.WriteString(byteOrderMark)
	}
	for i, one := range cells {
		if i > 0 {
			_ = w.out.WriteByte(';')
		}
		_, _ = w.out.WriteString(cell(one.text))
	}
	// bufio.Writer returns its first error from every later write.
	_, err := w.out.WriteString("\r\n")
	return err
}

// Close sends what is still buffered.
func (w *csvWriter) Close() error { return w.out.Flush() }

func cell(text string) string {
	if amount.MatchString(text) {
		return text
	}
	isFormula := formula.MatchString(text)
	text = guarded(text)
	if isFormula {
		text = "'" + text
	}
	if strings.ContainsAny(text, "\";,\t\r\n") {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

// guarded quotes parts of a text that would be formulas in a program that separates cells at commas
// or tabs, since such a program ignores quotes inside what it takes for a cell. Lists and ranges
// begin with dashes, as in "de 10, -5 °C", so a part that begins with a sign is left alone unless
// it contains one of the characters in doing.
func guarded(text string) string {
	// On a long text this check is a hundred times as fast as the regular expression.
	if !strings.ContainsAny(text, ",\t\r\n") {
		return text
	}
	var safe strings.Builder
	from := 0
	for _, at := range inner.FindAllStringSubmatchIndex(text, -1) {
		begins, sign := at[2], text[at[4]:at[5]]
		if strings.Contains("+-＋－", sign) && !strings.ContainsAny(text[begins:], formulaParts) {
			continue
		}
		safe.WriteString(text[from:begins] + "'")
		from = begins
	}
	safe.WriteString(text[from:])
	return safe.String()
}

// columnWidth is in characters: wide enough to read a CNPJ or a date without resizing.
const columnWidth = 22

// xlsxWriter collects the rows; those of a large sheet wait in a temporary file. Nothing is written
// to out before Close.
type xlsxWriter struct {
	out   io.Writer
	file  *excelize.File
	rows  *excelize.StreamWriter
	looks map[look]int
	count int
}

const sheetName = "Planilha"

func newXLSX(out io.Writer) (*xlsxWriter, error) {
	w := &xlsxWriter{out: out, file: excelize.NewFile(), looks: map[look]int{}}
	err := w.file.SetSheetName("Sheet1", sheetName)
	if err == nil {
		w.rows, err = w.file.NewStreamWriter(sheetName)
	}
	if err != nil {
		return nil, fmt.Errorf("begin a workbook: %w", err)
	}
	for which, style := range styles() {
		if w.looks[which], err = w.file.NewStyle(style); err != nil {
			return nil, fmt.Errorf("make a style of a workbook: %w", err)
		}
	}
	return w, nil
}

// styles returns the styles by look. ECMA-376 defines the number formats: 49 is text, 4 an amount
// with separators, which every program shows in its user's locale.
func styles() map[look]*excelize.Style {
	day, moment := "dd/mm/yyyy", "dd/mm/yyyy hh:mm:ss"
	return map[look]*excelize.Style{
		asText: {NumFmt: 49}, asAmount: {NumFmt: 4}, asDay: {CustomNumFmt: &day}, asMoment: {CustomNumFmt: &moment},
		asHead: {NumFmt: 49, Font: &excelize.Font{Bold: true}},
	}
}

// Head writes the header row, which stays visible while the rows below it scroll.
func (w *xlsxWriter) Head(names ...string) error {
	err := errors.Join(
		w.rows.SetColWidth(1, max(len(names), 1), columnWidth),
		w.rows.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}))
	if err != nil {
		return fmt.Errorf("lay out a workbook: %w", err)
	}
	cells := texts(names)
	for i := range cells {
		cells[i].look = asHead
	}
	return w.Row(cells...)
}

// Row adds a row. A text is an inline string and never a formula, whatever it begins with.
func (w *xlsxWriter) Row(cells ...Cell) error {
	w.count++
	values := make([]any, len(cells))
	for i, one := range cells {
		if one.value != nil {
			values[i] = excelize.Cell{StyleID: w.looks[one.look], Value: one.value}
		}
	}
	if err := w.rows.SetRow(fmt.Sprintf("A%d", w.count), values); err != nil {
		return fmt.Errorf("write row %d of a workbook: %w", w.count, err)
	}
	return nil
}

func (w *xlsxWriter) Close() error {
	err := w.rows.Flush()
	if err == nil {
		_, err = w.file.WriteTo(w.out)
	}
	if err = errors.Join(err, w.file.Close()); err != nil {
		return fmt.Errorf("write a workbook: %w", err)
	}
	return nil
}
