// Package core is what every flow of wire/auth shares: the configuration, users and identities with
// their passwords, errors and how they are answered, limits, audit and the calls of hooks. It opens no
// session and sends no message; session and message do, above it. Begin at server.go, config.go and
// user.go.
package core

import (
	"log/slog"
	"time"

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
