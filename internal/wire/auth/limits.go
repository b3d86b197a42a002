package auth

import (
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"automacao/internal/caller"
	"automacao/internal/recent"
)

// Rate lets Events pass in each Per, and Burst of them at once.
type Rate struct {
	Events int
	Per    time.Duration
	Burst  int
}

// Quota lets Max events pass in each Per, counted exactly over all nodes.
type Quota struct {
	Max int
	Per time.Duration
}

// Limits bounds what one address (a Rate, counted on each node) or one account
// (a Quota, counted in the database) may ask for. Zero values mean the
// protocol's own defaults.
type Limits struct {
	// SignIn is for passwords and codes turned into sessions.
	SignIn Rate
	// Refresh is wider than SignIn: an office behind one address refreshes all
	// its tabs together, and a client that is refused signs its user out.
	Refresh Rate
	Verify  Rate
	// Write is for sign-up, account changes and everything that sends mail.
	Write     Rate
	Anonymous Rate
	Factor    Rate

	// PasswordFailures is per account and address, so that the owner can still
	// sign in from elsewhere. PasswordFailuresPerAccount is over all addresses,
	// except those that the owner has signed in from: whoever guesses from
	// everywhere is stopped, and the owner is not. A link of a mail makes an
	// address known.
	PasswordFailures           Quota
	PasswordFailuresPerAccount Quota
	// CodeFailures is per account and address, CodeFailuresPerAccount over all
	// addresses: six digits then stay one chance in 1,000 an hour. Links have
	// no such bound, so that nobody's guesses lock the owner out.
	CodeFailures           Quota
	CodeFailuresPerAccount Quota
	// MailsPerAsker is per account and address, so that nobody who asks for
	// somebody's mails keeps him from asking. MailsPerAccount is over all
	// addresses, MailsPerIP over all accounts.
	MailsPerAsker   Quota
	MailsPerAccount Quota
	MailsPerIP      Quota
}

func (l Limits) withDefaults() Limits {
	setDefault(&l.SignIn, Rate{Events: 150, Per: 5 * time.Minute, Burst: 30})
	setDefault(&l.Refresh, Rate{Events: 600, Per: 5 * time.Minute, Burst: 150})
	setDefault(&l.Verify, Rate{Events: 30, Per: 5 * time.Minute, Burst: 30})
	setDefault(&l.Write, Rate{Events: 30, Per: 5 * time.Minute, Burst: 30})
	setDefault(&l.Anonymous, Rate{Events: 30, Per: time.Hour, Burst: 30})
	setDefault(&l.Factor, Rate{Events: 15, Per: time.Minute, Burst: 30})
	setDefault(&l.PasswordFailures, Quota{Max: 10, Per: 5 * time.Minute})
	setDefault(&l.PasswordFailuresPerAccount, Quota{Max: 50, Per: time.Hour})
	setDefault(&l.CodeFailures, Quota{Max: 5, Per: 10 * time.Minute})
	setDefault(&l.CodeFailuresPerAccount, Quota{Max: 50, Per: time.Hour})
	setDefault(&l.MailsPerAsker, Quota{Max: 1, Per: time.Minute})
	setDefault(&l.MailsPerAccount, Quota{Max: 20, Per: time.Hour})
	setDefault(&l.MailsPerIP, Quota{Max: 30, Per: time.Hour})
	return l
}

// limiterKeysMax bounds one generation of a limiter's memory.
const limiterKeysMax = 10_000

// limiter holds a token bucket per address. Whoever stays active is never
// forgotten.
type limiter struct {
	now func() time.Time

	mu      sync.Mutex
	buckets *recent.Map[*rate.Limiter]
}

func newLimiter(allowed Rate, now func() time.Time) *limiter {
	every := rate.Limit(float64(allowed.Events) / allowed.Per.Seconds())
	return &limiter{now: now, buckets: recent.New(limiterKeysMax, func() *rate.Limiter { return rate.NewLimiter(every, allowed.Burst) })}
}

// take returns how long to wait; zero means that the event may pass now.
func (l *limiter) take(key string) time.Duration {
	now := l.now()
	l.mu.Lock()
	defer l.mu.Unlock()
	reserved := l.buckets.Of(key).ReserveN(now, 1)
	wait := reserved.DelayFrom(now)
	if wait > 0 {
		reserved.CancelAt(now)
	}
	return wait
}

// limited refuses a request whose address has used up its rate.
func limited(l *limiter, next handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if wait := l.take(caller.From(r.Context()).Network()); wait > 0 {
			return errRequestRate.After(wait)
		}
		return next(w, r)
	}
}
