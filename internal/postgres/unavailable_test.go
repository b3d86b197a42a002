package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"syscall"
	"testing"
	"testing/synctest"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
)

func TestADatabaseThatIsAway(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err    error
		isAway bool
	}{
		"Nothing":             {nil, false},
		"ShuttingDown":        {&pgconn.PgError{Code: "57P01"}, true},
		"Crashed":             {&pgconn.PgError{Code: "57P02"}, true},
		"StartingUp":          {fmt.Errorf("read: %w", &pgconn.PgError{Code: "57P03"}), true},
		"NoMoreConnections":   {&pgconn.PgError{Code: "53300"}, true},
		"DiskFull":            {&pgconn.PgError{Code: "53100"}, true},
		"ConnectionException": {&pgconn.PgError{Code: "08006"}, true},
		"Cancelled":           {&pgconn.PgError{Code: "57014"}, false},
		"Duplicate":           {&pgconn.PgError{Code: "23505"}, false},
		"CutOff":              {io.ErrUnexpectedEOF, true},
		"Reset":               {&net.OpError{Op: "read", Err: syscall.ECONNRESET}, true},
		"Closed":              {pgconn.ErrConnClosed, true},
		"Taken":               {postgres.ErrNoConnection, true},
		"NobodyWaits":         {context.Canceled, false},
		"TooLate":             {fmt.Errorf("read: %w", context.DeadlineExceeded), false},
		"AnotherServer":       {&url.Error{Op: "Get", URL: "https://exemplo.com.br", Err: syscall.ECONNREFUSED}, false},
		"OfOurOwn":            {errors.New("regret"), false},
	} {
		if got := postgres.IsAway(c.err); got != c.isAway {
			t.Errorf("%s: away is %t", name, got)
		}
	}
}

// TestWorkComesAgainAfterALostConnection checks that work is retried only if nothing of it can have
// been committed.
func TestWorkComesAgainAfterALostConnection(t *testing.T) {
	t.Parallel()
	lost := &pgconn.PgError{Code: "57P01"}
	for name, c := range map[string]struct {
		err   error
		tries int
	}{
		"NobodyAskedForTheCommit": {postgres.Undone(lost), 4},
		"ItMayHaveBeenCommitted":  {lost, 1},
		"ItWasRefused":            {postgres.Undone(&pgconn.PgError{Code: "23505"}), 1},
		"NoConnectionWasFree":     {postgres.ErrNoConnection, 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tries := 0
				if err := postgres.Retry(t.Context(), func() error { tries++; return c.err }); !errors.Is(err, c.err) && !errors.Is(c.err, err) || tries != c.tries {
					t.Errorf("%d tries, want %d: %v", tries, c.tries, err)
				}
			})
		})
	}
}

// TestACutConnectionIsNotNoticed makes the server end connections between transactions and in the
// middle of one. Each time the work is done exactly once.
func TestACutConnectionIsNotNoticed(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	if _, err := db.Owner.Exec(t.Context(), `CREATE TABLE counted (id int)`); err != nil {
		t.Fatal(err)
	}
	const conns = 8 // twice as many as a request has attempts
	pool, err := postgres.NewPool(t.Context(), db.OwnerURL, conns)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	const rounds = 10
	for round := range rounds {
		isCut := false
		err := postgres.InTx(t.Context(), pool, func(tx pgx.Tx) error {
			if _, err := tx.Exec(t.Context(), `INSERT INTO counted VALUES ($1)`, round); err != nil {
				return err
			}
			if isCut || round%2 == 0 {
				return nil
			}
			isCut = true
			cut(t, db, int(tx.Conn().PgConn().PID()))
			_, err := tx.Exec(t.Context(), `SELECT`)
			return err
		})
		if err != nil {
			t.Errorf("round %d: %v", round, err)
		}
		use(t, pool, conns)
		for _, idle := range pool.AcquireAllIdle(t.Context()) {
			cut(t, db, int(idle.Conn().PgConn().PID()))
			idle.Release()
		}
	}
	var written, distinct int
	if err := db.Owner.QueryRow(t.Context(), `SELECT count(*), count(DISTINCT id) FROM counted`).Scan(&written, &distinct); err != nil {
		t.Fatal(err)
	}
	if written != rounds || distinct != rounds {
		t.Errorf("%d rows of %d rounds, want %d", written, distinct, rounds)
	}
}

// use opens the given number of connections in a pool and releases them.
func use(t *testing.T, pool *pgxpool.Pool, conns int) {
	t.Helper()
	for range conns {
		conn, err := pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Release()
		if err := conn.Ping(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// cut ends a connection and waits until it is gone.
func cut(t *testing.T, db *dbtest.Database, pid int) {
	t.Helper()
	if _, err := db.Owner.Exec(t.Context(), `SELECT pg_terminate_backend($1, 60000)`, pid); err != nil {
		t.Fatal(err)
	}
}

func TestSingleStatementsGiveTheirConnectionBack(t *testing.T) {
	t.Parallel()
	pool, err := postgres.NewPool(t.Context(), dbtest.Open(t).URL, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	single := postgres.Bounded{Pool: pool}
	for range 3 {
		var one, two int
		if err := single.QueryRow(t.Context(), `SELECT 1, 2`).Scan(&one, &two); err != nil || one != 1 || two != 2 {
			t.Errorf("got %d and %d, %v", one, two, err)
		}
		if err := single.QueryRow(t.Context(), `SELECT 1 WHERE false`).Scan(&one); !errors.Is(err, pgx.ErrNoRows) {
			t.Errorf("got %v", err)
		}
		if err := single.QueryRow(t.Context(), `SELECT 1/0`).Scan(&one); err == nil {
			t.Error("a division by zero is answered")
		}
		if _, err := single.Exec(t.Context(), `SELECT`); err != nil {
			t.Error(err)
		}
		rows, err := single.Query(t.Context(), `SELECT n FROM generate_series(1, 3) AS n`)
		if err != nil {
			t.Fatal(err)
		}
		if numbers, err := pgx.CollectRows(rows, pgx.RowTo[int]); err != nil || len(numbers) != 3 {
			t.Errorf("got %v, %v", numbers, err)
		}
	}
	if taken := pool.Stat().AcquiredConns(); taken != 0 {
		t.Errorf("%d connections are not given back", taken)
	}
}
