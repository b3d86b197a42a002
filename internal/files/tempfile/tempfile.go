// Package tempfile keeps bytes of unknown size in a temporary file, so that many of them at once
// use disk and not memory. It knows nothing about their content.
package tempfile

import (
	"errors"
	"io"
	"os"
)

// ErrFull refuses a write that would exceed the limit; nothing of it is kept.
var ErrFull = errors.New("temporary file: size limit exceeded")

// File is a temporary file that is first written and then read. It is not safe for concurrent use.
type File struct {
	file      *os.File
	size, max int64
}

// New returns an empty file for at most bytesMax bytes. The caller must close it.
func New(bytesMax int64) (*File, error) {
	file, err := os.CreateTemp("", "automacao-spool-")
	if err != nil {
		return nil, err
	}
	// The name is removed at once: nobody else needs it, and so a crash leaves no file behind.
	if err := os.Remove(file.Name()); err != nil {
		_ = file.Close()
		return nil, err
	}
	return &File{file: file, max: bytesMax}, nil
}

// Write appends, or fails with ErrFull.
func (f *File) Write(bytes []byte) (int, error) {
	if f.size+int64(len(bytes)) > f.max {
		return 0, ErrFull
	}
	n, err := f.file.Write(bytes)
	f.size += int64(n)
	return n, err
}

// Size returns the number of bytes written.
func (f *File) Size() int64 { return f.size }

// Reader returns a reader of everything written, from the beginning.
func (f *File) Reader() *io.SectionReader { return io.NewSectionReader(f.file, 0, f.size) }

// Close frees the disk space.
func (f *File) Close() { _ = f.file.Close() }
