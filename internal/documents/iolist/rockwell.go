package iolist

import (
	"regexp"
	"strconv"
	"strings"
)

// logix collects what a project of Studio 5000 says about its terminals, in whichever order: the
// modules, the aliases of their points, comments on points, and points that the logic uses without
// a name. A point that an alias names counts once, whatever else mentions it.
type logix struct {
	*builder
	modules  map[string]hint
	targets  map[string]string
	aliases  []point
	comments []point
	uses     []point
}

func newLogix(b *builder) *logix {
	return &logix{builder: b, modules: map[string]hint{}, targets: map[string]string{}}
}

func (l *logix) alias(p point) {
	l.targets[strings.ToUpper(p.tag)] = p.address
	l.aliases = append(l.aliases, p)
}

// finish hands everything to the list.
func (l *logix) finish() {
	described := map[string]string{}
	for _, comment := range l.comments {
		described[strings.ToUpper(comment.address)] = comment.description
	}
	seen := map[string]bool{}
	for _, p := range l.aliases {
		p.address = l.resolve(p.address)
		address := strings.ToUpper(p.address)
		if seen[address] || !logixAddress.MatchString(address) {
			// A second name of a point is no second point, and a name in memory is none.
			l.Others++
			continue
		}
		seen[address] = true
		if p.description == "" {
			p.description = described[address]
		}
		l.point(p)
	}
	for _, p := range append(l.comments, l.uses...) {
		address := strings.ToUpper(p.address)
		if !seen[address] && !hintOfAddress(address).isOther {
			seen[address] = true
			l.point(p)
		}
	}
}

// point adds a point with what its module says. Whether a word of a module is analogue, and whether
// a point counts fast or belongs to a safety function, only the module tells.
func (l *logix) point(p point) {
	if parts := logixAddress.FindStringSubmatch(strings.ToUpper(p.address)); parts != nil {
		module := l.modules[parts[1]]
		p.evidence = hint{form: module.form, special: module.special}.or(p.evidence)
		if hintOfMember(parts[2], parts[3]).form == digital {
			p.evidence.form = digital
		}
	}
	l.take(p)
}

// resolve follows an alias of an alias to the terminal.
func (l *logix) resolve(operand string) string {
	const stepsMax = 8
	for range stepsMax {
		end := strings.IndexAny(operand, ".[")
		if end < 0 {
			end = len(operand)
		}
		target, isAlias := l.targets[strings.ToUpper(operand[:end])]
		if !isAlias || len(target) > CharactersMax {
			return operand
		}
		operand = target + operand[end:]
	}
	return operand
}

// Catalogue numbers and data types of modules: 1756-IB16, AB:1734_IE4:I:0, 1791ES-IB8XOBV4.
var (
	catalogue      = regexp.MustCompile(`\d{4}(DS|ES)?[-_]([A-Z]\w*)`)
	safetyModule   = regexp.MustCompile(`^[IO][A-Z]+\d+S(?:_|$)|^SD[IO]|SAFETY`)
	fastModule     = regexp.MustCompile(`HSC|^I[JK]|^CFM`)
	analogModule   = regexp.MustCompile(`^(?:A[IO]|[IO][FETRY])`)
	digitalModule  = regexp.MustCompile(`^(?:D[IO]|[IO][A-Z])`)
	operandInLogic = regexp.MustCompile(`\b[A-Za-z_]\w*(?::\d+)?:[IO]\d?\.[\w.\[\]]*[\w\]]`)
)

// hintOfModule reads a catalogue number or a data type.
func hintOfModule(text string) hint {
	const bytesMax = 80
	parts := catalogue.FindStringSubmatch(strings.ToUpper(text[:min(len(text), bytesMax)]))
	if parts == nil {
		return hint{}
	}
	found := hint{}
	switch {
	case parts[1] != "", safetyModule.MatchString(parts[2]):
		found.special = Safety
	case fastModule.MatchString(parts[2]):
		found.special = Fast
	}
	switch {
	case analogModule.MatchString(parts[2]):
		found.form = analog
	case digitalModule.MatchString(parts[2]):
		found.form = digital
	}
	return found
}

