package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Bounded asks a pool for single statements, each on a connection that nobody
// waits for longer than Acquire does.
type Bounded struct{ Pool *pgxpool.Pool }

// Exec is Exec of the pool.
func (b Bounded) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	conn, err := Acquire(ctx, b.Pool)
	if err != nil {
		return pgconn.CommandTag{}, err
	}
	defer conn.Release()
	return conn.Exec(ctx, sql, args...)
}

// Query is Query of the pool: the connection is given back with the last row,
// or when the rows are closed.
func (b Bounded) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	conn, err := Acquire(ctx, b.Pool)
	if err != nil {
		return nil, err
	}
	rows, err := conn.Query(ctx, sql, args...)
	if err != nil {
		conn.Release()
		return nil, err
	}
	return &lentRows{rows, conn}, nil
}

// QueryRow is QueryRow of the pool.
func (b Bounded) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	rows, err := b.Query(ctx, sql, args...)
	return oneRow{rows, err}
}

// lentRows give their connection back once.
type lentRows struct {
	pgx.Rows
	conn *pgxpool.Conn
}

// Next gives the connection back after the last row.
func (r *lentRows) Next() bool {
	has := r.Rows.Next()
	if !has {
		r.Close()
	}
	return has
}

// Close ends the rows early.
func (r *lentRows) Close() {
	r.Rows.Close()
	if r.conn != nil {
		r.conn.Release()
		r.conn = nil
	}
}

type oneRow struct {
	rows pgx.Rows
	err  error
}

// Scan reads the row, or returns pgx.ErrNoRows.
func (r oneRow) Scan(into ...any) error {
	if r.err != nil {
		return r.err
	}
	defer r.rows.Close()
	if !r.rows.Next() {
		if err := r.rows.Err(); err != nil {
			return err
		}
		return pgx.ErrNoRows
	}
	if err := r.rows.Scan(into...); err != nil {
		return err
	}
	r.rows.Close()
	return r.rows.Err()
}

// SendBatch is SendBatch of the pool: the connection is given back when the
// results are closed.
func (b Bounded) SendBatch(ctx context.Context, batch *pgx.Batch) pgx.BatchResults {
	conn, err := Acquire(ctx, b.Pool)
	if err != nil {
		return noResults{err: err}
	}
	return &lentResults{conn.SendBatch(ctx, batch), conn}
}

type lentResults struct {
	pgx.BatchResults
	conn *pgxpool.Conn
}

// Close gives the connection back once.
func (r *lentResults) Close() error {
	err := r.BatchResults.Close()
	if r.conn != nil {
		r.conn.Release()
		r.conn = nil
	}
	return err
}

// noResults are those of a batch that was not sent.
type noResults struct {
	pgx.BatchResults
	err error
}

// Exec returns why.
func (n noResults) Exec() (pgconn.CommandTag, error) { return pgconn.CommandTag{}, n.err }

// Query returns why.
func (n noResults) Query() (pgx.Rows, error) { return nil, n.err }

// QueryRow returns a row that says why.
func (n noResults) QueryRow() pgx.Row { return oneRow{nil, n.err} }

// Close returns why.
func (n noResults) Close() error { return n.err }
