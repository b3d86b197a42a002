package blob_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	gocloud "gocloud.dev/blob"

	"automacao/internal/blob"
)

func open(t *testing.T, url, dataDir string) *gocloud.Bucket {
	t.Helper()
	bucket, err := blob.Open(context.Background(), url, dataDir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bucket.Close() })
	return bucket
}

func write(text string, failure error) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return errors.Join(err, failure)
	}
}

func TestOpen(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	for url, folder := range map[string]string{"": filepath.Join(data, "objects"), "file://" + data + "/elsewhere": data + "/elsewhere", "mem://": ""} {
		bucket := open(t, url, data)
		if err := blob.Put(t.Context(), bucket, "a/b", "text/plain", write("x", nil)); err != nil {
			t.Errorf("%q: %v", url, err)
		}
		if got, err := bucket.ReadAll(t.Context(), "a/b"); err != nil || string(got) != "x" {
			t.Errorf("%q: got %s, %v", url, got, err)
		}
		if folder == "" {
			continue
		}
		if files, err := os.ReadDir(filepath.Join(folder, "a")); err != nil || len(files) != 1 {
			t.Errorf("%q: there are %v, %v", url, files, err)
		}
	}
	for _, url := range []string{"nonsense://x", "file://", "file:///tmp?x=1"} {
		if _, err := blob.Open(t.Context(), url, data); err == nil {
			t.Errorf("%q was opened", url)
		}
	}
}

func TestAFailedPutLeavesNothing(t *testing.T) {
	t.Parallel()
	failure := errors.New("out of paper")
	for _, url := range []string{"", "mem://"} {
		bucket := open(t, url, t.TempDir())
		if err := blob.Put(t.Context(), bucket, "a", "text/plain", write("half", failure)); !errors.Is(err, failure) {
			t.Errorf("got %v", err)
		}
		if exists, err := bucket.Exists(t.Context(), "a"); exists || err != nil {
			t.Errorf("%q: it is there, %v", url, err)
		}
	}
}
