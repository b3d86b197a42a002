package rest

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/wire/rest/catalog"
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
	path := strings.Trim(r.URL.Path, "/")
	route := method + " " + Base + "/" + path
	if !e.now().Meter.Knows(route) {
		route = cmp.Or(e.unnamed(method, path), route)
	}
	return e.now().Meter.Admit(r.Context(), route, from, errRate)
}

// What is there and no row names, which is what an operator added, is measured
// under these paths.
const (
	anyTable    = "{table}"
	anyFunction = "rpc/{function}"
)

// unnamed is the route of a table or function that no row names, "" where there
// is none of that name.
func (e *Engine) unnamed(method, path string) string {
	known, schema := e.catalog.Load(), e.now().Schemas[0]
	if name, isCall := strings.CutPrefix(path, "rpc/"); isCall {
		if _, is := known.Functions[catalog.Name{Schema: schema, Name: name}]; is {
			return method + " " + Base + "/" + anyFunction
		}
		return ""
	}
	if _, is := known.Relations[catalog.Name{Schema: schema, Name: path}]; is {
		return method + " " + Base + "/" + anyTable
	}
	return ""
}

// Paths are the names of the routes that the meter is asked for: every verb of
// every relation and function of the default schema, whoever may use it, and of
// those that no row names.
func (e *Engine) Paths() []string {
	paths := []string{"GET " + Base + "/"}
	add := func(path string, methods ...string) {
		for _, method := range methods {
			paths = append(paths, method+" "+Base+"/"+path)
		}
	}
	add(anyTable, http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete)
	add(anyFunction, http.MethodGet, http.MethodPost)
	known := e.catalog.Load()
	for name := range known.Relations {
		if name.Schema == e.now().Schemas[0] {
			add(name.Name, http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete)
		}
	}
	for name := range known.Functions {
		if name.Schema == e.now().Schemas[0] {
			add("rpc/"+name.Name, http.MethodGet, http.MethodPost)
		}
	}
	for name := range e.functions {
		add("rpc/"+name, http.MethodPost)
	}
	slices.Sort(paths)
	return paths
}
