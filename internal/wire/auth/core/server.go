// Package core is what every flow of wire/auth shares: the configuration, users as they are read,
// passwords and other secrets, requests and how they are answered, limits, audit and the calls of
// hooks. It opens no session, sends no message and creates no user; session, message and account do,
// above it. Begin at server.go, config.go and user.go.
package core

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres"
	"automacao/internal/wire/token"
)

// Server is what every flow shares. Each flow's server embeds the same one. It is safe for
// concurrent use.
type Server struct {
	Pool *pgxpool.Pool
	// DB is the pool for single statements.
	DB postgres.Bounded
	// Keys sign and verify this server's tokens, as Issuer.
	Keys   *token.Keys
	Issuer string
	// Config has its defaults filled in.
	Config Config
	Log    *slog.Logger
	Hasher *Hasher
	// After is time.After, except in tests.
	After func(time.Duration) <-chan time.Time

	// side is for records that must survive the rollback of another package's transaction.
	side *pgxpool.Pool
	// holding limits the transactions that wait for a webhook.
	holding chan struct{}
}

// New returns the shared server over a migrated database. It panics on a Config that Validate
// refuses, which is a programming error. The caller closes the server.
func New(pool *pgxpool.Pool, keys *token.Keys, cfg Config, log *slog.Logger) *Server {
	cfg = cfg.withDefaults()
	if err := cfg.Validate(); err != nil {
		panic("auth: " + err.Error())
	}
	return &Server{
		Pool:    pool,
		DB:      postgres.Bounded{Pool: pool},
		Keys:    keys.WithIssuer(Issuer(cfg.PublicURL)),
		Issuer:  Issuer(cfg.PublicURL),
		Config:  cfg,
		Log:     log,
		Hasher:  newHasher(cfg.HashQueueMax),
		After:   time.After,
		side:    newSide(pool),
		holding: make(chan struct{}, max(1, pool.Config().MaxConns/2)),
	}
}

// Close closes the server's own connections.
func (s *Server) Close() { s.side.Close() }

// Querier is a pool, a connection or a transaction.
type Querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// IsMissing reports whether a query found no row.
func IsMissing(err error) bool { return errors.Is(err, pgx.ErrNoRows) }

// InTx runs work in one transaction. An error wrapped by settled is returned after a commit,
// because what the refusal itself changed must persist. After the commit, the hook is told of
// created users.
func (s *Server) InTx(ctx context.Context, work func(pgx.Tx) error) error {
	var refusal error
	var created []uuid.UUID
	err := postgres.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		refusal = nil
		noted := &recordingTx{Tx: tx}
		err := work(noted)
		created = noted.users
		if kept, ok := errors.AsType[settledError](err); ok {
			refusal = kept.error
			return nil
		}
		return err
	})
	if err == nil {
		err = s.callCreatedHook(ctx, created)
	}
	return errors.Join(err, refusal)
}

type settledError struct{ error }

func (e settledError) Unwrap() error { return e.error }

// Settled wraps an error that InTx returns after committing.
func Settled(refusal error) error { return settledError{refusal} }

// These bound the connections beside the pool.
const (
	sideConns = 2
	sideWait  = 5 * time.Second
)

// newSide opens a pool to the same database that no request's transaction ever holds a connection
// of. It connects on demand.
func newSide(pool *pgxpool.Pool) *pgxpool.Pool {
	side, err := postgres.Beside(pool, sideConns, "attempts")
	if err != nil {
		panic("auth: " + err.Error())
	}
	return side
}

// Aside runs work for a caller whose transaction is open and may be rolled back. It uses the
// separate pool: if every connection of the main pool held a transaction that waited for a second
// connection, they would deadlock.
func (s *Server) Aside(ctx context.Context, work func(Querier) error) error {
	waiting, cancel := context.WithTimeout(ctx, sideWait)
	defer cancel()
	conn, err := s.side.Acquire(waiting)
	if err != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return ErrRequestRate.After(sideWait).Because(err)
	}
	if err != nil {
		return fmt.Errorf("acquire a connection aside: %w", err)
	}
	defer conn.Release()
	return work(conn)
}
