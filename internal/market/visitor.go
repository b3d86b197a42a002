// Package market is the room of the product itself: deal holds projects, proposals, contracts
// and what happens in them, money holds payments and the ledger, people holds accounts, parties
// and what they tell each other. One package a noun, one use case a file, always inside the
// caller's transaction. It serves no request: the protocols call its functions. The package
// itself holds the few things that every noun uses, such as the market's time zone.
//
// Begin with transition, the tables of steps, and deal, the one place that takes them.
package market

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"net/netip"
	"strings"
	"time"

	"github.com/google/uuid"

	"automacao/internal/kernel/caller"
)

// Zone is where the product's days begin and end.
var Zone = time.FixedZone("America/Sao_Paulo", -3*60*60)

// Day is how a date is written.
const Day = "02/01/2006"

// Moment is how a document tells the time of an act, in Zone.
const Moment = Day + " às 15:04:05"

// Deadline writes the last moment that counts, in Zone: a day ends at 23h59.
func Deadline(last time.Time) string { return last.In(Zone).Format(Day + ", 15h04") }

// Visitors tells visitors apart without keeping who they are: a keyed hash of
// the member, or of address and browser for everybody else.
type Visitors struct{ secret []byte }

// NewVisitors returns visitors under a secret of the server.
func NewVisitors(secret string) Visitors { return Visitors{secret: []byte(secret)} }

// Browser is the caller's key for a purpose, 32 bytes: for counting, where two
// people behind one address are two. Keys of two purposes, such as two days,
// cannot be brought together.
func (v Visitors) Browser(ctx context.Context, purpose string) []byte {
	who := caller.From(ctx)
	return v.key(who, purpose, who.IP, who.UserAgent)
}

// Address is the caller's key for limits: another name of the browser, or
// another address of the same IPv6 network, is still the same visitor.
func (v Visitors) Address(ctx context.Context, purpose string) []byte {
	who := caller.From(ctx)
	return v.key(who, purpose, network(who.IP))
}

func (v Visitors) key(who caller.Caller, purpose string, visitor ...string) []byte {
	if who.UserID != uuid.Nil {
		visitor = []string{who.UserID.String()}
	}
	mac := hmac.New(sha256.New, v.secret)
	mac.Write([]byte(strings.Join(append([]string{purpose}, visitor...), "\x00")))
	return mac.Sum(nil)
}

// homeBits is how much of an IPv6 address names a household.
const homeBits = 64

func network(address string) string {
	parsed, err := netip.ParseAddr(address)
	if err != nil || parsed.Unmap().Is4() {
		return address
	}
	return netip.PrefixFrom(parsed.WithZone(""), homeBits).Masked().String()
}
