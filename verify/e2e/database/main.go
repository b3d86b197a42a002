// Command database keeps a fresh PostgreSQL for a test in the browser: it prints the
// address of an empty database, and ends, with all that it made, once its standard
// input does. The programs are those that a private database is run with.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"automacao/internal/postgres/cluster"
)

// patience bounds the start and the end.
const patience = time.Minute

func main() {
	if err := keep(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func keep(until io.Reader, out io.Writer) (err error) {
	folder, err := os.MkdirTemp("", "automacao-e2e-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	// PostgreSQL may run as another user than we do.
	if err := os.Chmod(folder, 0o711); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	running, err := cluster.Start(ctx, cluster.Config{Dir: filepath.Join(folder, "d"), Throwaway: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		err = errors.Join(err, running.Stop(ctx))
	}()
	if _, err := fmt.Fprintln(out, running.URL("postgres", cluster.Superuser)); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, until)
	return err
}
