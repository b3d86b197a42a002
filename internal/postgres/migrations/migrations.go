// Package migrations holds the SQL that makes the schema: of the product, and of the protocols that
// stand below it and are also served alone. It contains only the code that arranges the files;
// package postgres applies them.
//
// To read the schema, begin with product/baseline and protocols/baseline. Product says in which order
// their files run, and docs/decisions/0014 why there is a bridge beside them.
package migrations

import (
	"archive/zip"
	"bytes"
	"cmp"
	"embed"
	"errors"
	"io/fs"
	"slices"
)

// LastOfBridge is the number of the last migration that the baseline includes. Later migrations
// have higher numbers, shared by the product and the protocols.
const LastOfBridge = 1999

// History is how a schema comes about. Files are its migrations, forward only, in the order of their
// numbers. Baseline creates in an empty database what the migrations up to LastOfBridge create, and
// Data are the texts that it reads as settings.
type History struct {
	Files    fs.FS
	Baseline []File
	Data     map[string]string
}

// File is a file of SQL.
type File struct{ Path, SQL string }

//go:embed protocols product
var folders embed.FS

// bridge holds the migrations up to LastOfBridge, for databases from before the baseline.
//
//go:embed bridge.zip
var bridge []byte

// Product is the history of the product's database, which has the protocols too.
var Product = History{
	Files: together{inBridge("product"), inBridge("protocols"), inside(folders, "product"), inside(folders, "protocols")},
	Baseline: slices.Concat(
		read("protocols/baseline", "roles", "auth", "storage", "realtime"),
		read("product/baseline", "foundation", "price", "text", "calendar", "settings", "requests", "search", "cities",
			"profiles", "teams", "projects", "proposals", "directory", "messages", "notifications",
			"contracts", "milestones", "disputes", "reviews",
			"ledger", "payments", "taxes", "invoices", "moderation", "turns", "protocols"),
		read("protocols/baseline", "events")),
	Data: map[string]string{"baseline.municipalities": text("product/baseline/municipalities.tsv")},
}

// Protocols is the history of a database that serves the protocols alone.
var Protocols = History{
	Files:    together{inBridge("alone"), inBridge("protocols"), inside(folders, "protocols")},
	Baseline: read("protocols/baseline", "roles", "auth", "storage", "realtime", "alone", "events"),
}

func inBridge(folder string) fs.FS {
	archive, err := zip.NewReader(bytes.NewReader(bridge), int64(len(bridge)))
	if err != nil {
		panic(err) // The archive is part of the program.
	}
	return inside(archive, folder)
}

func inside(files fs.FS, folder string) fs.FS {
	found, err := fs.Sub(files, folder)
	if err != nil {
		panic(err) // The folder's name is a constant.
	}
	return found
}

func read(folder string, names ...string) []File {
	var found []File
	for _, name := range names {
		path := folder + "/" + name + ".sql"
		found = append(found, File{path, text(path)})
	}
	return found
}

func text(path string) string {
	content, err := folders.ReadFile(path)
	if err != nil {
		panic(err) // The path is a constant.
	}
	return string(content)
}

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
