package migrations_test

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"automacao/internal/postgres/dbtest"
	"automacao/internal/postgres/migrations"
)

// TestEveryFileOfTheBaselineRuns finds files that no history names.
func TestEveryFileOfTheBaselineRuns(t *testing.T) {
	t.Parallel()
	var named []string
	for _, file := range slices.Concat(migrations.Product.Baseline, migrations.Protocols.Baseline) {
		named = append(named, file.Path)
	}
	found, err := filepath.Glob("*/baseline/*.sql")
	if err != nil || len(found) == 0 {
		t.Fatalf("found %d files: %v", len(found), err)
	}
	for _, path := range found {
		if !slices.Contains(named, path) {
			t.Errorf("nothing runs %s: name it in migrations.go", path)
		}
	}
}

var numbered = regexp.MustCompile(`^(\d{5})_[a-z0-9_]+\.sql$`)

// TestNumbersAreShared checks that the migrations of the product and of the protocols can be applied
// as one, and that later ones come after the bridge.
func TestNumbersAreShared(t *testing.T) {
	t.Parallel()
	for name, history := range map[string]migrations.History{"product": migrations.Product, "protocols": migrations.Protocols} {
		files, err := fs.Glob(history.Files, "*.sql")
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]string{}
		for _, file := range files {
			parts := numbered.FindStringSubmatch(file)
			if parts == nil {
				t.Errorf("%s: %s is not named as 02001_favourites.sql is", name, file)
				continue
			}
			if other := seen[parts[1]]; other != "" {
				t.Errorf("%s: %s and %s have one number", name, other, file)
			}
			seen[parts[1]] = file
		}
	}
	later, err := filepath.Glob("*/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range later {
		parts := numbered.FindStringSubmatch(filepath.Base(path))
		if parts == nil {
			t.Errorf("%s is not named as 02001_favourites.sql is", path)
			continue
		}
		if number, _ := strconv.Atoi(parts[1]); number <= migrations.LastOfBridge {
			t.Errorf("%s has a number of the bridge: it must be above %d", path, migrations.LastOfBridge)
		}
	}
}

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }
