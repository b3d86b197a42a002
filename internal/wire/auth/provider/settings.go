package provider

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
)

// Settings configure one provider. Values that a preset defines may be omitted.
type Settings struct {
	// ClientID and Secret are this server's credentials at the provider.
	ClientID string `json:"client_id"`
	Secret   string `json:"secret"`
	// OtherClientIDs are other clients of the same app, for example on phones, whose ID tokens are
	// accepted too.
	OtherClientIDs []string `json:"additional_client_ids"`
	// Issuer is an OpenID issuer with a discovery document. Without one, the three URLs of plain
	// OAuth are required.
	Issuer string `json:"issuer"`
	// DiscoveryURL is the discovery document's URL, if it is not the standard one.
	DiscoveryURL string `json:"discovery_url"`
	AuthURL      string `json:"authorization_url"`
	TokenURL     string `json:"token_url"`
	UserURL      string `json:"userinfo_url"`
	// KeysURL is where the keys of ID tokens are, for an issuer without a discovery document.
	KeysURL string `json:"jwks_uri"`
	// Scopes are always requested, besides those of the preset.
	Scopes []string `json:"scopes"`
	// Params are passed along to the provider's page.
	Params map[string]string `json:"authorization_params"`
	// Fields are the paths of a person's fields in the provider's claims: sub, email,
	// email_verified, name, picture, preferred_username, each with a path such as "account.email".
	Fields map[string]string `json:"attribute_mapping"`
	// KeptClaims are further claims to store, under custom_claims.
	KeptClaims []string `json:"custom_claims_allowlist"`
	// SkipNonce accepts ID tokens that do not repeat the nonce.
	SkipNonce bool `json:"skip_nonce_check"`
	// EmailOptional accepts persons without an address.
	EmailOptional bool `json:"email_optional"`
	// WithoutPKCE is for a provider that refuses unknown parameters (RFC 7636).
	WithoutPKCE bool `json:"without_pkce"`
}

// These bound one provider's settings.
const (
	scopesMax = 50
	textMax   = 2048
)

var nameShape = regexp.MustCompile(`^(custom:)?[a-z0-9][a-z0-9_-]{0,49}$`)

// Validate returns an error for missing or invalid settings of the named provider.
func (s Settings) Validate(name string) error {
	if !nameShape.MatchString(name) {
		return fmt.Errorf("provider %q: a name has lower-case letters, digits, - and _", name)
	}
	whole := s.with(presets[name])
	if whole.ClientID == "" {
		return fmt.Errorf("provider %s: client_id is missing", name)
	}
	if whole.Issuer == "" && (whole.AuthURL == "" || whole.TokenURL == "" || whole.UserURL == "") {
		return fmt.Errorf("provider %s: needs an issuer, or authorization_url, token_url and userinfo_url", name)
	}
	for what, address := range map[string]string{
		"issuer": whole.Issuer, "discovery_url": whole.DiscoveryURL, "authorization_url": whole.AuthURL, "token_url": whole.TokenURL, "userinfo_url": whole.UserURL, "jwks_uri": whole.KeysURL,
	} {
		if err := checkURL(address); err != nil {
			return fmt.Errorf("provider %s: %s: %w", name, what, err)
		}
	}
	if len(whole.Scopes) > scopesMax || len(whole.Params) > scopesMax || len(whole.Fields) > scopesMax || len(whole.OtherClientIDs) > scopesMax || len(whole.KeptClaims) > scopesMax {
		return fmt.Errorf("provider %s: a list is longer than %d", name, scopesMax)
	}
	for field := range whole.Fields {
		if !slices.Contains(knownFields, field) {
			return fmt.Errorf("provider %s: attribute_mapping knows no %q", name, field)
		}
	}
	for param := range whole.Params {
		if isOurs(param) {
			return fmt.Errorf("provider %s: authorization_params may not set %q", name, param)
		}
	}
	return nil
}

func checkURL(address string) error {
	if address == "" {
		return nil
	}
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" || parsed.User != nil || parsed.Fragment != "" || len(address) > textMax ||
		parsed.Scheme != "https" && parsed.Scheme != "http" {
		return errors.New("must be an absolute http or https address")
	}
	return nil
}

