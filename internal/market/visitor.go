// Package market is the room of the product itself. deal holds projects, proposals, contracts and
// what happens in them; money holds payments and the ledger; people holds accounts, parties and
// their communication. There is one package for each noun and one use case in each file, and a use
// case always runs in the caller's transaction. The room serves no requests: the protocols call its
// functions. This package holds only the few things that every noun uses, such as the market's time
// zone.
//
// Begin with transition, the tables of steps, and with deal, the only place that takes them.
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

// Zone is the time zone in which the product's days begin and end.
var Zone = time.FixedZone("America/Sao_Paulo", -3*60*60)

// Day is the layout of a date.
const Day = "02/01/2006"

// Moment is the layout of the time of an act in a document, in Zone.
const Moment = Day + " às 15:04:05"

// Deadline formats the last moment that counts, in Zone: a day ends at 23h59.
func Deadline(last time.Time) string { return last.In(Zone).Format(Day + ", 15h04") }

// Visitors distinguishes visitors without storing who they are. It uses a keyed hash of the
// member's id, or of the address and browser of an anonymous visitor.
type Visitors struct{ secret []byte }

// NewVisitors returns a Visitors with a secret of the server.
func NewVisitors(secret string) Visitors { return Visitors{secret: []byte(secret)} }

// Browser returns the caller's key for a purpose, 32 bytes. It is meant for counting: two browsers
// behind one address count as two. Keys of different purposes, such as two days, cannot be linked.
func (v Visitors) Browser(ctx context.Context, purpose string) []byte {
	who := caller.From(ctx)
	return v.key(who, purpose, who.IP, who.UserAgent)
}

// Address returns the caller's key for rate limits. Another user agent, or another address in the
// same IPv6 network, is still the same visitor.
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

// homeBits is the length of the IPv6 prefix that identifies a household.
const homeBits = 64

func network(address string) string {
	parsed, err := netip.ParseAddr(address)
	if err != nil || parsed.Unmap().Is4() {
		return address
	}
	return netip.PrefixFrom(parsed.WithZone(""), homeBits).Masked().String()
}
