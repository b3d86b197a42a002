package rest

import (
	"net/http"
	"slices"
	"strings"

	"automacao/internal/caller"
	"automacao/internal/fault"
)

// Base is where the protocol is served.
const Base = "/rest/v1"

var errRate = fault.New(http.StatusTooManyRequests, "over_request_rate_limit", "Request rate limit reached")

// measure counts a request for its caller; one that could not be identified is
// its address's. HEAD and OPTIONS count as GET.
func (e *Engine) measure(r *http.Request, from caller.Caller) error {
	method := r.Method
	if method == http.MethodHead || method == http.MethodOptions {
		method = http.MethodGet
	}
	return e.cfg.Meter.Admit(r.Context(), method+" "+Base+"/"+strings.Trim(r.URL.Path, "/"), from, errRate)
}

// Paths are the names of the routes that the meter is asked for: every verb of
// every relation and function of the default schema, whoever may use it.
func (e *Engine) Paths() []string {
	paths := []string{"GET " + Base + "/"}
	add := func(path string, methods ...string) {
		for _, method := range methods {
			paths = append(paths, method+" "+Base+"/"+path)
		}
	}
	known := e.catalog.Load()
	for name := range known.Relations {
		if name.Schema == e.cfg.Schemas[0] {
			add(name.Name, http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete)
		}
	}
	for name := range known.Functions {
		if name.Schema == e.cfg.Schemas[0] {
			add("rpc/"+name.Name, http.MethodGet, http.MethodPost)
		}
	}
	for name := range e.functions {
		add("rpc/"+name, http.MethodPost)
	}
	slices.Sort(paths)
	return paths
}
