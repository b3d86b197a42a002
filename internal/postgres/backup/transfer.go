package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Transfer copies one snapshot of a database into an empty one of the same or a newer version, as a
// whole or not at all, and compares rows, policies and grants. Writes to the source after the
// snapshot are lost. Files and keys stay where they are.
func Transfer(ctx context.Context, from, into Market) (moved State, err error) {
	old, err := pgx.Connect(ctx, from.URL)
	if err != nil {
		return moved, fmt.Errorf("reach the database: %w", err)
	}
	defer func() { _ = old.Close(context.WithoutCancel(ctx)) }()
	target, err := pgx.Connect(ctx, into.URL)
	if err != nil {
		return moved, fmt.Errorf("reach the new database: %w", err)
	}
	defer func() { _ = target.Close(context.WithoutCancel(ctx)) }()
	if err := requirePower(ctx, old); err != nil {
		return moved, err
	}
	programs, err := transferTools(ctx, old, target, from, into)
	if err != nil {
		return moved, err
	}
	var major int
	if err := old.QueryRow(ctx, `SELECT current_setting('server_version_num')::int / 10000`).Scan(&major); err != nil {
		return moved, fmt.Errorf("ask the database for its version: %w", err)
	}
	moment := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	return moved, pgx.BeginTxFunc(ctx, old, moment, func(tx pgx.Tx) error {
		var snapshot string
		if err := tx.QueryRow(ctx, `SELECT pg_export_snapshot()`).Scan(&snapshot); err != nil {
			return fmt.Errorf("hold the moment of the copy: %w", err)
		}
		if moved, err = readState(ctx, tx); err != nil {
			return err
		}
		if err := acceptsDatabase(ctx, target, Manifest{Major: major, Database: moved}); err != nil {
			return err
		}
		if err := makeRoles(ctx, target, moved); err != nil {
			return err
		}
		into.Say("copying %d tables", len(moved.Rows))
		if err := programs.pipe(ctx, from.URL, into.URL, snapshot); err != nil {
			return err
		}
		into.Say("comparing rows, policies and grants")
		if err := moved.holdsIn(ctx, target); err != nil {
			return err
		}
		// A dump contains no statistics, and without them the planner chooses bad plans.
		if _, err := target.Exec(ctx, `ANALYZE`); err != nil {
			return fmt.Errorf("gather statistics: %w", err)
		}
		return nil
	})
}

// transferTools prefers the programs of the newer version, which support both versions.
func transferTools(ctx context.Context, old, target *pgx.Conn, from, into Market) (tools, error) {
	programs, err := findTools(ctx, target, into.BinDir)
	if err == nil {
		return programs, nil
	}
	older, errOlder := findTools(ctx, old, from.BinDir)
	if errOlder != nil {
		return older, errors.Join(err, errOlder)
	}
	return older, nil
}

// pipe dumps one database into another through an operating system pipe between the two programs.
// If one program ends early, the other ends as well.
func (t tools) pipe(ctx context.Context, from, into, snapshot string) error {
	dump, err := t.command(ctx, from, "pg_dump", "--format=custom", "--compress=0", "--snapshot="+snapshot)
	if err != nil {
		return err
	}
	restore, err := t.command(ctx, into, "pg_restore", "--exit-on-error", "--single-transaction")
	if err != nil {
		return err
	}
	reader, writer, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("join the programs: %w", err)
	}
	dump.Stdout, restore.Stdin = writer, reader
	var complaint bytes.Buffer
	dump.Stderr = &complaint
	err = dump.Start()
	_ = writer.Close()
	if err != nil {
		_ = reader.Close()
		return fmt.Errorf("start pg_dump: %w", err)
	}
	restoring := finish(restore)
	_ = reader.Close()
	if err := dump.Wait(); err != nil {
		return errors.Join(fmt.Errorf("pg_dump: %w: %s", err, strings.TrimSpace(complaint.String())), restoring)
	}
	return restoring
}
