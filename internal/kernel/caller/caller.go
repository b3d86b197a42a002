// Package caller says who is behind a request. The protocol packages put a
// Caller into the context once its token is verified; the workflows read it.
// It decides nothing about permissions.
package caller

import (
	"context"
	"encoding/json"
	"net/netip"

	"github.com/google/uuid"
)

// ServiceRole is the database role of the server's own key, whom nothing measures.
const ServiceRole = "service_role"

// Caller is the verified origin of a request.
type Caller struct {
	// Role is the database role: anon, authenticated or service_role.
	Role string
	// UserID is uuid.Nil for anon and service_role.
	UserID uuid.UUID
	// SessionID is uuid.Nil for tokens that belong to no session.
	SessionID uuid.UUID
	// Claims is the verified token's payload, passed to the database as is.
	Claims json.RawMessage
	// IP is the client address after trusted proxies were taken into account.
	IP string
	// UserAgent is the client's own word and is only ever shown or counted.
	UserAgent string
}

// Member is somebody whom a request names in another way than by a token. He has no
// session, but policies and a ban hold as they do now.
func Member(userID uuid.UUID) Caller {
	const role = "authenticated"
	claims, _ := json.Marshal(map[string]string{"sub": userID.String(), "role": role})
	return Caller{Role: role, UserID: userID, Claims: claims}
}

type contextKey struct{}

// NewContext returns a context that carries c.
func NewContext(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, contextKey{}, c)
}

// From returns the caller of ctx, or the zero Caller, which may do nothing.
func From(ctx context.Context) Caller {
	c, _ := ctx.Value(contextKey{}).(Caller)
	return c
}

// Counted names whom a request is counted for: a member wherever he is, and
// whoever has not signed in by his network.
func (c Caller) Counted() string {
	if c.UserID != uuid.Nil {
		return c.UserID.String()
	}
	return c.Network()
}

// Network is what one subscriber is given: the caller's IPv4 address, or the
// /64 of his IPv6 address.
func (c Caller) Network() string {
	address, err := netip.ParseAddr(c.IP)
	if err != nil || address.Unmap().Is4() {
		return c.IP
	}
	prefix, _ := address.WithZone("").Prefix(64)
	return prefix.String()
}
