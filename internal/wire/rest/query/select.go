package query

import (
	"errors"
	"slices"
	"strings"
)

func parseSelect(text string) ([]Item, error) {
	if text == "" {
		return nil, nil
	}
	p := &parser{text: text}
	items, err := p.forest(0)
	if err == nil && !p.done() {
		err = errors.New("unexpected " + p.rest())
	}
	if err != nil {
		return nil, unreadable("select parameter", text, err.Error())
	}
	return items, nil
}

var (
	errEmbeds = errors.New("too many levels of embedding")
	errItems  = errors.New("too many items")
	errParen  = errors.New(`expecting ")"`)
)

// forest parses items separated by commas, up to the end or a closing parenthesis.
func (p *parser) forest(depth int) ([]Item, error) {
	if depth > depthMax {
		return nil, errEmbeds
	}
	items := []Item{}
	if strings.HasPrefix(p.rest(), ")") {
		return items, nil
	}
	for {
		if p.items++; p.items > itemsMax {
			return nil, errItems
		}
		item, err := p.item(depth)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
		if !p.take(",") {
			return items, nil
		}
	}
}

func (p *parser) item(depth int) (Item, error) {
	p.skipSpaces()
	if p.take("...") {
		return p.embed(Item{Spread: true}, depth)
	}
	if p.take("*") {
		return Item{Star: true}, nil
	}
	if p.take("count()") {
		return p.countOf(Item{})
	}
	item := Item{}
	start := p.pos
	if alias, err := p.name(); err == nil && strings.HasPrefix(p.rest(), ":") && !strings.HasPrefix(p.rest(), "::") {
		p.pos++
		item.Alias = alias
		if p.take("count()") {
			return p.countOf(item)
		}
	} else {
		p.pos = start
	}
	return p.fieldOrEmbed(item, depth)
}

func (p *parser) fieldOrEmbed(item Item, depth int) (Item, error) {
	start := p.pos
	field, err := p.field()
	if err != nil {
		return Item{}, err
	}
	if next := p.rest(); len(field.Path) == 0 && (strings.HasPrefix(next, "(") || strings.HasPrefix(next, "!")) {
		p.pos = start
		return p.embed(item, depth)
	}
	item.Field = field
	return p.casts(item)
}

// countOf parses the cast that may follow count().
func (p *parser) countOf(item Item) (_ Item, err error) {
	item.Agg = "count"
	if p.take("::") {
		item.AggCast, err = p.typeName()
	}
	return item, err
}

// casts parses what may follow a field: a cast, an aggregate and its cast.
func (p *parser) casts(item Item) (Item, error) {
	var err error
	if p.take("::") {
		if item.Cast, err = p.typeName(); err != nil {
			return Item{}, err
		}
	}
	if !p.take(".") {
		return item, nil
	}
	for _, name := range []string{"sum", "avg", "count", "max", "min"} {
		if p.take(name + "()") {
			item.Agg = name
			if p.take("::") {
				item.AggCast, err = p.typeName()
			}
			return item, err
		}
	}
	return Item{}, errors.New("expecting sum(), avg(), count(), max() or min()")
}

// typeName parses the name of a type, with its array brackets.
func (p *parser) typeName() (string, error) {
	name, err := p.name()
	if err != nil {
		return "", errors.New("expecting a type")
	}
	for p.take("[]") {
		name += "[]"
	}
	return name, nil
}

func (p *parser) embed(item Item, depth int) (Item, error) {
	var err error
	if item.Spread && item.Alias == "" {
		start := p.pos
		if _, err := p.name(); err != nil || !p.take(":") {
			p.pos = start
		}
	}
	if item.Relation, err = p.name(); err != nil {
		return Item{}, err
	}
	for p.take("!") {
		hint, err := p.name()
		if err != nil {
			return Item{}, err
		}
		switch hint {
		case "inner":
			item.Inner = true
		case "left":
		default:
			item.Hint = hint
		}
	}
	if !p.take("(") {
		return Item{}, errors.New(`expecting "("`)
	}
	if item.Items, err = p.forest(depth + 1); err != nil {
		return Item{}, err
	}
	if !p.take(")") {
		return Item{}, errParen
	}
	return item, nil
}

func (p *parser) skipSpaces() {
	for p.take(" ") {
	}
}

func parseOrder(text string) ([]Term, error) {
	p := &parser{text: text}
	terms := []Term{}
	for {
		term, err := p.term()
		if err != nil {
			return nil, unreadable("order", text, err.Error())
		}
		terms = append(terms, term)
		if p.done() {
			return terms, nil
		}
		if !p.take(",") || len(terms) >= itemsMax {
			return nil, unreadable("order", text, `unexpected character, expecting ","`)
		}
	}
}

func (p *parser) term() (Term, error) {
	field, err := p.field()
	if err != nil {
		return Term{}, err
	}
	term := Term{Field: field}
	if p.take("(") {
		term.Relation = field.Name
		if term.Field, err = p.field(); err != nil {
			return Term{}, err
		}
		if !p.take(")") {
			return Term{}, errParen
		}
	}
	for p.take(".") {
		word, err := p.name()
		if err != nil || !slices.Contains([]string{"asc", "desc", "nullsfirst", "nullslast"}, word) {
			return Term{}, errors.New("expecting asc, desc, nullsfirst or nullslast")
		}
		switch word {
		case "desc":
			term.Descending = true
		case "nullsfirst":
			term.Nulls = "first"
		case "nullslast":
			term.Nulls = "last"
		}
	}
	return term, nil
}
