package storage

import (
	"context"
	"errors"
	"net/http"

	"automacao/internal/kernel/fault"
)

// What an object store of others' answers, in the protocol's words. Of its own
// answer nothing is passed on: it may name keys and places.
var (
	errStoreAway    = fault.New(http.StatusServiceUnavailable, "S3Error", "The object store cannot be reached, please retry after a moment")
	errStoreBusy    = fault.New(http.StatusServiceUnavailable, "SlowDown", "The object store asks for fewer requests, please retry after a moment")
	errStoreRefused = fault.New(http.StatusInternalServerError, "S3Error", "The object store refused the request")
)

// fromStore names an error of an S3 server; others stay as they are.
func fromStore(err error) error {
	// The client's own types are told by what they can say, as it is not ours to know.
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
