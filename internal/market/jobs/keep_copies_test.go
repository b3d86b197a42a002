package jobs

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/postgres/dbtest"
)

// A failed backup is reported to every administrator, in one notification until it is read, and to
// the log with its reason.
func TestABackupThatFailsIsTold(t *testing.T) {
	t.Parallel()
	db, said := dbtest.Open(t), &bytes.Buffer{}
	admin := uuid.New()
	for _, statement := range []string{
		`INSERT INTO auth.users (id, email) VALUES ($1, 'paula@exemplo.test')`,
		`INSERT INTO public.profiles (id, role, name) VALUES ($1, 'admin', 'Paula')`,
		`INSERT INTO public.accounts (profile_id, email) VALUES ($1, 'paula@exemplo.test')`,
	} {
		if _, err := db.Owner.Exec(t.Context(), statement, admin); err != nil {
			t.Fatal(err)
		}
	}
	var failure error
	w := &backUp{pool: db.Pool, backUp: func(context.Context) error { return failure }, log: slog.New(slog.NewTextHandler(said, nil))}
	for _, failure = range []error{nil, errors.New("the disk is full"), errors.New("the bucket is gone")} {
		if err := w.Work(t.Context(), nil); !errors.Is(err, failure) {
			t.Fatal(err)
		}
	}
	var told string
	if err := db.Owner.QueryRow(t.Context(), `SELECT string_agg(title || ' ' || count, ', ') FROM public.notifications WHERE profile_id = $1`, admin).Scan(&told); err != nil || told != "O backup falhou 2" {
		t.Errorf("she reads %q, %v", told, err)
	}
	if strings.Count(said.String(), "level=ERROR") != 2 || !strings.Contains(said.String(), "the disk is full") {
		t.Errorf("the log says %s", said)
	}
}
