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
