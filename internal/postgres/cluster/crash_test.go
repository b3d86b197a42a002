package cluster_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres/cluster"
)

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
		log, said := listenFor("", nil)
		running := start(t, cluster.Config{Dir: dir, Log: log})
		if strings.Contains(said.String(), "starting it again") {
			t.Errorf("after crash %d it took more than one start:\n%s", crash+1, said)
		}
		var kept int
		err := connect(t, running).QueryRow(t.Context(), `SELECT count(*) FROM kept WHERE number <= $1`, acknowledged).Scan(&kept)
		if err != nil || kept != acknowledged {
			t.Errorf("after crash %d there are %d rows of %d, %v", crash+1, kept, acknowledged, err)
		}
		// A row that was stored although its acknowledgement was lost is not a loss either.
		run(t, running, fmt.Sprintf(`DELETE FROM kept WHERE number > %d`, acknowledged))
		stop(t, running)
	}
	t.Logf("%d rows were acknowledged and kept", acknowledged)
}

// writeUntilKilled inserts rows numbered on from the last one while the server's parent is killed,
// and returns how many were acknowledged.
func writeUntilKilled(t *testing.T, dir string, last, beforeKill int) int {
	t.Helper()
	parent, _, url := startParent(t, dir)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
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
