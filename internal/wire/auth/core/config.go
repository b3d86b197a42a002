package core

import (
	"errors"
	"fmt"
	"net/url"
	"runtime"
	"strings"
	"time"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/wire/auth/hook"
	"automacao/internal/wire/auth/oauthserver"
	"automacao/internal/wire/auth/redirect"
)

// Config is everything in which two servers may differ. Zero values mean the default named with
// each field.
type Config struct {
	// PublicURL is where browsers reach the server, without a trailing slash. Tokens and mail links
	// are built from it and never from a request.
	PublicURL string
	// SiteURL is where a mail link finally leads; PublicURL by default.
	SiteURL string
	// RedirectURLs are allowed redirect targets besides addresses on SiteURL's origin: addresses,
	// or patterns (redirect/glob.go).
	RedirectURLs []string
	Redirects    redirect.Targets
	// LinkPage is the absolute URL of the page that mail links open. It takes the proof after #
	// (token, type, redirect_to), asks for confirmation and posts it to /verify as a form, so that
	// a filter that follows links does not use the proof up. If it is empty, links act when they
	// are opened, as in the protocol.
	LinkPage string

	// AccessTokenTTL is the lifetime of an access token; 15 minutes.
	AccessTokenTTL time.Duration
	// RefreshReuseInterval is how long a used refresh token still returns its successor, for tabs
	// that refresh at the same moment; 10 seconds.
	RefreshReuseInterval time.Duration
	// SessionIdleMax ends a session that was not refreshed for so long; 30 days.
	SessionIdleMax time.Duration
	// SessionLifetimeMax ends a session regardless of its use; 90 days.
	SessionLifetimeMax time.Duration
	// CodeTTL and LinkTTL are the lifetimes of a mail's code and link; 10 minutes and one hour.
	CodeTTL, LinkTTL time.Duration
	// AuditKept is how long audit log entries are kept; 180 days, the six months of Lei
	// 12.965/2014, art. 15.
	AuditKept time.Duration

	// PasswordMin is the minimum length of a password, in characters; 6.
	PasswordMin int
	// RefuseCommon refuses the most commonly tried passwords.
	RefuseCommon bool
	// Published are passwords that are publicly known. They cannot be used to sign in, nor set.
	Published []string
	// CurrentPasswordOptional lets a session change its password or address without proving the
	// current password.
	CurrentPasswordOptional bool
	// HashQueueMax is how many passwords may wait to be hashed; 32 per core.
	HashQueueMax int

	// PasswordNeeds are sets of characters; a password needs one of each.
	PasswordNeeds []string
	// NonceForPassword requires the code that /reauthenticate sends before a session older than a
	// day sets a password.
	NonceForPassword bool
	// PlainPKCE accepts the PKCE method plain, which gives no protection against somebody who saw
	// the request.
	PlainPKCE bool
	// FlowTTL is how long the code of a followed link waits for its browser; one minute.
	FlowTTL time.Duration

	// Telling answers as the official server does where that reveals more than necessary: an
	// unconfirmed sign-up returns the user's own row and a repeated sign-up sends another mail, and
	// a taken new address is refused at once instead of by a mail to its owner.
	Telling bool
	// DisableSignup lets only administrators create users.
	DisableSignup bool
	// OTPSignup lets /otp and /magiclink create an account for an unknown address.
	OTPSignup bool
	// DisableEmail refuses sign-ups and sign-ins by address.
	DisableEmail bool
	// AllowAnonymous lets a sign-up without an address create an anonymous user.
	AllowAnonymous bool
	// ConfirmEmail keeps new users from signing in until they have followed the link in a mail. It
	// needs a Mailer.
	ConfirmEmail bool
	// EmailChangeByNew requires only the new address to agree to a change.
	EmailChangeByNew bool
	// Mailer sends one-time mails; if it is nil, none are sent.
	Mailer Mailer
	// Texter sends codes to phones; if it is nil, numbers are refused.
	Texter Texter
	// ConfirmPhone requires the code sent to a number before a user who signs up with it can sign
	// in, and before a new number replaces the old one.
	ConfirmPhone bool
	// TextTTL is the lifetime of a text message's code; one minute.
	TextTTL time.Duration
	// CodeDigits is the length of codes; 6.
	CodeDigits int
	// Captcha, unless nil, checks sign-ups, sign-ins and requests for mails.
	Captcha *Captcha
	// SingleSession ends a session if another session of its user was refreshed later.
	SingleSession bool
	// OwnLinkPage answers a mail's link with a page whose button posts the proof, if there is no
	// LinkPage, so that software that only opens links does not use the proof up.
	OwnLinkPage bool
	// Seal encrypts the secrets of second factors at rest; nil stores them in clear.
	Seal Sealer
	// MailAnswerMin is the minimum duration of a response about a mail, so that the duration does
	// not reveal whether the address is known; 150 ms.
	MailAnswerMin time.Duration
	// OnSignup runs in the transaction that creates a user.
	OnSignup SignupHook
	// OnDelete runs in the transaction that deletes a user, before any of their data is deleted.
	OnDelete DeleteHook

	// Factors are the second factors that are offered. Passkeys can also be used to sign in, unless
	// PasskeysOff is set.
	Factors     Factors
	PasskeysOff bool

	// Hooks are the operator's programs that influence decisions.
	Hooks hook.Set

	// Federation configures external identity providers.
	Federation Federation
	// OAuthServer configures signing in to other apps with accounts of this server.
	OAuthServer oauthserver.Settings

	Limits Limits
	// Meter rate-limits each address by route; nil limits none.
	Meter *ratelimit.Meter
	// Now is the clock; time.Now by default.
	Now func() time.Time
}

