package sheet

import (
	"bufio"
	"io"
	"regexp"
	"strings"
)

const mark = "\ufeff"

// bufferBytes are kept back, so that what fails at once has sent nothing.
const bufferBytes = 32 << 10

var (
	// formula is what a spreadsheet would run, also behind blanks or quotes, which some
	// take away, and in full width.
	formula = regexp.MustCompile(`^(?:[\s\p{Z}\x{feff}"']*[=+\-@＋－＝＠]|[\t\r\n])`)
	amount  = regexp.MustCompile(`^-?\d+(,\d+)?$`)
	// inner is the same behind what parts cells elsewhere: a comma, a tab, a new line.
	inner = regexp.MustCompile(`[,\t\r\n]([ \f\v\p{Z}\x{feff}"']*([=+\-@＋－＝＠]))`)
)

// doing is what a formula needs to reach beyond its sheet: the arguments of a function,
// another program's topic, another file's cell.
const doing = "(|!（｜！"

// csvWriter writes rows, which reach their reader while more are written: UTF-8 with a
// mark at its beginning, semicolons, CRLF, and no cell that could be a formula (OWASP,
// CSV Injection), nor any part of one where commas or tabs part cells.
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
		_, _ = w.out.WriteString(mark)
	}
	for i, one := range cells {
		if i > 0 {
			_ = w.out.WriteByte(';')
		}
		_, _ = w.out.WriteString(cell(one.text))
	}
	// The first error is told by whatever is written after it.
	_, err := w.out.WriteString("\r\n")
	return err
}

// Close sends what was kept back.
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

// guarded has no part of a text be a formula where a sheet's semicolons part nothing: a
// program set to commas or tabs takes no notice of quotes within what it holds for one
// cell. Lists and ranges begin with dashes, as in "de 10, -5 °C", so that what begins
// with a sign is let be while it does nothing.
func guarded(text string) string {
	// Looking through a long text for the expression takes a hundred times as long.
	if !strings.ContainsAny(text, ",\t\r\n") {
		return text
	}
	var safe strings.Builder
	from := 0
	for _, at := range inner.FindAllStringSubmatchIndex(text, -1) {
		begins, sign := at[2], text[at[4]:at[5]]
		if strings.Contains("+-＋－", sign) && !strings.ContainsAny(text[begins:], doing) {
			continue
		}
		safe.WriteString(text[from:begins] + "'")
		from = begins
	}
	safe.WriteString(text[from:])
	return safe.String()
}
