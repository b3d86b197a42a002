// Package blob opens the object store for files, a folder by default or an S3 bucket, and writes
// files to it whole or not at all. It knows nothing about who may read them.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	neturl "net/url"
	"os"
	"path/filepath"
	"strings"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	_ "gocloud.dev/blob/memblob" // mem:// for tests
	_ "gocloud.dev/blob/s3blob"  // s3:// for several nodes
	"gocloud.dev/gcerrors"
)

var errUnusable = errors.New("BLOB_URL cannot be opened: it should be s3://bucket?region=… or file:///dir")

// Check returns what is wrong with a URL, without opening it.
func Check(url string) error {
	folder, isFile := strings.CutPrefix(url, "file://")
	parsed, err := neturl.Parse(url)
	switch {
	case url == "" || strings.HasPrefix(url, "mem://"):
		return nil
	case isFile:
		return checkFolder(folder)
	case err != nil || parsed.Scheme != "s3" || parsed.Host == "":
		return errUnusable
	}
	return nil
}

func checkFolder(folder string) error {
	if !filepath.IsAbs(folder) || strings.Contains(folder, "?") {
		return errors.New("BLOB_URL is not a folder: it should be file:///dir")
	}
	return nil
}

// IsRemote reports whether a URL is not a folder of this machine.
func IsRemote(url string) bool { return url != "" && !strings.HasPrefix(url, "file://") }

// Reach returns why a bucket cannot be used. A bucket that refuses to be listed counts as
// reachable: credentials that only read and write objects are enough.
func Reach(ctx context.Context, bucket *blob.Bucket) error {
	exists, err := bucket.IsAccessible(ctx)
	switch {
	case err == nil && !exists:
		return errors.New("BLOB_URL names a bucket that does not exist")
	case err != nil && gcerrors.Code(err) != gcerrors.PermissionDenied:
		return fmt.Errorf("BLOB_URL's bucket cannot be reached: %w", err)
	}
	return nil
}

// Open returns the bucket at url, or the folder objects in the data directory if url is empty. The
// caller must close it.
func Open(ctx context.Context, url, dataDir string) (*blob.Bucket, error) {
	if url == "" || strings.HasPrefix(url, "file://") {
		folder := folderOf(url, dataDir)
		if err := checkFolder(folder); url != "" && err != nil {
			return nil, err
		}
		return openFolder(folder)
	}
	bucket, err := blob.OpenBucket(ctx, url)
	if err != nil {
		return nil, errUnusable
	}
	return bucket, nil
}

// folderOf returns the folder of a URL that is not remote.
func folderOf(url, dataDir string) string {
	if url == "" {
		return filepath.Join(dataDir, "objects")
	}
	return strings.TrimPrefix(url, "file://")
}

// CheckThere returns an error if the folder of a URL that is not remote has disappeared, as when
// its disk is no longer mounted.
func CheckThere(url, dataDir string) error {
	info, err := os.Stat(folderOf(url, dataDir))
	if err == nil && !info.IsDir() {
		err = errors.New("it is not a folder")
	}
	if err != nil {
		return fmt.Errorf("check the folder for files: %w", err)
	}
	return nil
}

// CheckEmpty returns an error if a bucket already holds files, or if its credentials may not list
// it, because then nothing shows that it is empty.
func CheckEmpty(ctx context.Context, bucket *blob.Bucket) error {
	found, err := bucket.List(nil).Next(ctx)
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return fmt.Errorf("the place for files (BLOB_URL) cannot be listed, so it is not known to be empty: %w", err)
	}
	return fmt.Errorf("the place for files (BLOB_URL) is not empty: it holds %s; name an empty one, so that nothing is overwritten", found.Key)
}

// openFolder keeps half-written files beside the finished ones, on the same file system, so that a
// file appears whole or not at all.
func openFolder(folder string) (*blob.Bucket, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder for files: %w", err)
	}
	bucket, err := fileblob.OpenBucket(folder, &fileblob.Options{NoTempDir: true, DirFileMode: 0o700, Metadata: fileblob.MetadataDontWrite})
	if err != nil {
		return nil, fmt.Errorf("open the folder for files: %w", err)
	}
	return bucket, nil
}

// Put stores what write writes under key. If it returns nil, the bytes are complete and, in a
// folder, synced to disk and readable by the owner only. Otherwise nothing of them is left.
func Put(ctx context.Context, bucket *blob.Bucket, key, contentType string, write func(io.Writer) error) error {
	// Cancelling the context makes a gocloud writer discard its work.
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var file *os.File
	writer, err := bucket.NewWriter(ctx, key, &blob.WriterOptions{
		ContentType: contentType, DisableContentTypeDetection: true,
		BeforeWrite: func(as func(any) bool) error {
			if !as(&file) {
				return nil
			}
			return file.Chmod(0o600)
		},
	})
	if err != nil {
		return fmt.Errorf("open %s for writing: %w", key, err)
	}
	err = write(writer)
	if err == nil && file != nil {
		err = file.Sync()
	}
	if err != nil {
		cancel()
		_ = writer.Close()
		return err
	}
	if err := writer.Close(); err != nil {
		return fmt.Errorf("finish writing %s: %w", key, err)
	}
	return nil
}
