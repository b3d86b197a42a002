package iolist

import (
	"context"
	"strings"
	"unicode/utf8"

	"automacao/internal/kernel/humantext"
)

// Codes of errors of rows.
const (
	CodeKindUnknown  = "kind_unknown"
	CodeTagMissing   = "tag_missing"
	CodeTagTwice     = "tag_twice"
	CodeAddressTwice = "address_twice"
	CodeAddressWrong = "address_wrong"
	CodeRowTooLong   = "row_too_long"
)

// Sentences are what people read for each code of a row.
var Sentences = map[string]string{
	CodeKindUnknown:  "Não deu para saber se o sinal é ED, SD, EA ou SA. Preencha o tipo. A linha não foi contada.",
	CodeTagMissing:   "A linha tem tipo, mas não tem tag nem endereço. Ela não foi contada.",
	CodeTagTwice:     "A tag já apareceu em outra linha. Só a primeira foi contada.",
	CodeAddressTwice: "O endereço já apareceu em outra linha. As duas foram contadas.",
	CodeAddressWrong: "O endereço não é válido ou contradiz o tipo. Vale o tipo.",
	CodeRowTooLong:   "A linha tem texto ou colunas demais e foi cortada.",
}

// point is a record of a file that may be a signal. typed is the text that states its kind,
// dataType the type of its variable. evidence is what the reader of the format knows besides.
type point struct {
	row                       int
	tag, address, description string
	typed, dataType           string
	evidence                  hint
}

// builder makes a list of points.
type builder struct {
	List
	ctx       context.Context //nolint:containedctx // A builder lives as long as one call of Read.
	rows      int
	cellCount int
	tags      map[string]bool
	addresses map[string]bool
}

// row counts a record of the file. Every reader calls it once a record, whatever the record is.
func (b *builder) row() error {
	if b.rows++; b.rows > RowsMax {
		return ErrManyRows
	}
	return b.alive(b.rows)
}

// alive reports the end of the context, once in 256 steps of a loop.
func (b *builder) alive(step int) error {
	if step%256 != 0 {
		return nil
	}
	return b.ctx.Err()
}

func (b *builder) fail(row int, column, code string) {
	if b.ErrorsCount++; len(b.Errors) < ErrorsMax {
		b.Errors = append(b.Errors, RowError{Row: row, Column: column, Code: code})
	}
}

// take adds a point to the list: as a signal, as one of the others, or as an error of its row.
func (b *builder) take(p point) {
	found := p.judge()
	if found.isOther {
		b.Others++
		return
	}
	signal := Signal{Row: p.row, Kind: found.kind()}
	signal.Tag = b.clean(p.row, "tag", p.tag)
	signal.Address = b.clean(p.row, "address", p.address)
	signal.Description = b.clean(p.row, "description", p.description)
	switch {
	case signal.Tag == "" && signal.Address == "":
		b.fail(p.row, "tag", CodeTagMissing)
	case signal.Kind == "" && found.isWrong:
		b.fail(p.row, "address", CodeAddressWrong)
	case signal.Kind == "":
		b.fail(p.row, "kind", CodeKindUnknown)
	case b.isTwice(&b.tags, signal.Tag):
		b.fail(p.row, "tag", CodeTagTwice)
	default:
		if found.isWrong {
			b.fail(p.row, "address", CodeAddressWrong)
		}
		if b.isTwice(&b.addresses, signal.Address) {
			b.fail(p.row, "address", CodeAddressTwice)
		}
		b.Signals = append(b.Signals, signal)
	}
}

// isTwice reports that a text was there before, in any case, and remembers it. An empty one never
// was.
func (b *builder) isTwice(seen *map[string]bool, text string) bool {
	if text == "" {
		return false
	}
	key := strings.ToUpper(text)
	if (*seen)[key] {
		return true
	}
	if *seen == nil {
		*seen = map[string]bool{}
	}
	(*seen)[key] = true
	return false
}

// clean returns a text as it is kept: one line, without characters that are not shown.
func (b *builder) clean(row int, column, text string) string {
	const bytesMax = 4 * CharactersMax
	isLong := len(text) > bytesMax
	text = humantext.Clean(first(text, bytesMax))
	if utf8.RuneCountInString(text) > CharactersMax {
		isLong, text = true, humantext.Cut(text, CharactersMax)
	}
	if isLong {
		b.fail(row, column, CodeRowTooLong)
	}
	return text
}

// first returns at most the first bytesMax bytes of a text, as valid UTF-8. What is joined from parts
// of a file is cut by it before, because one long part may be joined with many others.
func first(text string, bytesMax int) string {
	return strings.ToValidUTF8(text[:min(len(text), bytesMax)], "")
}
