package telemetry

import (
	"regexp"
	"strings"
)

// textMax bounds a statement in what is told, in bytes.
const textMax = 2000

// longNumber may be a CPF or a telephone number that somebody wrote into a text.
var longNumber = regexp.MustCompile(`\b\d{6,}\b`)

// Redact is a statement, or a plan, without the values that are written in it: a ?
// stands for each text and each long number. Parameters stay parameters.
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

// dollar begins a text that no quote ends, $$ or $tag$.
var dollar = regexp.MustCompile(`^\$([A-Za-z_][A-Za-z_0-9]*)?\$`)

// quoted is how long a text in quotes is, with them; one that does not end is the
// rest.
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

// oneLine is a statement as it is told.
func oneLine(statement string) string { return strings.Join(strings.Fields(Redact(statement)), " ") }
