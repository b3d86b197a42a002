package functions

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
)

// ServeHTTP answers a request whose base path is already stripped.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a := &answer{ResponseWriter: w}
	if err := s.serve(a, r); err != nil {
		s.refuse(a, r, err)
	}
}

func (s *Server) serve(a *answer, r *http.Request) error {
	f := s.called(r.URL.Path)
	from, refusal := s.identify(r)
	if f == nil || !f.takes(r.Method) {
		if err := s.cfg.Meter.Admit(r.Context(), unknownRoute, from, errRate); err != nil {
			return err
		}
		return refuseCall(a, r, f)
	}
	if err := s.cfg.Meter.Admit(r.Context(), f.route(r.Method), from, errRate); err != nil {
		return err
	}
	if refusal != nil && !f.isProxied {
		return refusal
	}
	if err := f.checkCall(r, from); err != nil {
		return err
	}
	if err := f.readFirst(a, r); err != nil {
		return err
	}
	r = r.WithContext(caller.NewContext(r.Context(), from))
	if f.readers != nil {
		return s.bufferThenSend(f, a, r)
	}
	return s.runAdmitted(f, a, a, r)
}

// runAdmitted runs a function once one of its places is free; out receives its response.
func (s *Server) runAdmitted(f *registered, a *answer, out http.ResponseWriter, r *http.Request) error {
	leave, err := f.gate.Enter(r.Context(), caller.From(r.Context()).Counted())
	if err != nil {
		return err
	}
	defer leave()
	return s.within(f, a, out, r)
}

func (f *registered) takes(method string) bool { return slices.Contains(f.Methods, method) }

// refuseCall answers for an unknown function, or for a method that the function does not accept.
func refuseCall(w http.ResponseWriter, r *http.Request, f *registered) error {
	if f == nil {
		return errUnknown
	}
	w.Header().Set("Allow", strings.Join(append(slices.Clone(f.Methods), http.MethodOptions), ", "))
	if r.Method == http.MethodOptions {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	return errMethod
}

// checkCall refuses callers without the right role, and bodies whose Content-Length is too large.
func (f *registered) checkCall(r *http.Request, from caller.Caller) error {
	switch {
	case f.isProxied, slices.Contains(f.Roles, from.Role):
	case r.Header.Get("Authorization") == "":
		return errNoToken
	default:
		return errRole
	}
	if r.ContentLength > f.BodyBytesMax {
		return errTooLarge
	}
	return nil
}

// These bound a body that is read before the call gets its place, and the time to read it.
const (
	firstBytesMax     = 64 << 10
	firstBytesTimeout = 10 * time.Second
)

// readFirst reads a small body before the call takes a place, which a slow sender would block.
func (f *registered) readFirst(a *answer, r *http.Request) error {
	if r.ContentLength == 0 || f.BodyBytesMax > firstBytesMax {
		return nil
	}
	// A test's writer supports no deadline, so the error is ignored.
	_ = http.NewResponseController(a).SetReadDeadline(time.Now().Add(firstBytesTimeout))
	body, err := io.ReadAll(http.MaxBytesReader(a, r.Body, f.BodyBytesMax))
	if err != nil {
		return err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}

// timeoutSlack is how much longer than a function's timeout the connection stays usable, so that the
// timeout can be reported. A read deadline that expires while nothing reads looks like a client
// that left.
const timeoutSlack = 2 * time.Second

// within runs a function within its limits. The connection's own deadlines end calls that ignore
// their context: a body that does not arrive, a response that nobody reads.
func (s *Server) within(f *registered, a *answer, out http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeoutCause(r.Context(), f.Timeout, errTimeout)
	defer cancel()
	// A test's writer supports no deadline, so the error is ignored.
	connection, until := http.NewResponseController(a), time.Now().Add(f.Timeout+timeoutSlack)
	_ = connection.SetWriteDeadline(until)
	if r.ContentLength != 0 {
		_ = connection.SetReadDeadline(until)
	}
	if caller.From(ctx).Role == roleUser && !f.isProxied {
		if err := s.Read(ctx, func(pgx.Tx) error { return nil }); err != nil {
			return ended(ctx, err)
		}
	}
	r.Body = http.MaxBytesReader(a, r.Body, f.BodyBytesMax)
	return ended(ctx, run(f.Serve, out, r.WithContext(ctx)))
}

// ended turns an error that the timeout caused into errTimeout.
func ended(ctx context.Context, err error) error {
	if err != nil && context.Cause(ctx) == error(errTimeout) {
		return errTimeout.Because(err)
	}
	return err
}

// run turns a panic into an error, which is reported and logged like others.
func run(serve Handler, out http.ResponseWriter, r *http.Request) (err error) {
	defer func() {
		cause := recover()
		if cause == http.ErrAbortHandler {
			panic(cause)
		}
		if cause != nil {
			err = errPanicked.Because(fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
		}
	}()
	return serve(out, r)
}

// answer records whether something was sent.
type answer struct {
	http.ResponseWriter
	hasBegun bool
}

// Unwrap lets http.ResponseController reach flushing and deadlines.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// WriteHeader marks the response as begun, except for informational statuses.
func (a *answer) WriteHeader(status int) {
	a.hasBegun = a.hasBegun || status >= http.StatusOK
	a.ResponseWriter.WriteHeader(status)
}

// Write marks the response as begun.
func (a *answer) Write(body []byte) (int, error) {
	a.hasBegun = true
	return a.ResponseWriter.Write(body)
}

// Flush sends what was written so far.
func (a *answer) Flush() {
	a.hasBegun = true
	_ = http.NewResponseController(a.ResponseWriter).Flush()
}
