package standalone

import (
	"cmp"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"automacao/internal/edge/middleware"
	"automacao/internal/edge/ratelimit"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/hook"
)

// SignIn are the optional settings of /auth/v1.
type SignIn struct {
	EmailOff         bool          `help:"Refuse sign-ups and sign-ins by e-mail address." env:"AUTOMACAO_EMAIL_OFF"`
	ConfirmPhone     bool          `help:"Let users sign in by number only after they entered the code sent to it; needs --hook-send-sms." env:"AUTOMACAO_CONFIRM_PHONE"`
	EmailChangeByNew bool          `help:"Require only the new address to confirm a change; by default both must." env:"AUTOMACAO_EMAIL_CHANGE_BY_NEW"`
	Telling          bool          `name:"tell-known" help:"Reveal at sign-up and at a change of address whether an address is known, as the official server does." env:"AUTOMACAO_TELL_KNOWN"`
	LinkPage         string        `help:"Page of the app that mail links open, which posts what follows # to /auth/v1/verify; a page of this server when empty." env:"AUTOMACAO_LINK_PAGE" placeholder:"https://…"`
	LinkTTL          time.Duration `name:"link-ttl" help:"Lifetime of a mailed link or code." env:"AUTOMACAO_LINK_TTL" default:"1h"`
	TextTTL          time.Duration `name:"text-ttl" help:"Lifetime of a text message's code." env:"AUTOMACAO_TEXT_TTL" default:"1m"`
	FlowTTL          time.Duration `name:"flow-ttl" help:"How long the code of a followed link waits for its verifier (PKCE)." env:"AUTOMACAO_FLOW_TTL" default:"5m"`
	CodeDigits       int           `help:"Length of codes." env:"AUTOMACAO_CODE_DIGITS" default:"6"`
	PlainPKCE        bool          `name:"plain-pkce" help:"Accept the PKCE method plain, which gives no protection against somebody who saw the request." env:"AUTOMACAO_PLAIN_PKCE"`

	PasswordNeeds   []string `help:"Kinds of characters that a password must contain: lower,upper,digit,symbol." env:"AUTOMACAO_PASSWORD_NEEDS" placeholder:"KIND"`
	RefuseCommon    bool     `name:"refuse-common-passwords" help:"Refuse the most common passwords." env:"AUTOMACAO_REFUSE_COMMON_PASSWORDS"`
	CurrentPassword bool     `name:"need-current-password" help:"Require the current password, or a recent sign-in, before password, address or factors change." env:"AUTOMACAO_NEED_CURRENT_PASSWORD"`
	Nonce           bool     `name:"need-nonce" help:"Require the code of /reauthenticate before a session older than a day sets a password." env:"AUTOMACAO_NEED_NONCE"`

	SessionLifetime time.Duration `help:"Maximum lifetime of a session." env:"AUTOMACAO_SESSION_LIFETIME" default:"2160h"`
	SessionIdle     time.Duration `help:"A session ends if it was not refreshed for this long." env:"AUTOMACAO_SESSION_IDLE" default:"720h"`
	SingleSession   bool          `help:"Allow one session per user: a newer sign-in ends the older session." env:"AUTOMACAO_SINGLE_SESSION"`
	RefreshReuse    time.Duration `help:"How long a used refresh token still returns its successor." env:"AUTOMACAO_REFRESH_REUSE" default:"10s"`
	AuditKept       time.Duration `help:"How long audit log entries are kept." env:"AUTOMACAO_AUDIT_KEPT" default:"4320h"`

	Captcha       string `help:"CAPTCHA service checked at sign-up, sign-in and requests for mails: hcaptcha, turnstile, or the URL of a compatible one." env:"AUTOMACAO_CAPTCHA" placeholder:"SERVICE"`
	CaptchaSecret string `help:"This server's secret at the CAPTCHA service." env:"AUTOMACAO_CAPTCHA_SECRET" secret:"key" placeholder:"SECRET"`

	MFATOTP     string `name:"mfa-totp" help:"Second factors by an authenticator app: on, verify (only for users who have one), or off." env:"AUTOMACAO_MFA_TOTP" default:"on"`
	MFAPhone    string `name:"mfa-phone" help:"Second factors by text message: on, verify or off; needs --hook-send-sms." env:"AUTOMACAO_MFA_PHONE" default:"off"`
	MFAWebAuthn string `name:"mfa-webauthn" help:"Second factors by passkey: on, verify or off." env:"AUTOMACAO_MFA_WEBAUTHN" default:"on"`
	PasskeysOff bool   `help:"Refuse passkeys." env:"AUTOMACAO_PASSKEYS_OFF"`

	Limits         []string `help:"Limits of /auth/v1 that differ from their defaults, NAME=MAX/TIME; docs/reference/wire-settings.md lists them. requests=none turns request limits off." env:"AUTOMACAO_LIMITS" placeholder:"NAME=30/5m"`
	TrustedProxies []string `help:"Networks whose X-Forwarded-For header is trusted. Without the network of the proxy in front, all clients behind it share one rate limit." env:"AUTOMACAO_TRUSTED_PROXIES" placeholder:"10.0.0.0/8"`

	HookToken           string `name:"hook-custom-access-token" help:"Hook that changes a token's claims; docs/guide/hooks.md." env:"AUTOMACAO_HOOK_CUSTOM_ACCESS_TOKEN" secret:"url" placeholder:"URI"`
	HookTokenSecrets    string `name:"hook-custom-access-token-secrets" help:"Secrets that sign its requests, if it is a webhook: v1,whsec_…, separated by |." env:"AUTOMACAO_HOOK_CUSTOM_ACCESS_TOKEN_SECRETS" secret:"key" placeholder:"SECRETS"`
	HookUser            string `name:"hook-before-user-created" help:"Hook that may refuse a user." env:"AUTOMACAO_HOOK_BEFORE_USER_CREATED" secret:"url" placeholder:"URI"`
	HookUserSecrets     string `name:"hook-before-user-created-secrets" help:"Secrets that sign its requests." env:"AUTOMACAO_HOOK_BEFORE_USER_CREATED_SECRETS" secret:"key" placeholder:"SECRETS"`
	HookCreated         string `name:"hook-after-user-created" help:"Hook that is told of a new user." env:"AUTOMACAO_HOOK_AFTER_USER_CREATED" secret:"url" placeholder:"URI"`
	HookCreatedSecrets  string `name:"hook-after-user-created-secrets" help:"Secrets that sign its requests." env:"AUTOMACAO_HOOK_AFTER_USER_CREATED_SECRETS" secret:"key" placeholder:"SECRETS"`
	HookPassword        string `name:"hook-password-verification-attempt" help:"Hook that may reject passwords." env:"AUTOMACAO_HOOK_PASSWORD_VERIFICATION_ATTEMPT" secret:"url" placeholder:"URI"`
	HookPasswordSecrets string `name:"hook-password-verification-attempt-secrets" help:"Secrets that sign its requests." env:"AUTOMACAO_HOOK_PASSWORD_VERIFICATION_ATTEMPT_SECRETS" secret:"key" placeholder:"SECRETS"`
	HookFactor          string `name:"hook-mfa-verification-attempt" help:"Hook that may reject second factors." env:"AUTOMACAO_HOOK_MFA_VERIFICATION_ATTEMPT" secret:"url" placeholder:"URI"`
	HookFactorSecrets   string `name:"hook-mfa-verification-attempt-secrets" help:"Secrets that sign its requests." env:"AUTOMACAO_HOOK_MFA_VERIFICATION_ATTEMPT_SECRETS" secret:"key" placeholder:"SECRETS"`
	HookSMS             string `name:"hook-send-sms" help:"Hook that sends text messages; without it numbers are refused." env:"AUTOMACAO_HOOK_SEND_SMS" secret:"url" placeholder:"URI"`
	HookSMSSecrets      string `name:"hook-send-sms-secrets" help:"Secrets that sign its requests." env:"AUTOMACAO_HOOK_SEND_SMS_SECRETS" secret:"key" placeholder:"SECRETS"`
	HookEmail           string `name:"hook-send-email" help:"Hook that sends mails instead of SMTP_URL." env:"AUTOMACAO_HOOK_SEND_EMAIL" secret:"url" placeholder:"URI"`
	HookEmailSecrets    string `name:"hook-send-email-secrets" help:"Secrets that sign its requests." env:"AUTOMACAO_HOOK_SEND_EMAIL_SECRETS" secret:"key" placeholder:"SECRETS"`
}

