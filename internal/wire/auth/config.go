package auth

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"runtime"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/wire/auth/oauthserver"
)

// Config is everything that may differ between two servers. Zero values mean
// the default that is named with each field.
type Config struct {
	// PublicURL is where browsers reach the server, without a trailing slash.
	// Tokens and mail links are built from it and never from a request.
	PublicURL string
	// SiteURL is where a mail link finally leads; PublicURL by default.
	SiteURL string
	// RedirectURLs may be asked for besides addresses on SiteURL's origin: addresses,
	// or patterns of them (redirect_glob.go).
	RedirectURLs []string
	redirects    []redirectRule
	// LinkPage is the page that mails lead to, an absolute URL: it finds the
	// proof behind # (token, type, redirect_to), asks its reader and posts it
	// to /verify as a form, so that a filter that follows links spends nothing.
	// Empty: links act when they are opened, as the protocol has it.
	LinkPage string

	// AccessTokenTTL bounds how long a signed token is believed; 15 minutes.
	AccessTokenTTL time.Duration
	// RefreshReuseInterval is how long a used refresh token still answers with
	// its successor, for tabs that refresh at the same moment; 10 seconds.
	RefreshReuseInterval time.Duration
	// SessionIdleMax ends a session that was not refreshed; 30 days.
	SessionIdleMax time.Duration
	// SessionLifetimeMax ends a session whatever its use; 90 days.
	SessionLifetimeMax time.Duration
	// CodeTTL and LinkTTL bound the two halves of a one-time mail; 10 minutes
	// and one hour.
	CodeTTL, LinkTTL time.Duration
	// AuditKept is how long the audit log remembers; 180 days, the six months
	// of Lei 12.965/2014, art. 15.
	AuditKept time.Duration

	// PasswordMin is the shortest password in characters; 6.
	PasswordMin int
	// RefuseCommon refuses the passwords that are tried first everywhere.
	RefuseCommon bool
	// Published are passwords that everybody knows: they open nothing, and nobody is
	// given one.
	Published []string
	// CurrentPasswordOptional lets a session change its password or address
	// without proving the current password.
	CurrentPasswordOptional bool
	// HashQueueMax is how many passwords may wait to be hashed; 32 a core.
	HashQueueMax int

	// PasswordNeeds are sets of characters; a password has one of each.
	PasswordNeeds []string
	// NonceForPassword asks for the code that /reauthenticate sends before a session
	// older than a day sets a password.
	NonceForPassword bool
	// PlainPKCE takes the method plain, which proves nothing to whoever saw the request.
	PlainPKCE bool
	// FlowTTL is how long the code of a followed link waits for its browser; a minute.
	FlowTTL time.Duration

	// Telling answers as the protocol's own server does where that tells more than it
	// must: a sign-up that waits for its proof shows the user's own row and mails again
	// whoever signs up once more, and a new address that is somebody's is refused at
	// once instead of its reader being told.
	Telling bool
	// DisableSignup leaves the creation of users to administrators.
	DisableSignup bool
	// OTPSignup lets /otp and /magiclink make an account for whoever has none.
	OTPSignup bool
	// DisableEmail refuses sign-ups and sign-ins by address.
	DisableEmail bool
	// AllowAnonymous lets a sign-up without an address make a passing user.
	AllowAnonymous bool
	// ConfirmEmail keeps new users from signing in until they followed the
	// link of a mail. It needs a Mailer.
	ConfirmEmail bool
	// EmailChangeByNew lets the new address alone agree to a change.
	EmailChangeByNew bool
	// Mailer sends one-time mails; without it nothing is sent.
	Mailer Mailer
	// Texter sends codes to phones; without it numbers are refused.
	Texter Texter
	// ConfirmPhone keeps whoever signs up with a number from signing in until its code
	// came back, and a new number from being his.
	ConfirmPhone bool
	// TextTTL bounds the code of a text; a minute.
	TextTTL time.Duration
	// CodeDigits is the length of codes; 6.
	CodeDigits int
	// Captcha, if set, is asked about whoever signs up, in, or asks for a mail.
	Captcha *Captcha
	// SingleSession ends a session that is refreshed after another of its user was.
	SingleSession bool
	// OwnLinkPage answers a mail's link with a page whose button posts it, where there
	// is no LinkPage: what only opens links spends nothing.
	OwnLinkPage bool
	// Seal keeps the secrets of second factors unreadable at rest; nil keeps
	// them as they are.
	Seal Sealer
	// MailAnswerMin is the least time an answer about a mail takes, so that
	// its duration does not tell whether the address is known; 150 ms.
	MailAnswerMin time.Duration
	// OnSignup runs in the transaction that creates a user.
	OnSignup SignupHook
	// OnDelete runs in the transaction that deletes a user, before anything of
	// him is gone.
	OnDelete DeleteHook

	// Factors are the second factors that are offered; passkeys to sign in with are too,
	// unless PasskeysOff.
	Factors     Factors
	PasskeysOff bool

	// Hooks are programs of the operator's that have a say.
	Hooks Hooks

	// Federation is how others vouch for users.
	Federation Federation
	// OAuthServer is how users let other apps know who they are.
	OAuthServer oauthserver.Settings

	Limits Limits
	// Meter measures what one address asks of each route; nil measures nothing.
	Meter *ratelimit.Meter
	// Now is the clock; time.Now by default.
	Now func() time.Time
}

