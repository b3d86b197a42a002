package blob_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gocloud "gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"automacao/internal/files/blob"
	"automacao/internal/files/blob/blobtest"
	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

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

// store returns the URL of a bucket that is reached over HTTP, as S3 is: a real server's if
// blobtest.IsOnS3.
func store(t *testing.T) (url string) {
	t.Helper()
	if blobtest.IsOnS3() {
		return blobtest.Place(t)
	}
	running := blobtest.New()
	t.Cleanup(running.Close)
	for name, value := range blobtest.Env() {
		t.Setenv(name, value)
	}
	return blobtest.URL(running.Addr())
}

func TestAStoreOverHTTP(t *testing.T) {
	bucket := open(t, store(t), "")
	for _, key := range []string{"versions/a/1", "versions/b/2", "other"} {
		if err := blob.Put(t.Context(), bucket, key, "image/png", write("of "+key, nil)); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := bucket.ReadAll(t.Context(), "versions/b/2"); err != nil || string(got) != "of versions/b/2" {
		t.Errorf("got %s, %v", got, err)
	}
	if about, err := bucket.Attributes(t.Context(), "other"); err != nil || about.ContentType != "image/png" || about.Size != 8 {
		t.Errorf("got %+v, %v", about, err)
	}
	if err := bucket.Delete(t.Context(), "versions/a/1"); err != nil {
		t.Error(err)
	}
	if _, err := bucket.NewReader(t.Context(), "versions/a/1", nil); gcerrors.Code(err) != gcerrors.NotFound {
		t.Errorf("reading a deleted object: %v", err)
	}
	entries := bucket.List(&gocloud.ListOptions{Prefix: "versions/"})
	only, err := entries.Next(t.Context())
	if _, end := entries.Next(t.Context()); err != nil || only.Key != "versions/b/2" || !errors.Is(end, io.EOF) {
		t.Errorf("got %+v, %v, %v", only, err, end)
	}
}

func TestAFailedPutLeavesNothing(t *testing.T) {
	failure := errors.New("out of paper")
	for _, url := range []string{"", "mem://", store(t)} {
		bucket := open(t, url, t.TempDir())
		if err := blob.Put(t.Context(), bucket, "a", "text/plain", write("half", failure)); !errors.Is(err, failure) {
			t.Errorf("got %v", err)
		}
		if exists, err := bucket.Exists(t.Context(), "a"); exists || err != nil {
			t.Errorf("%q: the object exists, %v", url, err)
		}
	}
}

func TestARealStoreIsReachedByWhoHasItsKeys(t *testing.T) {
	if !blobtest.IsOnS3() {
		t.Skip("needs a real S3 server (AUTOMACAO_TEST_S3)")
	}
	url := blobtest.Gateway(t)
	for query, wrong := range map[string]string{"": "", "&profile=" + blobtest.Stranger: "cannot be reached"} {
		err := blob.Reach(t.Context(), open(t, url+query, ""))
		if wrong == "" && err != nil || wrong != "" && (err == nil || !strings.Contains(err.Error(), wrong)) {
			t.Errorf("%q: %v", query, err)
		}
	}
	if err := blob.Reach(t.Context(), open(t, strings.Replace(url, "s3://", "s3://no-", 1), "")); err == nil || !strings.Contains(err.Error(), "does not exist") {
		t.Errorf("a bucket that does not exist: %v", err)
	}
	mine := open(t, blobtest.Place(t), "")
	if err := blob.CheckEmpty(t.Context(), mine); err != nil {
		t.Errorf("an empty place: %v", err)
	}
	// More than one page of an S3 listing, which has 1,000 entries.
	for i := range 1001 {
		if err := blob.Put(t.Context(), mine, fmt.Sprintf("%04d", i), "text/plain", write("x", nil)); err != nil {
			t.Fatal(err)
		}
	}
	count := 0
	for entries := mine.List(nil); ; count++ {
		if _, err := entries.Next(t.Context()); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if err := blob.CheckEmpty(t.Context(), mine); count != 1001 || err == nil {
		t.Errorf("%d objects, %v", count, err)
	}
}
