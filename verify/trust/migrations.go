package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"
)

// appliedMigrations counts the applied migrations.
const appliedMigrations = `SELECT count(*) FROM migrations.applied WHERE is_applied AND version_id > 0`

// schemaInForce is a digest of everything that a partly applied migration could change.
const schemaInForce = `
	SELECT md5(string_agg(line, E'\n' ORDER BY line)) FROM (
	  SELECT 'column ' || table_schema || '.' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable AS line FROM information_schema.columns WHERE table_schema NOT IN ('pg_catalog', 'information_schema', 'jobs')
	  UNION ALL SELECT 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid <> 0
	  UNION ALL SELECT 'policy ' || polrelid::regclass || ' ' || polname FROM pg_policy
	  UNION ALL SELECT 'function ' || oid::regprocedure || ' ' || md5(prosrc) FROM pg_proc WHERE pronamespace::regnamespace::text IN ('public', 'private', 'auth', 'storage', 'realtime')
	  UNION ALL SELECT 'trigger ' || tgrelid::regclass || ' ' || tgname FROM pg_trigger WHERE NOT tgisinternal
	) AS lines`

// creationMs is how long after the beginning of a first start's migration the server is killed at
// the latest. The baseline takes about that long, in one transaction.
const creationMs = 2000

// killMigrations kills the server while it creates the schema, each time at another moment, and
// starts it again. The check does not show that the previous version's program works on this
// schema.
func killMigrations(ctx context.Context, r *run) (figure string, err error) {
	whole, err := r.settle(ctx, nil, nil)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, whole.leave()) }()
	all, err := whole.number(ctx, appliedMigrations)
	if err != nil {
		return "", err
	}
	want, err := whole.schema(ctx)
	if err != nil {
		return "", err
	}
	kills, between := r.count(30, 2), 0
	for range kills {
		reached, err := r.killAndComplete(ctx, time.Duration(r.Rand.IntN(creationMs))*time.Millisecond, all, want)
		if err != nil {
			return "", err
		}
		if reached < all {
			between++
		}
	}
	return fmt.Sprintf("%d kills in the first %d ms of a first start's migration, %d of them before the schema was complete; each next start completed it, as an undisturbed one", kills, creationMs, between), nil
}

func (t *town) schema(ctx context.Context) (digest string, err error) {
	err = t.db.QueryRow(ctx, schemaInForce).Scan(&digest)
	return digest, err
}

// killAndComplete kills a first start some time after it begins to migrate, and returns how many
// migrations were applied by then.
func (r *run) killAndComplete(ctx context.Context, after time.Duration, all int, want string) (reached int, err error) {
	server, err := r.own(nil, nil)
	if err != nil {
		return 0, err
	}
	program, err := filepath.Abs(r.program)
	if err != nil {
		return 0, err
	}
	first := exec.CommandContext(ctx, program, "serve", "--data", server.Data, "--addr", server.Addr)
	first.Env = append(os.Environ(), "DATABASE_URL=")
	if err := first.Start(); err != nil {
		return 0, err
	}
	query := url.Values{"host": {filepath.Join(server.Data, "postgres.socket")}, "user": {"automacao"}, "sslmode": {"disable"}}
	dbURL := "postgres:///automacao?" + query.Encode()
	reached, waitErr := awaitMigrations(ctx, dbURL, after)
	killErr := first.Process.Kill()
	_ = first.Wait()
	if err := errors.Join(waitErr, killErr, server.Start(ctx)); err != nil {
		return reached, errors.Join(err, server.Close())
	}
	t, err := openTown(ctx, server, dbURL)
	if err != nil {
		return reached, err
	}
	defer func() { err = errors.Join(err, t.leave()) }()
	applied, err := t.number(ctx, appliedMigrations)
	if err != nil {
		return reached, err
	}
	got, err := t.schema(ctx)
	if err == nil && (applied != all || got != want) {
		err = fmt.Errorf("killed after %d migrations, the next start left %d of %d, or another schema", reached, applied, all)
	}
	return reached, err
}

// awaitMigrations waits until a server begins to migrate, and then for some time. It returns how many
// migrations are applied then.
func awaitMigrations(ctx context.Context, dbURL string, after time.Duration) (reached int, err error) {
	bounded, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	var conn *pgx.Conn
	for {
		if conn == nil || conn.IsClosed() {
			conn, _ = pgx.Connect(bounded, dbURL)
		}
		if conn != nil && conn.QueryRow(bounded, appliedMigrations).Scan(&reached) == nil {
			break
		}
		select {
		case <-bounded.Done():
			return reached, fmt.Errorf("the server does not migrate: %w", bounded.Err())
		case <-time.After(time.Millisecond):
		}
	}
	select {
	case <-bounded.Done():
		return reached, bounded.Err()
	case <-time.After(after):
	}
	err = conn.QueryRow(bounded, appliedMigrations).Scan(&reached)
	return reached, errors.Join(err, conn.Close(context.WithoutCancel(ctx)))
}
