// Package migrations holds the schema's history, one idea a file. It owns no
// code but what puts files together: package database applies them.
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

// Files are the migrations of the market's database, the protocols' among them,
// forward only, in the order of their numbers.
var Files fs.FS = together{market, schema.Migrations()}

// Protocols are those of a database that serves the protocols without a market.
var Protocols fs.FS = together{schema.Baseline(), schema.Migrations()}

// together is several folders as one.
type together []fs.FS

// Open opens a file of the first folder that has it.
func (folders together) Open(name string) (fs.File, error) {
	for _, folder := range folders {
		file, err := folder.Open(name)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return file, err
		}
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// ReadDir lists what is in any of the folders, sorted by name.
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
