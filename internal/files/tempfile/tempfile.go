// Package tempfile keeps bytes of unknown size in a temporary file, so that many at once
// cost disk and not memory. It knows nothing of what they say.
package tempfile

import (
	"errors"
	"io"
	"os"
)

// ErrFull refuses what would not fit any more; nothing of it is kept.
var ErrFull = errors.New("spool: more than it may hold")

// File is written first and read then, by one at a time.
type File struct {
	file      *os.File
	size, max int64
}

// New returns an empty one for so many bytes, to be closed by whoever asked for it.
func New(bytesMax int64) (*File, error) {
	file, err := os.CreateTemp("", "automacao-spool-")
	if err != nil {
		return nil, err
	}
	// Nobody else needs its name, and without one nothing is left by a crash.
	if err := os.Remove(file.Name()); err != nil {
		_ = file.Close()
		return nil, err
	}
	return &File{file: file, max: bytesMax}, nil
}

// Write appends, or fails with ErrFull.
func (s *File) Write(bytes []byte) (int, error) {
	if s.size+int64(len(bytes)) > s.max {
		return 0, ErrFull
	}
	n, err := s.file.Write(bytes)
	s.size += int64(n)
	return n, err
}

// Size is how many bytes were written.
func (s *File) Size() int64 { return s.size }

// Reader returns all that was written, from its beginning.
func (s *File) Reader() *io.SectionReader { return io.NewSectionReader(s.file, 0, s.size) }

// Close gives the disk back.
func (s *File) Close() { _ = s.file.Close() }
