package standalone

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/edge/middleware"
	"automacao/internal/files/blob"
	"automacao/internal/files/clamd"
	"automacao/internal/notify/mail"
	"automacao/internal/wire/apikey"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/redirect"
	"automacao/internal/wire/functions"
	"automacao/internal/wire/rest"
)

// Config is every setting of the protocols alone. Each is a flag and an environment variable whose
// zero value means the default. Fields tagged secret are never printed.
type Config struct {
	DB             string        `name:"db" help:"PostgreSQL 15 or newer to serve, with a role that owns the app's schema; best given in the environment, since it contains a password." env:"DATABASE_URL" secret:"url" placeholder:"postgres://…"`
	DirectURL      string        `name:"direct-url" help:"The same database and role without the pooler in DATABASE_URL (PgBouncer in transaction mode); used for LISTEN and migrations." env:"DATABASE_DIRECT_URL" secret:"url" placeholder:"postgres://…"`
	Addr           string        `help:"Address to listen on, host:port." env:"AUTOMACAO_ADDR" default:"127.0.0.1:8000"`
	MetricsAddr    string        `help:"Address for the operator only, host:port, with Prometheus metrics at /metrics and profiles under /debug/pprof/. It requires no password, so it belongs on a private network. Off when empty." env:"AUTOMACAO_METRICS_ADDR" placeholder:"HOST:PORT"`
	Data           string        `help:"Folder for files and for the secrets generated on first start." env:"AUTOMACAO_DATA" default:"./wire-data" type:"path"`
	PublicURL      string        `help:"Address at which clients reach the server, for tokens and links in mails; http://ADDR when empty." env:"AUTOMACAO_PUBLIC_URL" placeholder:"https://…"`
	SiteURL        string        `help:"Address of the app, where links in mails finally lead; the public address when empty." env:"AUTOMACAO_SITE_URL" placeholder:"https://…"`
	RedirectURLs   []string      `name:"redirect-urls" help:"Addresses besides the app's own that links may lead to; * stands for text without . and /, ** for any text." env:"AUTOMACAO_REDIRECT_URLS" placeholder:"https://…"`
	AllowedOrigins []string      `help:"Browser origins that may call the server; * allows all." env:"AUTOMACAO_ALLOWED_ORIGINS" default:"*" placeholder:"https://…"`
	Schemas        []string      `help:"Schemas to expose; the first is the default." env:"AUTOMACAO_SCHEMAS" default:"public"`
	RowsMax        int64         `help:"Maximum number of rows of one response." env:"AUTOMACAO_ROWS_MAX" default:"1000"`
	RegexRoles     []string      `help:"Roles, besides service_role, that may filter by regular expressions (match, imatch); * is every role. A short pattern can keep the database busy until the statement times out." env:"AUTOMACAO_REGEX_ROLES" default:"*"`
	OpenGrants     bool          `help:"Grant anon, authenticated and service_role everything in the exposed schemas, including what this role creates later, so that row-level security alone decides: the usual grants of a new public schema." env:"AUTOMACAO_OPEN_GRANTS"`
	JWTSecret      string        `name:"jwt-secret" help:"Secret that signs sessions, at least 32 bytes; generated on first start when empty." env:"AUTOMACAO_JWT_SECRET" secret:"key" placeholder:"SECRET"`
	ForeignTokens  bool          `name:"foreign-tokens" help:"Accept users' tokens that another program, such as an app's own server, signed with that secret. Their sub is a UUID; they have no session and are valid until they expire." env:"AUTOMACAO_FOREIGN_TOKENS"`
	PublishableKey string        `help:"Key of anonymous clients, sb_publishable_…; derived from the secret when empty." env:"AUTOMACAO_PUBLISHABLE_KEY" placeholder:"KEY"`
	SecretKey      string        `help:"Key of servers, sb_secret_…, which may do everything; derived from the secret when empty." env:"AUTOMACAO_SECRET_KEY" secret:"key" placeholder:"KEY"`
	BlobURL        string        `help:"Where files are stored: s3://bucket?region=… or file:///dir; in the data folder when empty." env:"BLOB_URL" secret:"url" placeholder:"s3://…"`
	FileMB         int64         `name:"file-mb" help:"Maximum size of a file if its bucket sets no limit, in MiB." env:"AUTOMACAO_FILE_MB" default:"50"`
	UserFilesMB    int64         `name:"user-files-mb" help:"Maximum size of all files of one user, in MiB." env:"AUTOMACAO_USER_FILES_MB" default:"200"`
	InspectFiles   bool          `name:"inspect-files" help:"Refuse files whose type, name and content do not agree, programs, and archives that contain programs or cannot be inspected; remove the metadata of pictures." env:"AUTOMACAO_INSPECT_FILES"`
	Clamd          string        `help:"ClamAV daemon that scans every file before it is stored, unix:/run/clamav/clamd.ctl or tcp:host:3310; files are refused while it does not answer. No scanning when empty." env:"AUTOMACAO_CLAMD" placeholder:"unix:PATH|tcp:HOST:PORT"`
	SMTPURL        string        `name:"smtp-url" help:"Mail server, smtp://user:password@host:port?from=address; no mail is sent when empty." env:"SMTP_URL" secret:"url" placeholder:"smtp://…"`
	ConfirmEmail   bool          `help:"Let users sign in only after they followed the link in a mail; needs SMTP_URL or --hook-send-email." env:"AUTOMACAO_CONFIRM_EMAIL"`
	Anonymous      bool          `name:"anonymous-sign-in" help:"Allow anonymous sign-in, without an address." env:"AUTOMACAO_ANONYMOUS_SIGN_IN"`
	SignupOff      bool          `help:"Let only the secret key create users." env:"AUTOMACAO_SIGNUP_OFF"`
	PasswordMin    int           `help:"Minimum length of a password, in characters." env:"AUTOMACAO_PASSWORD_MIN" default:"6"`
	AccessTokenTTL time.Duration `name:"access-token-ttl" help:"Lifetime of an access token." env:"AUTOMACAO_ACCESS_TOKEN_TTL" default:"1h"`
	FederationFile string        `name:"federation-file" help:"JSON file with the external identity providers; docs/guide/sign-in.md describes it. None when empty." env:"AUTOMACAO_FEDERATION_FILE" placeholder:"FILE" type:"path"`
	JWKSFile       string        `name:"jwks-file" help:"JSON Web Key Set whose first private key, RSA or P-256, signs sessions, so that others can verify them; the secret still verifies." env:"AUTOMACAO_JWKS_FILE" type:"path" placeholder:"FILE"`
	OAuthServer    bool          `name:"oauth-server" help:"Let users sign in to other apps with their accounts here (OAuth 2.1)." env:"AUTOMACAO_OAUTH_SERVER"`
	OAuthConsent   string        `name:"oauth-consent-path" help:"Path of the app's page that asks users to consent to another app." env:"AUTOMACAO_OAUTH_CONSENT_PATH" default:"/oauth/consent"`
	OAuthRegister  bool          `name:"oauth-registration" help:"Let other apps register themselves; otherwise only the secret key registers them." env:"AUTOMACAO_OAUTH_REGISTRATION"`
	ChannelsOff    bool          `name:"public-channels-off" help:"Refuse broadcast and presence on public channels; on private ones the policies of realtime.messages decide." env:"AUTOMACAO_PUBLIC_CHANNELS_OFF"`
	FunctionsProxy string        `help:"Address of an external functions server, such as http://127.0.0.1:9000, that serves the names that are not registered here." env:"AUTOMACAO_FUNCTIONS_PROXY" placeholder:"http://…"`

	SignIn

	// Functions are functions by name, for programs that start the server from Go.
	Functions map[string]functions.Function `kong:"-"`
}

