package storage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/files/blob"
	"automacao/internal/kernel/caller"
)

// deaths is how many crashes are simulated; all of them if a full run is requested.
func deaths() int {
	if os.Getenv("AUTOMACAO_TEST_WHOLE") != "" {
		return 500
	}
	return 60
}

// folder is where a bundle stores its bytes by default.
func (b bundle) folder() string {
	b.Helper()
	folder, isFolder := strings.CutPrefix(b.place, "file://")
	if !isFolder {
		b.Skip("it is about files in a folder")
	}
	return folder
}

// TestADeathAnywhereInAnUploadLeavesNothing checks that a sweep cleans up after a crash while bytes
// are written, between the bytes and their row, while the row replaces another, or between deleting
// the row and its bytes.
func TestADeathAnywhereInAnUploadLeavesNothing(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	folder := b.folder()
	kept := 0
	for i := range deaths() {
		key := fmt.Sprintf("arquivo-%d", i)
		switch rand.IntN(4) {
		case 0: // half a file, as a killed process leaves it
			name := filepath.Join(folder, blobKey(uuid.New())+".18c.tmp")
			if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte("met"), 0o600)); err != nil {
				t.Fatal(err)
			}
		case 1: // a file whole, and no row
			b.putBytes(uuid.New())
		case 2: // a file that replaces another, whose own row is undone
			kept++
			b.want(b.note(key, "antes"), "")
			b.dieWhileCommitting(key)
		case 3: // the row is gone and its bytes are not
			b.want(b.note(key, "x"), "")
			b.deleteRow(key)
		}
	}
	if _, err := b.server.Sweep(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	if b.stored() != kept || b.rows() != kept {
		t.Errorf("after %d deaths there are %d objects and %d rows of %d files", deaths(), b.stored(), b.rows(), kept)
	}
	t.Attr("figure", fmt.Sprintf("%d deaths in an upload, after the sweep %d objects without row and %d rows without object", deaths(), b.stored()-kept, b.rows()-kept))
}

func (b bundle) putBytes(version uuid.UUID) {
	b.Helper()
	if err := blob.Put(b.Context(), b.bucket, blobKey(version), "text/plain", func(w io.Writer) error {
		_, err := io.Copy(w, bytes.NewReader([]byte("x")))
		return err
	}); err != nil {
		b.Fatal(err)
	}
}

// deleteRow deletes a file's row and leaves its bytes, as SQL can on purpose.
func (b bundle) deleteRow(key string) {
	b.Helper()
	if err := pgx.BeginFunc(context.Background(), b.db.Owner, func(tx pgx.Tx) error {
		_, err := tx.Exec(context.Background(), `SET LOCAL storage.allow_delete_query = 'true'`)
		return errors.Join(err, deleteNote(tx, key))
	}); err != nil {
		b.Fatal(err)
	}
}

func deleteNote(tx pgx.Tx, key string) error {
	_, err := tx.Exec(context.Background(), `DELETE FROM storage.objects WHERE bucket_id = 'notes' AND name = $1`, key)
	return err
}

// TestRowsAreDeletedOnPurpose checks that even the schema's owner cannot delete a file's row by
// mistake, since its bytes would stay without a row.
func TestRowsAreDeletedOnPurpose(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	b.want(b.note("a", "x"), "")
	b.exec(`ALTER TABLE storage.buckets ENABLE TRIGGER protect_buckets_delete; ALTER TABLE storage.objects ENABLE TRIGGER protect_objects_delete`)
	b.exec(`UPDATE storage.buckets SET updated_at = now()`)
	for _, statement := range []string{`DELETE FROM storage.objects`, `DELETE FROM storage.objects WHERE false`, `DELETE FROM storage.buckets WHERE id = 'none'`} {
		_, err := b.db.Owner.Exec(t.Context(), statement)
		if refused, ok := errors.AsType[*pgconn.PgError](err); !ok || refused.Code != "42501" || refused.Message != "Direct deletion from storage tables is not allowed. Use the Storage API instead." {
			t.Errorf("%s: %v", statement, err)
		}
	}
	b.deleteRow("a")
	if swept, err := b.server.Sweep(t.Context(), 0); swept.Removed != (Swept{Objects: 1, Bytes: 1}) || err != nil {
		t.Errorf("swept %+v, %v", swept, err)
	}
	b.want(b.do("service_role", "DELETE", "/bucket/notes", nil), "")
}

