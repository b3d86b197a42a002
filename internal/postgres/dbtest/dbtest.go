// Package dbtest gives every test a real PostgreSQL database of its own. Each test program starts
// one throwaway cluster with a migrated template, which it clones for each test. It must not be
// used outside tests.
package dbtest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"automacao/internal/kernel/leaktest"
	"automacao/internal/postgres"
	"automacao/internal/postgres/cluster"
)

// connsMax bounds each test's pool, so that parallel tests can share one server.
const connsMax = 12

// Database is a test's own database and the ways to reach it.
type Database struct {
	// Pool logs in as the role that serves requests.
	Pool *pgxpool.Pool
	// Owner logs in as a superuser, for fixtures that bypass row-level security.
	Owner *pgxpool.Pool
	// Direct is a pool as the role of Pool that bypasses the pooler. It is nil without a pooler,
	// that is unless AUTOMACAO_TEST_POOLER is set.
	Direct *pgxpool.Pool
	// URL and OwnerURL reach the database as those two roles.
	URL, OwnerURL string
}

// New returns a pool on a fresh, migrated database, logged in as the role the server uses. The
// database is dropped when the test ends.
func New(t testing.TB) *pgxpool.Pool {
	t.Helper()
	return Open(t).Pool
}

// Open returns a fresh, migrated database with both of its pools.
func Open(t testing.TB) *Database {
	t.Helper()
	return create(t, template, "authenticator")
}

// OpenAlone returns a fresh database with the protocols and without the market, as for another app,
// with both of its pools.
func OpenAlone(t testing.TB) *Database {
	t.Helper()
	if err := makeAlone(); err != nil {
		t.Fatalf("make the template without a market: %v", err)
	}
	return create(t, templateAlone, "authenticator")
}

// Template returns a function that opens databases with the content that fill creates. The first
// test of a program that calls it runs fill, and every test gets a clone. PostgreSQL clones a
// database only if nobody is connected to it, so do not combine it with a pooler.
func Template(fill func(t testing.TB, db *Database)) func(t testing.TB) *Database {
	return filledOnce(template, "authenticator", func(t testing.TB, name string) {
		db := connect(t, name, "authenticator")
		fill(t, db)
		db.Pool.Close()
		db.Owner.Close()
	})
}

// EmptyTemplate is Template for databases that are Empty but for what fill creates, as a superuser.
func EmptyTemplate(fill func(t testing.TB, url string)) func(t testing.TB) *pgxpool.Pool {
	open := filledOnce("template0", cluster.Superuser, func(t testing.TB, name string) {
		fill(t, running(t).URL(name, cluster.Superuser))
	})
	return func(t testing.TB) *pgxpool.Pool {
		t.Helper()
		return open(t).Pool
	}
}

// filledOnce returns a function that opens, as a role, clones of a database that its first call
// clones from a template and fills.
func filledOnce(from, role string, fill func(t testing.TB, name string)) func(t testing.TB) *Database {
	var filling sync.Mutex
	var filled string
	return func(t testing.TB) *Database {
		t.Helper()
		filling.Lock()
		defer filling.Unlock()
		if filled == "" {
			name := clone(t, from)
			fill(t, name)
			filled = name
		}
		return create(t, filled, role)
	}
}

// makeAlone creates the template once: concurrent migrations would both alter the roles, which all
// databases share.
var makeAlone = sync.OnceValue(func() error {
	running, err := start()
	if err != nil {
		return err
	}
	if err := execute(running.URL("postgres", cluster.Superuser), "CREATE DATABASE "+templateAlone+" TEMPLATE template0"); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	return postgres.MigrateProtocols(ctx, running.URL(templateAlone, cluster.Superuser), slog.New(slog.DiscardHandler))
})

// Empty returns a superuser's pool on a fresh database without any schema.
func Empty(t testing.TB) *pgxpool.Pool {
	t.Helper()
	return create(t, "template0", cluster.Superuser).Pool
}

// databases numbers the test databases. One server serves all tests of a program, so there must be
// one counter.
var databases atomic.Int64

func create(t testing.TB, from, role string) *Database {
	t.Helper()
	name := clone(t, from)
	t.Cleanup(func() {
		if err := execute(running(t).URL("postgres", cluster.Superuser), "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Errorf("drop test database: %v", err)
		}
	})
	return connect(t, name, role)
}

// running returns the cluster of all tests.
func running(t testing.TB) *cluster.Cluster {
	t.Helper()
	running, err := start()
	if err != nil {
		t.Fatalf("start the test cluster: %v", err)
	}
	return running
}

// clone copies a database and returns the name of the copy.
func clone(t testing.TB, from string) (name string) {
	t.Helper()
	name = fmt.Sprintf("test_%d", databases.Add(1))
	// Copying files takes half the time of also writing each page to the WAL.
	if err := execute(running(t).URL("postgres", cluster.Superuser), "CREATE DATABASE "+name+" TEMPLATE "+from+" STRATEGY file_copy"); err != nil {
		t.Fatalf("create test database: %v", err)
	}
	return name
}

// connect opens both pools of a database until the test ends.
func connect(t testing.TB, name, role string) *Database {
	t.Helper()
	running := running(t)
	db := &Database{URL: running.URL(name, role), OwnerURL: running.URL(name, cluster.Superuser)}
	if isPooled() {
		db.Direct = open(t, db.URL)
		db.URL = throughShared(t, db.URL)
	}
	db.Pool = open(t, db.URL)
	db.Owner = open(t, db.OwnerURL)
	return db
}

// closePatience is how long a test may take to return its connections.
const closePatience = time.Minute

func open(t testing.TB, url string) *pgxpool.Pool {
	t.Helper()
	pool, err := postgres.NewPool(context.Background(), url, connsMax)
	if err != nil {
		t.Fatalf("open test database: %v", err)
	}
	t.Cleanup(func() {
		closed := make(chan struct{})
		go func() { pool.Close(); close(closed) }()
		select {
		case <-closed:
		case <-time.After(closePatience):
			t.Error("a connection was never given back to the pool")
		}
	})
	return pool
}

// VerifyNoLeaks runs a program's tests and fails if a goroutine outlives them, except the
// goroutines of the shared server.
func VerifyNoLeaks(m *testing.M) {
	const cluster = "automacao/internal/postgres/cluster."
	leaktest.Main(m,
		goleak.IgnoreAnyFunction(cluster+"(*serverLog).read"),
		goleak.IgnoreAnyFunction(cluster+"(*server).run"),
		goleak.IgnoreAnyFunction(cluster+"(*Cluster).supervise"))
}

func execute(url, statement string) error {
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, statement)
	return errors.Join(err, conn.Close(ctx))
}
