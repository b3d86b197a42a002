package token

import (
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"automacao/internal/edge/lru"
)

// Bounds of what is remembered: tokens of a generation, and bytes of one.
const (
	rememberedMax      = 4096
	rememberedBytesMax = 2048
)

// memory spares a client's next requests the work of verifying the token that
// its last one brought. Only good tokens are remembered, none longer than it is
// good; whether its session has ended was never said by a token.
type memory struct {
	mu     sync.Mutex
	tokens *lru.Map[remembered]
}

// remembered is a good token: between which times, and what it says.
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

// keep remembers a good token, until it or the keys are others.
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
