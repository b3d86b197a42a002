package storage

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/google/uuid"

	"automacao/internal/files/blob"
	"automacao/internal/kernel/caller"
)

// isUpsert reports whether a file may replace one of its name. PUT always may.
func isUpsert(r *http.Request) bool {
	return r.Method == http.MethodPut || r.Header.Get("X-Upsert") == "true"
}

func (s *Server) upload(w http.ResponseWriter, r *http.Request, c caller.Caller) error {
	at, err := placeOf(r)
	if err != nil {
		return err
	}
	return s.receive(w, r, c, at, isUpsert(r))
}

// uploadSigned receives a file under a signed upload URL.
func (s *Server) uploadSigned(w http.ResponseWriter, r *http.Request) error {
	at, err := placeOf(r)
	if err != nil {
		return err
	}
	p, _, err := s.checkPermit(r, scopeUpload, at)
	if err != nil {
		return err
	}
	c, err := s.permitCaller(r.Context(), p)
	if err != nil {
		return err
	}
	return s.receive(w, r, c, at, p.Upsert)
}

// receive receives a file. It checks the policies, the size and the bucket's rules. Only then does
// it store the bytes, and the row after them.
func (s *Server) receive(w http.ResponseWriter, r *http.Request, c caller.Caller, at place, replace bool) error {
	ctx := r.Context()
	if s.cfg.IsFull != nil && s.cfg.IsFull() {
		return errFull
	}
	into, err := s.findBucket(ctx, at.bucket)
	if err != nil {
		return err
	}
	d := draft{at: at, owner: ownerOf(c), version: uuid.New(), replace: replace}
	if err := s.checkWrite(ctx, c, d); err != nil {
		return err
	}
	waiting := stepTimerOf(ctx)
	waiting.rest()
	arrived, err := s.takeBody(w, r, at.key, into)
	if err != nil {
		return err
	}
	defer func() { arrived.content.Close() }()
	written, err := s.keep(ctx, c, d, into, &arrived)
	if err != nil {
		return err
	}
	return writeJSON(w, map[string]any{"Id": written.ID, "Key": at.String()})
}

// keep stores a received file if its bucket accepts it.
func (s *Server) keep(ctx context.Context, c caller.Caller, d draft, into bucketRow, arrived *arrival) (written object, err error) {
	waiting := stepTimerOf(ctx)
	waiting.rest()
	if arrived.contentType, err = s.fit(ctx, d.at.key, into, arrived); err != nil {
		return object{}, err
	}
	d.userMetadata = arrived.userMetadata
	d.about = metadata{
		ETag: arrived.content.etag(), Size: arrived.content.Size(), ContentLength: arrived.content.Size(), MimeType: arrived.contentType,
		CacheControl: arrived.cacheControl, LastModified: s.cfg.Now().UTC().Truncate(time.Second), HTTPStatusCode: http.StatusOK,
	}
	waiting.step(time.Duration(arrived.content.Size()/s.cfg.UploadRate) * time.Second)
	if err := s.store(ctx, d.version, *arrived); err != nil {
		return object{}, err
	}
	waiting.step(0)
	return s.commit(ctx, c, d)
}

// fit checks a file against its bucket. In a bucket of pictures, the file is replaced by the
// server's own encoding of its picture.
func (s *Server) fit(ctx context.Context, key string, into bucketRow, arrived *arrival) (contentType string, err error) {
	if !into.allows(arrived.contentType) {
		return "", invalidMimeType(arrived.contentType)
	}
	if err := s.inspectName(into, key, arrived.contentType); err != nil {
		return "", err
	}
	if !s.keepsPictures(into) {
		if err := s.inspect(ctx, key, arrived.contentType, arrived.content); err != nil {
			return "", err
		}
		return arrived.contentType, s.clean(ctx, into, arrived)
	}
	encoded, contentType, err := s.reencode(ctx, arrived.content, s.bytesMax(into))
	if err != nil {
		return "", err
	}
	arrived.content.Close()
	arrived.content = encoded
	return contentType, nil
}

func (s *Server) store(ctx context.Context, version uuid.UUID, arrived arrival) error {
	err := blob.Put(ctx, s.bucket, blobKey(version), arrived.contentType, func(w io.Writer) error {
		_, err := io.Copy(w, arrived.content.Reader())
		return err
	})
	if err != nil {
		return fmt.Errorf("store version %s: %w", version, err)
	}
	return nil
}

// takeBody reads the file of a request into a buffer, raw or from a form.
func (s *Server) takeBody(w http.ResponseWriter, r *http.Request, key string, into bucketRow) (arrival, error) {
	bytesMax := s.bytesMax(into)
	form, isForm := formBoundary(r)
	if !isForm {
		if err := s.inspectName(into, key, mediaType(r.Header.Get("Content-Type"))); err != nil {
			return arrival{}, err
		}
	}
	allowed := bytesMax
	if isForm {
		allowed += formBytesMax
	}
	if r.ContentLength > allowed {
		return arrival{}, errTooLarge
	}
	rateLimitedBody := s.limitRate(w, r.Body)
	defer rateLimitedBody.finish()
	r.Body = http.MaxBytesReader(w, rateLimitedBody, allowed)
	content, err := newBufferedFile(bytesMax)
	if err != nil {
		return arrival{}, fmt.Errorf("open a buffer: %w", err)
	}
	arrived := arrival{content: content}
	if isForm {
		err = arrived.readForm(r.Body, form)
	} else {
		err = arrived.readRaw(r)
	}
	if err != nil {
		content.Close()
		return arrival{}, bodyError(err)
	}
	return arrived, nil
}

func (a *arrival) readRaw(r *http.Request) (err error) {
	a.contentType = mediaType(r.Header.Get("Content-Type"))
	a.cacheControl = cacheControl(r.Header.Get("Cache-Control"))
	if a.userMetadata, err = userMetadataOf(r); err != nil {
		return err
	}
	return a.fill(r.Body)
}

// userMetadataOf parses X-Metadata, a JSON object in base64.
func userMetadataOf(r *http.Request) (json.RawMessage, error) {
	encoded := r.Header.Get("X-Metadata")
	if encoded == "" {
		return nil, nil //nolint:nilnil // no metadata is a value here
	}
	decoded, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return nil, invalidRequest("X-Metadata is not base64")
	}
	return checkUserMetadata(decoded)
}

// Keep stores a file that the server made in a user's name, under the rules for the user's own
// uploads; without an owner, under those of the service role.
func (s *Server) Keep(ctx context.Context, owner uuid.UUID, bucket, name, contentType string, content []byte) error {
	into, err := s.findBucket(ctx, bucket)
	if err != nil {
		return fmt.Errorf("look up bucket %s: %w", bucket, err)
	}
	bufferedFile, err := newBufferedFile(s.bytesMax(into))
	if err != nil {
		return fmt.Errorf("open a buffer: %w", err)
	}
	arrived := arrival{content: bufferedFile, contentType: contentType, cacheControl: cacheControl("")}
	defer func() { arrived.content.Close() }()
	if err := arrived.fill(bytes.NewReader(content)); err != nil {
		return err
	}
	c := onBehalf(owner)
	_, err = s.keep(ctx, c, draft{at: place{bucket: bucket, key: name}, owner: ownerOf(c), version: uuid.New()}, into, &arrived)
	return err
}
