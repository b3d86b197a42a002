package differential_test

import (
	"context"
	"net/http"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
)

// state is the rows of every table that requests may change.
func (b *bench) state(t *testing.T) map[string]string {
	t.Helper()
	rows, err := b.db.Query(context.Background(), "SELECT relation, content FROM hidden.state()")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	var table, content string
	if _, err := pgx.ForEachRow(rows, []any{&table, &content}, func() error { found[table] = content; return nil }); err != nil {
		t.Fatal(err)
	}
	return found
}

// exchangeWrite sends a write to one server after the other, each from the same state. Unless it is
// to stay, it is rolled back; if it stays, the changes are compared too.
func (b *bench) exchangeWrite(t *testing.T, a ask, kept map[string]string) exchange {
	t.Helper()
	x := exchange{ask: a}
	for _, side := range []struct {
		base string
		into *answer
	}{{b.theirs, &x.theirs}, {b.ours, &x.ours}} {
		if _, err := b.db.Exec(context.Background(), "SELECT hidden.renumber()"); err != nil {
			t.Fatal(err)
		}
		*side.into = b.ask(t, side.base, a)
		if a.stays {
			side.into.header = b.restore(t, kept, side.into.header)
		}
	}
	return x
}

// restore undoes changes, and records them as a header of the response.
func (b *bench) restore(t *testing.T, kept map[string]string, header http.Header) http.Header {
	t.Helper()
	header = header.Clone()
	for table, now := range b.state(t) {
		if now == kept[table] {
			continue
		}
		header.Add("What-Stays", table+" "+now)
		if _, err := b.db.Exec(context.Background(), "SELECT hidden.restore($1, $2)", table, kept[table]); err != nil {
			t.Fatalf("put %s back: %v", table, err)
		}
	}
	slices.Sort(header["What-Stays"])
	return header
}
