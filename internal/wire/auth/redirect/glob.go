package redirect

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// Redirect patterns are those of the official server: * is any text without . and /, ** any text, ?
// one character other than these two, [abc], [a-z] and [!a-z] one of a class, {a,b} one of several,
// and \ escapes the next character.

var errPattern = errors.New("is a pattern without an end: [ ] { } belong in pairs, and \\ before a character")

// globRegexp translates a pattern without alternatives to a regular expression, which matches in
// linear time.
func globRegexp(glob string) (*regexp.Regexp, error) {
	var out strings.Builder
	out.WriteString(`\A(?s:`)
	for rest := glob; rest != ""; {
		length := 1
		switch {
		case strings.HasPrefix(rest, "**"):
			length = 2
			out.WriteString(`.*`)
		case rest[0] == '*':
			out.WriteString(`[^./]*`)
		case rest[0] == '?':
			out.WriteString(`[^./]`)
		case rest[0] == '[':
			class, _, found := strings.Cut(rest[1:], "]")
			if !found || strings.TrimPrefix(class, "!") == "" {
				return nil, errPattern
			}
			length = len(class) + len("[]")
			out.WriteString(classRegexp(class))
		case rest[0] == '\\' && len(rest) == 1:
			return nil, errPattern
		case rest[0] == '\\':
			length = 2
			out.WriteString(regexp.QuoteMeta(rest[1:2]))
		default:
			out.WriteString(regexp.QuoteMeta(rest[:1]))
		}
		rest = rest[length:]
	}
	made, err := regexp.Compile(out.String() + `)\z`)
	if err != nil {
		return nil, errPattern
	}
	return made, nil
}

func classRegexp(class string) string {
	var out strings.Builder
	out.WriteString("[")
	class, negated := strings.CutPrefix(class, "!")
	if negated {
		out.WriteString("^")
	}
	if len(class) == 3 && class[1] == '-' {
		fmt.Fprintf(&out, `\x%02x-\x%02x`, class[0], class[2])
	} else {
		for _, letter := range []byte(class) {
			fmt.Fprintf(&out, `\x%02x`, letter)
		}
	}
	return out.String() + "]"
}

// alternatives appends the expansions of {a,b}, so that each is validated separately.
func alternatives(out []string, glob string) ([]string, error) {
	from := special(glob, 0, '{')
	if from == len(glob) {
		if len(out) == alternativesMax {
			return nil, fmt.Errorf("stands for more than %d addresses", alternativesMax)
		}
		return append(out, glob), nil
	}
	var choices []string
	depth, begin, end := 1, from+1, from+1
	for ; depth > 0; end++ {
		end = special(glob, end, '{', '}', ',')
		switch {
		case end == len(glob):
			return nil, errPattern
		case glob[end] == '{':
			depth++
		case glob[end] == '}':
			depth--
		}
		if depth == 0 || depth == 1 && glob[end] == ',' {
			choices, begin = append(choices, glob[begin:end]), end+1
		}
	}
	var err error
	for _, choice := range choices {
		if out, err = alternatives(out, glob[:from]+choice+glob[end:]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// special returns the index of the first unescaped mark from i on, outside of classes; the
// pattern's length if there is none.
func special(glob string, i int, marks ...byte) int {
	for ; i < len(glob); i++ {
		switch {
		case strings.IndexByte(string(marks), glob[i]) >= 0:
			return i
		case glob[i] == '\\':
			i++
		case glob[i] == '[':
			i += max(strings.IndexByte(glob[i:], ']'), 0)
		}
	}
	return len(glob)
}
