package storage

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
)

// Uploads in parts: TUS 1.0.0 (https://tus.io/protocols/resumable-upload) with creation,
// creation-with-upload, expiration and termination. Errors are plain text with their true status.
const (
	resumableBase   = "/upload/resumable"
	resumableSigned = resumableBase + "/sign"
	tusVersion      = "1.0.0"
	tusExtensions   = "creation,creation-with-upload,termination,expiration"
	tusContent      = "application/offset+octet-stream"
)

var (
	errNoUpload     = fault.New(http.StatusNotFound, "NoSuchUpload", "The file for this url was not found")
	errUploadGone   = fault.New(http.StatusGone, "TusError", "The file for this url no longer exists")
	errTusVersion   = fault.New(http.StatusPreconditionFailed, "TusError", "Tus-Resumable Required")
	errTusContent   = fault.New(http.StatusUnsupportedMediaType, "TusError", "Content-Type must be "+tusContent)
	errNoOffset     = fault.New(http.StatusForbidden, "TusError", "Upload-Offset header required")
	errBadOffset    = fault.New(http.StatusBadRequest, "TusError", "Invalid Upload-Offset")
	errOtherOffset  = fault.New(http.StatusConflict, "TusError", "Upload-Offset conflict")
	errNoLength     = fault.New(http.StatusBadRequest, "TusError", "Upload-Length header required")
	errDefer        = fault.New(http.StatusNotImplemented, "TusError", "creation-defer-length extension is not (yet) supported.")
	errConcat       = fault.New(http.StatusNotImplemented, "TusError", "Concatenation extension is not (yet) supported.")
	errChecksum     = fault.New(http.StatusNotImplemented, "TusError", "checksum extension is not (yet) supported.")
	errMaximum      = fault.New(http.StatusRequestEntityTooLarge, "EntityTooLarge", "Maximum size exceeded")
	errBeyond       = fault.New(http.StatusRequestEntityTooLarge, "EntityTooLarge", "upload's size exceeded")
	errTaken        = fault.New(http.StatusLocked, "ResourceLocked", "The resource is locked").After(time.Second)
	errTerminated   = fault.New(http.StatusBadRequest, "TusError", "Cannot terminate an already completed upload")
	errNoMetadata   = fault.New(http.StatusBadRequest, "InvalidRequest", "Metadata header is required")
	errBadMetadata  = fault.New(http.StatusBadRequest, "TusError", "Upload-Metadata is invalid. It MUST consist of one or more comma-separated key-value pairs, each key once, its value in base64")
	errManyUploads  = fault.New(http.StatusTooManyRequests, "SlowDown", "Too many uploads were begun and not finished")
	errManyParts    = fault.New(http.StatusBadRequest, "TusError", "The upload came in too many parts")
	errNoSignature  = fault.New(http.StatusBadRequest, "InvalidSignature", "Missing x-signature header")
	errWrongRequest = fault.New(http.StatusMethodNotAllowed, "TusError", "Method not allowed")
)

// tus serves a route of the tus protocol. Handlers authenticate the sender themselves.
func (s *Server) tus(pattern, operation string, answer open) {
	s.handle(pattern, operation, s.refuseTus, func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Tus-Resumable", tusVersion)
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		from := caller.From(r.Context())
		if known, err := s.authenticate(r); err == nil {
			from = known
		}
		if err := s.measure(r, pattern, from); err != nil {
			return err
		}
		if r.Method != http.MethodOptions && r.Header.Get("Tus-Resumable") != tusVersion {
			w.Header().Set("Tus-Version", tusVersion)
			return errTusVersion
		}
		return answer(w, r)
	})
}

