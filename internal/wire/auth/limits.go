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

// Limits bounds what may be asked for one account, counted exactly over all
// nodes. What one address may ask of each path is the meter's. Zero values mean
// the protocol's own defaults.
type Limits struct {
	// PasswordFailures is per account and address, so that the owner can still
	// sign in from elsewhere. PasswordFailuresPerAccount is over all addresses,
	// except those that the owner has signed in from: whoever guesses from
	// everywhere is stopped, and the owner is not. A link of a mail makes an
	// address known.
	PasswordFailures           ratelimit.Rate
	PasswordFailuresPerAccount ratelimit.Rate
	// CodeFailures is per account and address, CodeFailuresPerAccount over all
	// addresses: six digits then stay one chance in 1,000 an hour. Links have
	// no such bound, so that nobody's guesses lock the owner out.
	CodeFailures           ratelimit.Rate
	CodeFailuresPerAccount ratelimit.Rate
	// FactorFailures is per account and address, FactorFailuresPerAccount over
	// all addresses: three of a million codes are right at a time, so that who
	// holds the password has one chance in 1,600 a day. Nobody else can count
	// against an account, as all need its password first.
	FactorFailures           ratelimit.Rate
	FactorFailuresPerAccount ratelimit.Rate
	// MailsPerAsker is per account and address, so that nobody who asks for
	// somebody's mails keeps him from asking. MailsPerAccount is over all
	// addresses, MailsPerIP over all accounts.
	MailsPerAsker   ratelimit.Rate
	MailsPerAccount ratelimit.Rate
	MailsPerIP      ratelimit.Rate
	// MailsAll is over everybody; the zero value counts nothing.
	MailsAll ratelimit.Rate
	// TextsInterval is how often one number is sent a text, whoever asks, and
	// TextsPerAccount how many it is sent; TextsPerIP is over all numbers, and
	// TextsAll over everybody.
	TextsInterval   ratelimit.Rate
	TextsPerAccount ratelimit.Rate
	TextsPerIP      ratelimit.Rate
	TextsAll        ratelimit.Rate
}

func (l Limits) withDefaults() Limits {
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

// counted is what an attempt counts for, and how many of them may be made.
type counted struct {
	quota ratelimit.Rate
	key   string
}

// spendAll counts one attempt for each, until one has had enough: what is refused
// counts for none that follows.
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

// tooSoon says in the protocol's words when the same may be asked again.
func tooSoon(refusal *fault.Error, wait time.Duration) error {
	told := *refusal.After(wait)
	told.Message = fmt.Sprintf("For security purposes, you can only request this after %s seconds.", told.RetryHeader())
	return &told
}

// measured refuses a request whose address has asked for enough of a route. A
// client that is refused a refresh signs its user out: that row is wide.
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

// Paths are the names of the routes that the meter is asked for.
func (s *Server) Paths() []string { return slices.Clone(s.paths) }
