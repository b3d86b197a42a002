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

// Refusals of a file for what it is.
var (
	errProgram  = fault.New(http.StatusUnsupportedMediaType, "ProgramRefused", "The file is or holds a program")
	errMismatch = fault.New(http.StatusUnsupportedMediaType, "ContentMismatch", "The type, the name and the content of the file do not agree")
	errArchive  = fault.New(http.StatusUnsupportedMediaType, "ArchiveRefused", "The archive cannot be looked into")
	errInfected = fault.New(http.StatusUnprocessableEntity, "VirusFound", "The virus scanner knows this file as harmful")
	errScanner  = fault.New(http.StatusServiceUnavailable, "ScannerUnavailable", "The virus scanner does not answer, please retry after a few minutes")
)

// inspectTimeMax bounds the look at one file.
const inspectTimeMax = 20 * time.Second

// inspectName refuses a name by what it says that its file is, before a byte is taken.
func (s *Server) inspectName(into bucketRow, key, contentType string) error {
	switch {
	case !s.cfg.Inspect:
		return nil
	case s.keepsPictures(into):
		return fromFileKind(filekind.CheckPicture(key))
	}
	return fromFileKind(filekind.CheckName(key, contentType))
}

// inspect refuses a file that is not what it says, that is or holds a program, or that
// the scanner knows. What cannot be asked about is not taken.
func (s *Server) inspect(ctx context.Context, key, contentType string, content *spooled) error {
	if s.cfg.Inspect {
		if err := s.lookers.Acquire(ctx, 1); err != nil {
			return err
		}
		looking, cancel := context.WithTimeout(ctx, inspectTimeMax)
		err := filekind.Check(looking, key, contentType, content.Reader(), content.Size())
		// An archive that takes so long is one that nobody can look into.
		if err != nil && looking.Err() != nil && ctx.Err() == nil {
			err = filekind.ErrArchive
		}
		cancel()
		s.lookers.Release(1)
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

// reinspect looks at a stored file that is to have another place, name or type.
func (s *Server) reinspect(ctx context.Context, into bucketRow, key, contentType string, file object) error {
	if err := s.inspectName(into, key, contentType); err != nil {
		return err
	}
	// Where only pictures are kept there are our own encodings of them.
	if s.keepsPictures(into) || !s.cfg.Inspect && s.cfg.Scanner == nil {
		return nil
	}
	patienceOf(ctx).step(time.Duration(file.SizeBytes/s.cfg.UploadRate) * time.Second)
	stored, err := s.read(ctx, file.Version)
	if err != nil {
		return fmt.Errorf("open version %s: %w", file.Version, err)
	}
	defer stored.Close()
	content, err := newSpool(file.SizeBytes)
	if err != nil {
		return fmt.Errorf("open a spool: %w", err)
	}
	defer content.Close()
	if _, err := io.Copy(content, stored); err != nil {
		return fmt.Errorf("read version %s: %w", file.Version, err)
	}
	patienceOf(ctx).rest()
	defer patienceOf(ctx).step(0)
	return s.inspect(ctx, key, contentType, content)
}

// fromFileKind gives a refusal its protocol name.
func fromFileKind(err error) error {
	for kind, known := range map[error]*fault.Error{filekind.ErrProgram: errProgram, filekind.ErrMismatch: errMismatch, filekind.ErrArchive: errArchive} {
		if errors.Is(err, kind) {
			return known.Because(err)
		}
	}
	return err
}