// tusOptions answers what the server supports, to anybody.
func (s *Server) tusOptions(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Tus-Version", tusVersion)
	w.Header().Set("Tus-Extension", tusExtensions)
	w.Header().Set("Tus-Max-Size", strconv.FormatInt(s.cfg.FileBytesMax, 10))
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (s *Server) refuseTus(w http.ResponseWriter, r *http.Request, err error) {
	known, ok := s.fault(w, r, err)
	if !ok {
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if wait := known.RetryHeader(); wait != "" {
		w.Header().Set("Retry-After", wait)
	} else if known.Status > http.StatusInternalServerError || known.Status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", retryAfterSeconds)
	}
	w.WriteHeader(known.Status)
	_, _ = w.Write([]byte(known.Message + "\n"))
}

// uploadRoutes serves uploads under one base path: a caller's own, or those with a signed upload URL.
type uploadRoutes struct {
	*Server
	base     string
	isSigned bool
}

// sender returns who uploads to a place, and whether the upload may replace an existing file.
func (p uploadRoutes) sender(r *http.Request, at place) (c caller.Caller, replace bool, err error) {
	if !p.isSigned {
		c, err = p.authenticate(r)
		return c, r.Header.Get("X-Upsert") == "true", err
	}
	signature := r.Header.Get("X-Signature")
	if signature == "" {
		return c, false, errNoSignature
	}
	permit, _, err := p.checkToken(signature, scopeUpload, at)
	if err != nil {
		return c, false, err
	}
	c, err = p.permitCaller(r.Context(), permit)
	return c, permit.Upsert, err
}

// known returns the upload of a request. Another sender's upload is treated as not found.
func (p uploadRoutes) known(r *http.Request) (upload, caller.Caller, error) {
	at, id, err := readUploadID(r.PathValue("id"))
	if err != nil {
		return upload{}, caller.Caller{}, err
	}
	c, _, err := p.sender(r, at)
	if err != nil {
		return upload{}, c, err
	}
	found, err := p.findUpload(r.Context(), id, at)
	if err != nil {
		return upload{}, c, err
	}
	if found.Role != c.Role || found.ownerID() != c.UserID {
		return upload{}, c, errNoUpload
	}
	return found, c, nil
}

// answerProgress answers how far an upload has come. Without a valid token for it, the upload is
// not found, just as another sender's is.
func (p uploadRoutes) answerProgress(w http.ResponseWriter, r *http.Request) error {
	found, _, err := p.known(r)
	if refused, ok := errors.AsType[*fault.Error](err); ok && refused.Code == errDenied.Code {
		return errNoUpload.Because(err)
	}
	if err != nil {
		return err
	}
	w.Header().Set("Upload-Length", strconv.FormatInt(found.LengthBytes, 10))
	w.Header().Set("Upload-Metadata", found.Said)
	setProgress(w.Header(), found)
	w.WriteHeader(http.StatusOK)
	return nil
}

func setProgress(header http.Header, u upload) {
	header.Set("Upload-Offset", strconv.FormatInt(u.OffsetBytes, 10))
	header.Set("Upload-Expires", u.ExpiresAt.UTC().Format(http.TimeFormat))
	if u.FinishedAt != nil {
		header.Set("Tus-Complete", "1")
	}
}

// terminate deletes an upload that its sender abandons.
func (p uploadRoutes) terminate(w http.ResponseWriter, r *http.Request) error {
	found, _, err := p.known(r)
	if err != nil {
		return err
	}
	if found.FinishedAt != nil {
		return errTerminated
	}
	taken, err := p.take(r.Context(), found)
	if err != nil {
		return err
	}
	if err := p.forget(r.Context(), taken); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// override is for clients that can only POST.
func (p uploadRoutes) override(w http.ResponseWriter, r *http.Request) error {
	switch r.Header.Get("X-Http-Method-Override") {
	case http.MethodPatch:
		return p.append(w, r)
	case http.MethodDelete:
		return p.terminate(w, r)
	}
	return errWrongRequest
}

// append receives the next part of a file; the last part completes it.
func (p uploadRoutes) append(w http.ResponseWriter, r *http.Request) error {
	if r.Header.Get("Content-Type") != tusContent {
		return errTusContent
	}
	if r.Header.Get("Upload-Checksum") != "" {
		return errChecksum
	}
	offset, err := readOffset(r)
	if err != nil {
		return err
	}
	found, c, err := p.known(r)
	if err != nil {
		return err
	}
	if found.FinishedAt != nil && offset == found.OffsetBytes && r.ContentLength == 0 {
		return p.appended(w, found, http.StatusNoContent)
	}
	if found.FinishedAt != nil {
		return errOtherOffset
	}
	found, err = p.receivePart(w, r, c, found, offset)
	if err != nil {
		return err
	}
	return p.appended(w, found, http.StatusNoContent)
}

func (p uploadRoutes) appended(w http.ResponseWriter, u upload, status int) error {
	setProgress(w.Header(), u)
	w.WriteHeader(status)
	return nil
}

func readOffset(r *http.Request) (int64, error) {
	text := r.Header.Get("Upload-Offset")
	if text == "" {
		return 0, errNoOffset
	}
	offset, err := strconv.ParseUint(text, 10, 53)
	if err != nil {
		return 0, errBadOffset
	}
	return int64(offset), nil
}

// isFinal reports whether the same file would be refused again.
func isFinal(err error) bool {
	known, ok := errors.AsType[*fault.Error](fromPostgres(err))
	switch {
	case !ok || known.Status >= http.StatusInternalServerError:
		return false
	case known.Status == http.StatusTooManyRequests, known.Status == http.StatusRequestTimeout, known.Status == http.StatusLocked:
		return false
	}
	return true
}

// detached is a context for storing what a client sent before it disconnected.
func (s *Server) detached(ctx context.Context, bytes int64) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), s.cfg.StepTimeout+time.Duration(bytes/s.cfg.UploadRate)*time.Second)
}
