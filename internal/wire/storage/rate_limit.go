package storage

import (
	"net/http"
	"slices"
	"strings"

	"automacao/internal/kernel/caller"
)

// Base is the path where the protocol is served.
const Base = "/storage/v1"

// named is a route pattern in the form that the meter uses.
func named(pattern string) string {
	if method, path, hasMethod := strings.Cut(pattern, " "); hasMethod {
		return method + " " + Base + path
	}
	return Base + pattern
}

// measure applies the rate limit of the caller, or of their address.
func (s *Server) measure(r *http.Request, pattern string, from caller.Caller) error {
	return s.cfg.Meter.Admit(r.Context(), named(pattern), from, errRate)
}

// Paths lists the routes that the meter may be asked about.
func (s *Server) Paths() []string { return slices.Clone(s.paths) }
