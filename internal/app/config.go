package app

import (
	"cmp"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"automacao/internal/kernel/money"
	"automacao/internal/notify/queue"
	"automacao/internal/postgres"
	"automacao/internal/postgres/cluster"
)

// Config is every setting of the server. Each is a flag and an environment variable, and has a
// default, which the zero value stands for. A field tagged secret is never printed: it is a key, or
// a URL that may contain one.
type Config struct {
	ConfigFile      string        `name:"config" help:"File of settings, one NAME=VALUE a line, with the names of the environment variables. A flag or an environment variable overrides it." env:"AUTOMACAO_CONFIG" placeholder:"FILE"`
	NewMarket       bool          `help:"Create a new market if the data directory has none."`
	Addr            string        `help:"Address to listen on, host:port." env:"AUTOMACAO_ADDR" default:"127.0.0.1:8080"`
	SharePort       bool          `help:"Share the address with another server of the same user, so that a new version can take over before the old one stops. Needs DATABASE_URL, and Linux." env:"AUTOMACAO_SHARE_PORT"`
	MetricsAddr     string        `help:"Address for the operator only, host:port, with Prometheus metrics at /metrics and profiles under /debug/pprof/. It requires no password, so it belongs on a private network. Off when empty." env:"AUTOMACAO_METRICS_ADDR" placeholder:"HOST:PORT"`
	Data            string        `help:"Data directory: private database, files, secrets." env:"AUTOMACAO_DATA" default:"./data" type:"path"`
	DatabaseURL     string        `help:"PostgreSQL 15 or newer to use instead of the private database, with a role that can log in and owns nothing. When empty, the server runs a private PostgreSQL in the data directory." env:"DATABASE_URL" secret:"url" placeholder:"postgres://…"`
	MigrateURL      string        `name:"database-migrate-url" help:"DATABASE_URL's database with the role that owns the schema: the server then migrates at start and can make backups. Leave it empty if 'automacao migrate' runs as a step of its own." env:"DATABASE_MIGRATE_URL" secret:"url" placeholder:"postgres://…"`
	DirectURL       string        `name:"database-direct-url" aliases:"direct-url" help:"The same database and role without the pooler in DATABASE_URL (PgBouncer in transaction mode). Used for LISTEN (live updates), and for migrations when DATABASE_MIGRATE_URL is empty." env:"DATABASE_DIRECT_URL" secret:"url" placeholder:"postgres://…"`
	LossySettings   []string      `help:"Unsafe settings of DATABASE_URL's PostgreSQL to accept, such as data_checksums,fsync: those that may lose confirmed writes or miss a disk error. With an unsafe setting that is not named here, the server does not start, except as a demonstration." env:"AUTOMACAO_LOSSY_SETTINGS" placeholder:"NAME"`
	PGBin           string        `name:"pg-bin" help:"Folder of the PostgreSQL server programs for the private database; searched for when empty." env:"AUTOMACAO_PG_BIN" placeholder:"DIR"`
	PGSettings      []string      `name:"pg-settings" help:"Settings of the private database, such as shared_buffers=2GB,work_mem=16MB. They replace those that the server chooses for the machine at start and writes to the log." env:"AUTOMACAO_PG_SETTINGS" placeholder:"NAME=VALUE"`
	PublicURL       string        `help:"Address at which people reach the product, for links and tokens; http://ADDR when empty." env:"AUTOMACAO_PUBLIC_URL" placeholder:"https://…"`
	Contact         string        `help:"E-mail address for contact, shown in the terms and the privacy policy; contato@ the public host when empty." env:"AUTOMACAO_CONTACT" placeholder:"EMAIL"`
	Operator        string        `help:"The firm that runs this market, as 'legal name; CNPJ; address'. Pages, terms and fee receipts name it (Decreto 7.962/2013, art. 2)." env:"AUTOMACAO_OPERATOR" placeholder:"NAME; CNPJ; ADDRESS"`
	Officer         string        `help:"Data protection officer (LGPD, art. 41), named in the terms and the privacy policy." env:"AUTOMACAO_OFFICER" placeholder:"NAME"`
	Demo            bool          `help:"Load demonstration data and list the test accounts on the sign-in page." env:"AUTOMACAO_DEMO"`
	BlobURL         string        `help:"Where files are stored: s3://bucket?region=… or file:///dir; a folder in the data directory when empty." env:"BLOB_URL" secret:"url" placeholder:"s3://…"`
	SMTPURL         string        `name:"smtp-url" help:"Mail server, smtp://user:password@host:port?from=address, smtps:// for TLS from the start; no mail is sent when empty." env:"SMTP_URL" secret:"url" placeholder:"smtp://…"`
	JWTSecret       string        `name:"jwt-secret" help:"Secret that signs sessions, at least 32 bytes; generated on first start when empty." env:"AUTOMACAO_JWT_SECRET" secret:"key" placeholder:"SECRET"`
	JWTRetired      []string      `name:"jwt-retired" help:"Earlier secrets. Sessions that they signed stay valid until the secret is removed here." env:"AUTOMACAO_JWT_RETIRED" secret:"key" placeholder:"SECRET"`
	JWKSFile        string        `name:"jwks-file" help:"JSON Web Key Set that signs sessions with RS256 or ES256 instead of a secret." env:"AUTOMACAO_JWKS_FILE" placeholder:"FILE" type:"path"`
	FederationFile  string        `name:"federation-file" help:"JSON file with the external identity providers; docs/guide/sign-in.md describes it. None when empty." env:"AUTOMACAO_FEDERATION_FILE" placeholder:"FILE" type:"path"`
	BarsKey         string        `help:"Key that hashes the identities of people who may not sign up again, the same on every node. When empty, it is generated and kept in barred.key of the data directory." env:"AUTOMACAO_BARS_KEY" secret:"key" placeholder:"KEY"`
	PushKey         string        `help:"Key that signs notifications to devices (VAPID): base64url of 32 bytes, the same on every node. When empty, it is generated and kept in push.key of the data directory. After a change, a device receives notifications again once its owner opens the product." env:"AUTOMACAO_PUSH_KEY" secret:"key" placeholder:"KEY"`
	PushOrigins     []string      `help:"Push services to allow besides those of Chrome, Firefox, Edge and Safari, such as https://push.example.com." env:"AUTOMACAO_PUSH_ORIGINS" placeholder:"https://…"`
	ConfirmEmail    bool          `help:"Let people sign in only after they have followed the link in a mail; needs SMTP_URL." env:"AUTOMACAO_CONFIRM_EMAIL"`
	AllowedOrigins  []string      `help:"Browser origins that may call the server, besides its own." env:"AUTOMACAO_ALLOWED_ORIGINS" placeholder:"https://…"`
	PictureOrigins  []string      `help:"Origins whose pictures people may show, besides the server's own storage, such as https://cdn.example.com." env:"AUTOMACAO_PICTURE_ORIGINS" placeholder:"https://…"`
	PagesOff        []string      `help:"Addresses of public pages that are not open yet, such as /consultoria,/solucoes. They show that they are under construction." env:"AUTOMACAO_PAGES_OFF" placeholder:"/ADDRESS"`
	FeePercent      string        `help:"Service fee on payments that an institution holds, in percent from 0 to 50 with at most two decimals. A change applies to later proposals only." env:"AUTOMACAO_FEE_PERCENT" default:"10"`
	PixURL          string        `name:"pix-url" help:"Institution that holds payments: asaas://KEY@HOST/v3?webhook_token=…&wallet=…, or simulado: for a simulation without money. When empty, the sides pay each other directly; the demonstration simulates." env:"AUTOMACAO_PIX_URL" secret:"url" placeholder:"asaas://…"`
	SealKeys        string        `help:"Keys that encrypt stored second factors and the keys of receivers' accounts, as id:key,id:key with the current key first, the same on every node. When empty, one is generated and kept in seal.json of the data directory." env:"AUTOMACAO_SEAL_KEYS" secret:"key" placeholder:"KEYS"`
	TrustedProxies  []string      `help:"Networks whose X-Forwarded-For header is trusted. Without the network of the proxy in front, all visitors behind it share one rate limit." env:"AUTOMACAO_TRUSTED_PROXIES" placeholder:"10.0.0.0/8"`
	Limits          []string      `help:"Limits that differ from their defaults: a rate of requests (reads=900/1m) or a quota on what members write (messages_daily_max=2000). requests=none and quotas=none turn all limits of a kind off, for measurements. docs/reference/limits.md lists them." env:"AUTOMACAO_LIMITS" placeholder:"NAME=VALUE"`
	PasswordMin     int           `help:"Minimum length of a password, in characters." env:"AUTOMACAO_PASSWORD_MIN" default:"6"`
	AccessTokenTTL  time.Duration `name:"access-token-ttl" help:"Lifetime of an access token." env:"AUTOMACAO_ACCESS_TOKEN_TTL" default:"15m"`
	DiskReserveMB   int           `name:"disk-reserve-mb" help:"Free space to keep in the data directory, in MiB. With less, writes and uploads are refused." env:"AUTOMACAO_DISK_RESERVE_MB" default:"64"`
	AnswersMB       int           `name:"answers-mb" help:"Memory for the response cache of visitors' reads, in MiB; 0 turns it off." env:"AUTOMACAO_ANSWERS_MB" default:"64"`
	PicturesMB      int           `name:"pictures-mb" help:"Memory for resized pictures (/storage/v1/render/image), in MiB, at most 4096; 0 turns them off." env:"AUTOMACAO_PICTURES_MB" default:"0"`
	ShutdownTimeout time.Duration `help:"How long running requests may take to finish after SIGTERM." env:"AUTOMACAO_SHUTDOWN_TIMEOUT" default:"10s"`
	SlowAfter       time.Duration `help:"Requests and SQL statements that take longer are logged, statements with their plan, without the values of arguments; 0 logs none." env:"AUTOMACAO_SLOW_AFTER" default:"1s"`
	Clamd           string        `help:"ClamAV daemon that scans every file before anybody can read it, unix:/run/clamav/clamd.ctl or tcp:host:3310; files are refused while it does not answer. No scanning when empty." env:"AUTOMACAO_CLAMD" placeholder:"unix:PATH|tcp:HOST:PORT"`
	BackupTo        string        `help:"Folder, or bucket as s3://bucket/prefix?region=…, for scheduled backups and for the decisions that a restore repeats. No scheduled backups when empty. With DATABASE_URL, it needs DATABASE_MIGRATE_URL." env:"AUTOMACAO_BACKUP_TO" secret:"url" placeholder:"DIR|URL"`
	BackupEvery     time.Duration `help:"Maximum age of the newest backup before the next is made." env:"AUTOMACAO_BACKUP_EVERY" default:"24h"`
	BackupKeep      int           `help:"Number of newest backups to keep; 0 keeps all." env:"AUTOMACAO_BACKUP_KEEP" default:"14"`
	BackupRecipient string        `help:"Public keys (age) that open the backups, separated by commas, as 'automacao backup key' prints them. Backups are not encrypted when empty." env:"AUTOMACAO_BACKUP_RECIPIENT" placeholder:"KEY"`
	LogFormat       string        `help:"text, json, or auto: text on a terminal, json otherwise." env:"AUTOMACAO_LOG_FORMAT" enum:"auto,text,json" default:"auto"`
	LogLevel        string        `help:"debug, info, warn or error." env:"AUTOMACAO_LOG_LEVEL" enum:"debug,info,warn,error" default:"info"`
}