// with fills in the preset's values.
func (s Settings) with(known preset) Settings {
	if s.Issuer == "" && s.AuthURL == "" {
		s.Issuer = known.issuer
	}
	if s.Issuer == "" {
		setDefault(&s.AuthURL, known.authURL)
		setDefault(&s.TokenURL, known.tokenURL)
		setDefault(&s.UserURL, known.userURL)
	}
	s.Scopes = slices.Concat(known.scopes, s.Scopes)
	fields := map[string]string{}
	for _, from := range []map[string]string{openIDFields, known.fields, s.Fields} {
		for field, path := range from {
			fields[field] = path
		}
	}
	s.Fields = fields
	params := map[string]string{}
	for _, from := range []map[string]string{known.params, s.Params} {
		for name, value := range from {
			params[name] = value
		}
	}
	s.Params = params
	s.WithoutPKCE = s.WithoutPKCE || known.withoutPKCE
	s.SkipNonce = s.SkipNonce || known.skipNonce
	s.EmailOptional = s.EmailOptional || known.emailOptional
	return s
}

func setDefault(field *string, value string) {
	if *field == "" {
		*field = value
	}
}

// preset is the built-in configuration of a known provider.
type preset struct {
	issuer                     string
	authURL, tokenURL, userURL string
	scopes                     []string
	params                     map[string]string
	fields                     map[string]string
	emails                     *emailList
	// issuers matches the issuers that ID tokens may name if one endpoint serves many directories.
	issuers *regexp.Regexp
	// formPost is whether the provider returns by a form post from its own page.
	formPost      bool
	withoutPKCE   bool
	skipNonce     bool
	emailOptional bool
	// headers are sent with the request for the person's profile.
	headers map[string]string
}

// emailList describes a second document with a person's addresses.
type emailList struct {
	url                                string
	path, address, verified, preferred string
}

// always and never are constant values for a field: some providers return only addresses that they
// have verified, and some do not say.
const (
	always = "=true"
	never  = "=false"
)

// both joins paths that must both be true.
const both = "&"

// openIDFields are the standard claims (OpenID Connect Core, 5.1).
var openIDFields = map[string]string{
	"sub": "sub", "email": "email", "email_verified": "email_verified", "name": "name", "picture": "picture", "preferred_username": "preferred_username",
}

var knownFields = []string{"sub", "email", "email_verified", "name", "picture", "preferred_username"}

// Names lists the presets, in the order in which clients are told of them.
var Names = []string{
	"apple", "azure", "bitbucket", "discord", "facebook", "figma", "fly", "github", "gitlab", "google", "kakao", "keycloak", "linkedin",
	"linkedin_oidc", "notion", "slack", "slack_oidc", "spotify", "twitch", "twitter", "workos", "x", "zoom",
}

var openID = []string{"openid", "email", "profile"}