// kindsOfCharacters are the kinds of which a password may need one character each.
var kindsOfCharacters = map[string]string{
	"lower": "abcdefghijklmnopqrstuvwxyz", "upper": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "digit": "0123456789",
	"symbol": "!@#$%^&*()_+-=[]{};'\\:\"|<>?,./`~",
}

// captchas are the CAPTCHA services known by name.
var captchas = map[string]string{
	"hcaptcha": "https://api.hcaptcha.com/siteverify", "turnstile": "https://challenges.cloudflare.com/turnstile/v0/siteverify",
}

// day bounds settings of durations.
const day = 24 * time.Hour

func (c *SignIn) checkDurations() error {
	for _, one := range []struct {
		flag            string
		value           time.Duration
		lowest, highest time.Duration
	}{
		{"--link-ttl", c.LinkTTL, time.Minute, day}, {"--text-ttl", c.TextTTL, 10 * time.Second, time.Hour}, {"--flow-ttl", c.FlowTTL, 10 * time.Second, time.Hour},
		{"--session-lifetime", c.SessionLifetime, time.Minute, 3650 * day}, {"--session-idle", c.SessionIdle, time.Minute, 3650 * day},
		{"--refresh-reuse", c.RefreshReuse, time.Second, 5 * time.Minute}, {"--audit-kept", c.AuditKept, day, 3650 * day},
	} {
		if one.value != 0 && one.value < one.lowest || one.value > one.highest {
			return fmt.Errorf("%s is %s; it must be from %s to %s", one.flag, one.value, one.lowest, one.highest)
		}
	}
	return nil
}

