package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"automacao/internal/files/blob"
	filesystem "automacao/internal/files/disk"
	"automacao/internal/notify/mail"
	"automacao/internal/postgres"
	"automacao/internal/postgres/backup"
)

// How a part of the installation stands.
const (
	Well    = "ok"
	Doubted = "warning"
	Ill     = "error"
)

// Finding is what was found of one part: one sentence, with the mend where
// there is something to mend. It holds no secret.
type Finding struct {
	Part     string `json:"part"`
	State    string `json:"state"`
	Sentence string `json:"sentence"`
}

// doctorPatience bounds the question to one part.
const doctorPatience = 10 * time.Second

// doctor collects what is found; it changes nothing.
type doctor struct {
	cfg   Config
	log   *slog.Logger
	found []Finding
}

// Doctor looks at the whole installation, without starting, making or changing
// anything but one small object in a bucket, which it removes.
func Doctor(ctx context.Context, cfg Config, log *slog.Logger) []Finding {
	d := &doctor{cfg: cfg, log: log}
	for _, look := range []func(context.Context){
		d.lookAtDatabase, d.lookAtSecrets, d.lookAtDisk, d.lookAtMail, d.lookAtBucket, d.lookAtScanner, d.lookAtBackups, d.lookAtArchive, d.lookAtAddress, d.lookAtProxies, d.lookAtMetrics, d.lookAtOperator,
	} {
		asking, cancel := context.WithTimeout(ctx, doctorPatience)
		look(asking)
		cancel()
	}
	return d.found
}

func (d *doctor) say(part, state, sentence string, arguments ...any) {
	d.found = append(d.found, Finding{part, state, fmt.Sprintf(sentence, arguments...)})
}

// lookAtSecrets wants files that only their owner reads, and on several nodes
// the same keys everywhere.
func (d *doctor) lookAtSecrets(context.Context) {
	before := len(d.found)
	files := []string{d.cfg.secretsPath(), d.cfg.sealKeysPath(), d.cfg.barsKeyPath(), d.cfg.pushKeyPath()}
	if d.cfg.ConfigFile != "" {
		files = append(files, d.cfg.ConfigFile)
	}
	for _, path := range files {
		// A service reads its settings by its group, as they are root's.
		others := os.FileMode(0o077)
		if path == d.cfg.ConfigFile {
			others = 0o037
		}
		if info, err := os.Stat(path); err == nil && info.Mode().Perm()&others != 0 {
			d.say("secrets", Ill, "other users of this machine may read %s: run chmod 600 %s", path, path)
		}
	}
	if d.cfg.DatabaseURL != "" {
		var own []string
		for name, isSet := range map[string]bool{
			"AUTOMACAO_JWT_SECRET": d.cfg.JWTSecret != "" || d.cfg.JWKSFile != "", "AUTOMACAO_SEAL_KEYS": d.cfg.SealKeys != "",
			"AUTOMACAO_BARS_KEY": d.cfg.BarsKey != "", "AUTOMACAO_PUSH_KEY": d.cfg.PushKey != "",
		} {
			if !isSet {
				own = append(own, name)
			}
		}
		if len(own) > 0 {
			d.say("secrets", Doubted, "this node keeps keys of its own: on a second one set %s alike", sentenceOf(own))
		}
	}
	if len(d.found) == before {
		d.say("secrets", Well, "nobody else on this machine reads them")
	}
}

// diskWarnBytes is the free space below which an operator should look for more.
const diskWarnBytes = 1 << 30

func (d *doctor) lookAtDisk(context.Context) {
	dir := d.cfg.Data
	free, err := filesystem.FreeBytes(dir)
	for ; errors.Is(err, os.ErrNotExist) && filepath.Dir(dir) != dir; free, err = filesystem.FreeBytes(dir) {
		dir = filepath.Dir(dir)
	}
	switch {
	case err != nil:
		d.say("disk", Ill, "the disk of %s cannot be asked: %v", d.cfg.Data, err)
	case free < uint64(d.cfg.DiskReserveMB)<<20: //nolint:gosec // Check has seen that it is positive
		d.say("disk", Ill, "%d MiB are free for %s, less than AUTOMACAO_DISK_RESERVE_MB (%d): nothing new is written until there is room", free>>20, d.cfg.Data, d.cfg.DiskReserveMB)
	case free < diskWarnBytes:
		d.say("disk", Doubted, "%d MiB are free for %s: make room before %d are left", free>>20, d.cfg.Data, d.cfg.DiskReserveMB)
	default:
		d.say("disk", Well, "%d MiB are free for %s", free>>20, d.cfg.Data)
	}
}