// studio reads the rows of an export of tags of Studio 5000.
func (t *table) studio() {
	project := newLogix(t.builder)
	kind, name, specifier := t.columns.find("type"), t.columns.find("name"), t.columns.find("specifier")
	description, dataType := t.columns.find("description"), t.columns.find("datatype")
	t.take = func(one record) {
		p := point{row: one.row, tag: one.at(name), address: one.at(specifier), description: unescape(one.at(description))}
		switch kind := strings.ToUpper(one.at(kind)); {
		case kind == "ALIAS":
			project.alias(p)
		case kind == "COMMENT" && logixAddress.MatchString(strings.ToUpper(p.address)):
			p.tag = ""
			project.comments = append(project.comments, p)
		case kind == "TAG" && strings.Contains(p.tag, ":"):
			place := strings.ToUpper(p.tag)
			project.modules[place[:strings.LastIndexByte(place, ':')]] = hintOfModule(one.at(dataType))
		case kind == "TAG":
			t.Others++
		}
	}
	t.end = project.finish
}

var escaped = regexp.MustCompile(`\$(?:[0-9A-Fa-f]{4}|.)`)

// unescape decodes a description: $N is a line break, $Q a quote, $00E7 a character.
func unescape(text string) string {
	return escaped.ReplaceAllStringFunc(text, func(code string) string {
		switch code[1:] {
		case "N", "L", "R", "T":
			return " "
		case "Q":
			return `"`
		case "$", "'":
			return code[1:]
		}
		if number, err := strconv.ParseUint(code[1:], 16, 16); err == nil && len(code) == 5 {
			return string(rune(number))
		}
		return code
	})
}

// l5x reads a project or a part of one.
func (b *builder) l5x(root *element) error {
	b.Format = L5X
	project := newLogix(b)
	used := map[string]bool{}
	err := root.each(func(e *element) error {
		switch e.name {
		case "Module":
			return project.module(e)
		case "Tag", "LocalTag":
			return project.tag(e)
		case "Text", "Line":
			for _, operand := range operandInLogic.FindAllString(e.text(), -1) {
				if key := strings.ToUpper(operand); !used[key] {
					used[key] = true
					if err := b.row(); err != nil {
						return err
					}
					project.uses = append(project.uses, point{row: e.line, address: operand})
				}
			}
		}
		return nil
	})
	if err == nil {
		project.finish()
	}
	return err
}

// module reads a module: its catalogue number, where it is plugged, and the comments on its points.
// A module is addressed by its parent and its slot, or by its name.
func (l *logix) module(e *element) error {
	name := first(e.attribute("Name"), CharactersMax)
	own := hintOfModule(e.attribute("CatalogNumber"))
	if e.attribute("SafetyEnabled") == "true" {
		own.special = Safety
	}
	place := name
	for _, port := range e.child("Ports").children {
		// The address of a module on Ethernet is that of the network, and no slot.
		if slot, err := strconv.Atoi(port.attribute("Address")); err == nil && port.attribute("Upstream") == "true" && e.attribute("ParentModule") != name {
			place = first(e.attribute("ParentModule"), CharactersMax) + ":" + strconv.Itoa(slot)
		}
	}
	l.modules[strings.ToUpper(name)], l.modules[strings.ToUpper(place)] = own, own
	return e.each(func(one *element) error {
		area := areas[one.name]
		if area == "" {
			return nil
		}
		for _, comment := range one.child("Comments").children {
			if operand := comment.attribute("Operand"); strings.HasPrefix(operand, ".") {
				if err := l.row(); err != nil {
					return err
				}
				l.comments = append(l.comments, point{row: comment.line, address: place + area + operand, description: textOf(comment)})
			}
		}
		return nil
	})
}

// areas are the elements of a module that comment on its inputs and outputs.
var areas = map[string]string{"InputTag": ":I", "InAliasTag": ":I", "OutputTag": ":O", "OutAliasTag": ":O"}

func (l *logix) tag(e *element) error {
	if err := l.row(); err != nil {
		return err
	}
	target := e.attribute("AliasFor")
	if target == "" {
		l.Others++
		return nil
	}
	p := point{row: e.line, tag: e.attribute("Name"), address: target, description: textOf(e.child("Description"))}
	if e.attribute("Class") == "Safety" {
		p.evidence.special = Safety
	}
	l.alias(p)
	return nil
}
