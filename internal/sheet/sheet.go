// Package sheet writes tables as Brazilian spreadsheets open them: UTF-8 with a mark
// at its beginning, semicolons, CRLF, and no cell that could be a formula. It knows
// nothing of what they say.
package sheet

import (
	"bufio"
	"io"
	"regexp"
	"strings"
)

// MediaType is what a sheet is served as.
const MediaType = "text/csv; charset=utf-8"

const mark = "\ufeff"

// bufferBytes are kept back, so that what fails at once has sent nothing.
const bufferBytes = 32 << 10

var (
	// formula is what a spreadsheet would run, also behind blanks or quotes, which some
	// take away, and in full width.
	formula = regexp.MustCompile(`^(?:[\s\p{Z}\x{feff}"']*[=+\-@＋－＝＠]|[\t\r\n])`)
	amount  = regexp.MustCompile(`^-?\d+(,\d+)?$`)
)

// Writer writes rows, which reach their reader while more are written.
type Writer struct {
	out     *bufio.Writer
	isBegun bool
}

// New returns a writer of an empty sheet.
func New(out io.Writer) *Writer { return &Writer{out: bufio.NewWriterSize(out, bufferBytes)} }

// Row adds a row.
func (w *Writer) Row(cells ...string) error {
	if !w.isBegun {
		w.isBegun = true
		_, _ = w.out.WriteString(mark)
	}
	for i, text := range cells {
		if i > 0 {
			_ = w.out.WriteByte(';')
		}
		_, _ = w.out.WriteString(cell(text))
	}
	// The first error is told by whatever is written after it.
	_, err := w.out.WriteString("\r\n")
	return err
}

// Close sends what was kept back.
func (w *Writer) Close() error { return w.out.Flush() }

func cell(text string) string {
	if formula.MatchString(text) && !amount.MatchString(text) {
		text = "'" + text
	}
	if strings.ContainsAny(text, "\";\r\n") {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}
