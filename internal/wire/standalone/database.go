package standalone

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"automacao/internal/notify/queue"
	"automacao/internal/postgres"
)

// reserves are connection pools for one purpose each; the main pool serves /rest/v1.
type reserves struct {
	health, sessions, files, functions, live, work *pgxpool.Pool
}

// reserveConns is the size of each pool, except for health, which needs one connection.
const reserveConns = 4

func openReserves(pool *pgxpool.Pool) (r reserves, err error) {
	for duty, into := range map[string]**pgxpool.Pool{"health": &r.health, "auth": &r.sessions, "files": &r.files, "functions": &r.functions, "realtime": &r.live, "jobs": &r.work} {
		conns := int32(reserveConns)
		if duty == "health" {
			conns = 1
		}
		opened, failure := postgres.Beside(pool, conns, duty)
		*into, err = opened, errors.Join(err, failure)
	}
	return r, err
}

func (r reserves) close() {
	for _, pool := range []*pgxpool.Pool{r.health, r.sessions, r.files, r.functions, r.live, r.work} {
		if pool != nil {
			pool.Close()
		}
	}
}

// baseline is the number that is recorded as applied in every database whose schemas the server
// created.
const baseline = 1

// askForeign finds schemas with names that the server needs, in a database whose migration history
// does not say that the server made them. An app may have its own schema named private.
const askForeign = `
SELECT coalesce(array_agg(nspname::text ORDER BY nspname), '{}') FROM pg_namespace
WHERE nspname IN ('auth', 'storage', 'realtime', 'jobs', 'migrations')`

// requireOurs refuses, before anything is changed, a database in which foreign schemas have the
// names that the server needs, and a market's database.
func requireOurs(ctx context.Context, pool *pgxpool.Pool) error {
	var isOurs, isMarket bool
	var found []string
	if err := pool.QueryRow(ctx, askForeign).Scan(&found); err != nil {
		return fmt.Errorf("list the database's schemas: %w", err)
	}
	err := pool.QueryRow(ctx, `SELECT bool_or(version_id = $1), to_regclass('private.limits') IS NOT NULL FROM migrations.applied`, baseline).Scan(&isOurs, &isMarket)
	switch {
	case err == nil && isMarket:
		return errors.New("the database belongs to a market; serve it with `automacao serve`")
	case err == nil && isOurs:
		return nil
	case err != nil && !postgres.IsMissing(err):
		return fmt.Errorf("read the applied migrations: %w", err)
	}
	if len(found) > 0 {
		return fmt.Errorf("the server needs these schema names for its own schemas, but the database already has foreign ones: %s", strings.Join(found, ", "))
	}
	return nil
}

// migrate creates the schemas that the protocols need.
func migrate(ctx context.Context, pool *pgxpool.Pool, cfg Config, log *slog.Logger) error {
	if err := requireSchemas(ctx, pool, cfg.Schemas); err != nil {
		return err
	}
	if err := postgres.MigrateProtocols(ctx, cmp.Or(cfg.DirectURL, cfg.DB), log); err != nil {
		return err
	}
	behind, err := queue.IsBehind(ctx, pool)
	if err == nil && behind {
		err = queue.Migrate(ctx, pool)
	}
	if err == nil {
		err = protectFiles(ctx, pool)
	}
	if err != nil || !cfg.OpenGrants {
		return err
	}
	return openGrants(ctx, pool, cfg.Schemas)
}

// protectFiles enables the triggers that refuse SQL that deletes files by mistake. In a market's
// database they are disabled as long as an older program that does not know them may serve it.
func protectFiles(ctx context.Context, pool *pgxpool.Pool) error {
	_, err := pool.Exec(ctx, `DO $$ BEGIN
		IF EXISTS (SELECT FROM pg_trigger WHERE tgname IN ('protect_buckets_delete', 'protect_objects_delete') AND tgenabled = 'D') THEN
			ALTER TABLE storage.buckets ENABLE TRIGGER protect_buckets_delete;
			ALTER TABLE storage.objects ENABLE TRIGGER protect_objects_delete;
		END IF;
	END $$`)
	if err != nil {
		return fmt.Errorf("protect files from SQL: %w", err)
	}
	return nil
}

func requireSchemas(ctx context.Context, pool *pgxpool.Pool, names []string) error {
	var missing []string
	err := pool.QueryRow(ctx, `SELECT coalesce(array_agg(n), '{}') FROM unnest($1::text[]) n WHERE to_regnamespace(n) IS NULL`, names).Scan(&missing)
	if err == nil && len(missing) > 0 {
		err = fmt.Errorf("--schemas: the database has no %s", strings.Join(missing, ", "))
	}
	return err
}

// callers are the roles of requests.
const callers = "anon, authenticated, service_role"

// openGrants grants everything to the roles of requests, so that row-level security alone decides.
func openGrants(ctx context.Context, pool *pgxpool.Pool, schemas []string) error {
	return postgres.InTx(ctx, pool, func(tx pgx.Tx) error {
		for _, name := range schemas {
			quoted := pgx.Identifier{name}.Sanitize()
			statements := []string{"GRANT USAGE ON SCHEMA " + quoted + " TO " + callers}
			for _, kind := range []string{"TABLES", "SEQUENCES", "ROUTINES"} {
				statements = append(statements,
					"GRANT ALL ON ALL "+kind+" IN SCHEMA "+quoted+" TO "+callers,
					"ALTER DEFAULT PRIVILEGES IN SCHEMA "+quoted+" GRANT ALL ON "+kind+" TO "+callers)
			}
			for _, statement := range statements {
				if _, err := tx.Exec(ctx, statement); err != nil {
					return fmt.Errorf("open the grants of %s: %w", name, err)
				}
			}
		}
		return nil
	})
}

// orphanAge is how long stored bytes may wait for their row: longer than the longest upload.
// cleanEvery is the interval of cleaning up.
const (
	orphanAge  = time.Hour
	cleanEvery = time.Hour
)

type cleanArgs struct{}

// Kind names the job in the queue.
func (cleanArgs) Kind() string { return "clean" }

// InsertOpts keeps at most one such job in the queue.
func (cleanArgs) InsertOpts() river.InsertOpts { return queue.Once }

// clean deletes ended sessions and stored bytes without a row.
type clean struct {
	river.WorkerDefaults[cleanArgs]
	server *Server
}

// Work does both, even if the first fails.
func (w *clean) Work(ctx context.Context, _ *river.Job[cleanArgs]) error {
	_, err := w.server.storage.Sweep(ctx, orphanAge)
	return errors.Join(w.server.auth.Purge(ctx), err)
}

// openQueue prepares the job queue.
func (s *Server) openQueue() (err error) {
	workers := river.NewWorkers()
	river.AddWorker(workers, &queue.SendMail{Sender: s.sender})
	river.AddWorker(workers, &clean{server: s})
	s.queue, err = queue.New(s.conns.work, queue.Config{
		Workers: workers, Periodic: []*river.PeriodicJob{queue.Every(cleanEvery, cleanArgs{})}, OwnErrors: []error{queue.ErrNoMailServer}, Direct: s.direct,
	}, s.log)
	return err
}

// work runs the queue until ctx ends.
func (s *Server) work(ctx context.Context) error {
	if err := s.queue.Start(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	<-ctx.Done()
	queue.Stop(ctx, s.queue)
	return nil
}
