package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres/cluster"
)

// tools are pg_dump and pg_restore of one version.
type tools struct {
	bin   string
	major int
}

// findTools returns the programs of the server's own version.
func findTools(ctx context.Context, conn *pgx.Conn, wanted string) (tools, error) {
	major, err := majorOf(ctx, conn)
	if err != nil {
		return tools{}, err
	}
	bin, err := cluster.FindTools(wanted, major)
	return tools{bin, major}, err
}

func majorOf(ctx context.Context, conn *pgx.Conn) (major int, err error) {
	if err := conn.QueryRow(ctx, `SELECT current_setting('server_version_num')::int / 10000`).Scan(&major); err != nil {
		return 0, fmt.Errorf("ask the database for its version: %w", err)
	}
	return major, nil
}

// run runs a program on a database, with its input and output. The password goes through the
// environment, because other users can see arguments.
func (t tools) run(ctx context.Context, address string, from io.Reader, into io.Writer, program string, arguments ...string) error {
	command, err := t.command(ctx, address, program, arguments...)
	if err != nil {
		return err
	}
	command.Stdin, command.Stdout = from, into
	return finish(command)
}

func (t tools) command(ctx context.Context, address, program string, arguments ...string) (*exec.Cmd, error) {
	plain, password, err := splitPassword(address)
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, filepath.Join(t.bin, program), append(arguments, "--no-password", "--dbname="+plain)...)
	command.Env = append(os.Environ(), "LC_ALL=C")
	if password != "" {
		command.Env = append(command.Env, "PGPASSWORD="+password)
	}
	return command, nil
}

func finish(command *exec.Cmd) error {
	var said bytes.Buffer
	command.Stderr = &said
	if err := command.Run(); err != nil {
		return fmt.Errorf("%s: %w: %s", filepath.Base(command.Path), err, strings.TrimSpace(said.String()))
	}
	return nil
}

// read makes pg_restore read an archive without a database.
func (t tools) read(ctx context.Context, archive io.Reader, into io.Writer, arguments ...string) error {
	command := exec.CommandContext(ctx, filepath.Join(t.bin, "pg_restore"), arguments...)
	command.Stdin, command.Stdout = archive, into
	return finish(command)
}

func splitPassword(address string) (plain, password string, err error) {
	parsed, err := url.Parse(address)
	if err != nil {
		return "", "", errors.New("the database's address cannot be read")
	}
	if given, has := parsed.User.Password(); has {
		password, parsed.User = given, url.User(parsed.User.Username())
	}
	query := parsed.Query()
	if query.Has("password") {
		password = query.Get("password")
		query.Del("password")
		// Encode writes a space as "+", as in web forms; PostgreSQL clients expect %20.
		parsed.RawQuery = strings.ReplaceAll(query.Encode(), "+", "%20")
	}
	return parsed.String(), password, nil
}

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
