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

// Base is the path where the protocol is served.
const Base = "/rest/v1"

var errRate = fault.New(http.StatusTooManyRequests, "over_request_rate_limit", "Request rate limit reached")

// measure counts a request against its caller's rate limit; a request whose caller could not be
// identified counts against its address. HEAD and OPTIONS count as GET.
func (e *Engine) measure(r *http.Request, from caller.Caller) error {
	method := r.Method
	if method == http.MethodHead || method == http.MethodOptions {
		method = http.MethodGet
	}
	path := strings.Trim(r.URL.Path, "/")
	route := method + " " + Base + "/" + path
	if !e.config().Meter.Knows(route) {
		route = cmp.Or(e.unnamed(method, path), route)
	}
	return e.config().Meter.Admit(r.Context(), route, from, errRate)
}

// Tables and functions that have no limit of their own, because an operator added them, are counted
// under these paths.
const (
	anyTable    = "{table}"
	anyFunction = "rpc/{function}"
)

// unnamed is the route under which a table or function without a limit of its own is counted; "" if
// no such table or function exists.
func (e *Engine) unnamed(method, path string) string {
	known, schema := e.catalog.Load(), e.config().Schemas[0]
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

// Paths lists the routes that the meter may be asked about: every verb of every relation and
// function of the default schema, whoever may use it, and the routes of those without a limit of
// their own.
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
		if name.Schema == e.config().Schemas[0] {
			add(name.Name, http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete)
		}
	}
	for name := range known.Functions {
		if name.Schema == e.config().Schemas[0] {
			add("rpc/"+name.Name, http.MethodGet, http.MethodPost)
		}
	}
	for name := range e.functions {
		add("rpc/"+name, http.MethodPost)
	}
	slices.Sort(paths)
	return paths
}
