package storage

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/kernel/fault"
	"automacao/internal/postgres"
)

// These are the protocol's errors. Status is what the body says; see refuse for the HTTP status.
var (
	errNoBucket       = fault.New(http.StatusNotFound, "NoSuchBucket", "Bucket not found")
	errNoKey          = fault.New(http.StatusNotFound, "NoSuchKey", "Object not found")
	errKeyExists      = fault.New(http.StatusConflict, "KeyAlreadyExists", "The resource already exists")
	errBucketExists   = fault.New(http.StatusConflict, "BucketAlreadyExists", "The resource already exists")
	errBucketNotEmpty = fault.New(http.StatusConflict, "ResourceNotEmpty", "The bucket you tried to delete is not empty")
	errDenied         = fault.New(http.StatusForbidden, "AccessDenied", "new row violates row-level security policy")
	errTooLarge       = fault.New(http.StatusRequestEntityTooLarge, "EntityTooLarge", "The object exceeded the maximum allowed size")
	errNoPicture      = fault.New(http.StatusUnsupportedMediaType, "InvalidMimeType", "The file is not a picture that can be read")
	errHugePicture    = fault.New(http.StatusUnsupportedMediaType, "InvalidMimeType", "The picture has too many pixels")
	errQuota          = fault.New(http.StatusRequestEntityTooLarge, "QuotaExceeded", "The storage quota of this account is used up")
	errBadToken       = fault.New(http.StatusBadRequest, "InvalidJWT", "The token is invalid")
	errBadSignature   = fault.New(http.StatusBadRequest, "InvalidSignature", "Invalid signature")
	errExpiredToken   = fault.New(http.StatusBadRequest, "ExpiredToken", "The signature has expired")
	errRange          = fault.New(http.StatusRequestedRangeNotSatisfiable, "InvalidRange", "The file has no such range")
	errBucketName     = fault.New(http.StatusBadRequest, "InvalidBucketName", "Bucket name invalid")
	errSizeText       = fault.New(http.StatusBadRequest, "InvalidRequest", "Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B")
	errNotOffered     = fault.New(http.StatusConflict, "NotSupported", "The feature is not enabled for this resource")
	errSlow           = fault.New(http.StatusRequestTimeout, "RequestTimeout", "The body did not arrive in time")
	errAway           = fault.New(http.StatusServiceUnavailable, "DatabaseError", "The database cannot be reached, please retry after a moment")
	errFull           = fault.New(http.StatusInsufficientStorage, "InsufficientStorage", "There is no room to store the object")
	errStalled        = fault.New(http.StatusGatewayTimeout, "GatewayTimeout", "The database or the object store did not answer in time")
	errTimeout        = fault.New(544, "DatabaseTimeout", "The connection to the database timed out")
	errRate           = fault.New(http.StatusTooManyRequests, "SlowDown", "Please reduce your request rate")
	errBusy           = fault.New(http.StatusTooManyRequests, "SlowDown", "Too many connections issued to the database")
	errInternal       = fault.New(http.StatusInternalServerError, "InternalError", "Internal Server Error")

	// errNoAsset is a missing file where bytes were requested, which the protocol words
	// differently.
	errNoAsset = fault.New(http.StatusNotFound, "NoSuchKey", "The resource was not found")
)

// titles are the bodies' "error" texts where they differ from the code.
var titles = map[string]string{
	"NoSuchBucket":        "Bucket not found",
	"NoSuchKey":           "not_found",
	"KeyAlreadyExists":    "Duplicate",
	"BucketAlreadyExists": "Duplicate",
	"AccessDenied":        "Unauthorized",
	"EntityTooLarge":      "Payload too large",
	"QuotaExceeded":       "Payload too large",
	"InvalidMimeType":     "invalid_mime_type",
	"InvalidBucketName":   "Invalid Input",
	"InternalError":       "Internal",
	codeNoRoute:           "Not Found",
}

func invalidKey(key string) error {
	return fault.New(http.StatusBadRequest, "InvalidKey", "Invalid key: "+clip(key))
}

func invalidMimeType(mime string) error {
	return fault.New(http.StatusUnsupportedMediaType, "InvalidMimeType", "mime type "+clip(mime)+" is not supported")
}

func invalidRequest(message string) error {
	return fault.New(http.StatusBadRequest, "InvalidRequest", message)
}

func unauthorized(message string) *fault.Error {
	return fault.New(http.StatusForbidden, "AccessDenied", message)
}

// codeNoRoute is the code for paths that do not exist, which keep their true status.
const codeNoRoute = "NoSuchRoute"

func unknownRoute(r *http.Request) error {
	return fault.New(http.StatusNotFound, codeNoRoute, "Route "+r.Method+":"+clip(r.URL.Path)+" not found")
}

// clip bounds how much of a request a response repeats.
func clip(text string) string {
	const echoMax = 200
	if len(text) > echoMax {
		return strings.ToValidUTF8(text[:echoMax], "") + "…"
	}
	return text
}