// Sealer encrypts a text for an owner; only the same owner can open it.
type Sealer interface {
	Seal(secret, owner string) string
	Open(sealed, owner string) (string, error)
}

// FactorUse is what a kind of second factor may be used for.
type FactorUse string

// FactorOn allows a kind for everybody, FactorVerify only for users who have enrolled one, and
// FactorOff for nobody.
const (
	FactorOn     FactorUse = "on"
	FactorVerify FactorUse = "verify"
	FactorOff    FactorUse = "off"
)

// Factors are the uses of each kind. TOTP and WebAuthn are on by default. Phone, which needs a
// Texter, is off by default.
type Factors struct{ TOTP, Phone, WebAuthn FactorUse }

// Validate returns an error for a use that does not exist.
func (f Factors) Validate() error {
	for name, use := range map[string]FactorUse{FactorTOTP: f.TOTP, FactorPhone: f.Phone, FactorPasskey: f.WebAuthn} {
		switch use {
		case "", FactorOn, FactorVerify, FactorOff:
		default:
			return fmt.Errorf("the use of %s factors must be on, verify or off", name)
		}
	}
	return nil
}

// Validate returns an error if the configuration is unusable.
func (c Config) Validate() error {
	for name, address := range map[string]string{"PublicURL": c.PublicURL, "SiteURL": c.SiteURL} {
		parsed, err := url.Parse(address)
		if err != nil || parsed.Host == "" || strings.HasSuffix(address, "/") {
			return fmt.Errorf("%s must be an absolute URL without a trailing slash", name)
		}
	}
	switch {
	case c.ConfirmEmail && c.Mailer == nil && c.Hooks.SendEmail == nil:
		return errors.New("ConfirmEmail needs a Mailer")
	case c.ConfirmPhone && c.Texter == nil && c.Hooks.SendSMS == nil:
		return errors.New("ConfirmPhone needs a Texter")
	case c.Factors.Phone != FactorOff && c.Factors.Phone != "" && c.Texter == nil && c.Hooks.SendSMS == nil:
		return errors.New("Factors.Phone needs a Texter")
	case c.Texter != nil && c.Hooks.SendSMS != nil:
		return errors.New("a Texter and a hook would both send texts")
	case c.PasswordMin > PasswordMax:
		return fmt.Errorf("PasswordMin is above %d", PasswordMax)
	case c.CodeDigits != 0 && (c.CodeDigits < codeDigits || c.CodeDigits > codeDigitsMax):
		return fmt.Errorf("CodeDigits must be %d to %d", codeDigits, codeDigitsMax)
	}
	if err := redirect.Check(c.RedirectURLs); err != nil {
		return fmt.Errorf("RedirectURLs: %w", err)
	}
	if err := c.Factors.Validate(); err != nil {
		return err
	}
	if parsed, err := url.Parse(c.OAuthServer.ConsentURL); c.OAuthServer.Enabled && (err != nil || parsed.Host == "" || parsed.Fragment != "") {
		return errors.New("OAuthServer needs an absolute ConsentURL without a fragment")
	}
	if c.Federation.CustomProviders && c.Seal == nil {
		return errors.New("Federation.CustomProviders needs a Seal for their secrets")
	}
	return c.Federation.validate()
}

// These bound the length of codes.
const (
	codeDigits    = 6
	codeDigitsMax = 10
)

func (c Config) withDefaults() Config {
	setDefault(&c.SiteURL, c.PublicURL)
	setDefault(&c.AccessTokenTTL, 15*time.Minute)
	setDefault(&c.RefreshReuseInterval, 10*time.Second)
	setDefault(&c.SessionIdleMax, 30*24*time.Hour)
	setDefault(&c.SessionLifetimeMax, 90*24*time.Hour)
	setDefault(&c.CodeTTL, 10*time.Minute)
	setDefault(&c.LinkTTL, time.Hour)
	setDefault(&c.TextTTL, time.Minute)
	setDefault(&c.FlowTTL, time.Minute)
	setDefault(&c.CodeDigits, codeDigits)
	setDefault(&c.AuditKept, 180*24*time.Hour)
	setDefault(&c.PasswordMin, 6)
	setDefault(&c.OAuthServer.ClientsMax, 1000)
	setDefault(&c.OAuthServer.ClientsPerNetworkMax, max(c.OAuthServer.ClientsMax/4, 1))
	setDefault(&c.HashQueueMax, 32*runtime.NumCPU())
	setDefault(&c.MailAnswerMin, 150*time.Millisecond)
	c.Limits = c.Limits.WithDefaults()
	c.Redirects, _ = redirect.Parse(c.SiteURL, c.RedirectURLs) // Validate has reported the error
	setDefault(&c.Factors.TOTP, FactorOn)
	setDefault(&c.Factors.WebAuthn, FactorOn)
	setDefault(&c.Factors.Phone, FactorOff)
	if c.Now == nil {
		c.Now = time.Now
	}
	return c
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
