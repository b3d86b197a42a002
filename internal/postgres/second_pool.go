package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Beside opens a separate pool on the database of a pool, so that load on the first pool cannot use
// up its connections. Connections are opened on demand, and each is pinged before use, because the
// pool is meant for statements that may not be safe to repeat. The duty names them in
// pg_stat_activity. The caller closes the pool.
func Beside(pool *pgxpool.Pool, conns int32, duty string) (*pgxpool.Pool, error) {
	cfg := pool.Config()
	cfg.MaxConns, cfg.MinConns, cfg.MinIdleConns = conns, 0, 0
	nameConn(cfg.ConnConfig, duty, "")
	cfg.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return true }
	beside, err := pgxpool.NewWithConfig(context.Background(), cfg)
	if err != nil {
		return nil, fmt.Errorf("open connections beside: %w", err)
	}
	return beside, nil
}
