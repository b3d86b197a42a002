package cluster_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres/cluster"
)

// Each start recovers what the crash before it left, checks it, and is killed in turn.
func TestNothingAcknowledgedIsLostWhenTheParentIsKilled(t *testing.T) {
	t.Parallel()
	const crashes = 20
	dir := folder(t)
	first := start(t, cluster.Config{Dir: dir})
	run(t, first, `CREATE TABLE kept (number bigint PRIMARY KEY)`)
	stop(t, first)

	acknowledged := 0
	for crash := range crashes {
		acknowledged += writeUntilKilled(t, dir, acknowledged, 1+5*crash)
	}
	log, said := listenFor("", nil)
	checkKept(t, connect(t, start(t, cluster.Config{Dir: dir, Log: log})), acknowledged, said)
	t.Logf("%d rows were acknowledged and kept", acknowledged)
}

// writeUntilKilled checks that the rows acknowledged so far are there, inserts rows numbered on from
// the last one while the server's parent is killed, and returns how many were acknowledged.
func writeUntilKilled(t *testing.T, dir string, last, beforeKill int) int {
	t.Helper()
	said := &safeBuilder{}
	parent, _, url := startParent(t, dir, said)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	checkKept(t, conn, last, said)
	for written := 0; ; written++ {
		if written == beforeKill {
			kill(t, parent.Process.Pid)
		}
		if _, err := conn.Exec(t.Context(), `INSERT INTO kept (number) VALUES ($1)`, last+written+1); err != nil {
			_ = parent.Wait()
			if written < beforeKill {
				t.Fatalf("the server ended before its parent: %v", err)
			}
			return written
		}
	}
}

// checkKept checks that a server came up at its first attempt and has every acknowledged row. It
// deletes a row that was stored although its acknowledgement was lost, which is no loss either.
func checkKept(t *testing.T, conn *pgx.Conn, acknowledged int, said *safeBuilder) {
	t.Helper()
	if strings.Contains(said.String(), "starting it again") {
		t.Errorf("after %d rows it took more than one start:\n%s", acknowledged, said)
	}
	var kept int
	err := conn.QueryRow(t.Context(), `SELECT count(*) FROM kept WHERE number <= $1`, acknowledged).Scan(&kept)
	if err != nil || kept != acknowledged {
		t.Errorf("there are %d rows of %d, %v", kept, acknowledged, err)
	}
	if _, err := conn.Exec(t.Context(), `DELETE FROM kept WHERE number > $1`, acknowledged); err != nil {
		t.Error(err)
	}
}
