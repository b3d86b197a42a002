package telemetry

import (
	"regexp"
	"strings"
)

// textMax bounds a statement or plan in the log and in traces, in bytes.
const textMax = 2000

// longNumber may be a CPF or a telephone number that was written into a text.
var longNumber = regexp.MustCompile(`\b\d{6,}\b`)

// Redact returns a statement or a plan without the values in it: each string literal and each long
// number becomes a question mark. Parameters stay.
func Redact(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); {
		rest := text[i:]
		switch c := text[i]; {
		case c == '\'':
			i += quoted(rest, '\'', i > 0 && (text[i-1]|0x20) == 'e')
			out.WriteByte('?')
		case c == '"':
			end := quoted(rest, '"', false)
			out.WriteString(rest[:end])
			i += end
		case c == '$' && dollar.MatchString(rest):
			tag := dollar.FindString(rest)
			end := strings.Index(rest[len(tag):], tag)
			if end < 0 {
				end = len(rest) - 2*len(tag)
			}
			i += min(len(text)-i, max(end+2*len(tag), len(tag)))
			out.WriteByte('?')
		case strings.HasPrefix(rest, "--"):
			i += through(rest, "\n")
			out.WriteByte('\n')
		case strings.HasPrefix(rest, "/*"):
			i += through(rest, "*/")
		default:
			out.WriteByte(c)
			i++
		}
	}
	return clip(longNumber.ReplaceAllString(out.String(), "?"))
}

// dollar matches the start of a dollar-quoted string, $$ or $tag$.
var dollar = regexp.MustCompile(`^\$([A-Za-z_][A-Za-z_0-9]*)?\$`)

// quoted returns the length of a quoted text with its quotes. One that does not end extends to the
// end of text.
func quoted(text string, quote byte, hasEscapes bool) int {
	for i := 1; i < len(text); i++ {
		switch {
		case hasEscapes && text[i] == '\\':
			i++
		case text[i] != quote:
		case i+1 < len(text) && text[i+1] == quote:
			i++
		default:
			return i + 1
		}
	}
	return len(text)
}

func through(text, end string) int {
	if at := strings.Index(text, end); at >= 0 {
		return at + len(end)
	}
	return len(text)
}

func clip(text string) string {
	if len(text) > textMax {
		return strings.ToValidUTF8(text[:textMax], "") + "…"
	}
	return text
}

// oneLine returns a redacted statement on one line.
func oneLine(statement string) string { return strings.Join(strings.Fields(Redact(statement)), " ") }
