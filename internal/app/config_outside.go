package app

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"

	"automacao/internal/edge/middleware"
	"automacao/internal/files/blob"
	"automacao/internal/files/clamd"
	"automacao/internal/institution/psp"
	"automacao/internal/kernel/seal"
	mailserver "automacao/internal/notify/mail"
	"automacao/internal/postgres/backup"
	"automacao/internal/wire/apikey"
	"automacao/internal/wire/auth/core"
)

// checkKeys checks secrets and keys.
func (c *Config) checkKeys() error {
	if c.JWTSecret != "" && len(c.JWTSecret) < apikey.SecretBytesMin {
		return fmt.Errorf("AUTOMACAO_JWT_SECRET has %d bytes; %d are the least", len(c.JWTSecret), apikey.SecretBytesMin)
	}
	for _, secret := range c.JWTRetired {
		if len(secret) < apikey.SecretBytesMin {
			return fmt.Errorf("AUTOMACAO_JWT_RETIRED has a secret of %d bytes; %d are the least", len(secret), apikey.SecretBytesMin)
		}
	}
	if len(c.JWTRetired) > 0 && c.JWTSecret == "" {
		return errors.New("AUTOMACAO_JWT_RETIRED needs AUTOMACAO_JWT_SECRET")
	}
	if _, err := parseBarsKey(c.BarsKey); c.BarsKey != "" && err != nil {
		return fmt.Errorf("AUTOMACAO_BARS_KEY: %w", err)
	}
	if err := c.validatePush(); err != nil {
		return err
	}
	return nil
}

// checkOutside checks the addresses of other services, without calling them.
func (c *Config) checkOutside() error {
	if err := middleware.CheckURL("SMTP_URL", c.SMTPURL, "smtp", "smtps"); err != nil {
		return err
	}
	if c.SMTPURL != "" {
		if _, err := mailserver.Open(c.SMTPURL); err != nil {
			return err
		}
	}
	if err := blob.Check(c.BlobURL); err != nil {
		return err
	}
	if c.SealKeys != "" {
		if _, err := seal.Load(c.SealKeys, ""); err != nil {
			return fmt.Errorf("AUTOMACAO_SEAL_KEYS: %w", err)
		}
	}
	// The simulated institution creates files when it is opened, so it is not opened here.
	if c.PixURL != "" && !strings.HasPrefix(c.PixURL, "simulado:") {
		if _, err := psp.Open(c.PixURL, psp.Options{WebhookURL: c.URL() + webhookPath, Contact: c.ContactAddress()}); err != nil {
			return err
		}
	}
	if _, err := core.OpenFederation(c.FederationFile); err != nil {
		return err
	}
	for _, origin := range c.AllowedOrigins {
		if parsed, err := url.Parse(origin); origin != "*" && (err != nil || parsed.Host == "" || parsed.Scheme+"://"+parsed.Host != origin) {
			return fmt.Errorf("AUTOMACAO_ALLOWED_ORIGINS: %q is no origin like https://app.example.com", origin)
		}
	}
	return nil
}

// checkBackup checks the settings of backups, without opening their place.
func (c *Config) checkBackup() error {
	if _, err := backup.Recipients(c.BackupRecipient); err != nil {
		return err
	}
	if c.BackupTo == "" {
		return nil
	}
	if err := backup.CheckPlace(c.BackupTo); err != nil {
		return fmt.Errorf("AUTOMACAO_BACKUP_TO: %w", err)
	}
	if c.backupEvery() < backupEveryLowest {
		return fmt.Errorf("AUTOMACAO_BACKUP_EVERY is %s; %s is the least", c.BackupEvery, backupEveryLowest)
	}
	if c.BackupKeep < 0 {
		return fmt.Errorf("AUTOMACAO_BACKUP_KEEP is %d; 0 keeps all", c.BackupKeep)
	}
	if c.DatabaseURL != "" && c.MigrateURL == "" {
		return errors.New("AUTOMACAO_BACKUP_TO needs DATABASE_MIGRATE_URL, since DATABASE_URL's role does not see all rows")
	}
	return nil
}

// pictureOrigins returns the other origins whose pictures may be shown. They use https, so that
// nobody can change the pictures on their way.
func (c *Config) pictureOrigins() ([]string, error) {
	var origins []string
	for _, text := range c.PictureOrigins {
		parsed, err := url.Parse(text)
		if err != nil || parsed.Scheme != "https" || parsed.Hostname() == "" || parsed.User != nil || text != "https://"+strings.ToLower(parsed.Host) || strings.Contains(text, "*") {
			return nil, fmt.Errorf("AUTOMACAO_PICTURE_ORIGINS: %q is no origin like https://cdn.example.com", text)
		}
		origins = append(origins, text)
	}
	return origins, nil
}

// storageOrigins returns the origins at which the product's own storage is reached: the public
// address, or else every address on which the server listens, and the allowed origins, which may
// forward to the storage, as the development server does.
func (c *Config) storageOrigins(listening net.Addr) []string {
	origins := []string{c.URL()}
	for _, origin := range c.AllowedOrigins {
		if origin != "*" {
			origins = append(origins, origin)
		}
	}
	_, port, err := net.SplitHostPort(listening.String())
	if err != nil || c.PublicURL != "" && !isLoopback(c.URL()) {
		return origins
	}
	origins = append(origins, "http://"+listening.String())
	for _, host := range append([]string{"localhost", "127.0.0.1", "::1"}, hostsOf(listening)...) {
		origins = append(origins, "http://"+net.JoinHostPort(host, port))
	}
	return origins
}

func isLoopback(address string) bool {
	parsed, err := url.Parse(address)
	if err != nil {
		return false
	}
	ip := net.ParseIP(parsed.Hostname())
	return parsed.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// hostsOf returns the addresses of this machine, if the server listens on all of them.
func hostsOf(listening net.Addr) (hosts []string) {
	tcp, ok := listening.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return nil
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, address := range addresses {
		if network, ok := address.(*net.IPNet); ok && !network.IP.IsLoopback() {
			hosts = append(hosts, network.IP.String())
		}
	}
	return hosts
}

// originals are the buckets whose pictures are stored unchanged, because the files of a contract
// are evidence.
var originals = []string{"deals"}

// scanner returns the virus scanner that checks files, or nil.
func (c *Config) scanner() (*clamd.Scanner, error) {
	if c.Clamd == "" {
		return nil, nil //nolint:nilnil // nobody is asked
	}
	scanner, err := clamd.Open(c.Clamd)
	if err != nil {
		return nil, fmt.Errorf("AUTOMACAO_CLAMD: %w", err)
	}
	return scanner, nil
}