// SignupHook runs after the user's row exists and in its transaction. What it
// returns replaces the user's metadata. A *fault.Error becomes the answer, and
// nothing of the sign-up remains. With ConfirmEmail it is rehearsed first, in
// a transaction that is undone: it must do nothing outside of tx.
type SignupHook func(ctx context.Context, tx pgx.Tx, user NewUser) (metadata map[string]any, err error)

// DeleteHook takes a user out of everything that refers to him. A *fault.Error
// becomes the answer, and the user stays. With a hook the emptied row stays
// always, whatever the deletion asked for: what the hook kept refers to it.
type DeleteHook func(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error

// Sealer encrypts a text for its owner, and opens it for nobody else.
type Sealer interface {
	Seal(secret, owner string) string
	Open(sealed, owner string) (string, error)
}

// NewUser describes a user to create.
type NewUser struct {
	// ID is chosen by the database when it is uuid.Nil.
	ID    uuid.UUID
	Email string
	// Phone is in the form of E.164, digits alone. A user is known by one of the two.
	Phone string
	// Metadata is the raw "data" of a sign-up.
	Metadata map[string]any
	// Password may be empty: such a user signs in by mail only. It is always
	// empty when a SignupHook sees it.
	Password string
	// PasswordHash, of HashPassword, stands in for a Password unless it is empty.
	PasswordHash string
	// AppMetadata is merged over {"provider":"email","providers":["email"]}.
	AppMetadata map[string]any
	// SkipHook creates the user without running OnSignup.
	SkipHook bool

	// known is whom another vouches for; nil is a user of an address of ours.
	known *external
	// isSSO is one of an organisation's, whose address identifies him to it alone.
	isSSO bool
	// isBelieved is one whose address nobody has proved and nobody is asked to.
	isBelieved bool
}

// IsVouchedFor reports a user whom a provider vouches for; Metadata is then what it
// says of him, and none of his own.
func (u NewUser) IsVouchedFor() bool { return u.known != nil }

// MailKind says what a mail is for.
type MailKind string

// The kinds of mail. Those that only tell what happened carry neither link nor
// code.
const (
	MailConfirmation MailKind = "confirmation"
	MailRecovery     MailKind = "recovery"
	MailMagicLink    MailKind = "magiclink"
	MailEmailChange  MailKind = "email_change"
	// MailEmailChangeCurrent asks the present address to agree.
	MailEmailChangeCurrent MailKind = "email_change_current"
	// MailAddressTaken tells an address that it cannot be a second account's.
	MailAddressTaken     MailKind = "address_taken"
	MailReauthentication MailKind = "reauthentication"
	MailInvite           MailKind = "invite"
	MailPasswordChanged  MailKind = "password_changed"
	MailEmailChanged     MailKind = "email_changed"
	MailFactorAdded      MailKind = "factor_added"
	MailPasskeyAdded     MailKind = "passkey_added"
	MailFactorRemoved    MailKind = "factor_removed"
	MailRecoveryCodeUsed MailKind = "recovery_code_used"
)

// What a text is for.
const (
	textSMS         MailKind = "sms"
	textPhoneChange MailKind = "phone_change"
)

// Mailer hands a mail to whatever sends it, in the caller's transaction: what
// is rolled back is not sent.
type Mailer interface {
	Send(ctx context.Context, tx pgx.Tx, kind MailKind, to, link, code string) error
}

// Validate reports what makes the configuration unusable.
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
	if err := CheckRedirects(c.RedirectURLs); err != nil {
		return fmt.Errorf("RedirectURLs: %w", err)
	}
	if err := c.Factors.validate(); err != nil {
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

// Bounds of the length of codes.
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
	c.Limits = c.Limits.withDefaults()
	c.redirects, _ = compileRedirects(c.RedirectURLs) // Validate has told what is wrong.
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
