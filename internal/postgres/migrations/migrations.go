// Package migrations holds the SQL that makes the schema: of the product, and of the protocols that
// stand below it and are also served alone. It contains only the code that arranges the files;
// package postgres applies them.
//
// Begin with Product.
package migrations

import (
	"archive/zip"
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"io/fs"
	"slices"
)

// bridge holds the migrations up to LastOfBridge, from before there was a baseline: those of the
// product, those of the protocols, and the first one of a database with the protocols alone.
//
//go:embed bridge.zip
var bridge []byte

// Product are the migrations of the product's database, including those of the protocols. They run
// forward only, in the order of their numbers.
var Product fs.FS = together{inBridge("product"), inBridge("protocols")}

// Protocols are the migrations of a database that serves the protocols alone.
var Protocols fs.FS = together{inBridge("alone"), inBridge("protocols")}

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
