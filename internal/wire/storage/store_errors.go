package storage

import (
	"context"
	"errors"
	"net/http"

	"automacao/internal/kernel/fault"
)

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
