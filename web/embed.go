// Package web carries the built front end inside the binary. It owns no
// behaviour: who serves the files decides about headers and fallbacks.
package web

import (
	"embed"
	"io/fs"
)

// The folder holds only .gitkeep until `npm run build` has run, so that the
// server builds without Node.
//
//go:embed all:dist
var dist embed.FS

// Files is the root of the built site; without a build it has no index.html.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // "dist" is a constant and a valid path.
	}
	return files
}
