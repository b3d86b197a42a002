package market

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"strings"
	"time"

	"github.com/google/uuid"

	"automacao/internal/caller"
)

// Zone is where the product's days begin and end.
var Zone = time.FixedZone("America/Sao_Paulo", -3*60*60)

// Visitors tells visitors apart without keeping who they are: a keyed hash of
// the member, or of address and browser for everybody else.
type Visitors struct{ secret []byte }

// NewVisitors returns visitors under a secret of the server.
func NewVisitors(secret string) Visitors { return Visitors{secret: []byte(secret)} }

// Key is the caller's key for a purpose, 32 bytes. Keys of two purposes, such
// as two days, cannot be brought together.
func (v Visitors) Key(ctx context.Context, purpose string) []byte {
	who := caller.From(ctx)
	parts := []string{purpose, who.UserID.String()}
	if who.UserID == uuid.Nil {
		parts = []string{purpose, who.IP, who.UserAgent}
	}
	mac := hmac.New(sha256.New, v.secret)
	mac.Write([]byte(strings.Join(parts, "\x00")))
	return mac.Sum(nil)
}