func (d *doctor) lookAtMail(ctx context.Context) {
	if d.cfg.SMTPURL == "" {
		d.say("mail", Doubted, "no mail is sent, so that nobody gets back in who forgot a password: set SMTP_URL")
		return
	}
	sender, err := mail.Open(d.cfg.SMTPURL)
	if err == nil {
		err = sender.Reach(ctx)
	}
	if err != nil {
		d.say("mail", Ill, "the mail server of SMTP_URL takes no letters: %v", err)
		return
	}
	d.say("mail", Well, "the mail server answers and lets the server in")
}

// doctorKey is what is written to a bucket and removed again.
const doctorKey = "doctor/probe"

func (d *doctor) lookAtBucket(ctx context.Context) {
	if !blob.IsRemote(d.cfg.BlobURL) {
		d.lookAtFolder()
		return
	}
	bucket, err := blob.Open(ctx, d.cfg.BlobURL, d.cfg.Data)
	if err != nil {
		d.say("files", Ill, "%v", err)
		return
	}
	defer func() { _ = bucket.Close() }()
	err = blob.Reach(ctx, bucket)
	if err == nil {
		err = blob.Put(ctx, bucket, doctorKey, "text/plain", func(w io.Writer) error {
			_, err := io.WriteString(w, "automacao doctor")
			return err
		})
	}
	if err == nil {
		_, err = bucket.ReadAll(ctx, doctorKey)
	}
	if err == nil {
		err = bucket.Delete(ctx, doctorKey)
	}
	if err != nil {
		d.say("files", Ill, "the bucket of BLOB_URL does not write, read and remove: %v", err)
		return
	}
	d.say("files", Well, "the bucket writes, reads and removes")
}

func (d *doctor) lookAtFolder() {
	folder := d.folder()
	draft, err := os.CreateTemp(folder, ".doctor-*")
	switch {
	case errors.Is(err, os.ErrNotExist):
		d.say("files", Well, "%s is made by the first start", folder)
	case err != nil:
		d.say("files", Ill, "the folder for files cannot be written to: %v", err)
	default:
		if err := errors.Join(draft.Close(), os.Remove(draft.Name())); err != nil {
			d.say("files", Ill, "the folder for files cannot be written to: %v", err)
			return
		}
		d.say("files", Well, "%s can be written to", folder)
	}
}

// lookAtBackups wants one that is not much older than it is meant to get, and
// that only whoever has its key reads.
func (d *doctor) lookAtBackups(ctx context.Context) {
	if err := d.cfg.backupLacks(ctx); err != nil {
		d.say("backups", Ill, "none can be made from here: %v", err)
		return
	}
	if d.cfg.BackupTo == "" {
		d.say("backups", Doubted, "the server makes none by itself: set AUTOMACAO_BACKUP_TO, or have automacao backup run every day")
		return
	}
	var held []backup.Held
	place, err := backup.OpenTarget(ctx, d.cfg.BackupTo)
	if err == nil {
		held, err = place.List(ctx)
		err = errors.Join(err, place.Close())
	}
	newest := backup.Newest(held)
	age := time.Since(newest).Round(time.Minute)
	switch {
	case err != nil:
		d.say("backups", Ill, "where AUTOMACAO_BACKUP_TO leads cannot be read: %v", err)
	case newest.IsZero():
		d.say("backups", Ill, "there is none where AUTOMACAO_BACKUP_TO leads: the server makes the first as it starts, and its log says what hinders it")
	case age > d.cfg.backupEvery()+backupSlack:
		d.say("backups", Ill, "the newest is %s old and should be %s at most: the server's log says what hinders the next", age, d.cfg.backupEvery())
	case d.cfg.BackupRecipient == "":
		d.say("backups", Doubted, "the newest is %s old, and whoever reads it reads everything: make a key with automacao backup key and name its public half in AUTOMACAO_BACKUP_RECIPIENT", age)
	default:
		d.say("backups", Well, "the newest is %s old, and encrypted from the next on at the latest", age)
	}
}

