package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/postgres/cluster"
)

// HasCluster reports whether a parent folder contains a private cluster.
func HasCluster(dir string) bool { return cluster.Exists(ClusterDir(dir)) }

// ArchiveID names the run of WAL that the private cluster in a parent folder archives; "" if it
// archives none.
func ArchiveID(dir string) string { return cluster.ArchiveID(ClusterDir(dir)) }

// ReadArchive reports how far that archive is behind.
func ReadArchive(dir string) (cluster.ArchiveState, error) {
	return cluster.ReadArchive(ClusterDir(dir))
}

// ClusterDir returns the private cluster's data directory in a parent folder.
func ClusterDir(dir string) string { return filepath.Join(dir, "postgres") }

// name is the only database of the private cluster.
const name = "automacao"

// loginRole is the role that the server logs in as on its private cluster.
const loginRole = "authenticator"

// OpenBare opens the private cluster as its owner, without a pool and without migrating, to back up
// its content or to restore into it.
func OpenBare(ctx context.Context, cfg Config) (*Database, error) {
	db := &Database{}
	if _, err := db.openCluster(ctx, cfg); err != nil {
		return nil, err
	}
	return db, nil
}

// Running returns the URL, for the role that serves requests, of a private cluster that another
// process runs in a parent folder; "" if there is none.
func Running(ctx context.Context, dir string) (string, error) {
	found, err := cluster.Attach(ctx, ClusterDir(dir))
	if err != nil || found == nil {
		return "", err
	}
	return found.URL(name, loginRole), nil
}

// openCluster starts the private cluster, or attaches to a running one, and returns the URL of the
// role that serves requests.
func (db *Database) openCluster(ctx context.Context, cfg Config) (string, error) {
	if cfg.Beside {
		found, err := cluster.Attach(ctx, ClusterDir(cfg.Dir))
		if err != nil {
			return "", err
		}
		if found != nil {
			db.beside, db.OwnerURL = true, found.URL(name, cluster.Superuser)
			return found.URL(name, loginRole), nil
		}
	}
	if err := db.startCluster(ctx, cfg); err != nil {
		return "", err
	}
	return db.cluster.URL(name, loginRole), nil
}

// A private server offers serverConnsSpare connections beyond the pool, for reserves, listeners,
// migrations and a person with psql, and never fewer than serverConnsMin.
const (
	serverConnsMin   = 100
	serverConnsSpare = 80
)

func (db *Database) startCluster(ctx context.Context, cfg Config) error {
	conns := max(serverConnsMin, int(poolSize(cfg.MaxConns))+serverConnsSpare)
	machine := cluster.ReadMachine(cfg.Dir)
	settings := cluster.Tune(machine, conns)
	maps.Copy(settings, cfg.Settings)
	cfg.Log.Info("private database tuned", "memory_mib", machine.MemoryBytes>>20, "cores", machine.Cores, "disk_free_mib", machine.FreeBytes>>20, "settings", settings)
	settings["max_connections"] = strconv.Itoa(conns)
	started, err := cluster.Start(ctx, cluster.Config{
		Dir: ClusterDir(cfg.Dir), BinDir: cfg.BinDir, Log: cfg.Log,
		Settings: settings, Archive: cfg.Archive,
	})
	if err != nil {
		return err
	}
	db.cluster = started
	db.OwnerURL = started.URL(name, cluster.Superuser)
	if err := createDatabase(ctx, started.URL("postgres", cluster.Superuser)); err != nil {
		return errors.Join(err, started.Stop(context.WithoutCancel(ctx)))
	}
	return nil
}

func createDatabase(ctx context.Context, url string) (err error) {
	conn, err := connect(ctx, url, "start", "")
	if err != nil {
		return explain(err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	_, err = conn.Exec(ctx, `CREATE DATABASE `+name)
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok && failure.Code == duplicateDatabase {
		return nil
	}
	if err != nil {
		return fmt.Errorf("create database: %w", err)
	}
	return nil
}