func (c *Config) backupEvery() time.Duration { return cmp.Or(c.BackupEvery, backupEveryDefault) }

// lossySettings returns the settings of PostgreSQL that may lose data: those that the operator
// accepted, and all of them in a demonstration.
func (c *Config) lossySettings() []string {
	if c.Demo {
		return cluster.DurabilitySettings()
	}
	return c.LossySettings
}

// feeBasisPoints returns the fee in hundredths of a percent. It is parsed like an amount with two
// decimals, so nothing is rounded.
func (c *Config) feeBasisPoints() (int64, error) {
	text := c.FeePercent
	if text == "" {
		text = feeDefault
	}
	fee, err := money.Parse(text)
	if err != nil || fee < 0 || fee > feeBasisPointsMax {
		return 0, fmt.Errorf("AUTOMACAO_FEE_PERCENT %q is no percentage from 0 to 50 with at most two decimals", text)
	}
	return int64(fee), nil
}

func (c *Config) proxies() ([]netip.Prefix, error) {
	var networks []netip.Prefix
	for _, text := range c.TrustedProxies {
		network, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("AUTOMACAO_TRUSTED_PROXIES: %q is no network like 10.0.0.0/8", text)
		}
		networks = append(networks, network)
	}
	return networks, nil
}

// URL returns the address at which people reach the product, without a trailing slash.
func (c *Config) URL() string {
	if c.PublicURL != "" {
		parsed, _ := url.Parse(c.PublicURL)
		return parsed.Scheme + "://" + parsed.Host
	}
	return "http://" + c.Addr
}

