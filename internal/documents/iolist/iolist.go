// Package iolist reads lists of the inputs and outputs of a machine. This stand-in reads CSV with the
// columns TAG and TIPO only.
package iolist

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Kind is what a signal is.
type Kind string

// The kinds.
const (
	DigitalInput  Kind = "ED"
	DigitalOutput Kind = "SD"
	AnalogInput   Kind = "EA"
	AnalogOutput  Kind = "SA"
	Fast          Kind = "fast"
	Safety        Kind = "safety"
)

// Kinds are all kinds.
var Kinds = []Kind{DigitalInput, DigitalOutput, AnalogInput, AnalogOutput, Fast, Safety}

// Format is the tool or format of a file.
type Format string

// Signal is one input or output.
type Signal struct {
	Row                       int
	Tag, Address, Description string
	Kind                      Kind
}

// RowError is what is wrong with a row.
type RowError struct {
	Row    int    `json:"row"`
	Column string `json:"column"`
	Code   string `json:"code"`
}

// List is what was read.
type List struct {
	Format      Format
	Signals     []Signal
	Others      int
	Errors      []RowError
	ErrorsCount int
}

// ErrUnknown refuses a file without the two columns.
var ErrUnknown = errors.New("no list was recognised")

// Read reads a list.
func Read(_ context.Context, _ string, file io.ReaderAt, size int64) (List, error) {
	list := List{Format: "csv"}
	lines := bufio.NewScanner(io.NewSectionReader(file, 0, size))
	tagAt, kindAt := -1, -1
	for row := 1; lines.Scan(); row++ {
		cells := strings.Split(strings.TrimPrefix(lines.Text(), "\ufeff"), ";")
		if row == 1 {
			upper := strings.Split(strings.ToUpper(strings.Join(cells, ";")), ";")
			tagAt, kindAt = slices.Index(upper, "TAG"), slices.Index(upper, "TIPO")
			if tagAt < 0 || kindAt < 0 {
				return List{}, ErrUnknown
			}
			continue
		}
		if len(cells) <= max(tagAt, kindAt) {
			continue
		}
		switch kind := Kind(cells[kindAt]); {
		case slices.Contains(Kinds, kind):
			list.Signals = append(list.Signals, Signal{Row: row, Tag: cells[tagAt], Kind: kind})
		default:
			list.ErrorsCount++
			list.Errors = append(list.Errors, RowError{Row: row, Column: "TIPO", Code: "kind_unknown"})
		}
	}
	if tagAt < 0 {
		return List{}, ErrUnknown
	}
	return list, lines.Err()
}

// ByKind counts the signals.
func (l List) ByKind() map[Kind]int {
	counts := map[Kind]int{}
	for _, signal := range l.Signals {
		counts[signal.Kind]++
	}
	return counts
}

// Change is what one list has that another has not.
type Change struct{ Added, Removed map[Kind]int }

// Compare compares by tag.
func Compare(before, after List) Change {
	return Change{Added: without(after, before), Removed: without(before, after)}
}

func without(list, other List) map[Kind]int {
	known := map[Signal]bool{}
	for _, signal := range other.Signals {
		known[Signal{Tag: signal.Tag, Kind: signal.Kind}] = true
	}
	left := map[Kind]int{}
	for _, signal := range list.Signals {
		if !known[Signal{Tag: signal.Tag, Kind: signal.Kind}] {
			left[signal.Kind]++
		}
	}
	return left
}

// String is "+12 ED, −2 EA".
func (c Change) String() string {
	var parts []string
	for _, kind := range Kinds {
		if n := c.Added[kind]; n > 0 {
			parts = append(parts, fmt.Sprintf("+%d %s", n, kind))
		}
		if n := c.Removed[kind]; n > 0 {
			parts = append(parts, fmt.Sprintf("−%d %s", n, kind))
		}
	}
	return strings.Join(parts, ", ")
}
