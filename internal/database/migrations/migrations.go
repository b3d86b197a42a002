// Package migrations holds the schema's history, one idea a file. It owns no
// code: package database applies it.
package migrations

import "embed"

// Files are the migrations, forward only, in the order of their numbers.
//
//go:embed *.sql
var Files embed.FS
