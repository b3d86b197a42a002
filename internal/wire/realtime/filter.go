package realtime

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// operator is a comparison operator of the filter grammar.
type operator string

const (
	opEq         operator = "eq"
	opNeq        operator = "neq"
	opLt         operator = "lt"
	opLte        operator = "lte"
	opGt         operator = "gt"
	opGte        operator = "gte"
	opIn         operator = "in"
	opLike       operator = "like"
	opILike      operator = "ilike"
	opIs         operator = "is"
	opMatch      operator = "match"
	opIMatch     operator = "imatch"
	opIsDistinct operator = "isdistinct"
)

var operators = []operator{
	opEq, opNeq, opLt, opLte, opGt, opGte, opIn, opLike, opILike, opIs, opMatch, opIMatch, opIsDistinct,
}

// These are the limits of one filter.
const (
	filterBytesMax  = 8 << 10
	conditionsMax   = 20
	inValuesMax     = 100
	patternBytesMax = 512
)

// condition is one comparison of a filter: column=[not.]op.value.
type condition struct {
	column string
	op     operator
	negate bool
	// raw holds the values as written, a single one except for in. values holds them in the
	// column's type, once the database has parsed them.
	raw     []string
	values  []scalar
	pattern *regexp.Regexp
	// steps is the length of the unfolded pattern.
	steps int
}

// parseFilter parses conditions that must all hold. Commas separate them, except in quotes or
// parentheses.
func parseFilter(filter string) ([]condition, error) {
	if filter == "" {
		return nil, nil
	}
	segments := splitTopLevel(filter)
	if len(filter) > filterBytesMax || len(segments) > conditionsMax {
		return nil, sentence("Error parsing `filter` params: filter is too long")
	}
	conditions := make([]condition, 0, len(segments))
	for _, segment := range segments {
		parsed, err := parseCondition(strings.TrimSpace(segment))
		if err != nil {
			return nil, sentence("Error parsing `filter` params: " + err.Error())
		}
		conditions = append(conditions, parsed)
	}
	return conditions, nil
}

// parseCondition words its errors as the hosted service does, because apps know them.
func parseCondition(segment string) (condition, error) {
	if segment == "" {
		return condition{}, fmt.Errorf("filter must not contain empty segments (check for extra commas)")
	}
	column, rest, ok := strings.Cut(segment, "=")
	if !ok || strings.TrimSpace(column) == "" {
		return condition{}, fmt.Errorf("[%q]", segment)
	}
	c := condition{column: strings.TrimSpace(column)}
	rest, c.negate = strings.CutPrefix(rest, "not.")
	name, value, hasValue := strings.Cut(rest, ".")
	if !hasValue {
		return condition{}, fmt.Errorf("[%q]", rest)
	}
	c.op = operator(name)
	if !slices.Contains(operators, c.op) {
		return condition{}, fmt.Errorf("[%q, %q]", name, value)
	}
	return c, c.readValue(value)
}

func (c condition) isRegex() bool { return c.op == opMatch || c.op == opIMatch }

func (c *condition) readValue(value string) error {
	c.raw = []string{unquote(value)}
	switch c.op {
	case opIn:
		inner, opened := strings.CutPrefix(value, "(")
		inner, closed := strings.CutSuffix(inner, ")")
		if !opened || !closed {
			return fmt.Errorf("`in` filter value must be wrapped by parentheses")
		}
		c.raw = c.raw[:0]
		for _, element := range splitTopLevel(inner) {
			c.raw = append(c.raw, unquote(strings.TrimSpace(element)))
		}
		if len(c.raw) > inValuesMax {
			return fmt.Errorf("too many values for `in` filter. Maximum %d", inValuesMax)
		}
	case opIs:
		c.raw[0] = strings.ToLower(c.raw[0])
		if !slices.Contains([]string{"null", "not_null", "true", "false", "unknown"}, c.raw[0]) {
			return fmt.Errorf("invalid value for is filter: must be null, true, false, or unknown")
		}
	case opLike, opILike, opMatch, opIMatch:
		return c.compile()
	}
	return nil
}

// compile translates SQL patterns to Go's, whose matching time is linear in pattern and text
// whatever a client sends.
func (c *condition) compile() error {
	source, flags := c.raw[0], "(?s)"
	if len(source) > patternBytesMax {
		return fmt.Errorf("pattern is longer than %d bytes", patternBytesMax)
	}
	if c.op == opILike || c.op == opIMatch {
		flags = "(?si)"
	}
	if c.op == opLike || c.op == opILike {
		source = likeToRegexp(source)
	}
	expression, err := syntax.Parse(flags+source, syntax.Perl)
	if err != nil {
		return fmt.Errorf("invalid regular expression for %s filter", c.op)
	}
	if c.steps = stepsOf(expression); c.steps > patternStepsMax {
		return fmt.Errorf("pattern of %s filter repeats too much", c.op)
	}
	if c.pattern, err = regexp.Compile(flags + source); err != nil {
		return fmt.Errorf("invalid regular expression for %s filter", c.op)
	}
	return nil
}

// likeToRegexp translates a LIKE pattern: % is any text, _ any character, and a backslash escapes
// the next one.
func likeToRegexp(like string) string {
	var out strings.Builder
	out.WriteString(`\A`)
	escaped := false
	for _, char := range like {
		switch {
		case escaped:
			out.WriteString(regexp.QuoteMeta(string(char)))
			escaped = false
		case char == '\\':
			escaped = true
		case char == '%':
			out.WriteString(".*")
		case char == '_':
			out.WriteString(".")
		default:
			out.WriteString(regexp.QuoteMeta(string(char)))
		}
	}
	out.WriteString(`\z`)
	return out.String()
}

// splitTopLevel splits at commas outside quotes and parentheses. A quote counts only where a value
// can begin, so that 5" stays a plain value.
func splitTopLevel(text string) []string {
	var parts []string
	start, depth, quoted := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch char := text[i]; {
		case quoted && char == '\\':
			i++
		case char == '"' && (quoted || beginsValue(text, i)):
			quoted = !quoted
		case quoted:
		case char == '(':
			depth++
		case char == ')':
			depth = max(0, depth-1)
		case char == ',' && depth == 0:
			parts = append(parts, text[start:i])
			start = i + 1
		}
	}
	return append(parts, text[start:])
}

func beginsValue(text string, i int) bool {
	return i == 0 || strings.IndexByte(".(,", text[i-1]) >= 0
}

// unquote strips double quotes and the backslashes inside them.
func unquote(value string) string {
	if len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"' {
		return value
	}
	var out strings.Builder
	escaped := false
	for _, char := range value[1 : len(value)-1] {
		if char == '\\' && !escaped {
			escaped = true
			continue
		}
		escaped = false
		out.WriteRune(char)
	}
	return out.String()
}
