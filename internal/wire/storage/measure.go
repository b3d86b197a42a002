package storage

import (
	"net/http"
	"slices"
	"strings"

	"automacao/internal/kernel/caller"
)

// Base is where the protocol is served.
const Base = "/storage/v1"

// named is a pattern as the meter's rows name it.
func named(pattern string) string {
	if method, path, hasMethod := strings.Cut(pattern, " "); hasMethod {
		return method + " " + Base + path
	}
	return Base + pattern
}

// measure counts a request for its caller, or for his address.
func (s *Server) measure(r *http.Request, pattern string, from caller.Caller) error {
	return s.cfg.Meter.Admit(r.Context(), named(pattern), from, errRate)
}

// Paths are the names of the routes that the meter is asked for.
func (s *Server) Paths() []string { return slices.Clone(s.paths) }