// lookAtArchive wants the WAL of a private database where its backups are.
func (d *doctor) lookAtArchive(context.Context) {
	if d.cfg.walArchive() == nil || !postgres.HasCluster(d.cfg.Data) {
		return
	}
	state, err := postgres.ReadArchive(d.cfg.Data)
	waits := time.Since(state.Since).Round(time.Second)
	switch {
	case d.cfg.archiveID() == "":
		d.say("WAL", Doubted, "it is archived from the next start on, and no moment between two backups can be restored before")
	case err != nil:
		d.say("WAL", Ill, "the database's folder cannot be read: %v", err)
	case !state.Since.IsZero() && waits > archiveLate:
		d.say("WAL", Ill, "%d files wait to be archived, the first for %s: they fill the disk; the server's log says what hinders them", state.Waiting, waits)
	default:
		d.say("WAL", Well, "it is archived, and %d files are on their way", state.Waiting)
	}
}

// backupSlack is what making one may take.
const backupSlack = 2 * time.Hour

// lookAtAddress calls the market as people do.
func (d *doctor) lookAtAddress(ctx context.Context) {
	public, err := url.Parse(d.cfg.PublicURL)
	switch {
	case d.cfg.PublicURL == "" || err != nil:
		d.say("public URL", Doubted, "links in mails lead to %s: set AUTOMACAO_PUBLIC_URL to the address that people use", d.cfg.URL())
		return
	case public.Scheme != "https" && !isOwnName(public.Hostname()):
		d.say("public URL", Ill, "AUTOMACAO_PUBLIC_URL is no https:// address: passwords would go over the network in the clear, and passkeys need it")
		return
	}
	asked, err := http.NewRequestWithContext(ctx, http.MethodGet, d.cfg.URL()+"/live", nil)
	if err != nil {
		d.say("public URL", Ill, "AUTOMACAO_PUBLIC_URL cannot be called: %v", err)
		return
	}
	client := &http.Client{Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true}}
	answer, err := client.Do(asked)
	if err != nil {
		d.say("public URL", Ill, "%s does not answer from here: look at the name, the certificate and the proxy before the server: %v", d.cfg.URL(), err)
		return
	}
	body, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<10))
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK || string(body) != `{"status":"ok"}` {
		d.say("public URL", Ill, "%s/live is answered %d by something that is not this market: look at where the name and the proxy lead", d.cfg.URL(), answer.StatusCode)
		return
	}
	d.say("public URL", Well, "%s leads here", d.cfg.URL())
}

func isOwnName(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// lookAtProxies wants to know people's own addresses, and from nobody else than
// the proxy: limits are theirs.
func (d *doctor) lookAtProxies(context.Context) {
	networks, err := d.cfg.proxies()
	if err != nil {
		d.say("proxies", Ill, "%v", err)
		return
	}
	for _, network := range networks {
		if network.Bits() == 0 {
			d.say("proxies", Ill, "AUTOMACAO_TRUSTED_PROXIES has %s: everybody may say who he is and get round every limit; name the proxy's own network", network)
			return
		}
	}
	if len(networks) == 0 && strings.HasPrefix(d.cfg.PublicURL, "https://") {
		d.say("proxies", Doubted, "somebody else ends TLS for this server, and its X-Forwarded-For is not believed: all visitors share one limit; name its network in AUTOMACAO_TRUSTED_PROXIES")
		return
	}
	d.say("proxies", Well, "X-Forwarded-For is believed from %d networks", len(networks))
}

// lookAtMetrics wants an address that the public does not reach: it asks nobody for
// a password.
func (d *doctor) lookAtMetrics(context.Context) {
	if d.cfg.MetricsAddr == "" {
		d.say("metrics", Well, "they are off, as AUTOMACAO_METRICS_ADDR is empty")
		return
	}
	host, _, _ := net.SplitHostPort(d.cfg.MetricsAddr)
	address, err := netip.ParseAddr(host)
	if host == "localhost" || err == nil && (address.IsLoopback() || address.IsPrivate()) {
		d.say("metrics", Well, "they are open at %s, which is no public address", d.cfg.MetricsAddr)
		return
	}
	d.say("metrics", Doubted, "whoever reaches AUTOMACAO_METRICS_ADDR (%s) reads numbers and profiles without a password: name an address of this machine or of a private network", d.cfg.MetricsAddr)
}

func (d *doctor) lookAtOperator(context.Context) {
	switch {
	case d.cfg.Demo:
		d.say("operator", Well, "this is a demonstration")
	case d.cfg.Operator == "" || d.cfg.Officer == "":
		d.say("operator", Doubted, "pages say that nobody is named, which Decreto 7.962/2013 and LGPD art. 41 do not allow: set AUTOMACAO_OPERATOR and AUTOMACAO_OFFICER")
	default:
		d.say("operator", Well, "pages name who operates and who answers for personal data")
	}
}