// settings are the settings of /auth/v1 that follow from these alone. It reads the file that
// --federation-file names, and connects to nothing.
func (c *SignIn) settings() (core.Config, error) {
	if err := errors.Join(c.checkDurations(), middleware.CheckURL("--link-page", c.LinkPage, "https", "http")); err != nil {
		return core.Config{}, err
	}
	set := core.Config{
		DisableEmail: c.EmailOff, ConfirmPhone: c.ConfirmPhone, EmailChangeByNew: c.EmailChangeByNew, Telling: c.Telling, LinkPage: c.LinkPage, OwnLinkPage: c.LinkPage == "",
		LinkTTL: c.LinkTTL, CodeTTL: c.LinkTTL, TextTTL: c.TextTTL, FlowTTL: c.FlowTTL, CodeDigits: c.CodeDigits, PlainPKCE: c.PlainPKCE,
		RefuseCommon: c.RefuseCommon, CurrentPasswordOptional: !c.CurrentPassword, NonceForPassword: c.Nonce,
		SessionLifetimeMax: c.SessionLifetime, SessionIdleMax: c.SessionIdle, SingleSession: c.SingleSession, RefreshReuseInterval: c.RefreshReuse, AuditKept: c.AuditKept,
		Factors:     core.Factors{TOTP: core.FactorUse(c.MFATOTP), Phone: core.FactorUse(c.MFAPhone), WebAuthn: core.FactorUse(c.MFAWebAuthn)},
		PasskeysOff: c.PasskeysOff,
	}
	for _, kind := range c.PasswordNeeds {
		if kindsOfCharacters[kind] == "" {
			return set, fmt.Errorf("--password-needs: %q is not one of lower, upper, digit and symbol", kind)
		}
		set.PasswordNeeds = append(set.PasswordNeeds, kindsOfCharacters[kind])
	}
	var err error
	if set.Limits, _, err = c.limits(); err != nil {
		return set, err
	}
	if set.Captcha, err = c.captcha(); err != nil {
		return set, err
	}
	set.Hooks, err = c.hooks()
	return set, err
}

