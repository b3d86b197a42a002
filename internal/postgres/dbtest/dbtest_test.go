package dbtest

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"automacao/internal/postgres"
	"automacao/internal/postgres/cluster"
)

// untilKilled makes a copy of this test program start its cluster and wait.
const untilKilled = "DBTEST_UNTIL_KILLED"

func TestMain(m *testing.M) {
	if os.Getenv(untilKilled) != "" {
		running, err := start()
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println(running.PID(), running.URL("postgres", cluster.Superuser))
		select {}
	}
	VerifyNoLeaks(m)
}

func TestAKilledTestProgramLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	// PostgreSQL's user cannot enter t.TempDir, and its path is too long for a socket.
	place, err := os.MkdirTemp("", "dbtest-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(place) })
	if err := os.Chmod(place, 0o755); err != nil {
		t.Fatal(err)
	}
	program := exec.Command(os.Args[0])
	program.Env = append(os.Environ(), untilKilled+"=1", "TMPDIR="+place)
	output, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	said, err := bufio.NewReader(output).ReadString('\n')
	if err != nil || !strings.Contains(said, "postgres://") {
		t.Fatalf("the program said %q, %v", said, err)
	}
	pid, _, _ := strings.Cut(said, " ")
	if err := program.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = program.Wait()

	ticker := time.NewTicker(10 * time.Millisecond)
	defer ticker.Stop()
	deadline := time.After(time.Minute)
	for {
		folders, _ := filepath.Glob(filepath.Join(place, "*"))
		_, server := os.Readlink(filepath.Join("/proc", pid, "exe"))
		if len(folders) == 0 && server != nil {
			return
		}
		select {
		case <-ticker.C:
		case <-deadline:
			t.Fatalf("there are still %v; server %s: %v", folders, pid, server)
		}
	}
}

func TestEveryTestHasItsOwnDatabase(t *testing.T) {
	t.Parallel()
	for range 2 {
		pool := New(t)
		var rows int
		err := pool.QueryRow(t.Context(), `WITH gone AS (DELETE FROM public.skills RETURNING 1) SELECT count(*) FROM gone`).Scan(&rows)
		if err != nil || rows != 22 {
			t.Errorf("got %d rows, %v", rows, err)
		}
	}
}

func TestATemplateIsFilledOnceAndClonedForEach(t *testing.T) {
	t.Parallel()
	if isPooled() {
		t.Skip("a pooler keeps the template open")
	}
	fills := 0
	opened := Template(func(t testing.TB, db *Database) {
		fills++
		if _, err := db.Owner.Exec(t.Context(), `DELETE FROM public.skills WHERE slug <> 'retrofit'`); err != nil {
			t.Fatal(err)
		}
	})
	for range 2 {
		var rows int
		err := opened(t).Pool.QueryRow(t.Context(), `WITH gone AS (DELETE FROM public.skills RETURNING 1) SELECT count(*) FROM gone`).Scan(&rows)
		if err != nil || rows != 1 || fills != 1 {
			t.Errorf("got %d rows of %d fillings, %v", rows, fills, err)
		}
	}
}

func TestTheClockIsInAnOddZone(t *testing.T) {
	t.Parallel()
	var offset string
	if err := Empty(t).QueryRow(t.Context(), `SELECT to_char(timestamptz '2026-01-01', 'OF')`).Scan(&offset); err != nil || offset != "+05:45" {
		t.Errorf("got %q, %v", offset, err)
	}
}

// TestAPoolerIsNoticedAndLendsOtherSessions checks that the pooler is detected and lends a
// different session each time, so that tests through it expose state left in a session.
func TestAPoolerIsNoticedAndLendsOtherSessions(t *testing.T) {
	t.Parallel()
	db := Open(t)
	pool, err := postgres.NewPool(t.Context(), Pooled(t, db.URL), 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	if !postgres.IsPooled(pool) || !isPooled() && postgres.IsPooled(db.Pool) {
		t.Errorf("behind a pooler: %t, without one: %t", postgres.IsPooled(pool), postgres.IsPooled(db.Pool))
	}
	// While two transactions are open there are two sessions to lend.
	both, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	lent := map[int]bool{}
	for range 4 {
		var pid int
		if err := pool.QueryRow(t.Context(), `SELECT pg_backend_pid()`).Scan(&pid); err != nil {
			t.Fatal(err)
		}
		if lent[pid] = true; len(lent) == 1 {
			err = both.Rollback(t.Context())
		}
	}
	if err != nil || len(lent) < 2 {
		t.Errorf("the sessions %v were lent, %v", lent, err)
	}
	if _, err := postgres.Listen(t.Context(), pool, nil, "test", "anything"); !errors.Is(err, postgres.ErrPooled) {
		t.Errorf("listening through it returned %v", err)
	}
}
