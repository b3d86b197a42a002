package iolist

import (
	"slices"
	"strings"
)

// headMax is the number of rows among which the header is looked for.
const headMax = 30

type record struct {
	row   int
	cells []string
}

// columns are the places of the fields in a row, -1 if a table lacks one. names are the header's
// cells as plainOf returns them.
type columns struct {
	tag, address, typed, dataType, description int
	names                                      []string
}

// table reads the rows of a list, whatever file they come from.
func (b *builder) table(rows source, format Format) error {
	t := &table{builder: b, format: format}
	err := rows(func(row int, cells []string) error {
		if isBlank(cells) {
			return nil
		}
		if err := b.row(); err != nil {
			return err
		}
		if len(cells) > columnsMax {
			b.fail(row, "row", CodeRowTooLong)
			cells = cells[:columnsMax]
		}
		if t.take != nil {
			t.take(record{row, cells})
			return nil
		}
		if t.head = append(t.head, record{row, slices.Clone(cells)}); len(t.head) < headMax {
			return nil
		}
		return t.begin()
	})
	if err == nil && t.take == nil {
		err = t.begin()
	}
	if err == nil && t.end != nil {
		t.end()
	}
	return err
}

type table struct {
	*builder
	format  Format
	head    []record
	columns columns
	// take reads one row below the header, and end what can be read only after the last one.
	take func(record)
	end  func()
}

// begin finds the header, decides the format by it, and reads the rows that were kept.
func (t *table) begin() error {
	at, best := headerOf(t.head)
	if at < 0 {
		if t.columns = guess(t.head); t.columns.address < 0 && (t.columns.typed < 0 || t.columns.tag < 0) {
			return ErrUnknown
		}
		t.Format, t.take = t.format, t.signal
	} else {
		t.columns = best
		t.columns.settle(t.head[at+1:])
		t.choose()
	}
	for _, one := range t.head[at+1:] {
		t.take(one)
	}
	t.head = nil
	return nil
}

// choose decides the format by the names in the header.
func (t *table) choose() {
	t.Format, t.take = t.format, t.signal
	switch has := t.columns.has; {
	case has("type", "scope", "name", "specifier"):
		t.Format = Studio5000
		t.studio()
	case has("objecttype") || has("paramitem") || has("n1", "n2", "n3", "n4") || has("n1 b1"):
		t.Format = ElipseE3
		t.elipse()
	case t.columns.dataType >= 0 && t.columns.address >= 0 && slices.Contains(logical, strings.TrimSpace(t.columns.names[t.columns.address])):
		t.Format = TIAPortal
	case t.format == CSV && (has("symbolic address") || has("endereco simbolico") || has("symbolische adresse")) &&
		(has("function text") || has("texto da funcao") || has("texto de funcao") || has("funktionstext")):
		t.Format = EPLAN
	}
}

// logical are the names of the address in the languages of TIA Portal.
var logical = []string{"logical address", "logische adresse", "direccion logica", "adresse logique", "indirizzo logico", "endereco logico"}

// has reports that the header has all of these names.
func (c columns) has(names ...string) bool {
	for _, name := range names {
		if c.find(name) < 0 {
			return false
		}
	}
	return true
}

// find returns the column with a name, or -1.
func (c columns) find(name string) int {
	return slices.Index(c.names, " "+name+" ")
}

// signal reads a row of a list of signals.
func (t *table) signal(one record) {
	c := t.columns
	p := point{
		row: one.row, tag: one.at(c.tag), address: one.at(c.address), description: one.at(c.description),
		typed: one.at(c.typed), dataType: one.at(c.dataType),
	}
	if t.isAside(one, p) {
		return
	}
	if t.Format == TIAPortal {
		p.evidence = hintOfTIA(p.address, p.dataType)
	}
	t.builder.take(p)
}

// isAside reports rows that are no record of a list: the header once more, a title above a group, a
// total below it.
func (t *table) isAside(one record, p point) bool {
	filled := 0
	same := 0
	for i, cell := range one.cells {
		if strings.TrimSpace(cell) == "" {
			continue
		}
		filled++
		if i < len(t.columns.names) && plainOf(cell) == t.columns.names[i] {
			same++
		}
	}
	name := plainOf(p.tag)
	switch {
	case same >= 2 && same*2 > filled:
		return true
	case p.address == "" && (strings.HasPrefix(name, " total ") || strings.HasPrefix(name, " subtotal ")):
		return true
	case p.address == "" && filled == 1:
		return p.judge().kind() == ""
	case p.address == "" && p.tag == "":
		return hintOfWords(p.typed).kind() == ""
	}
	return false
}

// at returns a cell without blanks around it, "" if the row or the table lacks it.
func (r record) at(column int) string {
	if column < 0 || column >= len(r.cells) {
		return ""
	}
	return strings.TrimSpace(r.cells[column])
}

func isBlank(cells []string) bool {
	return !slices.ContainsFunc(cells, func(cell string) bool { return strings.TrimSpace(cell) != "" })
}
