package conventions

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// goFolders are the folders of the root that hold Go code.
var goFolders = []string{"cmd", "internal", "verify"}

// fullPath returns the path from this package to a file of the root.
func fullPath(path string) string { return filepath.Join("../..", filepath.FromSlash(path)) }

// eachFile visits every file below the given folders of the root, by its path from the root with
// slashes. It leaves out testdata and what npm installed.
func eachFile(t *testing.T, folders []string, visit func(path string) error) {
	t.Helper()
	visited := 0
	for _, folder := range folders {
		err := filepath.WalkDir(fullPath(folder), func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == "testdata"):
				return fs.SkipDir
			case entry.IsDir():
				return nil
			}
			visited++
			return visit(strings.TrimPrefix(filepath.ToSlash(path), "../../"))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if visited == 0 {
		t.Fatalf("there is no file below %q", folders)
	}
}
