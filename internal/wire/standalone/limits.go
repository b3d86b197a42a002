package standalone

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/wire/auth/core"
)

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
