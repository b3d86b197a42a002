package query

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// parser walks over a text. A method that returns without an error has consumed what it names or
// left the position unchanged.
type parser struct {
	text  string
	pos   int
	items int
}

func (p *parser) rest() string { return p.text[p.pos:] }

func (p *parser) done() bool { return p.pos >= len(p.text) }

func (p *parser) take(token string) bool {
	if strings.HasPrefix(p.rest(), token) {
		p.pos += len(token)
		return true
	}
	return false
}

var errName = errors.New("expecting a field name")

// name parses an identifier, plain or in double quotes. A dash belongs to it unless it begins an
// arrow.
func (p *parser) name() (string, error) {
	if p.take(`"`) {
		return p.quoted()
	}
	start := p.pos
	for !p.done() {
		char, size := utf8.DecodeRuneInString(p.rest())
		isDash := char == '-' && !strings.HasPrefix(p.rest(), "->")
		if !isNameRune(char) && !isDash {
			break
		}
		p.pos += size
	}
	found := strings.TrimSpace(p.text[start:p.pos])
	if found == "" {
		return "", errName
	}
	return found, nil
}

func isNameRune(char rune) bool {
	return char == '_' || char == ' ' || char == '$' || char >= '0' && char <= '9' ||
		char >= 'a' && char <= 'z' || char >= 'A' && char <= 'Z' || char >= 0x80 && char != utf8.RuneError
}

var errQuote = errors.New("expecting a closing quote")

// quoted reads up to the closing quote; a backslash escapes the next character.
func (p *parser) quoted() (string, error) {
	var value strings.Builder
	for !p.done() {
		char := p.text[p.pos]
		p.pos++
		switch {
		case char == '"':
			return value.String(), nil
		case char == '\\' && !p.done():
			value.WriteByte(p.text[p.pos])
			p.pos++
		default:
			value.WriteByte(char)
		}
	}
	return "", errQuote
}

// field parses a name and the JSON path after it.
func (p *parser) field() (Field, error) {
	name, err := p.name()
	if err != nil {
		return Field{}, err
	}
	field := Field{Name: name}
	for {
		asText := p.take("->>")
		if !asText && !p.take("->") {
			return field, nil
		}
		step, err := p.step()
		if err != nil {
			return Field{}, err
		}
		step.AsText = asText
		if field.Path = append(field.Path, step); len(field.Path) > 20 {
			return Field{}, errors.New("the path is too long")
		}
	}
}

func (p *parser) step() (Step, error) {
	if p.take(`"`) {
		key, err := p.quoted()
		return Step{Key: key}, err
	}
	start := p.pos
	p.take("-")
	for !p.done() && !strings.ContainsRune("(-:.,>)", rune(p.text[p.pos])) {
		p.pos++
	}
	key := p.text[start:p.pos]
	if key == "" || key == "-" {
		return Step{}, errors.New("expecting a key or an index")
	}
	digits := strings.TrimPrefix(key, "-")
	isIndex := len(digits) < 10 && strings.Trim(digits, "0123456789") == ""
	return Step{Key: key, IsIndex: isIndex}, nil
}

func parseNames(what, text string) ([]string, error) {
	p := &parser{text: text}
	names := []string{}
	for {
		name, err := p.name()
		if err != nil {
			return nil, unreadable(what+" parameter", text, err.Error())
		}
		names = append(names, name)
		if p.done() {
			return names, nil
		}
		if !p.take(",") || len(names) >= itemsMax {
			return nil, unreadable(what+" parameter", text, `unexpected character, expecting ","`)
		}
	}
}