// These bound settings.
const (
	passwordMinLowest  = 6
	passwordMinHighest = 64
	accessTokenLowest  = time.Minute
	accessTokenHighest = 7 * 24 * time.Hour
	fileMBMax          = 1 << 20
	rowsMaxHighest     = 100_000
)

// The prefixes tell people, and the client, what a key is for.
const (
	publishable = "sb_publishable_"
	secret      = "sb_secret_"
	keyMin      = 32
)

// schemaName matches a name that needs no quotes; other schemas are not exposed.
var schemaName = regexp.MustCompile(`^[a-z_][a-z0-9_]{0,62}$`)

// closed are the schemas that are never exposed: their own protocols serve their content.
var closed = map[string]bool{"auth": true, "storage": true, "realtime": true, "jobs": true, "migrations": true, "pg_catalog": true, "information_schema": true}

// Check returns one sentence about the first unusable setting. It connects to nothing and creates
// nothing.
func (c *Config) Check() error {
	if c.DB == "" {
		return errors.New("DATABASE_URL, or --db, names the database to serve")
	}
	if !middleware.HasPort(c.Addr) {
		return fmt.Errorf("--addr %q is not host:port with a port from 0 to %d", c.Addr, middleware.PortMax)
	}
	if _, err := pgconn.ParseConfig(c.DB); err != nil || !strings.HasPrefix(c.DB, "postgres") {
		return errors.New("DATABASE_URL must be a URL that begins with postgres://")
	}
	if err := middleware.CheckURL("DATABASE_DIRECT_URL", c.DirectURL, "postgres", "postgresql"); err != nil {
		return err
	}
	if c.MetricsAddr != "" && (!middleware.HasPort(c.MetricsAddr) || middleware.SharesAddress(c.MetricsAddr, c.Addr)) {
		return fmt.Errorf("--metrics-addr %q is not host:port with a port from 0 to %d, or is that of --addr", c.MetricsAddr, middleware.PortMax)
	}
	for name, address := range map[string]string{"--public-url": c.PublicURL, "--site-url": c.SiteURL, "--functions-proxy": c.FunctionsProxy} {
		if err := middleware.CheckURL(name, address, "http", "https"); err != nil {
			return err
		}
	}
	if upstream, err := url.Parse(c.FunctionsProxy); err != nil || upstream.User != nil || upstream.RawQuery != "" {
		return errors.New("--functions-proxy must be a URL without a password or a query")
	}
	if err := redirect.Check(c.RedirectURLs); err != nil {
		return fmt.Errorf("--redirect-urls: %w", err)
	}
	if len(c.Schemas) == 0 {
		return errors.New("--schemas names no schema")
	}
	for _, name := range c.Schemas {
		if !schemaName.MatchString(name) || closed[name] {
			return fmt.Errorf("--schemas: %q cannot be exposed", name)
		}
	}
	return errors.Join(c.checkNumbers(), c.checkSecrets(), c.checkOutside(), c.checkOAuth(), c.checkScanner())
}

