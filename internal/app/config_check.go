package app

import (
	"errors"
	"fmt"
	"net/mail"
	"os"
	"slices"
	"strings"
	"time"

	"automacao/internal/edge/middleware"
	"automacao/internal/edge/telemetry"
	"automacao/internal/postgres/cluster"
	"automacao/internal/site"
)

// Bounds of settings.
const (
	passwordMinLowest  = 6
	passwordMinHighest = 64
	accessTokenLowest  = time.Minute
	accessTokenHighest = time.Hour
	feeDefault         = "10"
	feeBasisPointsMax  = 50_00
	backupEveryLowest  = 10 * time.Minute
	backupEveryDefault = 24 * time.Hour
	picturesHighestMB  = 4096
)

// Check returns an error of one sentence about the first setting that cannot be used. It is not
// called Validate, because kong calls a method of that name before the command runs.
func (c *Config) Check() error {
	for _, check := range []func() error{
		c.checkAddresses, c.checkSizes, c.checkRequests, c.checkKeys, c.checkPublicURL, c.checkDatabase,
		c.checkOutside, c.checkOffer, c.checkPostgres, c.checkBackup, c.checkLimits,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checkAddresses checks the addresses on which the server listens.
func (c *Config) checkAddresses() error {
	if !middleware.HasPort(c.Addr) {
		return fmt.Errorf("AUTOMACAO_ADDR %q is no host:port with a port from 0 to %d", c.Addr, middleware.PortMax)
	}
	if c.MetricsAddr != "" && (!middleware.HasPort(c.MetricsAddr) || middleware.SharesAddress(c.MetricsAddr, c.Addr)) {
		return fmt.Errorf("AUTOMACAO_METRICS_ADDR %q is no host:port with a port from 0 to %d, or is that of AUTOMACAO_ADDR", c.MetricsAddr, middleware.PortMax)
	}
	return nil
}

// checkSizes checks the numbers that have a lowest or a highest value.
func (c *Config) checkSizes() error {
	if c.PasswordMin < passwordMinLowest || c.PasswordMin > passwordMinHighest {
		return fmt.Errorf("AUTOMACAO_PASSWORD_MIN is %d; it goes from %d to %d characters", c.PasswordMin, passwordMinLowest, passwordMinHighest)
	}
	if c.AccessTokenTTL < accessTokenLowest || c.AccessTokenTTL > accessTokenHighest {
		return fmt.Errorf("AUTOMACAO_ACCESS_TOKEN_TTL is %s; it goes from %s to %s", c.AccessTokenTTL, accessTokenLowest, accessTokenHighest)
	}
	if c.DiskReserveMB < 0 {
		return fmt.Errorf("AUTOMACAO_DISK_RESERVE_MB is %d; 0 is the least", c.DiskReserveMB)
	}
	if c.AnswersMB < 0 {
		return fmt.Errorf("AUTOMACAO_ANSWERS_MB is %d; 0 is the least", c.AnswersMB)
	}
	if c.PicturesMB < 0 || c.PicturesMB > picturesHighestMB {
		return fmt.Errorf("AUTOMACAO_PICTURES_MB is %d; it goes from 0 to %d", c.PicturesMB, picturesHighestMB)
	}
	return nil
}

// checkRequests checks the settings of uploads, logs and timeouts of requests.
func (c *Config) checkRequests() error {
	if _, err := c.scanner(); err != nil {
		return err
	}
	if c.ShutdownTimeout <= 0 {
		return errors.New("AUTOMACAO_SHUTDOWN_TIMEOUT must be longer than nothing")
	}
	if err := telemetry.CheckTraces(os.Getenv); err != nil {
		return err
	}
	if c.SlowAfter < 0 {
		return fmt.Errorf("AUTOMACAO_SLOW_AFTER is %s; 0 is the least", c.SlowAfter)
	}
	return nil
}

// checkPublicURL checks the address at which people reach the product.
func (c *Config) checkPublicURL() error {
	if err := middleware.CheckURL("AUTOMACAO_PUBLIC_URL", c.PublicURL, "http", "https"); err != nil {
		return err
	}
	if c.Demo && c.isPublic() {
		return fmt.Errorf("AUTOMACAO_DEMO with AUTOMACAO_PUBLIC_URL %q: its accounts open with a published password, administrator included, and are for no public address; take one of the two out", c.URL())
	}
	return nil
}

// checkDatabase checks how the database is reached.
func (c *Config) checkDatabase() error {
	if err := middleware.CheckURL("DATABASE_URL", c.DatabaseURL, "postgres", "postgresql"); err != nil {
		return err
	}
	if err := middleware.CheckURL("DATABASE_MIGRATE_URL", c.MigrateURL, "postgres", "postgresql"); err != nil {
		return err
	}
	if err := middleware.CheckURL("DATABASE_DIRECT_URL", c.DirectURL, "postgres", "postgresql"); err != nil {
		return err
	}
	if c.MigrateURL != "" && c.DatabaseURL == "" {
		return errors.New("DATABASE_MIGRATE_URL needs DATABASE_URL")
	}
	if c.DirectURL != "" && c.DatabaseURL == "" {
		return errors.New("DATABASE_DIRECT_URL needs DATABASE_URL")
	}
	return nil
}

// checkOffer checks what people are shown and what they pay.
func (c *Config) checkOffer() error {
	if c.ConfirmEmail && c.SMTPURL == "" {
		return errors.New("AUTOMACAO_CONFIRM_EMAIL needs SMTP_URL")
	}
	if _, err := mail.ParseAddress(c.ContactAddress()); err != nil {
		return fmt.Errorf("AUTOMACAO_CONTACT %q is no e-mail address", c.Contact)
	}
	if _, err := c.operator(); err != nil {
		return err
	}
	if err := site.CheckPagesOff(c.PagesOff); err != nil {
		return fmt.Errorf("AUTOMACAO_PAGES_OFF: %w", err)
	}
	if _, err := c.pictureOrigins(); err != nil {
		return err
	}
	if _, err := c.feeBasisPoints(); err != nil {
		return err
	}
	return nil
}

// checkPostgres checks the settings of PostgreSQL itself.
func (c *Config) checkPostgres() error {
	if _, err := cluster.ParseSettings(c.PGSettings); err != nil {
		return fmt.Errorf("AUTOMACAO_PG_SETTINGS: %w", err)
	}
	for _, name := range c.LossySettings {
		if known := cluster.DurabilitySettings(); !slices.Contains(known, name) {
			return fmt.Errorf("AUTOMACAO_LOSSY_SETTINGS: %q is none of %s", name, strings.Join(known, ", "))
		}
	}
	return nil
}

// checkLimits checks the rate limits, and the proxies that tell callers apart.
func (c *Config) checkLimits() error {
	if _, _, err := c.limits(); err != nil {
		return fmt.Errorf("AUTOMACAO_LIMITS: %w", err)
	}
	_, err := c.proxies()
	return err
}
