package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"automacao/internal/files/clamd"
	"automacao/internal/files/filekind"
	"automacao/internal/kernel/fault"
)

// These errors refuse a file for its content.
var (
	errProgram  = fault.New(http.StatusUnsupportedMediaType, "ProgramRefused", "The file is or holds a program")
	errMismatch = fault.New(http.StatusUnsupportedMediaType, "ContentMismatch", "The type, the name and the content of the file do not agree")
	errArchive  = fault.New(http.StatusUnsupportedMediaType, "ArchiveRefused", "The archive cannot be looked into")
	errInfected = fault.New(http.StatusUnprocessableEntity, "VirusFound", "The virus scanner knows this file as harmful")
	errScanner  = fault.New(http.StatusServiceUnavailable, "ScannerUnavailable", "The virus scanner does not answer, please retry after a few minutes")
)

// inspectTimeMax bounds the inspection of one file.
const inspectTimeMax = 20 * time.Second

// inspectName refuses a file by its name and type, before a byte is accepted.
func (s *Server) inspectName(into bucketRow, key, contentType string) error {
	switch {
	case !s.cfg.Inspect:
		return nil
	case s.keepsPictures(into):
		return fromFileKind(filekind.CheckPicture(key))
	}
	return fromFileKind(filekind.CheckName(key, contentType))
}

// inspect refuses a file that is not what its name and type say, that is or contains a program, or
// that the virus scanner rejects. A file that cannot be inspected is refused.
func (s *Server) inspect(ctx context.Context, key, contentType string, content *bufferedFile) error {
	if s.cfg.Inspect {
		if err := s.inspections.Acquire(ctx, 1); err != nil {
			return err
		}
		looking, cancel := context.WithTimeout(ctx, inspectTimeMax)
		err := filekind.Check(looking, key, contentType, content.Reader(), content.Size())
		// An archive that takes this long cannot be inspected.
		if err != nil && looking.Err() != nil && ctx.Err() == nil {
			err = filekind.ErrArchive
		}
		cancel()
		s.inspections.Release(1)
		if err != nil {
			return fromFileKind(err)
		}
	}
	if s.cfg.Scanner == nil {
		return nil
	}
	err := s.cfg.Scanner.Scan(ctx, content.Reader())
	if errors.Is(err, clamd.ErrInfected) {
		return errInfected.Because(err)
	}
	if err != nil {
		return errScanner.Because(err)
	}
	return nil
}

// reinspect inspects a stored file that is about to get another place, name or type.
func (s *Server) reinspect(ctx context.Context, into bucketRow, key, contentType string, file object) error {
	if err := s.inspectName(into, key, contentType); err != nil {
		return err
	}
	// A bucket of pictures contains only files that the server encoded.
	if s.keepsPictures(into) || !s.cfg.Inspect && s.cfg.Scanner == nil {
		return nil
	}
	stepTimerOf(ctx).step(time.Duration(file.SizeBytes/s.cfg.UploadRate) * time.Second)
	stored, err := s.read(ctx, file.Version)
	if err != nil {
		return fmt.Errorf("open version %s: %w", file.Version, err)
	}
	defer stored.Close()
	content, err := newBufferedFile(file.SizeBytes)
	if err != nil {
		return fmt.Errorf("open a buffer: %w", err)
	}
	defer content.Close()
	if _, err := io.Copy(content, stored); err != nil {
		return fmt.Errorf("read version %s: %w", file.Version, err)
	}
	stepTimerOf(ctx).rest()
	defer stepTimerOf(ctx).step(0)
	return s.inspect(ctx, key, contentType, content)
}

// fromFileKind maps an inspection error to the protocol's.
func fromFileKind(err error) error {
	for kind, known := range map[error]*fault.Error{filekind.ErrProgram: errProgram, filekind.ErrMismatch: errMismatch, filekind.ErrArchive: errArchive} {
		if errors.Is(err, kind) {
			return known.Because(err)
		}
	}
	return err
}