// fault maps a failure to the error that is sent. It logs internal errors. ok is false if the
// client is gone and needs no response.
func (s *Server) fault(w http.ResponseWriter, r *http.Request, err error) (known *fault.Error, ok bool) {
	known, isNamed := errors.AsType[*fault.Error](fromPostgres(err))
	if !isNamed {
		known = errInternal
	}
	isStalled := context.Cause(r.Context()) == error(errStalled)
	if isStalled {
		known = errStalled
	} else if !isNamed && errors.Is(r.Context().Err(), context.Canceled) {
		// A truncated body also cancels its request, but is answered.
		w.WriteHeader(fault.StatusClosed)
		return nil, false
	}
	if known.Status >= http.StatusInternalServerError && known.Status != http.StatusNotImplemented {
		s.log.Error("storage request failed", "request_id", w.Header().Get("X-Request-Id"), "path", r.URL.Path, "cause", err)
	}
	return known, true
}

// refuse answers with an error in the protocol's format: the true status is a string in the body,
// while the HTTP status is 400 for most client errors.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	known, ok := s.fault(w, r, err)
	if !ok {
		return
	}
	status := http.StatusBadRequest
	switch {
	case known.Status >= http.StatusInternalServerError, known.Status == http.StatusTooManyRequests, known.Code == codeNoRoute:
		status = known.Status
	case known.Status == http.StatusRequestedRangeNotSatisfiable:
		// Media players and document readers, which request ranges, only know HTTP.
		status = known.Status
	}
	title, ok := titles[known.Code]
	if !ok {
		title = known.Code
	}
	if known == errNoAsset {
		title = "Not found"
	}
	body, _ := json.Marshal(map[string]string{
		"statusCode": strconv.Itoa(known.Status), "error": title, "message": known.Message, "code": known.Code,
	})
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if wait := known.RetryHeader(); wait != "" {
		w.Header().Set("Retry-After", wait)
	} else if status > http.StatusInternalServerError || status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", retryAfterSeconds)
	}
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// retryAfterSeconds is sent with errors that may be gone in a moment.
const retryAfterSeconds = "1"

// fromPostgres maps the errors of the database and of the object store to the protocol's.
func fromPostgres(err error) error {
	if errors.Is(err, syscall.ENOSPC) {
		return errFull.Because(err)
	}
	if errors.Is(err, postgres.ErrNoConnection) {
		return errAway.Because(err)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return errTimeout.Because(err)
	}
	err = fromStore(err)
	if _, isNamed := errors.AsType[*fault.Error](err); isNamed {
		return err
	}
	refused, ok := errors.AsType[*pgconn.PgError](err)
	if !ok && postgres.IsAway(err) {
		return errAway.Because(err)
	}
	if !ok {
		return err
	}
	if postgres.IsOverdue(err) {
		return errTimeout.Because(err)
	}
	switch refused.Code {
	case "PGRST":
		if said, _, ok := fault.Raised(refused.Message, refused.Detail); ok {
			return said.Because(err)
		}
	case "PT401":
		return unauthorized(refused.Message).Because(err)
	case "42501":
		return errDenied.Because(err)
	case "23505":
		if refused.TableName == "buckets" {
			return errBucketExists.Because(err)
		}
		return errKeyExists.Because(err)
	case "23503":
		return fromForeignKey(refused.ConstraintName).Because(err)
	case "23514":
		return invalidRequest("The request does not fit the schema")
	case "53300":
		return errBusy.Because(err)
	case "53100":
		return errFull.Because(err)
	}
	if postgres.IsAway(err) {
		return errAway.Because(err)
	}
	// Class 22: a text that PostgreSQL cannot hold, such as a NUL in JSON.
	if strings.HasPrefix(refused.Code, "22") {
		return invalidRequest("The request holds a value that cannot be stored")
	}
	return err
}

func fromForeignKey(constraint string) *fault.Error {
	if constraint == "objects_owner_fkey" {
		return errDenied
	}
	return errNoBucket
}

func writeJSON(w http.ResponseWriter, body any) error {
	encoded, err := json.Marshal(body)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(encoded)
	return nil
}

// These are the protocol's errors for failures of an external object store. Its own response is not
// passed on, since it may contain keys and locations.
var (
	errStoreAway    = fault.New(http.StatusServiceUnavailable, "S3Error", "The object store cannot be reached, please retry after a moment")
	errStoreBusy    = fault.New(http.StatusServiceUnavailable, "SlowDown", "The object store asks for fewer requests, please retry after a moment")
	errStoreRefused = fault.New(http.StatusInternalServerError, "S3Error", "The object store refused the request")
)

// fromStore maps an error of an S3 server to the protocol's; others stay unchanged.
func fromStore(err error) error {
	// The S3 client's error types are recognised by their methods, because this package must not
	// import it.
	_, isStores := errors.AsType[interface {
		error
		Operation() string
	}](err)
	if !isStores || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	said, isAnswer := errors.AsType[interface {
		error
		ErrorCode() string
	}](err)
	if !isAnswer {
		return errStoreAway.Because(err)
	}
	switch said.ErrorCode() {
	case "SlowDown", "ServiceUnavailable", "TooManyRequests", "RequestLimitExceeded", "ThrottlingException":
		return errStoreBusy.Because(err)
	case "InternalError", "RequestTimeout", "OperationAborted":
		return errStoreAway.Because(err)
	case "NoSuchKey", "NotFound":
		return err
	}
	return errStoreRefused.Because(err)
}
