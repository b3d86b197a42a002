// Package iolist reads the inputs and outputs of a machine or a plant from the files that automation
// engineers already have: lists in CSV and XLSX, and exports of TIA Portal, Studio 5000, CODESYS,
// Ignition, Elipse E3 and EPLAN. It decides of which kind each signal is. A file is hostile until it
// is read: every reader is bounded in bytes, rows, depth and expansion. The package keeps nothing
// and knows neither projects nor prices.
//
// Start reading at Read. A reader of a format turns its records into points and hands them to a
// builder, which is the only place that makes signals and errors of rows.
package iolist

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"automacao/internal/kernel/fault"
)

// Kind is what a signal is for the cabinet and the program: it decides the card and the work.
type Kind string

// The kinds. Fast is a signal of a fast counter, an encoder or a pulse output. Safety is a signal of
// a safety function, of whichever direction.
const (
	DigitalInput  Kind = "ED"
	DigitalOutput Kind = "SD"
	AnalogInput   Kind = "EA"
	AnalogOutput  Kind = "SA"
	Fast          Kind = "fast"
	Safety        Kind = "safety"
)

// Kinds are all kinds, in the order in which they are shown.
var Kinds = []Kind{DigitalInput, DigitalOutput, AnalogInput, AnalogOutput, Fast, Safety}

// Format is a layout that Read knows.
type Format string

// The formats.
const (
	CSV          Format = "csv"
	XLSX         Format = "xlsx"
	TIAPortal    Format = "tia_portal"
	Studio5000   Format = "studio_5000"
	L5X          Format = "l5x"
	CODESYS      Format = "codesys"
	PLCopen      Format = "plcopen"
	Ignition     Format = "ignition"
	ElipseE3     Format = "elipse_e3"
	EPLAN        Format = "eplan"
	AutomationML Format = "automationml"
)

// Bounds of a file. Bytes are those of the file as it was sent.
const (
	BytesMax      = 10 << 20
	RowsMax       = 20_000
	CharactersMax = 500
	ErrorsMax     = 200

	columnsMax   = 256
	xmlDepthMax  = 64
	jsonDepthMax = 32
	elementsMax  = 400_000
)

// Refusals of a whole file.
var (
	ErrTooBig     = fault.New(http.StatusRequestEntityTooLarge, "io_list_too_big", "A lista de I/O tem mais de 10 MB. Envie só a lista de sinais, sem o resto do projeto.")
	ErrUnknown    = fault.New(http.StatusUnprocessableEntity, "io_list_unknown", "Não reconhecemos este arquivo como lista de I/O. Envie CSV ou XLSX com as colunas tag, endereço, tipo e descrição, ou uma exportação do TIA Portal, Studio 5000, CODESYS, Ignition, Elipse E3 ou EPLAN.")
	ErrUnreadable = fault.New(http.StatusUnprocessableEntity, "io_list_unreadable", "O arquivo da lista de I/O está corrompido, incompleto ou protegido por senha. Exporte-o de novo e envie.")
	ErrManyRows   = fault.New(http.StatusUnprocessableEntity, "io_list_too_many_rows", "A lista de I/O tem mais de 20.000 linhas. Divida-a por área ou por painel.")
	ErrTooDeep    = fault.New(http.StatusUnprocessableEntity, "io_list_too_deep", "O arquivo da lista de I/O tem níveis, entidades ou conteúdo compactado demais. Exporte só a lista de sinais.")
	ErrEmpty      = fault.New(http.StatusUnprocessableEntity, "io_list_empty", "Nenhum sinal de I/O foi encontrado no arquivo. Confira se a lista tem endereço ou tipo em cada linha.")
)

// Signal is one input or output. Row is its row or line in the file; for Ignition, which has no
// rows, it is the number of the tag.
type Signal struct {
	Row                       int
	Tag, Address, Description string
	Kind                      Kind
}

// RowError is what is wrong with one row. Column is "tag", "address", "kind", "description" or
// "row". Code is a key of Sentences.
type RowError struct {
	Row    int    `json:"row"`
	Column string `json:"column"`
	Code   string `json:"code"`
}

// List is what was read from a file. Others counts the rows that are no inputs or outputs, such as
// memory tags and internal variables. Errors has at most ErrorsMax entries, ErrorsCount counts all.
type List struct {
	Format      Format
	Signals     []Signal
	Others      int
	Errors      []RowError
	ErrorsCount int
}

// ByKind counts the signals of each kind. Every kind is present, also with 0.
func (l List) ByKind() map[Kind]int {
	counts := make(map[Kind]int, len(Kinds))
	for _, kind := range Kinds {
		counts[kind] = 0
	}
	for _, signal := range l.Signals {
		counts[signal.Kind]++
	}
	return counts
}

// Read reads the list in a file of size bytes. The content decides the format; the extension of
// name decides where the content leaves it open. The errors are the refusals of this package, or
// that of a context that has ended. The details of ErrEmpty are the errors of the rows.
func Read(ctx context.Context, name string, file io.ReaderAt, size int64) (List, error) {
	if size > BytesMax {
		return List{}, ErrTooBig
	}
	if size <= 0 {
		return List{}, ErrEmpty
	}
	content := make([]byte, size)
	if read, err := file.ReadAt(content, 0); int64(read) != size {
		return List{}, ErrUnreadable.Because(fmt.Errorf("read %d of %d bytes: %w", read, size, err))
	}
	list := &builder{ctx: ctx}
	if err := list.read(name, content); err != nil {
		return List{}, err
	}
	if len(list.Signals) == 0 {
		return List{}, ErrEmpty.With(list.Errors)
	}
	return list.List, nil
}