// privateNames are the endings of names that exist only within a network (RFC 6761, 6762, 8375).
var privateNames = []string{".localhost", ".local", ".internal", ".home.arpa", ".lan", ".test"}

// isPublic reports whether people reach the product at an https:// address outside this machine and
// private networks.
func (c *Config) isPublic() bool {
	parsed, err := url.Parse(c.PublicURL)
	if err != nil || parsed.Scheme != "https" {
		return false
	}
	host := strings.TrimSuffix(strings.ToLower(parsed.Hostname()), ".")
	if ip, err := netip.ParseAddr(host); err == nil {
		ip = ip.Unmap()
		return !ip.IsLoopback() && !ip.IsPrivate() && !ip.IsLinkLocalUnicast()
	}
	return strings.Contains(host, ".") && !slices.ContainsFunc(privateNames, func(end string) bool { return strings.HasSuffix(host, end) })
}

// ContactAddress returns the e-mail address to which people write.
func (c *Config) ContactAddress() string {
	if c.Contact != "" {
		return c.Contact
	}
	parsed, err := url.Parse(c.URL())
	if err != nil || net.ParseIP(parsed.Hostname()) != nil || !strings.Contains(parsed.Hostname(), ".") {
		return "contato@localhost"
	}
	return "contato@" + strings.TrimPrefix(parsed.Hostname(), "www.")
}

