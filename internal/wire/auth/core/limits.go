package core

import (
	"context"
	"net/http"
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

// Counted is a rate-limit key with its limit.
type Counted struct {
	Quota ratelimit.Rate
	Key   string
}

// Spend counts one attempt before it is made. It returns how long to wait; zero means that the
// attempt is allowed.
func (s *Server) Spend(ctx context.Context, q Querier, allowed ratelimit.Rate, key string) (time.Duration, error) {
	return ratelimit.Spend(ctx, q, allowed, key, s.Config.Now())
}

// SpendAll counts one attempt for each key in turn, until one refuses: a refused attempt does not
// count for the following keys.
func (s *Server) SpendAll(ctx context.Context, refusal *fault.Error, each ...Counted) error {
	for _, one := range each {
		if one.Quota.Max == 0 {
			continue
		}
		wait, err := s.Spend(ctx, s.DB, one.Quota, one.Key)
		if err != nil {
			return err
		}
		if wait > 0 {
			return refusal.After(wait)
		}
	}
	return nil
}

// Take counts the request against the route's limit, and refuses it above that.
func (s *Server) Take(r *http.Request, route string) error {
	return s.Config.Meter.Admit(r.Context(), route, caller.From(r.Context()), ErrRequestRate)
}

// WithMinimumTime runs work and returns no sooner than after MailAnswerMin, so that the duration
// does not reveal what was done.
func (s *Server) WithMinimumTime(ctx context.Context, work func() error) error {
	soonest := s.After(s.Config.MailAnswerMin)
	err := work()
	select {
	case <-soonest:
	case <-ctx.Done():
	}
	return err
}