// dieWhileCommitting stores a version and rolls its row back, as the database does when a server
// dies before the commit.
func (b bundle) dieWhileCommitting(key string) {
	b.Helper()
	d := draft{at: place{notes, key}, version: uuid.New(), replace: true, about: metadata{Size: 1, MimeType: "text/plain"}}
	b.putBytes(d.version)
	died := errors.New("died")
	err := b.server.as(context.Background(), caller.Caller{Role: "service_role"}, func(tx pgx.Tx) error {
		_, err := d.write(b.Context(), tx)
		return errors.Join(err, died)
	})
	if !errors.Is(err, died) {
		b.Fatal(err)
	}
}

func TestARowWithoutBytesGoes(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	for i := range 3 {
		b.want(b.note(fmt.Sprint("n", i), "x"), "")
	}
	version := func(name string) (found uuid.UUID) {
		if err := b.db.Owner.QueryRow(t.Context(), `SELECT version FROM storage.objects WHERE name = $1`, name).Scan(&found); err != nil {
			t.Fatal(err)
		}
		return found
	}
	if err := b.bucket.Delete(t.Context(), blobKey(version("n1"))); err != nil {
		t.Fatal(err)
	}
	if swept, err := b.server.Sweep(t.Context(), time.Hour); swept.Removed != (Swept{}) || err != nil {
		t.Errorf("a fresh row: %v, %v", swept, err)
	}
	if swept, err := b.server.Sweep(t.Context(), 0); swept.Removed != (Swept{Rows: 1}) || err != nil {
		t.Errorf("swept %v, %v", swept, err)
	}
	if b.rows() != 2 || b.stored() != 2 {
		t.Errorf("left %d rows and %d objects", b.rows(), b.stored())
	}
}

// TestAStoreThatLacksMostIsTheWrongOne checks that naming another folder by mistake deletes no row.
func TestAStoreThatLacksMostIsTheWrongOne(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	b.exec(`INSERT INTO storage.objects (bucket_id, name, version, size_bytes, metadata)
		SELECT 'notes', 'n' || i, gen_random_uuid(), 1, '{}' FROM generate_series(1, 11) AS i`)
	if swept, err := b.server.Sweep(t.Context(), 0); !errors.Is(err, errWrongStore) || swept.Removed != (Swept{}) || b.rows() != 11 {
		t.Errorf("swept %v, %v; %d rows are left", swept, err, b.rows())
	}
}

func TestSweepRemovesWhatNoRowNames(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	b.want(b.note("kept", "x"), "")
	orphans := sweepBatch + 3
	for range orphans {
		if err := b.bucket.WriteAll(context.Background(), blobKey(uuid.New()), []byte("x"), nil); err != nil {
			t.Fatal(err)
		}
	}
	foreign := []string{"backup.dump", "versions/readme", "versions/zz/" + uuid.NewString()}
	for _, key := range foreign {
		if err := b.bucket.WriteAll(context.Background(), key, []byte("x"), nil); err != nil {
			t.Fatal(err)
		}
	}
	if removed, err := b.server.Sweep(t.Context(), time.Hour); removed.Removed != (Swept{}) || err != nil {
		t.Errorf("removed %v fresh ones, %v", removed, err)
	}
	if removed, err := b.server.Sweep(t.Context(), 0); removed.Removed != (Swept{Objects: orphans, Bytes: int64(orphans)}) || err != nil {
		t.Errorf("removed %v, %v", removed, err)
	}
	if b.text("kept") != "x" || b.stored() != 1+len(foreign) {
		t.Errorf("left %d", b.stored())
	}
}