// database returns which database to open, and which schemas it has besides the product's own.
func (c *Config) database(log *slog.Logger) postgres.Config {
	work := postgres.Part{Migrate: queue.Migrate, IsBehind: queue.IsBehind}
	return postgres.Config{
		URL: c.DatabaseURL, MigrateURL: c.MigrateURL, DirectURL: c.DirectURL, Parts: []postgres.Part{work}, Dir: c.Data, BinDir: c.PGBin,
		LossySettings: c.lossySettings(), Settings: c.pgSettings(), Archive: c.walArchive(), Log: log,
	}
}

// pgSettings returns the settings of the private database. Check has validated them.
func (c *Config) pgSettings() map[string]string {
	settings, _ := cluster.ParseSettings(c.PGSettings)
	return settings
}

func (c *Config) secretsPath() string { return filepath.Join(c.Data, "secrets.json") }

func (c *Config) sealKeysPath() string { return filepath.Join(c.Data, "seal.json") }

// pixURL returns the URL of the institution that holds payments, "" if there is none. A
// demonstration simulates one.
func (c *Config) pixURL() string {
	if c.PixURL == "" && c.Demo {
		return "simulado:"
	}
	return c.PixURL
}

func (c *Config) barsKeyPath() string { return filepath.Join(c.Data, "barred.key") }
