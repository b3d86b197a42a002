// Package caller says who sent a request. The protocol packages put a Caller into the context once
// its token is verified; the workflows read it. It decides nothing about permissions.
package caller

import (
	"context"
	"encoding/json"
	"net/netip"

	"github.com/google/uuid"
)

// ServiceRole is the database role of the server's own key. It has no rate limit.
const ServiceRole = "service_role"

// Caller is the verified origin of a request.
type Caller struct {
	// Role is the database role: anon, authenticated or service_role.
	Role string
	// UserID is uuid.Nil for anon and service_role.
	UserID uuid.UUID
	// SessionID is uuid.Nil for tokens that belong to no session.
	SessionID uuid.UUID
	// Claims is the verified token's payload, passed to the database unchanged.
	Claims json.RawMessage
	// IP is the client's address after trusted proxies were taken into account.
	IP string
	// UserAgent is what the client claims to be. It may only be displayed or counted.
	UserAgent string
}

// Member returns the caller for a user whom a request identifies in another way than by a token.
// They have no session, but current policies and bans apply to them.
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

// Counted returns the key under which requests are counted: a member's user id, or the network of
// an anonymous caller.
func (c Caller) Counted() string {
	if c.UserID != uuid.Nil {
		return c.UserID.String()
	}
	return c.Network()
}

// Network returns the address range of one subscriber: the caller's IPv4 address, or the /64 of
// their IPv6 address.
func (c Caller) Network() string {
	address, err := netip.ParseAddr(c.IP)
	if err != nil || address.Unmap().Is4() {
		return c.IP
	}
	prefix, _ := address.WithZone("").Prefix(64)
	return prefix.String()
}
