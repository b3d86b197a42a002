package sheet

import (
	"bufio"
	"io"
	"regexp"
	"strings"
)

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
