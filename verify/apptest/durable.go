package apptest

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres/cluster"
)

// Durable returns a PostgreSQL with the durability of a market. The PostgreSQL of the other tests
// may lose what it confirmed. Its folder is open to its own user.
func Durable(t *testing.T) *cluster.Cluster {
	t.Helper()
	folder, err := os.MkdirTemp("", "automacao-durable-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o711); err != nil {
		t.Fatal(err)
	}
	running, err := cluster.Start(t.Context(), cluster.Config{Dir: filepath.Join(folder, "d"), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = running.Stop(context.Background()) })
	return running
}

// Rented returns the addresses of an empty durable database: one as its owner, who is no superuser,
// and one as a role that owns nothing in it.
func Rented(t *testing.T) (owner, counter string) {
	t.Helper()
	running := Durable(t)
	conn, err := pgx.Connect(t.Context(), running.URL("postgres", cluster.Superuser))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	for _, statement := range []string{`CREATE ROLE dono LOGIN CREATEROLE`, `CREATE ROLE balcao LOGIN`, `CREATE DATABASE feira OWNER dono`} {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	return running.URL("feira", "dono"), running.URL("feira", "balcao")
}
