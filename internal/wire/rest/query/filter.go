package query

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// These are the operators of a filter, and those that accept any and all.
var (
	operators = []string{
		"eq", "neq", "gte", "gt", "lte", "lt", "like", "ilike", "match", "imatch", "in", "isdistinct", "is",
		"fts", "plfts", "phfts", "wfts", "cs", "cd", "ov", "sl", "sr", "nxr", "nxl", "adj",
	}
	quantified = []string{"eq", "gte", "gt", "lte", "lt", "like", "ilike", "match", "imatch"}
	searches   = []string{"fts", "plfts", "phfts", "wfts"}
)

var errDepth = errors.New("too many levels of conditions")

var errOperator = errors.New(`unexpected operator, expecting "not" or one of eq, gt, gte, lt, lte, neq, like, ilike, match, imatch, in, is, isdistinct, fts, plfts, phfts, wfts, cs, cd, ov, sl, sr, nxr, nxl, adj`)

func startsWithOperator(text string) bool {
	p := &parser{text: text}
	p.take("not.")
	condition := Condition{}
	return p.operator(&condition) == nil
}

// parseFilter parses field=[not.]op.value.
func parseFilter(name, text string) (Condition, error) {
	p := &parser{text: name}
	field, err := p.field()
	if err == nil && !p.done() {
		err = fmt.Errorf("unexpected %q", p.rest())
	}
	if err != nil {
		return Condition{}, unreadable("filter", name, err.Error())
	}
	p = &parser{text: text}
	condition := Condition{Field: field, Negated: p.take("not.")}
	if err := p.operator(&condition); err != nil {
		return Condition{}, unreadable("filter", text, err.Error())
	}
	if err := condition.setValue(p.rest()); err != nil {
		return Condition{}, unreadable("filter", text, err.Error())
	}
	return condition, nil
}

// operator parses op, op(any), op(all) or fts(language), and the following dot.
func (p *parser) operator(c *Condition) error {
	start := p.pos
	name := p.rest()
	if end := strings.IndexAny(name, ".("); end >= 0 {
		name = name[:end]
	}
	if !slices.Contains(operators, name) {
		return errOperator
	}
	p.pos += len(name)
	c.Operator = name
	if p.take("(") {
		inside, _, found := strings.Cut(p.rest(), ")")
		if !found {
			return errParen
		}
		p.pos += len(inside) + 1
		switch {
		case (inside == "any" || inside == "all") && slices.Contains(quantified, name):
			c.Quantifier = inside
		case slices.Contains(searches, name) && inside != "":
			c.Language = inside
		default:
			p.pos = start
			return errOperator
		}
	}
	if !p.take(".") {
		p.pos = start
		return errOperator
	}
	return nil
}

var isValues = []string{"null", "not_null", "true", "false", "unknown"}

// setValue takes the rest of a parameter as the operand.
func (c *Condition) setValue(text string) error {
	switch {
	case c.Operator == "in":
		p := &parser{text: text}
		values, err := p.list()
		if err == nil && !p.done() {
			err = fmt.Errorf("unexpected %q", p.rest())
		}
		c.Values = values
		return err
	case c.Operator == "is":
		c.Value = strings.ToLower(text)
		if !slices.Contains(isValues, c.Value) {
			return errors.New("expecting null, not_null, true, false or unknown")
		}
		return nil
	default:
		c.Value = text
		return nil
	}
}

// list parses (a,"b,c",d).
func (p *parser) list() ([]string, error) {
	if !p.take("(") {
		return nil, errors.New(`expecting "("`)
	}
	values := []string{}
	if p.take(")") {
		return values, nil
	}
	for {
		value, err := p.listValue()
		if err != nil {
			return nil, err
		}
		values = append(values, value)
		if p.take(")") {
			return values, nil
		}
		if !p.take(",") {
			return nil, errParen
		}
	}
}

func (p *parser) listValue() (string, error) {
	if p.take(`"`) {
		return p.quoted()
	}
	end := strings.IndexAny(p.rest(), ",)")
	if end < 0 {
		return "", errParen
	}
	value := p.rest()[:end]
	p.pos += end
	return value, nil
}

// parseGroup parses and=(…), or=(…) and their negations.
func parseGroup(name, text string) (Condition, error) {
	p := &parser{text: text}
	kind, negated := strings.CutPrefix(name, "not.")
	group := Condition{Group: kind, Negated: negated}
	var err error
	group.Conditions, err = p.conditions(0)
	if err == nil && !p.done() {
		err = fmt.Errorf("unexpected %q", p.rest())
	}
	if err != nil {
		return Condition{}, unreadable("logic tree", text, err.Error())
	}
	return group, nil
}

func (p *parser) conditions(depth int) ([]Condition, error) {
	if depth > depthMax {
		return nil, errDepth
	}
	if !p.take("(") {
		return nil, errors.New(`expecting "("`)
	}
	list := []Condition{}
	for {
		if p.items++; p.items > itemsMax {
			return nil, errItems
		}
		p.skipSpaces()
		condition, err := p.condition(depth)
		if err != nil {
			return nil, err
		}
		list = append(list, condition)
		p.skipSpaces()
		if p.take(")") {
			return list, nil
		}
		if !p.take(",") {
			return nil, errors.New(`expecting "," or ")"`)
		}
	}
}

func (p *parser) condition(depth int) (Condition, error) {
	start := p.pos
	negated := p.take("not.")
	for _, kind := range []string{"and", "or"} {
		if strings.HasPrefix(p.rest(), kind+"(") {
			p.pos += len(kind)
			inner, err := p.conditions(depth + 1)
			return Condition{Group: kind, Negated: negated, Conditions: inner}, err
		}
	}
	p.pos = start
	field, err := p.field()
	if err != nil {
		return Condition{}, err
	}
	if !p.take(".") {
		return Condition{}, errors.New(`expecting "."`)
	}
	condition := Condition{Field: field, Negated: p.take("not.")}
	if err := p.operator(&condition); err != nil {
		return Condition{}, err
	}
	value, err := p.operand(condition.Operator)
	if err != nil {
		return Condition{}, err
	}
	return condition, condition.setValue(value)
}

// operand parses a value inside a logic tree: a list, an array or range in braces, a quoted text,
// or everything up to the next comma or parenthesis.
func (p *parser) operand(operator string) (string, error) {
	start := p.pos
	switch {
	case operator == "in":
		_, err := p.list()
		return p.text[start:p.pos], err
	case p.take(`"`):
		return p.quoted()
	case strings.HasPrefix(p.rest(), "{"):
		return p.braces()
	}
	for !p.done() && !strings.ContainsRune(",)", rune(p.text[p.pos])) {
		p.pos++
	}
	return p.text[start:p.pos], nil
}

func (p *parser) braces() (string, error) {
	start, depth, quoted := p.pos, 0, false
	for ; !p.done(); p.pos++ {
		switch char := p.text[p.pos]; {
		case char == '\\' && quoted:
			p.pos++
		case char == '"':
			quoted = !quoted
		case quoted:
		case char == '{':
			depth++
		case char == '}':
			if depth--; depth == 0 {
				p.pos++
				return p.text[start:p.pos], nil
			}
		}
	}
	p.pos = len(p.text)
	return "", errors.New(`expecting "}"`)
}
