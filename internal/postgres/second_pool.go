package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Beside opens connections of their own to the database of a pool: no crowd at
// the pool takes them. None is made before it is needed, and each is asked
// whether it lives before it is used: they are for statements of which nobody
// knows whether they may come again. The duty names them in pg_stat_activity. The
// caller closes them.
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
