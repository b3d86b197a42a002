package auth

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
)

// Limits bounds attempts per account, counted exactly over all nodes. The meter limits requests per
// address and path. Zero values mean the protocol's own defaults.
type Limits struct {
	// PasswordFailures is per account and address, so that the owner can still sign in from
	// elsewhere. PasswordFailuresPerAccount is over all addresses, except those that the owner has
	// signed in from: it stops guessing from many addresses without locking the owner out.
	// Following a mail's link makes an address known.
	PasswordFailures           ratelimit.Rate
	PasswordFailuresPerAccount ratelimit.Rate
	// CodeFailures is per account and address, CodeFailuresPerAccount over all addresses: guessing
	// six digits then succeeds with a chance of 1 in 1,000 per hour. Links have no such limit, so
	// that guessing cannot lock the owner out.
	CodeFailures           ratelimit.Rate
	CodeFailuresPerAccount ratelimit.Rate
	// FactorFailures is per account and address, FactorFailuresPerAccount over all addresses: three
	// of a million codes are valid at a time, so somebody who knows the password has a chance of 1
	// in 1,600 per day. Nobody else can use the limit up, since every attempt needs the password
	// first.
	FactorFailures           ratelimit.Rate
	FactorFailuresPerAccount ratelimit.Rate
	// MailsPerAsker is per account and address, so that somebody who requests mails to another user
	// does not keep that user from requesting one. MailsPerAccount is over all addresses,
	// MailsPerIP over all accounts.
	MailsPerAsker   ratelimit.Rate
	MailsPerAccount ratelimit.Rate
	MailsPerIP      ratelimit.Rate
	// MailsAll is over all accounts and addresses; zero is no limit.
	MailsAll ratelimit.Rate
	// TextsInterval is the minimum time between texts to one number, and TextsPerAccount how many
	// it is sent, whoever asks. TextsPerIP is over all numbers, and TextsAll over everything.
	TextsInterval   ratelimit.Rate
	TextsPerAccount ratelimit.Rate
	TextsPerIP      ratelimit.Rate
	TextsAll        ratelimit.Rate
}

// WithDefaults returns the limits with the protocol's defaults in place of zero values.
func (l Limits) WithDefaults() Limits {
	setDefault(&l.PasswordFailures, ratelimit.Rate{Max: 10, Per: 5 * time.Minute})
	setDefault(&l.PasswordFailuresPerAccount, ratelimit.Rate{Max: 50, Per: time.Hour})
	setDefault(&l.CodeFailures, ratelimit.Rate{Max: 5, Per: 10 * time.Minute})
	setDefault(&l.CodeFailuresPerAccount, ratelimit.Rate{Max: 50, Per: time.Hour})
	setDefault(&l.FactorFailures, ratelimit.Rate{Max: 5, Per: 10 * time.Minute})
	setDefault(&l.FactorFailuresPerAccount, ratelimit.Rate{Max: 8, Per: time.Hour})
	setDefault(&l.MailsPerAsker, ratelimit.Rate{Max: 1, Per: time.Minute})
	setDefault(&l.MailsPerAccount, ratelimit.Rate{Max: 20, Per: time.Hour})
	setDefault(&l.MailsPerIP, ratelimit.Rate{Max: 30, Per: time.Hour})
	setDefault(&l.TextsInterval, ratelimit.Rate{Max: 1, Per: time.Minute})
	setDefault(&l.TextsPerAccount, ratelimit.Rate{Max: 6, Per: time.Hour})
	setDefault(&l.TextsPerIP, ratelimit.Rate{Max: 10, Per: time.Hour})
	setDefault(&l.TextsAll, ratelimit.Rate{Max: 30, Per: time.Hour})
	return l
}

// counted is a rate-limit key with its limit.
type counted struct {
	quota ratelimit.Rate
	key   string
}

// spendAll counts one attempt for each key in turn, until one refuses: a refused attempt does not
// count for the following keys.
func (s *Server) spendAll(ctx context.Context, refusal *fault.Error, each ...counted) error {
	for _, one := range each {
		if one.quota.Max == 0 {
			continue
		}
		wait, err := s.spend(ctx, s.db, one.quota, one.key)
		if err != nil {
			return err
		}
		if wait > 0 {
			return refusal.After(wait)
		}
	}
	return nil
}

// tooSoon says in the protocol's words when the request may be repeated.
func tooSoon(refusal *fault.Error, wait time.Duration) error {
	told := *refusal.After(wait)
	told.Message = fmt.Sprintf("For security purposes, you can only request this after %s seconds.", told.RetryHeader())
	return &told
}

// measured applies the route's rate limit. A client that is refused a refresh signs its user out,
// so that limit is generous.
func (s *Server) measured(route string, next handler) handler {
	s.paths = append(s.paths, route)
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := s.take(r, route); err != nil {
			return err
		}
		return next(w, r)
	}
}

func (s *Server) take(r *http.Request, route string) error {
	return s.cfg.Meter.Admit(r.Context(), route, caller.From(r.Context()), errRequestRate)
}

// Paths lists the routes that the meter may be asked about.
func (s *Server) Paths() []string { return slices.Clone(s.paths) }
