package storage

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"os"
)

// spool keeps bytes of unknown size in a temporary file, so that many uploads
// at once cost disk and not memory. It refuses to grow past its limit.
type spool struct {
	file *os.File
	sum  hash.Hash
	size int64
	max  int64
}

func newSpool(bytesMax int64) (*spool, error) {
	file, err := os.CreateTemp("", "upload-")
	if err != nil {
		return nil, err
	}
	// Nobody else needs its name, and without one nothing is left by a crash.
	if err := os.Remove(file.Name()); err != nil {
		_ = file.Close()
		return nil, err
	}
	return &spool{file: file, sum: sha256.New(), max: bytesMax}, nil
}

// Write appends, or fails with errTooLarge.
func (s *spool) Write(bytes []byte) (int, error) {
	if s.size+int64(len(bytes)) > s.max {
		return 0, errTooLarge
	}
	n, err := s.file.Write(bytes)
	s.size += int64(n)
	_, _ = s.sum.Write(bytes[:n])
	return n, err
}

// Reader returns all that was written, from its beginning.
func (s *spool) Reader() *io.SectionReader { return io.NewSectionReader(s.file, 0, s.size) }

// etag names the content: equal bytes have equal tags.
func (s *spool) etag() string { return `"` + hex.EncodeToString(s.sum.Sum(nil)[:16]) + `"` }

// Close gives the disk back.
func (s *spool) Close() { _ = s.file.Close() }
