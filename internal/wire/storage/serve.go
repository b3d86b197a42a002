package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"
	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"automacao/internal/files/filekind"
	"automacao/internal/kernel/caller"
)

func placeOf(r *http.Request) (place, error) {
	at := place{r.PathValue("bucket"), r.PathValue("key")}
	if err := checkBucketName(at.bucket); err != nil {
		return at, err
	}
	return at, checkKey(at.key)
}

// A lookup finds a row again: between reading a row and opening its bytes, the file may have been
// replaced.
type lookup func(ctx context.Context) (object, error)

func (s *Server) readAuthenticated(w http.ResponseWriter, r *http.Request, c caller.Caller) error {
	at, err := placeOf(r)
	if err != nil {
		return err
	}
	return s.serve(w, r, "private, ", func(ctx context.Context) (object, error) { return s.find(ctx, c, at) })
}

func (s *Server) readPublic(w http.ResponseWriter, r *http.Request) error {
	at, err := placeOf(r)
	if err != nil {
		return err
	}
	return s.serve(w, r, "public, ", func(ctx context.Context) (object, error) { return s.findPublic(ctx, at) })
}

// findPublic reads a file of a public bucket without asking the policies.
func (s *Server) findPublic(ctx context.Context, at place) (object, error) {
	return one[object](ctx, s.db, errNoKey, `SELECT `+objectColumns+` FROM storage.objects
		WHERE bucket_id = $1 AND name = $2 AND EXISTS (SELECT FROM storage.buckets b WHERE b.id = $1 AND b.public)`, at.bucket, at.key)
}

func (s *Server) readSigned(w http.ResponseWriter, r *http.Request) error {
	at, err := placeOf(r)
	if err != nil {
		return err
	}
	p, expires, err := s.checkPermit(r, scopeDownload, at)
	if err != nil {
		return err
	}
	// A URL for a transformed picture does not give access to the original.
	if p.Transformations != "" || p.Format != "" {
		return errBadSignature
	}
	w.Header().Set("Expires", expires.UTC().Format(http.TimeFormat))
	return s.serve(w, r, "private, ", func(ctx context.Context) (object, error) { return findObject(ctx, s.db, at) })
}

// serve answers with the bytes of a file, or with the requested ranges.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, audience string, find lookup) error {
	file, content, err := s.fetch(r, find)
	if err != nil {
		if errors.Is(err, errNoKey) {
			return errNoAsset
		}
		return err
	}
	defer content.Close()
	waiting := stepTimerOf(r.Context())
	waiting.rest()
	describe(w.Header(), file, audience)
	if name, wanted := s.downloadName(r, file); wanted {
		w.Header().Set("Content-Disposition", attachment(name))
	}
	return serveParts(w, r, file.Metadata.LastModified, stepReader{content, waiting})
}

// serveParts answers with content, or its requested ranges.
func serveParts(w http.ResponseWriter, r *http.Request, modified time.Time, content io.ReadSeeker) error {
	answer := &ranged{ResponseWriter: w}
	http.ServeContent(answer, withoutEmptyRanges(r), "", modified, content)
	if answer.isBeyond {
		return errRange
	}
	return nil
}

// beyondAll is a range that no file can satisfy.
const beyondAll = "bytes=9223372036854775807-"

// withoutEmptyRanges removes ranges of the last 0 bytes from a request: they cannot be satisfied
// (RFC 9110, 14.1.2), and net/http would answer with an empty part.
func withoutEmptyRanges(r *http.Request) *http.Request {
	ranges, isBytes := strings.CutPrefix(r.Header.Get("Range"), "bytes=")
	if !isBytes {
		return r
	}
	all := strings.Split(ranges, ",")
	left := slices.DeleteFunc(slices.Clone(all), func(one string) bool {
		suffix, isSuffix := strings.CutPrefix(strings.TrimSpace(one), "-")
		return isSuffix && suffix != "" && strings.Trim(suffix, "0") == ""
	})
	if len(left) == len(all) {
		return r
	}
	asked := *r
	asked.Header = r.Header.Clone()
	asked.Header.Set("Range", "bytes="+strings.Join(left, ","))
	if len(left) == 0 {
		asked.Header.Set("Range", beyondAll)
	}
	return &asked
}

// ranged passes a response on, except for status 416, which is answered in the protocol's format.
type ranged struct {
	http.ResponseWriter
	isBeyond bool
}

// WriteHeader records status 416 and passes others on.
func (a *ranged) WriteHeader(status int) {
	if a.isBeyond = status == http.StatusRequestedRangeNotSatisfiable; !a.isBeyond {
		a.ResponseWriter.WriteHeader(status)
	}
}

