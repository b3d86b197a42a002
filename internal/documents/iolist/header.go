package iolist

import "strings"

// headings are the names of each field in a header, as plainOf returns them, the surest first.
var headings = struct{ dataType, address, typed, description, tag []string }{
	dataType: []string{"data type", "datatype", "tipo de dado", "tipo de dados", "tipo do dado", "tipo dado", "datentyp", "type de donnees", "tipo de datos"},
	address: append([]string{
		"address", "endereco", "endereco clp", "endereco do clp", "endereco plc", "endereco i o", "endereco e s", "plc address", "i o address", "sps adresse",
		"iec address", "operand", "operando", "adresse", "end clp", "end", "register", "registrador", "registro",
	}, logical...),
	typed: []string{
		"tipo de sinal", "tipo sinal", "tipo do sinal", "signal type", "tipo de i o", "tipo i o", "tipo de io", "tipo io", "tipo de e s", "tipo e s", "i o type", "io type",
		"tipo de ponto", "tipo do ponto", "point type", "tipo", "type", "classe", "kind", "direcao", "direction", "natureza",
	},
	description: []string{
		"descricao", "description", "descritivo", "function text", "texto da funcao", "texto de funcao", "funktionstext", "funcao", "function", "comentario", "comentarios",
		"comment", "comments", "kommentar", "commentaire", "docstring", "servico", "service", "desc", "observacao", "observacoes", "remarks",
	},
	tag: []string{
		"tag", "tagname", "tag name", "nome do tag", "nome da tag", "symbolic address", "endereco simbolico", "symbolische adresse", "simbolo", "symbol", "mnemonico",
		"nome do sinal", "signal name", "variavel", "variable", "nome", "name", "nombre", "nom", "identificacao", "instrumento", "instrument",
	},
}

// unsure are names that head a tag in one list and a type or an address in another: the rows below
// decide.
var unsure = []string{"sinal", "signal", "sinais", "i o", "io", "e s", "es", "i os", "entrada saida", "canal", "channel", "ponto", "point", "item"}

// headerOf returns the row that is most like a header, and its columns, or -1. A header names at least
// two fields, one of which says which signal is meant.
func headerOf(head []record) (at int, best columns) {
	at, most := -1, 1
	for i, one := range head {
		found := columnsOf(one.cells)
		if score := found.score(); score > most {
			at, best, most = i, found, score
		}
	}
	return at, best
}

func (c columns) score() int {
	count := 0
	for _, place := range []int{c.tag, c.address, c.typed, c.dataType, c.description} {
		if place >= 0 {
			count++
		}
	}
	hasUnsure := false
	for _, name := range unsure {
		if c.find(name) >= 0 {
			hasUnsure = true
		}
	}
	if hasUnsure {
		count++
	}
	if c.tag < 0 && c.address < 0 && !hasUnsure {
		return 0
	}
	return count
}

// columnsOf reads a row as a header. The tag comes last, because its names are the least certain.
func columnsOf(cells []string) columns {
	c := columns{names: make([]string, len(cells))}
	for i, cell := range cells {
		// A longer text is no name of a column.
		if len(cell) <= 80 {
			c.names[i] = plainOf(cell)
		}
	}
	taken := map[int]bool{}
	c.dataType = c.pick(taken, headings.dataType)
	c.address = c.pick(taken, headings.address)
	c.typed = c.pick(taken, headings.typed)
	c.description = c.pick(taken, headings.description)
	c.tag = c.pick(taken, headings.tag)
	return c
}

// pick returns the column with the surest of the names, or that begins with it, or -1.
func (c columns) pick(taken map[int]bool, names []string) int {
	for _, isPrefix := range []bool{false, true} {
		for _, name := range names {
			for i, own := range c.names {
				fits := own == " "+name+" " || isPrefix && strings.HasPrefix(own, " "+name+" ") && !strings.Contains(own, " simbol") && !strings.Contains(own, " symbol")
				if fits && !taken[i] {
					taken[i] = true
					return i
				}
			}
		}
	}
	return -1
}

// settle decides by the rows below the header what the columns with an unsure name are.
func (c *columns) settle(rows []record) {
	for i, name := range c.names {
		isUnsure := false
		for _, one := range unsure {
			isUnsure = isUnsure || name == " "+one+" "
		}
		if !isUnsure {
			continue
		}
		seen := look(rows, i)
		switch {
		case c.typed < 0 && seen.kinds > 0 && seen.kinds >= seen.addresses:
			c.typed = i
		case c.address < 0 && seen.addresses > 0:
			c.address = i
		case c.tag < 0:
			c.tag = i
		}
	}
}

// contents count what the cells of a column look like.
type contents struct{ filled, kinds, addresses, types, letters int }

func look(rows []record, column int) (seen contents) {
	for _, one := range rows {
		cell := one.at(column)
		if cell == "" {
			continue
		}
		seen.filled++
		seen.letters += len(cell)
		if hintOfData(cell) != (hint{}) {
			seen.types++
		} else if len(cell) < 40 && hintOfWords(cell) != (hint{}) {
			seen.kinds++
		}
		if found := hintOfAddress(cell); found.direction != 0 || found.isOther {
			seen.addresses++
		}
	}
	return seen
}

// guess finds the columns of a table without a header by its cells: the type and the address where
// half of the rows have one, the tag in the first column that is left, and the description in the
// one with the longest texts.
func guess(rows []record) columns {
	c := columns{tag: -1, address: -1, typed: -1, dataType: -1, description: -1}
	width, longest := 0, 5
	for _, one := range rows {
		width = max(width, len(one.cells))
	}
	for i := range width {
		seen := look(rows, i)
		isMost := func(count int) bool { return count > 0 && count*2 >= len(rows) }
		switch average := seen.letters / max(seen.filled, 1); {
		case c.address < 0 && isMost(seen.addresses):
			c.address = i
		case c.dataType < 0 && isMost(seen.types):
			c.dataType = i
		case c.typed < 0 && isMost(seen.kinds) && average < 30:
			c.typed = i
		case c.tag < 0 && isMost(seen.filled):
			c.tag = i
		case average > longest:
			c.description, longest = i, average
		}
	}
	return c
}