func (c *SignIn) captcha() (*core.Captcha, error) {
	switch {
	case c.Captcha == "" && c.CaptchaSecret == "":
		return nil, nil
	case c.Captcha == "" || c.CaptchaSecret == "":
		return nil, errors.New("--captcha and AUTOMACAO_CAPTCHA_SECRET are given together")
	}
	address := cmp.Or(captchas[c.Captcha], c.Captcha)
	if err := middleware.CheckURL("--captcha", address, "https", "http"); err != nil {
		return nil, err
	}
	return &core.Captcha{Address: address, Secret: c.CaptchaSecret}, nil
}

func (c *SignIn) hooks() (hooks hook.Set, err error) {
	for _, one := range []struct {
		flag, uri, secrets string
		into               **hook.Hook
	}{
		{"custom-access-token", c.HookToken, c.HookTokenSecrets, &hooks.CustomAccessToken},
		{"before-user-created", c.HookUser, c.HookUserSecrets, &hooks.BeforeUserCreated},
		{"after-user-created", c.HookCreated, c.HookCreatedSecrets, &hooks.AfterUserCreated},
		{"password-verification-attempt", c.HookPassword, c.HookPasswordSecrets, &hooks.PasswordVerificationAttempt},
		{"mfa-verification-attempt", c.HookFactor, c.HookFactorSecrets, &hooks.MFAVerificationAttempt},
		{"send-sms", c.HookSMS, c.HookSMSSecrets, &hooks.SendSMS},
		{"send-email", c.HookEmail, c.HookEmailSecrets, &hooks.SendEmail},
	} {
		if one.uri == "" && one.secrets == "" {
			continue
		}
		if *one.into, err = hook.Parse(one.uri, one.secrets); err != nil {
			return hooks, fmt.Errorf("--hook-%s: %w", one.flag, err)
		}
	}
	switch {
	case hooks.SendSMS == nil && c.ConfirmPhone:
		return hooks, errors.New("--confirm-phone needs --hook-send-sms")
	case hooks.SendSMS == nil && c.MFAPhone != "" && c.MFAPhone != string(core.FactorOff):
		return hooks, errors.New("--mfa-phone needs --hook-send-sms")
	}
	return hooks, nil
}

func (c *SignIn) proxies() ([]netip.Prefix, error) {
	var networks []netip.Prefix
	for _, text := range c.TrustedProxies {
		network, err := netip.ParsePrefix(strings.TrimSpace(text))
		if err != nil {
			return nil, fmt.Errorf("--trusted-proxies: %q is not a network such as 10.0.0.0/8", text)
		}
		networks = append(networks, network)
	}
	return networks, nil
}

// requestsOff turns request limits off.
const requestsOff = "requests=none"

// measured are the requests that are rate-limited per network, with the hosted service's own limits
// where it has some. Other requests are not limited.
func measured() []ratelimit.Row {
	at := func(paths ...string) []string {
		for i, path := range paths {
			method, path, _ := strings.Cut(path, " ")
			paths[i] = method + " " + core.Base + path
		}
		return paths
	}
	every := func(most int, per time.Duration) []ratelimit.Rate { return []ratelimit.Rate{{Max: most, Per: per}} }
	return []ratelimit.Row{
		{Name: "tokens", IsExact: true, Address: every(150, 5*time.Minute), Routes: at("POST /token?grant_type=password", "POST /token?grant_type=refresh_token",
			"POST /token?grant_type=pkce", "POST /token?grant_type=id_token")},
		{Name: "verifications", IsExact: true, Address: every(30, 5*time.Minute), Routes: at("GET /verify", "POST /verify")},
		{Name: "asking", IsExact: true, Address: every(30, 5*time.Minute), Routes: at("POST /otp", "POST /magiclink", "POST /recover", "POST /resend", "POST /signup", "PUT /user")},
		{Name: "anonymous", IsExact: true, Address: every(30, time.Hour), Routes: at("POST /signup?anonymous")},
		{Name: "factors", IsExact: true, Address: every(15, time.Minute), Routes: at("POST /factors/{factor}/challenge", "POST /factors/{factor}/verify")},
		{Name: "wallets", IsExact: true, Address: every(30, 5*time.Minute), Routes: at("POST /token?grant_type=web3")},
		{Name: "passkeys", IsExact: true, Address: every(30, 5*time.Minute), Routes: at("POST /passkeys/registration/options", "POST /passkeys/registration/verify",
			"POST /passkeys/authentication/options", "POST /passkeys/authentication/verify")},
		{Name: "providers", IsExact: true, Address: every(150, 5*time.Minute), Routes: at("GET /authorize", "GET /user/identities/authorize")},
		{Name: "returns", IsExact: true, Address: every(150, 5*time.Minute), Routes: at("GET /callback", "POST /callback")},
		{Name: "sso", IsExact: true, Address: every(150, 5*time.Minute), Routes: at("POST /sso")},
		{Name: "assertions", IsExact: true, Address: every(150, 5*time.Minute), Routes: at("POST /sso/saml/acs")},
		{Name: "app_registrations", IsExact: true, Address: every(10, 5*time.Minute), Routes: at("POST /oauth/clients/register")},
		{Name: "agreements", IsExact: true, Address: every(150, 5*time.Minute), Routes: at("GET /oauth/authorize", "GET /oauth/authorizations/{authorization}",
			"POST /oauth/authorizations/{authorization}/consent")},
		// An app server through which many people sign in sends all of their requests.
		{Name: "app_tokens", IsExact: true, Address: every(600, 5*time.Minute), Routes: at("POST /oauth/token")},
		{Name: "app_people", IsExact: true, Address: every(600, 5*time.Minute), Routes: at("GET /oauth/userinfo", "POST /oauth/userinfo")},
	}
}

