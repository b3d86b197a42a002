// Package blob opens the object store that files are kept in, a folder by
// default, a bucket for scale, and writes to it whole files or none. It knows
// nothing of who may read what.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	_ "gocloud.dev/blob/memblob" // mem:// for tests
	_ "gocloud.dev/blob/s3blob"  // s3:// for scale
)

// Open returns the bucket at url, or the folder objects of the data directory
// when url is empty. The caller closes it.
func Open(ctx context.Context, url, dataDir string) (*blob.Bucket, error) {
	if folder, isFile := strings.CutPrefix(url, "file://"); url == "" || isFile {
		if url == "" {
			folder = filepath.Join(dataDir, "objects")
		}
		return openFolder(folder)
	}
	bucket, err := blob.OpenBucket(ctx, url)
	if err != nil {
		return nil, errors.New("BLOB_URL cannot be opened: it should be s3://bucket?region=… or file:///dir")
	}
	return bucket, nil
}

// openFolder keeps half-written files beside the finished ones, on the same
// file system, so that a file appears whole or not at all.
func openFolder(folder string) (*blob.Bucket, error) {
	if folder == "" || strings.Contains(folder, "?") {
		return nil, errors.New("BLOB_URL names no folder: it should be file:///dir")
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder for files: %w", err)
	}
	bucket, err := fileblob.OpenBucket(folder, &fileblob.Options{NoTempDir: true, Metadata: fileblob.MetadataDontWrite})
	if err != nil {
		return nil, fmt.Errorf("open the folder for files: %w", err)
	}
	return bucket, nil
}

// Put stores what write writes under key. When it returns nil the bytes are
// whole and, in a folder, on the disk; otherwise nothing is left of them.
func Put(ctx context.Context, bucket *blob.Bucket, key, contentType string, write func(io.Writer) error) error {
	// Ending the context is how a writer is told to throw away its work.
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var file *os.File
	writer, err := bucket.NewWriter(ctx, key, &blob.WriterOptions{
		ContentType: contentType, DisableContentTypeDetection: true,
		BeforeWrite: func(as func(any) bool) error { as(&file); return nil },
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
