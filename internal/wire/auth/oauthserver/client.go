package oauthserver

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// These are the authentication methods and types of clients.
const (
	methodNone   = "none"
	methodBasic  = "client_secret_basic"
	methodPost   = "client_secret_post"
	public       = "public"
	confidential = "confidential"
)

// These are the grants that a client may use.
const (
	GrantCode    = "authorization_code"
	GrantRefresh = "refresh_token"
)

// These are the ways in which a client is registered.
const (
	Dynamic = "dynamic"
	Manual  = "manual"
)

// Client is an app that users may sign in to with their accounts.
type Client struct {
	ID            uuid.UUID `json:"client_id"`
	Secret        string    `json:"client_secret,omitempty"`
	Type          string    `json:"client_type"`
	RedirectURIs  []string  `json:"redirect_uris"`
	AuthMethod    string    `json:"token_endpoint_auth_method"`
	GrantTypes    []string  `json:"grant_types"`
	ResponseTypes []string  `json:"response_types"`
	Name          string    `json:"client_name,omitempty"`
	URI           string    `json:"client_uri,omitempty"`
	LogoURI       string    `json:"logo_uri,omitempty"`
	Registration  string    `json:"registration_type"`
	CreatedAt     time.Time `json:"created_at"`
	UpdatedAt     time.Time `json:"updated_at"`
	// SecretHash is the secret's digest; empty for a public client.
	SecretHash string `json:"-"`
}

// Registration is the metadata of a client to register (RFC 7591, 2). In an update, absent fields
// stay unchanged.
type Registration struct {
	RedirectURIs  []string `json:"redirect_uris"`
	Type          string   `json:"client_type"`
	AuthMethod    string   `json:"token_endpoint_auth_method"`
	GrantTypes    []string `json:"grant_types"`
	ResponseTypes []string `json:"response_types"`
	Name          *string  `json:"client_name"`
	URI           *string  `json:"client_uri"`
	LogoURI       *string  `json:"logo_uri"`
}

// These bound a client's metadata.
const (
	redirectsMax = 10
	addressMax   = 2048
	nameMax      = 1024
)

// NewClient returns a client for a registration, with its secret in clear, which is shown once.
func NewClient(in Registration, registration string) (Client, error) {
	made := Client{Registration: registration, GrantTypes: []string{GrantCode, GrantRefresh}, ResponseTypes: []string{"code"}}
	if len(in.GrantTypes) == 0 {
		in.GrantTypes = nil
	}
	switch {
	case len(in.RedirectURIs) == 0:
		return made, Refuse("invalid_redirect_uri", "redirect_uris is required")
	case in.AuthMethod == "" && in.Type == public:
		in.AuthMethod = methodNone
	case in.AuthMethod == "":
		in.AuthMethod = methodBasic
	}
	made.Type = typeOf(in.AuthMethod)
	if in.Type != "" && in.Type != made.Type {
		return made, malformed("client_type does not fit token_endpoint_auth_method")
	}
	if err := made.change(in); err != nil {
		return made, err
	}
	if made.Type == confidential {
		made.Renew()
	}
	return made, nil
}

// Update changes a client's metadata. A client stays public or confidential.
func (c *Client) Update(in Registration) error {
	if in.RedirectURIs == nil && in.GrantTypes == nil && in.Name == nil && in.URI == nil && in.LogoURI == nil && in.AuthMethod == "" {
		return malformed("No fields provided for update")
	}
	if in.RedirectURIs != nil && len(in.RedirectURIs) == 0 {
		return Refuse("invalid_redirect_uri", "redirect_uris cannot be empty")
	}
	if in.AuthMethod != "" && typeOf(in.AuthMethod) != c.Type {
		return malformed("token_endpoint_auth_method does not fit client_type")
	}
	return c.change(in)
}

