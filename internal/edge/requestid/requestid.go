// Package requestid is what is known of a request or a piece of work while it lasts,
// for whoever counts, logs or traces it: its id and its route. Whoever finds the
// route says so; nobody decides anything by it.
package requestid

import (
	"context"
	"sync/atomic"
)

// NoRoute is the route of what was answered before a route was found.
const NoRoute = "none"

// Request is safe for concurrent use; nil knows nothing.
type Request struct {
	// ID is told to the client and written to the log.
	ID    string
	route atomic.Pointer[string]
}

type key struct{}

// NewContext returns a context in which a request is known by its id.
func NewContext(ctx context.Context, id string) (context.Context, *Request) {
	r := &Request{ID: id}
	return context.WithValue(ctx, key{}, r), r
}

// From is the request that a context belongs to, nil where there is none.
func From(ctx context.Context) *Request {
	r, _ := ctx.Value(key{}).(*Request)
	return r
}

// SetRoute says which route a context's request took: "GET /rest/v1/projects". It must
// be one of a known number, and hold nothing that a caller wrote. The first name
// counts: a page that asks routes of its own stays a page.
func SetRoute(ctx context.Context, route string) {
	if r := From(ctx); r != nil {
		r.route.CompareAndSwap(nil, &route)
	}
}

// Route is the name of the route, or else what is given: Nowhere where that is
// nothing.
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
