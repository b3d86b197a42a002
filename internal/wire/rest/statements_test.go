package rest_test

import (
	"context"
	"crypto/rand"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// TestAStatementIsPreparedByItsCaller holds that an engine whose own login may
// read nothing answers the same question again and again.
func TestAStatementIsPreparedByItsCaller(t *testing.T) {
	t.Parallel()
	b := setup(t)
	login := pgx.Identifier{"lean_" + strings.ToLower(rand.Text())}.Sanitize()
	b.must(t, "CREATE ROLE "+login+" LOGIN NOINHERIT IN ROLE anon, authenticated")
	t.Cleanup(func() { b.must(t, "DROP ROLE "+login) })
	cfg := b.pool.Config()
	cfg.MaxConns, cfg.MinConns, cfg.ConnConfig.User = 1, 0, strings.Trim(login, `"`)
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	lean := setupOn(t, &bundle{keys: b.keys, pool: pool})
	for range 3 {
		lean.check(t, call{as: "ana", path: "/notes?select=id", headers: map[string]string{"Accept-Profile": "personal"}, status: 200, want: `[{"id":1}]`, with: map[string]string{"Content-Profile": "personal"}})
	}
}

func (b *bundle) must(t *testing.T, sql string) {
	t.Helper()
	if _, err := b.pool.Exec(context.Background(), sql); err != nil {
		t.Fatal(err)
	}
}
