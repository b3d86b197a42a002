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
