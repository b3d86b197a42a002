package app

import (
	"time"
)

// Config is every setting of the server. Each is a flag and an environment variable, and has a
// default, which the zero value stands for. A field tagged secret is never printed: it is a key, or
// a URL that may contain one.
type Config struct {
	ConfigFile      string        `name:"config" help:"File of settings, NAME=VALUE a line under the names of the environment; flags and the environment win over it." env:"AUTOMACAO_CONFIG" placeholder:"FILE"`
	NewMarket       bool          `help:"Make a new market where the data directory holds none."`
	Addr            string        `help:"Address to listen on, host:port." env:"AUTOMACAO_ADDR" default:"127.0.0.1:8080"`
	SharePort       bool          `help:"Listen although another server of the same user does, so that a new one takes over before the old one ends; for nodes of one DATABASE_URL, on Linux." env:"AUTOMACAO_SHARE_PORT"`
	MetricsAddr     string        `help:"Address for the operator alone, host:port, with Prometheus metrics at /metrics and profiles under /debug/pprof/; who reaches it needs no password, so that it belongs on a private network. Off when empty." env:"AUTOMACAO_METRICS_ADDR" placeholder:"HOST:PORT"`
	Data            string        `help:"Data directory: private database, files, secrets." env:"AUTOMACAO_DATA" default:"./data" type:"path"`
	DatabaseURL     string        `help:"PostgreSQL 15 or newer to use instead of the private one, with a role that may log in and owns nothing." env:"DATABASE_URL" secret:"url" placeholder:"postgres://…"`
	MigrateURL      string        `name:"database-migrate-url" help:"The same database for the role that owns its schema, which migrates at start; then DATABASE_URL needs a role that owns nothing. Empty where 'automacao migrate' is run by itself." env:"DATABASE_MIGRATE_URL" secret:"url" placeholder:"postgres://…"`
	DirectURL       string        `name:"database-direct-url" aliases:"direct-url" help:"The same database and role past the pooler that DATABASE_URL leads through (PgBouncer in transaction mode): hears what is live, and migrates where DATABASE_MIGRATE_URL is empty." env:"DATABASE_DIRECT_URL" secret:"url" placeholder:"postgres://…"`
	LossySettings   []string      `help:"Settings under which DATABASE_URL's server may lose what it confirmed and that stand as they are: data_checksums,fsync. Others stop the start, but of a demonstration." env:"AUTOMACAO_LOSSY_SETTINGS" placeholder:"NAME"`
	PGBin           string        `name:"pg-bin" help:"Folder of the PostgreSQL server programs for the private database; found by itself when empty." env:"AUTOMACAO_PG_BIN" placeholder:"DIR"`
	PGSettings      []string      `name:"pg-settings" help:"Settings of the private database instead of those chosen for the machine at start, which the log names: shared_buffers=2GB,work_mem=16MB." env:"AUTOMACAO_PG_SETTINGS" placeholder:"NAME=VALUE"`
	PublicURL       string        `help:"Address people reach the product at, for links and tokens; http://ADDR when empty." env:"AUTOMACAO_PUBLIC_URL" placeholder:"https://…"`
	Contact         string        `help:"E-mail address people write to, shown in the terms and the privacy policy; contato@ the public host when empty." env:"AUTOMACAO_CONTACT" placeholder:"EMAIL"`
	Operator        string        `help:"Who runs this market, as pages, terms and the receipts of the fee say (Decreto 7.962/2013, art. 2): legal name; CNPJ; address, between semicolons." env:"AUTOMACAO_OPERATOR" placeholder:"NAME; CNPJ; ADDRESS"`
	Officer         string        `help:"Who answers for personal data (LGPD, art. 41), named in the terms and the privacy policy." env:"AUTOMACAO_OFFICER" placeholder:"NAME"`
	Demo            bool          `help:"Load demonstration data and list the test accounts on the sign-in page." env:"AUTOMACAO_DEMO"`
	BlobURL         string        `help:"Where files are kept: s3://bucket?region=… or file:///dir; a folder in the data directory when empty." env:"BLOB_URL" secret:"url" placeholder:"s3://…"`
	SMTPURL         string        `name:"smtp-url" help:"Mail server, smtp://user:password@host:port?from=address, smtps:// for TLS from the start; no mail is sent when empty." env:"SMTP_URL" secret:"url" placeholder:"smtp://…"`
	JWTSecret       string        `name:"jwt-secret" help:"Secret that signs sessions, 32 bytes or more; made on first start when empty." env:"AUTOMACAO_JWT_SECRET" secret:"key" placeholder:"SECRET"`
	JWTRetired      []string      `name:"jwt-retired" help:"Secrets that signed sessions before AUTOMACAO_JWT_SECRET and still verify them, until they are taken out here." env:"AUTOMACAO_JWT_RETIRED" secret:"key" placeholder:"SECRET"`
	JWKSFile        string        `name:"jwks-file" help:"Key set that signs sessions with RS256 or ES256 instead." env:"AUTOMACAO_JWKS_FILE" placeholder:"FILE" type:"path"`
	FederationFile  string        `name:"federation-file" help:"File that says who else vouches for people who sign in, as JSON; docs/guide/sign-in.md describes it. Nobody when empty." env:"AUTOMACAO_FEDERATION_FILE" placeholder:"FILE" type:"path"`
	BarsKey         string        `help:"Key that hashes who may not sign up again, for several nodes; kept in barred.key of the data directory when empty." env:"AUTOMACAO_BARS_KEY" secret:"key" placeholder:"KEY"`
	PushKey         string        `help:"Key that signs notifications to devices (VAPID): base64url of 32 bytes, the same on every node; kept in push.key of the data directory when empty. Under another key devices have to open the product once to be reached again." env:"AUTOMACAO_PUSH_KEY" secret:"key" placeholder:"KEY"`
	PushOrigins     []string      `help:"Push services besides those of Chrome, Firefox, Edge and Safari that may be called: https://push.example.com." env:"AUTOMACAO_PUSH_ORIGINS" placeholder:"https://…"`
	ConfirmEmail    bool          `help:"Let people sign in only after they followed the link in a mail; needs SMTP_URL." env:"AUTOMACAO_CONFIRM_EMAIL"`
	AllowedOrigins  []string      `help:"Browser origins besides the server's own that may call it." env:"AUTOMACAO_ALLOWED_ORIGINS" placeholder:"https://…"`
	PictureOrigins  []string      `help:"Origins besides the server's own storage whose pictures people may show: https://cdn.example.com." env:"AUTOMACAO_PICTURE_ORIGINS" placeholder:"https://…"`
	PagesOff        []string      `help:"Public pages that are not open yet, by address: /consultoria,/solucoes. They say they are under construction." env:"AUTOMACAO_PAGES_OFF" placeholder:"/ADDRESS"`
	FeePercent      string        `help:"Fee of payments that an institution holds, in percent with at most two decimals, from 0 to 50; for proposals from now on." env:"AUTOMACAO_FEE_PERCENT" default:"10"`
	PixURL          string        `name:"pix-url" help:"Institution that holds payments: asaas://KEY@HOST/v3?webhook_token=…&wallet=…, or simulado: for one that holds no money; the sides settle directly when empty, but for the demonstration, which simulates." env:"AUTOMACAO_PIX_URL" secret:"url" placeholder:"asaas://…"`
	SealKeys        string        `help:"Keys that seal second factors and the keys of receivers' accounts, id:key,id:key with the current one first, for several nodes; kept in seal.json of the data directory when empty." env:"AUTOMACAO_SEAL_KEYS" secret:"key" placeholder:"KEYS"`
	TrustedProxies  []string      `help:"Networks whose X-Forwarded-For header is believed." env:"AUTOMACAO_TRUSTED_PROXIES" placeholder:"10.0.0.0/8"`
	Limits          []string      `help:"Limits that differ from their defaults, by name: a rate of requests (reads=900/1m) or a number of what members write (messages_daily_max=2000); requests=none and quotas=none turn all of a kind off, to measure the server. docs/reference/limits.md lists them." env:"AUTOMACAO_LIMITS" placeholder:"NAME=VALUE"`
	PasswordMin     int           `help:"Shortest password accepted, in characters." env:"AUTOMACAO_PASSWORD_MIN" default:"6"`
	AccessTokenTTL  time.Duration `name:"access-token-ttl" help:"How long an access token is valid before it is refreshed." env:"AUTOMACAO_ACCESS_TOKEN_TTL" default:"15m"`
	DiskReserveMB   int           `name:"disk-reserve-mb" help:"Free space in the data directory below which nothing new is written, in MiB." env:"AUTOMACAO_DISK_RESERVE_MB" default:"64"`
	AnswersMB       int           `name:"answers-mb" help:"Memory for what every visitor is answered alike, kept until it changes, in MiB; 0 keeps nothing." env:"AUTOMACAO_ANSWERS_MB" default:"64"`
	PicturesMB      int           `name:"pictures-mb" help:"Memory for pictures in other sizes and formats, which /storage/v1/render/image serves, in MiB, at most 4096; 0 serves none." env:"AUTOMACAO_PICTURES_MB" default:"0"`
	ShutdownTimeout time.Duration `help:"How long requests in flight may take to finish on SIGTERM." env:"AUTOMACAO_SHUTDOWN_TIMEOUT" default:"10s"`
	SlowAfter       time.Duration `help:"Requests and statements that take longer are logged, a statement with its plan, and neither with what anybody typed; 0 logs none." env:"AUTOMACAO_SLOW_AFTER" default:"1s"`
	Clamd           string        `help:"ClamAV daemon that every file is shown to before anybody else reads it, unix:/run/clamav/clamd.ctl or tcp:host:3310; files are refused while it does not answer. Nobody is asked when empty." env:"AUTOMACAO_CLAMD" placeholder:"unix:PATH|tcp:HOST:PORT"`
	BackupTo        string        `help:"Folder, or bucket as s3://bucket/prefix?region=…, in which the server puts backups by itself; none are made when empty. With DATABASE_URL it needs DATABASE_MIGRATE_URL." env:"AUTOMACAO_BACKUP_TO" secret:"url" placeholder:"DIR|URL"`
	BackupEvery     time.Duration `help:"How old the newest backup gets before the next is made." env:"AUTOMACAO_BACKUP_EVERY" default:"24h"`
	BackupKeep      int           `help:"How many backups stay, the newest; 0 keeps all." env:"AUTOMACAO_BACKUP_KEEP" default:"14"`
	BackupRecipient string        `help:"Public keys of age that backups are encrypted to, separated by commas, as automacao backup key prints them; encrypted to nobody when empty." env:"AUTOMACAO_BACKUP_RECIPIENT" placeholder:"KEY"`
	LogFormat       string        `help:"text, json, or auto: text on a terminal, json otherwise." env:"AUTOMACAO_LOG_FORMAT" enum:"auto,text,json" default:"auto"`
	LogLevel        string        `help:"debug, info, warn or error." env:"AUTOMACAO_LOG_LEVEL" enum:"debug,info,warn,error" default:"info"`
}