func (c *Client) change(in Registration) error {
	if in.AuthMethod != "" {
		if !slices.Contains(authMethods, in.AuthMethod) {
			return malformed("token_endpoint_auth_method must be one of " + strings.Join(authMethods, ", "))
		}
		c.AuthMethod = in.AuthMethod
	}
	if in.RedirectURIs != nil {
		if err := checkRedirects(in.RedirectURIs); err != nil {
			return err
		}
		c.RedirectURIs = in.RedirectURIs
	}
	if in.GrantTypes != nil {
		if !onlyOf(in.GrantTypes, grantTypes) || !slices.Contains(in.GrantTypes, GrantCode) {
			return malformed("grant_types has authorization_code, and refresh_token at most besides")
		}
		c.GrantTypes = slices.Compact(slices.Sorted(slices.Values(in.GrantTypes)))
	}
	if !onlyOf(in.ResponseTypes, c.ResponseTypes) {
		return malformed("response_types may only be code")
	}
	return c.describe(in)
}

func (c *Client) describe(in Registration) error {
	for what, said := range map[string]struct {
		from *string
		into *string
	}{"client_uri": {in.URI, &c.URI}, "logo_uri": {in.LogoURI, &c.LogoURI}} {
		if said.from == nil {
			continue
		}
		if *said.from != "" && !isWebPage(*said.from) {
			return malformed(what + " must be the address of a page")
		}
		*said.into = *said.from
	}
	if in.Name == nil {
		return nil
	}
	// The consent page shows the name, so it must not contain characters that reverse its text.
	if len(*in.Name) > nameMax || strings.ContainsFunc(*in.Name, isUnseen) {
		return malformed(fmt.Sprintf("client_name has %d bytes at most and nothing unseen", nameMax))
	}
	c.Name = *in.Name
	return nil
}

func isUnseen(r rune) bool {
	return r < ' ' || r == 0x7f || r == '\uFFFD' || r >= 0x200B && r <= 0x200F || r >= 0x2028 && r <= 0x202E || r >= 0x2066 && r <= 0x2069
}

var (
	authMethods = []string{methodBasic, methodPost, methodNone}
	grantTypes  = []string{GrantCode, GrantRefresh}
)

func typeOf(method string) string {
	if method == methodNone {
		return public
	}
	return confidential
}

func malformed(description string) *Error { return Refuse("invalid_client_metadata", description) }

func onlyOf(some, known []string) bool {
	return !slices.ContainsFunc(some, func(one string) bool { return !slices.Contains(known, one) })
}

// IsConfidential reports whether the client has a secret.
func (c *Client) IsConfidential() bool { return c.Type == confidential }

// May reports whether the client is registered for a grant.
func (c *Client) May(grant string) bool { return slices.Contains(c.GrantTypes, grant) }

// Renew replaces a confidential client's secret.
func (c *Client) Renew() {
	raw := make([]byte, sha256.Size)
	_, _ = rand.Read(raw)
	c.Secret = base64.RawURLEncoding.EncodeToString(raw)
	c.SecretHash = digest(c.Secret)
}

// digest needs neither salt nor a slow hash: 256 random bits cannot be guessed.
func digest(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// Prove checks a client's credentials against its registration.
func (c *Client) Prove(brought Credentials) error {
	isRight := subtle.ConstantTimeCompare([]byte(digest(brought.secret)), []byte(c.SecretHash)) == 1
	if brought.method != c.AuthMethod || c.IsConfidential() && !isRight {
		return ErrClient
	}
	return nil
}

// Fits reports whether an address is registered, compared exactly (RFC 9700, 2.1).
func (c *Client) Fits(redirect string) bool { return slices.Contains(c.RedirectURIs, redirect) }

// IsKnownAt reports whether nobody else can impersonate the client at an address. An app on a
// device has no secret, and other apps may listen at its address, so its users are asked each time
// (RFC 8252, 8.6).
func (c *Client) IsKnownAt(redirect string) bool {
	return c.IsConfidential() || strings.HasPrefix(redirect, "https://")
}

func isWebPage(address string) bool {
	parsed, err := url.Parse(address)
	return err == nil && (parsed.Scheme == "https" || parsed.Scheme == "http") && parsed.Host != "" && parsed.User == nil && len(address) <= addressMax && !strings.ContainsFunc(address, isUnseen)
}
