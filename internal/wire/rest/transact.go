package rest

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/edge/admission"
	"automacao/internal/kernel/caller"
	"automacao/internal/postgres"
	"automacao/internal/postgres/become"
	"automacao/internal/wire/rest/plan"
)

// attempt gives a connection to work that is one whole transaction. Nothing of
// it has been answered, so that it is run again if the database undoes it for
// the sake of another, or goes away before it can stay; the connection is free
// in between.
func (e *Engine) attempt(ctx context.Context, places *admission.Gate, work func(*pgxpool.Conn) error) error {
	if places == e.writes && e.now().MayWrite != nil {
		if err := e.now().MayWrite(); err != nil {
			return err
		}
	}
	if e.now().Waits != nil {
		e.now().Waits(ctx)
	}
	leave, err := e.enter(ctx, places)
	if err != nil {
		return err
	}
	defer leave()
	err = postgres.Retry(ctx, func() error {
		conn, err := e.acquire(ctx)
		if err != nil {
			return err
		}
		defer conn.Release()
		return work(conn)
	})
	if errors.Is(err, errRolledBack) {
		return nil
	}
	return err
}

// acquire takes a connection, but does not wait for one forever.
func (e *Engine) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	conn, err := postgres.Acquire(ctx, e.pool)
	if errors.Is(err, postgres.ErrNoConnection) {
		return nil, errBusy.Because(err)
	}
	return conn, err
}

// enter waits for a place among reads or writes. The server's own waits for
// nobody.
func (e *Engine) enter(ctx context.Context, places *admission.Gate) (leave func(), err error) {
	from := caller.From(ctx)
	if from.Role == caller.ServiceRole {
		return func() {}, nil
	}
	return places.Enter(ctx, from.Counted())
}

// IsFull reports that so many reads wait that visitors had better ask again
// later. It may be asked at any time, and costs next to nothing.
func (e *Engine) IsFull() bool { return e.reads.IsFull() }

// Gates are the places for reads and for writes.
func (e *Engine) Gates() (reads, writes *admission.Gate) { return e.reads, e.writes }

// once runs a statement under its settings in one round trip. The batch ends
// with a single sync, which makes it one transaction: it commits when all of
// it succeeds.
func (e *Engine) once(ctx context.Context, s become.Settings, statement plan.Statement) (out outcome, err error) {
	places := e.writes
	if s.ReadOnly {
		places = e.reads
	}
	err = e.attempt(ctx, places, func(conn *pgxpool.Conn) (err error) {
		out, err = e.run(ctx, conn.Conn(), s, statement)
		return err
	})
	return out, err
}

// work is done inside a transaction and decides what it is answered with.
type work func(pgx.Tx) (reply, error)

// decided does work whose answer is judged before it is committed: an error
// undoes it. One that gives a key is done under it.
func (e *Engine) decided(ctx context.Context, req *request, s become.Settings, do work) (answer reply, err error) {
	if req.repeat != nil {
		return e.doOnce(ctx, req, s, do)
	}
	err = e.attempt(ctx, e.writes, func(conn *pgxpool.Conn) error {
		return postgres.Within(ctx, conn, func(tx pgx.Tx) (err error) {
			if answer, err = do(tx); err != nil {
				return err
			}
			return e.conclude(req)
		})
	})
	return answer, err
}

// run runs a statement, and once more if it has missed rows that it gave way to.
func (e *Engine) run(ctx context.Context, conn *pgx.Conn, s become.Settings, statement plan.Statement) (outcome, error) {
	out, err := e.batch(ctx, conn, s, statement)
	if err != nil || out.page >= statement.Found {
		return out, err
	}
	again, err := e.batch(ctx, conn, s, statement)
	again.keys, again.inserted = out.keys, out.inserted
	return again, err
}

// asServer gives a transaction the caller's claims, but the server's own role.
// The caller's session is checked first.
func asServer(ctx context.Context, tx pgx.Tx, s become.Settings) error {
	if err := s.Enter(ctx, tx); err != nil {
		return err
	}
	return leaveRole(ctx, tx)
}

func leaveRole(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, "SET LOCAL ROLE NONE")
	return err
}

// errRolledBack undoes a transaction that went well, as its caller asked.
var errRolledBack = errors.New("rolled back as asked")

// asksRollback reports Prefer: tx=rollback, where it is obeyed. Nothing stays of a
// write whose plan is asked for either: what it did is not known, so that nothing
// could be held against it nor follow from it.
func (e *Engine) asksRollback(req *request) bool {
	undone := e.now().rollsBack
	if e.now().RollbackAllowed && req.prefer.tx != "" {
		undone = req.prefer.tx == "rollback"
	}
	return undone || req.media.explain != ""
}

// conclude is the last word of a transaction whose answer is decided.
func (e *Engine) conclude(req *request) error {
	if e.asksRollback(req) {
		return errRolledBack
	}
	return nil
}