func (c *Config) checkScanner() error {
	if c.Clamd == "" {
		return nil
	}
	if _, err := clamd.Open(c.Clamd); err != nil {
		return fmt.Errorf("--clamd: %w", err)
	}
	return nil
}

func (c *Config) checkOAuth() error {
	page, err := url.Parse(c.OAuthConsent)
	switch {
	case c.OAuthRegister && !c.OAuthServer:
		return errors.New("--oauth-registration needs --oauth-server")
	case c.OAuthServer && (err != nil || !strings.HasPrefix(c.OAuthConsent, "/") || page.Host != "" || page.Fragment != ""):
		return fmt.Errorf("--oauth-consent-path %q must be a path that begins with /", c.OAuthConsent)
	}
	return nil
}

func (c *Config) checkNumbers() error {
	switch {
	case c.RowsMax < 1 || c.RowsMax > rowsMaxHighest:
		return fmt.Errorf("--rows-max is %d; it must be from 1 to %d", c.RowsMax, rowsMaxHighest)
	case c.FileMB < 1 || c.FileMB > fileMBMax:
		return fmt.Errorf("--file-mb is %d; it must be from 1 to %d", c.FileMB, fileMBMax)
	case c.UserFilesMB < c.FileMB || c.UserFilesMB > fileMBMax:
		return fmt.Errorf("--user-files-mb is %d; it must be from --file-mb to %d", c.UserFilesMB, fileMBMax)
	case c.PasswordMin < passwordMinLowest || c.PasswordMin > passwordMinHighest:
		return fmt.Errorf("--password-min is %d; it must be from %d to %d", c.PasswordMin, passwordMinLowest, passwordMinHighest)
	case c.AccessTokenTTL < accessTokenLowest || c.AccessTokenTTL > accessTokenHighest:
		return fmt.Errorf("--access-token-ttl is %s; it must be from %s to %s", c.AccessTokenTTL, accessTokenLowest, accessTokenHighest)
	}
	return nil
}

