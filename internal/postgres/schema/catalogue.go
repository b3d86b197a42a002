package schema

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

//go:embed catalogue.sql
var readCatalogue string

// expected is the output of Expectation for a migrated database, one line per object.
//
//go:embed expected.txt
var expected string

// entry is a part of the schema that a difference can name. Of is the object that it belongs to,
// and Digest covers its whole definition.
type entry struct{ Kind, Of, Name, Digest string }

func (e entry) key() string { return e.Kind + "\t" + e.Of + "\t" + e.Name }

// Difference is an entry of the schema that is not as the version expects it.
type Difference struct {
	// Object names it, such as `policy "…" on public.projects`.
	Object string
	// Is says what is wrong: "is missing", "was added" or "is not the version's".
	Is string
}

func (d Difference) String() string { return d.Object + " " + d.Is }

// What may be wrong with an object.
const (
	isMissing = "is missing"
	isAdded   = "was added"
	isAnother = "is not the version's"
)

// Expectation writes the current definition of the product's own schemas, to be compared with other
// databases.
func Expectation(ctx context.Context, db Beginner) (string, error) {
	found, err := catalogue(ctx, db)
	if err != nil {
		return "", err
	}
	lines := make([]string, len(found))
	for i, one := range found {
		lines[i] = one.key() + "\t" + one.Digest + "\n"
	}
	slices.Sort(lines)
	return strings.Join(lines, ""), nil
}

// Differences compares a database with what the version expects: tables with their columns,
// constraints, indexes, policies, triggers and row-level security, views, functions with their
// bodies, owners and grants. Objects that an operator added next to the product's own are not
// differences. Additions to the product's own objects are, except for indexes and change triggers.
func Differences(ctx context.Context, db Beginner) ([]Difference, error) {
	found, err := catalogue(ctx, db)
	if err != nil {
		return nil, err
	}
	return compare(parse(expected), found), nil
}

func parse(text string) (objects []entry) {
	for line := range strings.Lines(text) {
		parts := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(parts) == 4 {
			objects = append(objects, entry{parts[0], parts[1], parts[2], parts[3]})
		}
	}
	return objects
}

func compare(wanted, found []entry) (told []Difference) {
	digests, ours := map[string]string{}, map[string]bool{}
	for _, one := range found {
		digests[one.key()] = one.Digest
	}
	known := map[string]bool{}
	for _, one := range wanted {
		known[one.key()] = true
		if one.Of == "" {
			ours[one.Name] = true
		}
		switch digest, isThere := digests[one.key()]; {
		case !isThere:
			told = append(told, Difference{one.name(), isMissing})
		case digest != one.Digest:
			told = append(told, Difference{one.name(), isAnother})
		}
	}
	for _, one := range found {
		if !known[one.key()] && one.Of != "" && ours[one.Of] && !one.mayBeAdded() {
			told = append(told, Difference{one.name(), isAdded})
		}
	}
	slices.SortFunc(told, func(a, b Difference) int { return strings.Compare(a.String(), b.String()) })
	return told
}

// mayBeAdded reports whether an operator may add the entry to the product's tables without changing
// what anyone sees or does: an index, or the trigger that publishes changes (automacao table
// watch).
func (e entry) mayBeAdded() bool {
	return e.Kind == "index" || e.Kind == "trigger" && e.Name == "realtime_change"
}

func (e entry) name() string {
	switch {
	case e.Of == "":
		return e.Kind + " " + e.Name
	case e.Kind == "grant":
		return "grant on " + e.Of + " to " + e.Name
	default:
		return fmt.Sprintf("%s %q on %s", e.Kind, e.Name, e.Of)
	}
}

func catalogue(ctx context.Context, db Beginner) (objects []entry, err error) {
	err = pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		// With an empty search path PostgreSQL writes every name with its schema.
		if _, err := tx.Exec(ctx, `SET LOCAL search_path TO ''`); err != nil {
			return fmt.Errorf("empty the search path: %w", err)
		}
		rows, err := tx.Query(ctx, readCatalogue, Own)
		if err != nil {
			return fmt.Errorf("read the catalogue: %w", err)
		}
		objects, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (one entry, err error) {
			var text string
			if err := row.Scan(&one.Kind, &one.Of, &one.Name, &text); err != nil {
				return one, err
			}
			sum := sha256.Sum256([]byte(strings.Join(strings.Fields(text), " ")))
			one.Digest = hex.EncodeToString(sum[:8])
			return one, nil
		})
		if err != nil {
			return fmt.Errorf("read the catalogue: %w", err)
		}
		return nil
	})
	return objects, err
}