// count is a limit on what is sent and tried, by its name in --limits.
type count struct {
	name, meaning string
	rate          *ratelimit.Rate
}

// counted are the limits per account, per number or overall.
func counted(l *core.Limits) []count {
	return []count{
		{"mails", "mails in all", &l.MailsAll},
		{"mails_per_address", "mails to one address, whoever asks", &l.MailsPerAccount},
		{"mails_per_network", "mails that one network asks for", &l.MailsPerIP},
		{"mail_interval", "mails to one address that one network asks for", &l.MailsPerAsker},
		{"texts", "text messages in all", &l.TextsAll},
		{"texts_per_number", "text messages to one number, whoever asks", &l.TextsPerAccount},
		{"texts_per_network", "text messages that one network asks for", &l.TextsPerIP},
		{"text_interval", "text messages to one number in a short time, whoever asks", &l.TextsInterval},
		{"wrong_passwords", "wrong passwords for one account from one network", &l.PasswordFailures},
		{"wrong_passwords_everywhere", "wrong passwords for one account from all networks, except those that its owner signed in from", &l.PasswordFailuresPerAccount},
		{"wrong_codes", "wrong codes for one account from one network", &l.CodeFailures},
		{"wrong_codes_everywhere", "wrong codes for one account from all networks", &l.CodeFailuresPerAccount},
		{"wrong_factors", "wrong codes of second factors for one account from one network", &l.FactorFailures},
		{"wrong_factors_everywhere", "wrong codes of second factors for one account from all networks", &l.FactorFailuresPerAccount},
	}
}

// limits returns the limits of /auth/v1 and the table of request limits; the table is nil if
// requests are not limited.
func (c *SignIn) limits() (counts core.Limits, table *ratelimit.Table, err error) {
	if table, err = ratelimit.NewTable(measured()); err != nil {
		return counts, nil, err
	}
	byName := map[string]*ratelimit.Rate{}
	for _, count := range counted(&counts) {
		byName[count.name] = count.rate
	}
	for _, set := range c.Limits {
		if set == requestsOff {
			continue
		}
		name, value, _ := strings.Cut(set, "=")
		rate, err := ratelimit.ParseRate(value)
		if err != nil {
			return counts, nil, fmt.Errorf("--limits: %s: %w", name, err)
		}
		if count := byName[name]; count != nil {
			*count = rate
			continue
		}
		if err := table.Set(name, rate); err != nil {
			return counts, nil, fmt.Errorf("--limits: unknown name %q", name)
		}
	}
	if slices.Contains(c.Limits, requestsOff) {
		table = nil
	}
	return counts, table, nil
}
