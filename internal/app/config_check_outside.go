package app

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"automacao/internal/edge/middleware"
	"automacao/internal/files/blob"
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
