package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"automacao/internal/app"
	"automacao/internal/postgres/backup"
	"automacao/internal/postgres/dbtest"
	"automacao/verify/apptest"
)

// TestBackupsAreMadeWhenTheyAreDue checks that a backup is made when one is due, that the oldest is
// removed, and that the error of a failed backup says why.
func TestBackupsAreMadeWhenTheyAreDue(t *testing.T) {
	t.Parallel()
	b, folder := apptest.Start(t), t.TempDir()
	place := folder
	held := func() []backup.Held {
		t.Helper()
		place, err := backup.OpenTarget(t.Context(), folder)
		if err != nil {
			t.Fatal(err)
		}
		defer place.Close()
		all, err := place.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	backUp := func() []backup.Held {
		t.Helper()
		if err := b.App.BackUp(t.Context(), place, 2); err != nil {
			t.Fatal(err)
		}
		return held()
	}
	age := func(one backup.Held, by time.Duration) (name string) {
		t.Helper()
		older := "automacao-" + one.MadeAt.Add(-by).Format("20060102T150405.000Z")
		if err := os.Rename(filepath.Join(folder, one.Name), filepath.Join(folder, older)); err != nil {
			t.Fatal(err)
		}
		return older
	}
	first := backUp()
	if len(first) != 1 || !first[0].IsWhole {
		t.Fatalf("the first start leaves %v", first)
	}
	if again := backUp(); len(again) != 1 || again[0] != first[0] {
		t.Errorf("none is due, and there are %v", again)
	}
	age(first[0], 50*time.Hour)
	second := backUp()
	if len(second) != 2 {
		t.Fatalf("one is due, and there are %v", second)
	}
	kept := age(second[0], 25*time.Hour)
	half := filepath.Join(folder, "automacao-20200101T000000.000Z")
	if err := os.MkdirAll(half, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(half, "database.dump"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if third := backUp(); len(third) != 2 || !third[0].IsWhole || !third[1].IsWhole || third[1].Name != kept {
		t.Errorf("two are kept, and there are %v", third)
	}

	age(held()[0], 25*time.Hour)
	for what, hinder := range map[string]func(){
		"not a directory": func() { place = filepath.Join(os.Args[0], "below") },
		"gone from the object store": func() {
			if _, err := b.DB.Owner.Exec(t.Context(), `INSERT INTO storage.objects (bucket_id, name, version, size_bytes, metadata)
				SELECT id, 'lost', gen_random_uuid(), 1, '{}' FROM storage.buckets LIMIT 1`); err != nil {
				t.Fatal(err)
			}
		},
	} {
		hinder()
		if err := b.App.BackUp(t.Context(), place, 2); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("without %s: %v", what, err)
		}
		place = folder
	}
	if left := held(); len(left) != 2 {
		t.Errorf("failures leave %v", left)
	}
}

// TestAnImpossibleBackupIsReported checks that the doctor and the start say why no backup can be
// made, before one is needed.
func TestAnImpossibleBackupIsReported(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	// The role that serves requests does not see all rows.
	b := apptest.StartOn(t, db, func(c *app.Config) { c.DatabaseURL, c.MigrateURL = db.URL, db.URL })
	if got := b.Log.Text(); !strings.Contains(got, "no backup of this market") || !strings.Contains(got, "BYPASSRLS") {
		t.Errorf("the start says %s", got)
	}
	cfg := b.Config
	if found := app.LookAtBackups(t.Context(), cfg); len(found) != 1 || found[0].State != app.Ill || !strings.Contains(found[0].Sentence, "BYPASSRLS") {
		t.Errorf("the doctor says %v", found)
	}
	cfg.MigrateURL = db.OwnerURL
	if err := cfg.BackupLacks(t.Context()); err != nil {
		t.Errorf("where nothing is missing it says %v", err)
	}
}
