// Package schema holds the history of the protocols' own schemas, auth, storage
// and realtime, as SQL, one idea a file. It owns no code and knows no market:
// package database applies it, beside the market's migrations with which it
// shares one space of numbers, or alone to the database of somebody else's app.
package schema

import (
	"embed"
	"io/fs"
)

//go:embed migrations
var migrations embed.FS

//go:embed baseline/*.sql
var baseline embed.FS

// Migrations change what the protocols stand on, wherever they are served; forward
// only, in the order of their numbers.
func Migrations() fs.FS { return inside(migrations, "migrations") }

// Baseline makes, in a database without a market, what the market's first
// migrations made in its own.
func Baseline() fs.FS { return inside(baseline, "baseline") }

func inside(files embed.FS, folder string) fs.FS {
	found, err := fs.Sub(files, folder)
	if err != nil {
		panic(err) // The folder's name is a constant.
	}
	return found
}
