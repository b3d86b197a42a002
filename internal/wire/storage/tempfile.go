package storage

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"

	"automacao/internal/files/tempfile"
)

// bufferedFile is an uploaded file with its checksum, in a temporary file, so that many concurrent
// uploads use disk instead of memory.
type bufferedFile struct {
	*tempfile.File
	sum hash.Hash
}

func newBufferedFile(bytesMax int64) (*bufferedFile, error) {
	file, err := tempfile.New(bytesMax)
	if err != nil {
		return nil, err
	}
	return &bufferedFile{file, sha256.New()}, nil
}

// Write appends, or fails with errTooLarge.
func (s *bufferedFile) Write(bytes []byte) (int, error) {
	n, err := s.File.Write(bytes)
	_, _ = s.sum.Write(bytes[:n])
	if errors.Is(err, tempfile.ErrFull) {
		err = errTooLarge
	}
	return n, err
}

// etag identifies the content: equal bytes have equal tags.
func (s *bufferedFile) etag() string { return `"` + hex.EncodeToString(s.sum.Sum(nil)[:16]) + `"` }
