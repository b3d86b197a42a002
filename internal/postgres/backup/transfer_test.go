package backup_test

import (
	"strings"
	"testing"

	"automacao/internal/postgres/backup"
	"automacao/internal/postgres/dbtest"
)

func TestADatabaseIsMovedAsItIs(t *testing.T) {
	t.Parallel()
	from, into := dbtest.Open(t), dbtest.Empty(t)
	if _, err := from.Owner.Exec(t.Context(), `CREATE TABLE public.moved (id int PRIMARY KEY, said text); INSERT INTO public.moved VALUES (1, 'olá')`); err != nil {
		t.Fatal(err)
	}
	source, target := market(t, from.OwnerURL), market(t, into.Config().ConnString())
	moved, err := backup.Transfer(t.Context(), source, target)
	if err != nil || moved.Rows["public.moved"] != 1 || moved.Rows["public.skills"] != 22 {
		t.Fatalf("moved %v, %v", moved.Rows, err)
	}
	var said string
	var estimated bool
	err = into.QueryRow(t.Context(), `SELECT said, (SELECT reltuples = 22 FROM pg_class WHERE oid = 'public.skills'::regclass) FROM public.moved`).Scan(&said, &estimated)
	if err != nil || said != "olá" || !estimated {
		t.Errorf("read %q, with statistics %v, %v", said, estimated, err)
	}
	if _, err := backup.Transfer(t.Context(), source, target); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("into what is there already: %v", err)
	}
}
