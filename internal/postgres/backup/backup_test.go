package backup_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"filippo.io/age"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/files/blob"
	"automacao/internal/files/blob/blobtest"
	"automacao/internal/postgres/backup"
	"automacao/internal/postgres/dbtest"
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

// target opens a place for backups.
func target(t *testing.T, at string) *backup.Place {
	t.Helper()
	place, err := backup.OpenTarget(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = place.Close() })
	return place
}

// key creates a key and returns its public and private parts.
func key(t *testing.T) ([]age.Recipient, []age.Identity) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "key")
	public, err := backup.NewKey(path)
	if err != nil {
		t.Fatal(err)
	}
	recipients, err := backup.Recipients(public)
	identities, failed := backup.Identities(path)
	if err != nil || failed != nil {
		t.Fatal(err, failed)
	}
	return recipients, identities
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
	// Writes continue while the backup is made.
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
	from.Recipients, from.Identities = key(t)
	place, err := backup.Make(t.Context(), from, target(t, t.TempDir()))
	stop()
	if failed := <-ended; err != nil || failed != nil {
		t.Fatal(err, failed)
	}
	made, err := backup.Verify(t.Context(), place, from.Identities, "")
	if err != nil {
		t.Fatal(err)
	}

	empty := dbtest.Empty(t)
	into := market(t, empty.Config().ConnString())
	into.Identities = from.Identities
	if _, err := backup.Restore(t.Context(), place, into); err != nil {
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
		if _, err := backup.Restore(t.Context(), place, into); err == nil || !strings.Contains(err.Error(), "not empty") {
			t.Error(err)
		}
	})
	t.Run("AStoreThatIsNotEmptyIsRefusedBeforeAnythingIsWritten", func(t *testing.T) {
		other := dbtest.Empty(t)
		full := market(t, other.Config().ConnString())
		full.Identities = from.Identities
		const key = "versions/of-another-market"
		if err := full.Files.WriteAll(t.Context(), key, []byte("theirs"), nil); err != nil {
			t.Fatal(err)
		}
		_, failed := backup.Restore(t.Context(), place, full)
		_, led := backup.RestoreAt(t.Context(), place, made.MadeAt, filepath.Join(t.TempDir(), "cluster"), full, nil, nil)
		for _, err := range []error{failed, led} {
			if err == nil || !strings.Contains(err.Error(), "(BLOB_URL) is not empty: it holds "+key) {
				t.Error(err)
			}
		}
		if tables := listed(t, other, `SELECT count(*)::text FROM pg_namespace WHERE nspname IN ('private', 'storage')`); tables != "0" {
			t.Errorf("%s schemas were made", tables)
		}
		if left, err := os.ReadDir(full.DataDir); err != nil || len(left) != 1 {
			t.Errorf("beside its files there are %v, %v", left, err)
		}
		objects := full.Files.List(nil)
		if first, err := objects.Next(t.Context()); err != nil || first.Key != key {
			t.Errorf("it holds %+v, %v", first, err)
		}
		if more, err := objects.Next(t.Context()); !errors.Is(err, io.EOF) {
			t.Errorf("it holds %+v too, %v", more, err)
		}
	})
	t.Run("ARoleThatDoesNotSeeAllIsRefused", func(t *testing.T) {
		bound := from
		bound.URL = db.URL
		folder := t.TempDir()
		if _, err := backup.Make(t.Context(), bound, target(t, folder)); err == nil || !strings.Contains(err.Error(), "row-level security") {
			t.Error(err)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
			t.Errorf("left %v, %v", left, err)
		}
	})
	t.Run("WhoeverHasNoKeyReadsNothing", func(t *testing.T) {
		_, others := key(t)
		for name, identities := range map[string][]age.Identity{"None": nil, "Another": others} {
			_, failed := backup.Verify(t.Context(), place, identities, "")
			reader := market(t, dbtest.Empty(t).Config().ConnString())
			reader.Identities = identities
			_, refused := backup.Restore(t.Context(), place, reader)
			if _, err := reader.Files.List(nil).Next(t.Context()); !errors.Is(err, io.EOF) {
				t.Errorf("%s: something was restored, %v", name, err)
			}
			for _, err := range []error{failed, refused} {
				if err == nil || errors.Is(err, backup.ErrEncrypted) != (identities == nil) || !strings.Contains(err.Error(), "encrypted") {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
		parts, err := os.ReadDir(place.String())
		if err != nil || len(parts) != 3 {
			t.Fatal(parts, err)
		}
		for _, part := range parts {
			text, err := os.ReadFile(filepath.Join(place.String(), part.Name()))
			if isPlain := !strings.HasSuffix(part.Name(), ".age"); err != nil || isPlain != (part.Name() == "manifest.json") || bytes.HasPrefix(text, []byte("age-encryption.org/")) == isPlain {
				t.Errorf("%s begins %.30q, %v", part.Name(), text, err)
			}
			if about, err := part.Info(); err != nil || about.Mode().Perm() != 0o600 {
				t.Errorf("%s may be read by others: %v, %v", part.Name(), about.Mode(), err)
			}
		}
	})
	t.Run("ADamagedByteIsNoticed", func(t *testing.T) {
		dump := filepath.Join(place.String(), "database.dump.age")
		text, err := os.ReadFile(dump)
		if err != nil {
			t.Fatal(err)
		}
		text[len(text)/2] ^= 1
		if err := os.WriteFile(dump, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := backup.Verify(t.Context(), place, nil, ""); err == nil || !strings.Contains(err.Error(), "is damaged") {
			t.Error(err)
		}
	})
}

// TestABackupInABucket checks that a backup below a prefix in a bucket is found by its address.
func TestABackupInABucket(t *testing.T) {
	store := blobtest.New()
	t.Cleanup(store.Close)
	for name, value := range blobtest.Env() {
		t.Setenv(name, value)
	}
	db := dbtest.Open(t)
	bucket, query, _ := strings.Cut(blobtest.URL(store.Addr()), "?")
	to := target(t, bucket+"/markets/ours?"+query)
	made, err := backup.Make(t.Context(), market(t, db.OwnerURL), to)
	if err != nil || !strings.HasPrefix(made.String(), bucket+"/markets/ours/automacao-") {
		t.Fatal(made, err)
	}
	again, err := backup.OpenSource(t.Context(), made.String())
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if held, err := backup.Verify(t.Context(), again, nil, ""); err != nil || len(held.Database.Rows) == 0 {
		t.Error(held, err)
	}
	if _, err := backup.Verify(t.Context(), to, nil, ""); err == nil || !strings.Contains(err.Error(), "is no backup") {
		t.Error(err)
	}
}

func TestAPlaceThatIsNone(t *testing.T) {
	t.Parallel()
	for _, at := range []string{"", "s3://", "ftp://x/y", "https://x"} {
		if _, err := backup.OpenTarget(t.Context(), at); err == nil || !strings.Contains(err.Error(), "no place for backups") {
			t.Errorf("%q: %v", at, err)
		}
	}
	if _, err := backup.OpenSource(t.Context(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "is no backup") {
		t.Error(err)
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "key")
	if _, err := backup.NewKey(path); err != nil {
		t.Fatal(err)
	}
	if about, err := os.Stat(path); err != nil || about.Mode().Perm() != 0o600 {
		t.Errorf("others may read it: %v, %v", about.Mode(), err)
	}
	if _, err := backup.NewKey(path); err == nil || !strings.Contains(err.Error(), "never replaced") {
		t.Error(err)
	}
	secret := "AGE-SECRET-KEY-1WRONG"
	if err := os.WriteFile(path, []byte(secret), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := backup.Identities(path); err == nil || strings.Contains(err.Error(), secret) {
		t.Error(err)
	}
	if _, err := backup.Recipients(secret); err == nil || strings.Contains(err.Error(), secret) {
		t.Error(err)
	}
	for _, nothing := range []string{"", " "} {
		if recipients, err := backup.Recipients(nothing); err != nil || recipients != nil {
			t.Error(recipients, err)
		}
	}
}
