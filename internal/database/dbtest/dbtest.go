// Package dbtest gives every test a real PostgreSQL database of its own. Each
// test program starts one throw-away cluster, migrates a template once and
// clones it for each test.
package dbtest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/database"
	"automacao/internal/database/cluster"
)

// startTimeout bounds starting the cluster and migrating the template.
const startTimeout = 60 * time.Second

// connsMax bounds each test's pool, so that parallel tests share one server.
const connsMax = 12

const template = "template_migrated"

// Database is a test's own database and the ways to reach it.
type Database struct {
	// Pool logs in as the role that serves requests.
	Pool *pgxpool.Pool
	// Owner is a superuser's pool, for fixtures past row-level security.
	Owner *pgxpool.Pool
	// URL and OwnerURL reach the database as those two roles.
	URL, OwnerURL string
}

// New returns a pool on a fresh, migrated database, logged in as the role the
// server uses. The database is dropped when the test ends.
func New(t testing.TB) *pgxpool.Pool {
	t.Helper()
	return Open(t).Pool
}

// Empty returns a superuser's pool on a fresh database without any schema.
func Empty(t testing.TB) *pgxpool.Pool {
	t.Helper()
	return create(t, "template0", cluster.Superuser).Pool
}

// Open returns a fresh, migrated database with both of its pools.
func Open(t testing.TB) *Database {
	t.Helper()
	return create(t, template, "authenticator")
}

var databases atomic.Int64

func create(t testing.TB, from, role string) *Database {
	t.Helper()
	running := running(t)
	name := fmt.Sprintf("test_%d", databases.Add(1))
	execute(t, running, "CREATE DATABASE "+name+" TEMPLATE "+from)
	t.Cleanup(func() { execute(t, running, "DROP DATABASE "+name+" WITH (FORCE)") })
	db := &Database{URL: running.URL(name, role), OwnerURL: running.URL(name, cluster.Superuser)}
	db.Pool = open(t, db.URL)
	db.Owner = open(t, db.OwnerURL)
	return db
}

func open(t testing.TB, url string) *pgxpool.Pool {
	t.Helper()
	pool, err := database.NewPool(context.Background(), url, connsMax)
	if err != nil {
		t.Fatalf("open test database: %v", err)
	}
	t.Cleanup(pool.Close)
	return pool
}

func execute(t testing.TB, running *cluster.Cluster, statement string) {
	t.Helper()
	if err := run(running.URL("postgres", cluster.Superuser), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

func run(url, statement string) error {
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, statement)
	return errors.Join(err, conn.Close(ctx))
}

var start = sync.OnceValues(startCluster)

func running(t testing.TB) *cluster.Cluster {
	t.Helper()
	started, err := start()
	if err != nil {
		t.Fatalf("start the test cluster: %v", err)
	}
	return started
}

// startCluster runs until the test program ends; the server ends with it.
func startCluster() (*cluster.Cluster, error) {
	sweep()
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	folder := filepath.Join(os.TempDir(), prefix+strconv.Itoa(os.Getpid()))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	log := slog.New(slog.DiscardHandler)
	started, err := cluster.Start(ctx, cluster.Config{Dir: filepath.Join(folder, "d"), Throwaway: true, Log: log})
	if err != nil {
		return nil, err
	}
	if err := run(started.URL("postgres", cluster.Superuser), "CREATE DATABASE "+template); err != nil {
		return nil, err
	}
	if err := database.Migrate(ctx, started.URL(template, cluster.Superuser), log); err != nil {
		return nil, err
	}
	return started, nil
}

const prefix = "automacao-test-"

// sweep removes what test programs that are gone left behind.
func sweep() {
	folders, _ := filepath.Glob(filepath.Join(os.TempDir(), prefix+"*"))
	for _, folder := range folders {
		pid, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(folder), prefix))
		if err == nil && pid != os.Getpid() && errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			_ = os.RemoveAll(folder)
		}
	}
}
