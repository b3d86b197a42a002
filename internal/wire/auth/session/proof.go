package session

import (
	"slices"
	"time"
)

// FreshFor is how long a session's proof shows that the account's owner is present.
const FreshFor = 10 * time.Minute

// IsFresh reports whether the session's user proved their identity recently. Somebody who finds or
// steals an open session must not be able to add their own device to the account, nor remove the
// owner's.
func (s *Server) IsFresh(proofs Methods) bool {
	return s.Config.CurrentPasswordOptional || s.ProvedLately(proofs)
}

// ProvedLately reports whether any of the methods was proved within freshFor.
func (s *Server) ProvedLately(proofs Methods) bool {
	since := s.Config.Now().Add(-FreshFor).Unix()
	return slices.ContainsFunc(proofs, func(m Method) bool { return m.Timestamp >= since })
}

// Stamped is a session's methods with $4 proved at $5, each method once, since every token contains
// them.
const Stamped = `jsonb_build_array(jsonb_build_object('method', $4::text, 'timestamp', $5::bigint)) ||
	coalesce((SELECT jsonb_agg(m) FROM jsonb_array_elements(s.amr) m WHERE m ->> 'method' <> $4), '[]')`
