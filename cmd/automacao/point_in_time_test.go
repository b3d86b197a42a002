package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres"
	"automacao/internal/postgres/cluster"
	"automacao/verify/spawn"
)

// serving runs the program on a data directory and returns once it has made a backup. end stops it
// cleanly.
func serving(t *testing.T, env []string) (end func()) {
	t.Helper()
	addr, err := spawn.FreeAddr()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	log := &heard{}
	server := exec.CommandContext(ctx, os.Args[0], "serve", "--addr", addr)
	server.Env = append(os.Environ(), env...)
	server.Cancel = func() error { return server.Process.Signal(syscall.SIGTERM) }
	says, into := io.Pipe()
	server.Stdout, server.Stderr = into, into
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	made, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tell := sync.OnceFunc(func() { close(made) })
		for lines := bufio.NewScanner(says); lines.Scan(); {
			_, _ = fmt.Fprintln(log, lines.Text())
			if strings.Contains(lines.Text(), "a backup was made") {
				tell()
			}
		}
	}()
	go func() { _ = into.CloseWithError(server.Wait()) }()
	end = sync.OnceFunc(func() {
		cancel()
		<-ended
	})
	t.Cleanup(end)
	select {
	case <-made:
	case <-ended:
		t.Fatalf("the server made no backup\n%s", log)
	}
	return end
}

// ledger is a digest of what must be the same after a restore.
const ledger = `SELECT concat_ws(' ', (SELECT count(*) FROM pg_class WHERE relkind = 'r'), (SELECT count(*) FROM public.profiles),
	(SELECT count(*) FROM public.ledger_transfers), (SELECT md5(string_agg(e::text, ',' ORDER BY e::text)) FROM public.ledger_entries e))`

func asked(t *testing.T, conn *pgx.Conn, question string) (answer string) {
	t.Helper()
	if err := conn.QueryRow(t.Context(), question).Scan(&answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

func reached(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// TestASecondBeforeADROP serves the demonstration with archived WAL, drops the ledger, and restores
// the market as it was a second earlier from the backups alone.
func TestASecondBeforeADROP(t *testing.T) {
	demoMarket.announce(t)
	t.Parallel()
	folder, err := spawn.Folder()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	market, restored, backups, key := filepath.Join(folder, "market"), filepath.Join(folder, "restored"), filepath.Join(folder, "backups"), filepath.Join(folder, "key")
	env := []string{asProgram + "=1", "DATABASE_URL=", "AUTOMACAO_DEMO=1"}
	says := func(line string, more ...string) (string, error) {
		command := exec.Command(os.Args[0], append(strings.Fields(line), more...)...)
		command.Env = append(os.Environ(), env...)
		said, err := command.CombinedOutput()
		return strings.TrimSpace(string(said)), err
	}
	public, err := says("backup key --to " + key)
	if err != nil {
		t.Fatal(public, err)
	}
	demoMarket.layOut(t, market)
	end := serving(t, append(env, "AUTOMACAO_DATA="+market, "AUTOMACAO_BACKUP_TO="+backups, "AUTOMACAO_BACKUP_RECIPIENT="+public))

	running, err := cluster.Attach(t.Context(), postgres.ClusterDir(market))
	if err != nil || running == nil {
		t.Fatal(running, err)
	}
	owner := reached(t, running.URL("automacao", cluster.Superuser))
	if every := asked(t, owner, `SELECT current_setting('archive_timeout')`); every != "40s" {
		t.Errorf("what was written is archived after %s", every)
	}
	// This is written after the only backup, so only the WAL contains it.
	if _, err := owner.Exec(t.Context(), `CREATE TABLE public.after_the_backup AS SELECT 1 AS kept`); err != nil {
		t.Fatal(err)
	}
	before := asked(t, owner, ledger)
	// Two seconds of the server's own clock separate the last good moment from the drop.
	if _, err := owner.Exec(t.Context(), `SELECT pg_sleep_for('2 s')`); err != nil {
		t.Fatal(err)
	}
	var at time.Time
	if err := owner.QueryRow(t.Context(), `SELECT clock_timestamp() - interval '1 s'`).Scan(&at); err != nil {
		t.Fatal(err)
	}
	if _, err := owner.Exec(t.Context(), `DROP TABLE public.ledger_entries CASCADE`); err != nil {
		t.Fatal(err)
	}
	// The disk is lost once this WAL is archived. A server archives periodically, and the rest when
	// it stops.
	var last string
	if err := owner.QueryRow(t.Context(), `SELECT pg_walfile_name(pg_switch_wal())`).Scan(&last); err != nil {
		t.Fatal(err)
	}
	for asked(t, owner, `SELECT coalesce(last_archived_wal, '') FROM pg_stat_archiver`) < last {
		if _, err := owner.Exec(t.Context(), `SELECT pg_sleep_for('20 ms')`); err != nil {
			t.Fatal(err)
		}
	}
	end()
	if err := os.RemoveAll(market); err != nil {
		t.Fatal(err)
	}

	restore := "restore --from " + backups + " --data " + restored + " --at "
	for moment, why := range map[string]string{
		"2020-01-01T00:00:00Z": "is before the first moment that can be restored", "2999-01-01T00:00:00Z": "is after all that was archived", "ontem": "is no moment",
		at.Format(time.RFC3339Nano): "name the file of its key",
	} {
		if said, err := says(restore + moment); err == nil || !strings.Contains(said, why) {
			t.Errorf("at %s it says %q", moment, said)
		}
	}
	command := strings.NewReplacer("/backups", backups, "/safe/backup.key", key, "/restored", restored, "2026-11-23T14:05:00-03:00", at.Format(time.RFC3339Nano)).Replace(block(t, "docs/operate/backup.md", "## Point-in-time restore"))
	said, err := says(strings.TrimPrefix(command, "automacao "))
	if err != nil || !strings.Contains(said, "the market is restored: ") {
		t.Fatalf("it says %q, %v", said, err)
	}
	db, err := postgres.OpenBare(t.Context(), postgres.Config{Dir: restored, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	after := asked(t, reached(t, db.OwnerURL), ledger)
	if err := db.Close(context.Background()); err != nil {
		t.Error(err)
	}
	if after != before {
		t.Errorf("restored is %s, and was %s", after, before)
	}
	if said, err := says(restore+at.Format(time.RFC3339Nano), "--identity", key); err == nil || !strings.Contains(said, "nothing is overwritten") {
		t.Errorf("over what was restored it says %q", said)
	}
	speed := regexp.MustCompile(`it took .* per GB`).FindString(said)
	t.Attr("figure", "ledger and rows as they were; WAL is archived every 40 s; "+speed)
}
