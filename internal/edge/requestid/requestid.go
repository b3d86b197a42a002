// Package requestid keeps the id and the route of a request, or of a background job, in its
// context, for logs, metrics and traces. The code that finds the route sets it. Nothing may depend
// on it otherwise.
package requestid

import (
	"context"
	"sync/atomic"
)

// NoRoute is the route of a request that was answered before it was routed.
const NoRoute = "none"

// Request is the id and the route of one request. It is safe for concurrent use. A nil Request is
// empty.
type Request struct {
	// ID is sent to the client and written to the log.
	ID    string
	route atomic.Pointer[string]
}

type key struct{}

// NewContext returns a context with a new Request that has the id.
func NewContext(ctx context.Context, id string) (context.Context, *Request) {
	r := &Request{ID: id}
	return context.WithValue(ctx, key{}, r), r
}

// From returns the Request of a context, nil if there is none.
func From(ctx context.Context) *Request {
	r, _ := ctx.Value(key{}).(*Request)
	return r
}

// SetRoute sets the route of the context's request, such as "GET /rest/v1/projects". Routes must be
// a fixed set and contain nothing that a caller wrote. The first call wins: a page that calls other
// routes internally keeps its own.
func SetRoute(ctx context.Context, route string) {
	if r := From(ctx); r != nil {
		r.route.CompareAndSwap(nil, &route)
	}
}

// Route returns the route, or else otherwise, or else NoRoute.
func (r *Request) Route(otherwise string) string {
	if r != nil {
		if found := r.route.Load(); found != nil {
			return *found
		}
	}
	if otherwise == "" {
		return NoRoute
	}
	return otherwise
}
