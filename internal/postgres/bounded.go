package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Bounded runs single statements on a pool and waits for a connection no longer than Acquire does.
type Bounded struct{ Pool *pgxpool.Pool }

// Exec runs a statement as pgxpool.Pool.Exec does.
func (b Bounded) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	conn, err := Acquire(ctx, b.Pool)
	if err != nil {
		return pgconn.CommandTag{}, err
	}
	defer conn.Release()
	return conn.Exec(ctx, sql, args...)
}

// Query runs a query as pgxpool.Pool.Query does. The connection is released after the last row or
// when the rows are closed.
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

// QueryRow runs a query as pgxpool.Pool.QueryRow does.
func (b Bounded) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	rows, err := b.Query(ctx, sql, args...)
	return oneRow{rows, err}
}

// lentRows are rows that release their connection once.
type lentRows struct {
	pgx.Rows
	conn *pgxpool.Conn
}

// Next releases the connection after the last row.
func (r *lentRows) Next() bool {
	has := r.Rows.Next()
	if !has {
		r.Close()
	}
	return has
}

// Close closes the rows and releases the connection.
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

// Scan reads the row, or returns pgx.ErrNoRows if there is none.
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

// SendBatch sends a batch as pgxpool.Pool.SendBatch does. The connection is released when the
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

// Close releases the connection once.
func (r *lentResults) Close() error {
	err := r.BatchResults.Close()
	if r.conn != nil {
		r.conn.Release()
		r.conn = nil
	}
	return err
}

// noResults are the results of a batch that could not be sent. Every method returns the reason.
type noResults struct {
	pgx.BatchResults
	err error
}

// Exec returns the error.
func (n noResults) Exec() (pgconn.CommandTag, error) { return pgconn.CommandTag{}, n.err }

// Query returns the error.
func (n noResults) Query() (pgx.Rows, error) { return nil, n.err }

// QueryRow returns a row whose Scan returns the error.
func (n noResults) QueryRow() pgx.Row { return oneRow{nil, n.err} }

// Close returns the error.
func (n noResults) Close() error { return n.err }