func (c *Config) checkSecrets() error {
	if c.JWKSFile != "" {
		if _, err := readKeySet(c.JWKSFile); err != nil {
			return err
		}
	}
	if c.JWTSecret != "" && len(c.JWTSecret) < apikey.SecretBytesMin {
		return fmt.Errorf("AUTOMACAO_JWT_SECRET has %d bytes; at least %d are needed", len(c.JWTSecret), apikey.SecretBytesMin)
	}
	if c.PublishableKey != "" && (!strings.HasPrefix(c.PublishableKey, publishable) || len(c.PublishableKey) < keyMin) {
		return fmt.Errorf("AUTOMACAO_PUBLISHABLE_KEY must begin with %s and have at least %d characters", publishable, keyMin)
	}
	if c.SecretKey != "" && (!strings.HasPrefix(c.SecretKey, secret) || len(c.SecretKey) < keyMin) {
		return fmt.Errorf("AUTOMACAO_SECRET_KEY must begin with %s and have at least %d characters", secret, keyMin)
	}
	return nil
}

func (c *Config) checkOutside() error {
	if c.BlobURL != "" {
		if err := blob.Check(c.BlobURL); err != nil {
			return fmt.Errorf("BLOB_URL: %w", err)
		}
	}
	if _, err := core.OpenFederation(c.FederationFile); err != nil {
		return err
	}
	if c.ConfirmEmail && c.SMTPURL == "" && c.HookEmail == "" {
		return errors.New("--confirm-email needs SMTP_URL or --hook-send-email")
	}
	if _, err := c.proxies(); err != nil {
		return err
	}
	if err := c.checkSignIn(); err != nil {
		return err
	}
	if c.SMTPURL == "" {
		return nil
	}
	_, err := mail.Open(c.SMTPURL)
	return err
}

// authSettings are the settings of /auth/v1 that follow from the configuration alone.
func (c *Config) authSettings() (core.Config, error) {
	set, err := c.settings()
	set.RedirectURLs, set.AccessTokenTTL, set.PasswordMin = c.RedirectURLs, c.AccessTokenTTL, c.PasswordMin
	set.DisableSignup, set.OTPSignup, set.AllowAnonymous, set.ConfirmEmail = c.SignupOff, !c.SignupOff, c.Anonymous, c.ConfirmEmail
	return set, err
}

// checkSignIn validates the settings of /auth/v1 before anything is served.
func (c *Config) checkSignIn() error {
	set, err := c.authSettings()
	if err != nil {
		return err
	}
	set.PublicURL, set.SiteURL = "http://localhost", "http://localhost"
	set.ConfirmEmail = set.ConfirmEmail && c.SMTPURL == ""
	return set.Validate()
}

// loginRole is the role that the hosted service logs in as. A role named by a token must be granted
// to it, as there, whatever role this server logs in as.
const loginRole = "authenticator"

// stored says which settings in the database are used: those about rows, of the role that has them
// in the hosted service. Keys, roles, origins and required claims are the same for all protocols,
// so this server's own settings decide them.
func (c *Config) stored() *rest.Stored {
	return &rest.Stored{
		Role: loginRole, Closed: slices.Sorted(maps.Keys(closed)), RowsMaxHighest: rowsMaxHighest,
		Fixed: []string{"db_anon_role", "jwt_secret", "jwt_secret_is_base64", "jwt_aud", "jwt_role_claim_key", "server_cors_allowed_origins"},
	}
}

// publicURL is where clients reach the server; heard is the address it listens on.
func (c *Config) publicURL(heard net.Addr) string {
	return strings.TrimSuffix(cmp.Or(c.PublicURL, "http://"+heard.String()), "/")
}
