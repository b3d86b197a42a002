// Package migrations holds the schema's history, one idea per file. It contains only the code that
// merges the folders of files; package postgres applies them.
package migrations

import (
	"cmp"
	"embed"
	"errors"
	"io/fs"
	"slices"

	"automacao/internal/wire/schema"
)

//go:embed *.sql
var market embed.FS

// Files are the migrations of the market's database, including those of the protocols. They run
// forward only, in the order of their numbers.
var Files fs.FS = together{market, schema.Migrations()}

// Protocols are the migrations of a database that serves the protocols without a market.
var Protocols fs.FS = together{schema.Baseline(), schema.Migrations()}

// together merges several folders into one.
type together []fs.FS

// Open opens a file from the first folder that has it.
func (folders together) Open(name string) (fs.File, error) {
	for _, folder := range folders {
		file, err := folder.Open(name)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return file, err
		}
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// ReadDir lists the content of all folders, sorted by name.
func (folders together) ReadDir(name string) ([]fs.DirEntry, error) {
	var all []fs.DirEntry
	for _, folder := range folders {
		entries, err := fs.ReadDir(folder, name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		all = append(all, entries...)
	}
	slices.SortFunc(all, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return all, nil
}