var presets = map[string]preset{
	"google": {issuer: "https://accounts.google.com", scopes: openID},
	"azure": {
		issuer: "https://login.microsoftonline.com/common/v2.0", scopes: openID,
		issuers: regexp.MustCompile(`^https://login\.microsoftonline\.com/[0-9a-f-]{36}/v2\.0$`),
		// Addresses in a directory are whatever its administrator entered. This claim says that the
		// directory owns the address's domain.
		fields: map[string]string{"email_verified": "xms_edov"},
	},
	"apple": {
		issuer: "https://appleid.apple.com", scopes: []string{"openid", "email", "name"},
		params: map[string]string{"response_mode": "form_post"}, formPost: true, withoutPKCE: true,
	},
	"gitlab":        {issuer: "https://gitlab.com", scopes: openID},
	"keycloak":      {scopes: openID},
	"linkedin_oidc": {issuer: "https://www.linkedin.com/oauth", scopes: openID, withoutPKCE: true, skipNonce: true},
	"slack_oidc":    {issuer: "https://slack.com", scopes: openID, withoutPKCE: true},
	"twitch": {
		issuer: "https://id.twitch.tv/oauth2", scopes: []string{"openid", "user:read:email"}, withoutPKCE: true,
		params: map[string]string{"claims": `{"id_token":{"email":null,"email_verified":null,"picture":null,"preferred_username":null}}`},
		fields: map[string]string{"name": "preferred_username"},
	},
	"github": {
		authURL: "https://github.com/login/oauth/authorize", tokenURL: "https://github.com/login/oauth/access_token", userURL: "https://api.github.com/user",
		scopes: []string{"user:email"},
		fields: map[string]string{"sub": "id", "picture": "avatar_url", "preferred_username": "login", "email": "", "email_verified": never},
		emails: &emailList{url: "https://api.github.com/user/emails", address: "email", verified: "verified", preferred: "primary"},
	},
	"bitbucket": {
		authURL: "https://bitbucket.org/site/oauth2/authorize", tokenURL: "https://bitbucket.org/site/oauth2/access_token", userURL: "https://api.bitbucket.org/2.0/user",
		scopes: []string{"account", "email"}, withoutPKCE: true,
		fields: map[string]string{"sub": "uuid", "name": "display_name", "picture": "links.avatar.href", "preferred_username": "username", "email": "", "email_verified": never},
		emails: &emailList{url: "https://api.bitbucket.org/2.0/user/emails", path: "values", address: "email", verified: "is_confirmed", preferred: "is_primary"},
	},
	"discord": {
		authURL: "https://discord.com/api/oauth2/authorize", tokenURL: "https://discord.com/api/oauth2/token", userURL: "https://discord.com/api/users/@me",
		scopes: []string{"email", "identify"},
		fields: map[string]string{"sub": "id", "email_verified": "verified", "name": "global_name", "preferred_username": "username", "picture": "https://cdn.discordapp.com/avatars/${id}/${avatar}.png"},
	},
	"facebook": {
		authURL: "https://www.facebook.com/dialog/oauth", tokenURL: "https://graph.facebook.com/oauth/access_token",
		userURL: "https://graph.facebook.com/me?fields=email,name,picture", scopes: []string{"email"}, withoutPKCE: true,
		fields: map[string]string{"sub": "id", "email_verified": always, "picture": "picture.data.url"},
	},
	"figma": {
		authURL: "https://www.figma.com/oauth", tokenURL: "https://api.figma.com/v1/oauth/token", userURL: "https://api.figma.com/v1/me",
		scopes: []string{"current_user:read"}, withoutPKCE: true,
		fields: map[string]string{"sub": "id", "name": "handle", "picture": "img_url", "email_verified": always},
	},
	"fly": {
		authURL: "https://api.fly.io/oauth/authorize", tokenURL: "https://api.fly.io/oauth/token", userURL: "https://api.fly.io/oauth/token/info",
		scopes: []string{"read"}, withoutPKCE: true,
		fields: map[string]string{"sub": "user_id", "name": "user_name", "email_verified": always},
	},
	"kakao": {
		authURL: "https://kauth.kakao.com/oauth/authorize", tokenURL: "https://kauth.kakao.com/oauth/token", userURL: "https://kapi.kakao.com/v2/user/me",
		scopes: []string{"account_email", "profile_image", "profile_nickname"}, withoutPKCE: true,
		fields: map[string]string{
			"sub": "id", "email": "kakao_account.email", "email_verified": "kakao_account.is_email_valid" + both + "kakao_account.is_email_verified",
			"name": "kakao_account.profile.nickname", "picture": "kakao_account.profile.profile_image_url",
		},
	},
	"notion": {
		authURL: "https://api.notion.com/v1/oauth/authorize", tokenURL: "https://api.notion.com/v1/oauth/token", userURL: "https://api.notion.com/v1/users/me",
		params: map[string]string{"owner": "user"}, withoutPKCE: true, headers: map[string]string{"Notion-Version": "2021-08-16"},
		fields: map[string]string{
			"sub": "bot.owner.user.id", "email": "bot.owner.user.person.email", "email_verified": always,
			"name": "bot.owner.user.name", "picture": "bot.owner.user.avatar_url",
		},
	},
	"spotify": {
		authURL: "https://accounts.spotify.com/authorize", tokenURL: "https://accounts.spotify.com/api/token", userURL: "https://api.spotify.com/v1/me",
		scopes: []string{"user-read-email"},
		fields: map[string]string{"sub": "id", "name": "display_name", "picture": "images.0.url", "email_verified": never},
	},
	"x": {
		authURL: "https://x.com/i/oauth2/authorize", tokenURL: "https://api.x.com/2/oauth2/token",
		userURL: "https://api.x.com/2/users/me?user.fields=confirmed_email,name,profile_image_url,username",
		scopes:  []string{"users.email", "users.read", "tweet.read", "offline.access"}, emailOptional: true,
		fields: map[string]string{
			"sub": "data.id", "email": "data.confirmed_email", "email_verified": always, "name": "data.name",
			"picture": "data.profile_image_url", "preferred_username": "data.username",
		},
	},
	"zoom": {
		authURL: "https://zoom.us/oauth/authorize", tokenURL: "https://zoom.us/oauth/token", userURL: "https://api.zoom.us/v2/users/me",
		withoutPKCE: true,
		fields:      map[string]string{"sub": "id", "name": "display_name", "email_verified": "verified", "picture": "pic_url"},
	},
}
