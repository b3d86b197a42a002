package token

import (
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"automacao/internal/edge/lru"
)

// These bound the cache: tokens of a generation, and bytes of one token.
const (
	rememberedMax      = 4096
	rememberedBytesMax = 2048
)

// memory caches verified tokens, so that a client's next requests need not verify the same token
// again. It holds only valid tokens, none longer than it is valid. Whether a session has ended is
// not part of verification.
type memory struct {
	mu     sync.Mutex
	tokens *lru.Map[remembered]
}

// remembered is a valid token's claims and the times between which they are valid.
type remembered struct {
	from, until time.Time
	claims      Claims
}

func (m *memory) find(compact string, now time.Time) (Claims, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.tokens == nil {
		return Claims{}, false
	}
	known, ok := m.tokens.Find(compact)
	return known.claims, ok && !now.Before(known.from) && now.Before(known.until)
}

// keep caches a valid token until it expires or the keys change.
func (m *memory) keep(compact string, claims Claims, payload jwt.MapClaims, changes time.Time) {
	if len(compact) > rememberedBytesMax {
		return
	}
	good := remembered{until: claims.ExpiresAt.Add(Leeway), claims: claims}
	if !changes.IsZero() && changes.Before(good.until) {
		good.until = changes
	}
	for _, read := range []func() (*jwt.NumericDate, error){payload.GetIssuedAt, payload.GetNotBefore} {
		if begins, err := read(); err == nil && begins != nil && begins.Add(-Leeway).After(good.from) {
			good.from = begins.Add(-Leeway)
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.tokens == nil {
		m.tokens = lru.New[remembered](rememberedMax, nil)
	}
	m.tokens.Keep(compact, good)
}
