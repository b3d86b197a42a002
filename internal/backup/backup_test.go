package backup_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/backup"
	"automacao/internal/blob"
	"automacao/internal/database/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

func market(t *testing.T, url string) backup.Market {
	t.Helper()
	data := t.TempDir()
	files, err := blob.Open(t.Context(), "", data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	return backup.Market{URL: url, Files: files, Key: func(version uuid.UUID) string { return "versions/" + version.String() },
		DataDir: data, KeyFiles: []string{"secrets.json", "seal.json"}, Say: t.Logf}
}

func keep(ctx context.Context, m backup.Market, owner *pgxpool.Pool, name string) error {
	version := uuid.New()
	err := blob.Put(ctx, m.Files, m.Key(version), "text/plain", func(w io.Writer) error { _, err := io.WriteString(w, name); return err })
	if err == nil {
		_, err = owner.Exec(ctx, `INSERT INTO storage.objects (bucket_id, name, version, size_bytes, metadata) VALUES ('kept', $1, $2, $3, '{}')`, name, version, len(name))
	}
	return err
}

func listed(t *testing.T, pool *pgxpool.Pool, question string) (found string) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), question).Scan(&found); err != nil {
		t.Fatal(err)
	}
	return found
}

func TestARestoredMarketIsTheOneThatWasBackedUp(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	from := market(t, db.OwnerURL)
	if _, err := db.Owner.Exec(t.Context(), `INSERT INTO storage.buckets (id, name) VALUES ('kept', 'kept')`); err != nil {
		t.Fatal(err)
	}
	if err := keep(t.Context(), from, db.Owner, "before"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(from.DataDir, "seal.json"), []byte("sealed"), 0o600); err != nil {
		t.Fatal(err)
	}
	// Writes go on while the backup is made.
	writing, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		for i := 0; writing.Err() == nil; i++ {
			if err := keep(t.Context(), from, db.Owner, fmt.Sprintf("during-%d", i)); err != nil {
				ended <- err
				return
			}
		}
		ended <- nil
	}()
	path, err := backup.Make(t.Context(), from, t.TempDir())
	stop()
	if failed := <-ended; err != nil || failed != nil {
		t.Fatal(err, failed)
	}
	made, err := backup.Verify(t.Context(), path, "")
	if err != nil {
		t.Fatal(err)
	}

	empty := dbtest.Empty(t)
	into := market(t, empty.Config().ConnString())
	if _, err := backup.Restore(t.Context(), path, into); err != nil {
		t.Fatal(err)
	}
	for _, question := range []string{
		`SELECT string_agg(p::text, E'\n' ORDER BY p::text) FROM pg_policies p`,
		`SELECT string_agg(g::text, E'\n' ORDER BY g::text) FROM (SELECT grantee, table_schema, table_name, column_name, privilege_type FROM information_schema.column_privileges WHERE table_schema !~ '^pg_') g`,
		`SELECT md5(string_agg(l::text, E'\n' ORDER BY l::text)) FROM private.limits l`,
	} {
		if was, is := listed(t, db.Owner, question), listed(t, empty, question); was != is {
			t.Errorf("%s differs", question)
		}
	}
	t.Run("EveryFileThatIsNamedIsThere", func(t *testing.T) {
		rows, err := empty.Query(t.Context(), `SELECT version, name FROM storage.objects`)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		count := 0
		for rows.Next() {
			var version uuid.UUID
			var name string
			if err := rows.Scan(&version, &name); err != nil {
				t.Fatal(err)
			}
			if got, err := into.Files.ReadAll(t.Context(), into.Key(version)); err != nil || string(got) != name {
				t.Errorf("%s is %q, %v", name, got, err)
			}
			count++
		}
		if count == 0 || count != made.Files || rows.Err() != nil {
			t.Errorf("there are %d files of %d, %v", count, made.Files, rows.Err())
		}
		for objects := into.Files.List(nil); ; count-- {
			if _, err := objects.Next(t.Context()); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
		if count != 0 {
			t.Errorf("the store holds %d files that nothing names", -count)
		}
		if got, err := os.ReadFile(filepath.Join(into.DataDir, "seal.json")); err != nil || string(got) != "sealed" {
			t.Errorf("the key is %q, %v", got, err)
		}
	})
	t.Run("WhatIsNotEmptyIsRefused", func(t *testing.T) {
		if _, err := backup.Restore(t.Context(), path, into); err == nil || !strings.Contains(err.Error(), "not empty") {
			t.Error(err)
		}
	})
	t.Run("ARoleThatDoesNotSeeAllIsRefused", func(t *testing.T) {
		bound := from
		bound.URL = db.URL
		folder := t.TempDir()
		if _, err := backup.Make(t.Context(), bound, folder); err == nil || !strings.Contains(err.Error(), "row-level security") {
			t.Error(err)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
			t.Errorf("left %v, %v", left, err)
		}
	})
	t.Run("ADamagedByteIsNoticed", func(t *testing.T) {
		dump := filepath.Join(path, "database.dump")
		text, err := os.ReadFile(dump)
		if err != nil {
			t.Fatal(err)
		}
		text[len(text)/2] ^= 1
		if err := os.WriteFile(dump, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := backup.Verify(t.Context(), path, ""); err == nil || !strings.Contains(err.Error(), "is damaged") {
			t.Error(err)
		}
	})
}