// Write drops the body of status 416.
func (a *ranged) Write(text []byte) (int, error) {
	if a.isBeyond {
		return len(text), nil
	}
	return a.ResponseWriter.Write(text)
}

// ReadFrom copies with the server's own buffers.
func (a *ranged) ReadFrom(from io.Reader) (int64, error) { return io.Copy(a.ResponseWriter, from) }

// Unwrap is for http.ResponseController.
func (a *ranged) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// describe sets the headers of every file response. Whatever the file claims to be, a browser that
// opens it runs nothing (CSP) and does not guess its type (nosniff), and shows it only if it is a
// picture that can be shown safely.
func describe(header http.Header, file object, audience string) {
	header.Set("Content-Type", shownType(file.Metadata.MimeType))
	header.Set("ETag", file.Metadata.ETag)
	header.Set("Cache-Control", audience+file.Metadata.CacheControl)
	header.Set("X-Robots-Tag", "none")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	header.Set("Content-Disposition", "inline")
	if !isShowable(file.Metadata.MimeType) {
		header.Set("Content-Disposition", attachment(path.Base(file.Name)))
	}
}

// shownType is a file's Content-Type in a response; HTML is sent as plain text.
func shownType(kind string) string {
	if strings.Contains(strings.ToLower(kind), "text/html") {
		return "text/plain"
	}
	return kind
}

func isShowable(kind string) bool {
	switch bareType(kind) {
	case "image/png", "image/jpeg", "image/gif", "image/webp", "image/avif":
		return true
	}
	return false
}

// downloadName is the name in ?download, or the file's own if that is empty. Anybody who passes a
// signed URL on can choose the name. Where files are inspected, a name that would change the file's
// type is replaced by its own.
func (s *Server) downloadName(r *http.Request, file object) (name string, wanted bool) {
	query := r.URL.Query()
	if !query.Has("download") {
		return "", false
	}
	name = query.Get("download")
	isOther := s.cfg.Inspect && filekind.CheckName(name, file.Metadata.MimeType) != nil
	if name == "" || isOther {
		name = path.Base(file.Name)
	}
	return shortName(name), true
}

// downloadBytesMax is what every file system accepts, with room for " (1)".
const downloadBytesMax = 240

// shortName shortens a name and keeps its extension, by which the client's computer opens it.
func shortName(name string) string {
	if len(name) <= downloadBytesMax {
		return name
	}
	extension := path.Ext(name)
	if len(extension) > downloadBytesMax/2 {
		extension = ""
	}
	stem := name[:downloadBytesMax-len(extension)]
	return strings.ToValidUTF8(stem, "") + extension
}

// attachment is a Content-Disposition that names a download. It replaces characters that reverse
// the text direction, which could show an extension that the file does not have.
func attachment(name string) string {
	clean := strings.Map(func(char rune) rune {
		if unicode.In(char, unicode.Cc, unicode.Bidi_Control, unicode.Zl, unicode.Zp) || strings.ContainsRune(`/\"`, char) {
			return '_'
		}
		return char
	}, strings.ToValidUTF8(name, "_"))
	return mime.FormatMediaType("attachment", map[string]string{"filename": clean})
}

// fetch finds a file and opens its bytes, unless the request only asks for the headers or whether
// the file has changed.
func (s *Server) fetch(r *http.Request, find lookup) (object, io.ReadSeekCloser, error) {
	file, err := find(r.Context())
	if err != nil {
		return object{}, nil, err
	}
	if r.Method == http.MethodHead || r.Header.Get("If-None-Match") == file.Metadata.ETag {
		return file, bodiless{io.NewSectionReader(nil, 0, file.SizeBytes)}, nil
	}
	content, err := s.read(r.Context(), file.Version)
	if gcerrors.Code(err) == gcerrors.NotFound {
		if file, err = find(r.Context()); err != nil {
			return object{}, nil, err
		}
		content, err = s.read(r.Context(), file.Version)
	}
	if err != nil {
		return object{}, nil, fmt.Errorf("open version %s: %w", file.Version, err)
	}
	return file, content, nil
}

func (s *Server) read(ctx context.Context, version uuid.UUID) (*blob.Reader, error) {
	return s.bucket.NewReader(ctx, blobKey(version), nil)
}

// Reads returns a function that opens the bytes of a version in a bucket, for callers that have
// read its row. The caller closes the reader.
func Reads(bucket *blob.Bucket) func(context.Context, uuid.UUID) (io.ReadCloser, error) {
	return func(ctx context.Context, version uuid.UUID) (io.ReadCloser, error) {
		return bucket.NewReader(ctx, blobKey(version), nil)
	}
}

// bodiless has a size but no bytes.
type bodiless struct{ *io.SectionReader }

// Close does nothing.
func (bodiless) Close() error { return nil }
