package app

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"automacao/internal/kernel/caller"
	"automacao/internal/wire/apikey"
	"automacao/internal/wire/token"
)

// Keys are the keys with which clients call the server. The service-role key may do everything, so
// it belongs on servers only.
type Keys struct {
	URL            string `json:"url"`
	AnonKey        string `json:"anon_key"`
	ServiceRoleKey string `json:"service_role_key"`
	JWTSecret      string `json:"jwt_secret"`
	// bars is the key that hashes the documents of blocked people.
	bars []byte
}

// ReadKeys returns the keys of a data directory. It creates the secret if there is none yet.
func ReadKeys(cfg Config) (Keys, error) {
	signing, secret, err := openKeys(cfg)
	if err != nil {
		return Keys{}, err
	}
	anon, err := apikey.Sign(signing, "anon")
	if err != nil {
		return Keys{}, err
	}
	service, err := apikey.Sign(signing, caller.ServiceRole)
	if err != nil {
		return Keys{}, err
	}
	bars, err := openBanKey(cfg, signing)
	if err != nil {
		return Keys{}, err
	}
	return Keys{URL: cfg.URL(), AnonKey: anon, ServiceRoleKey: service, JWTSecret: secret, bars: bars}, nil
}

// RequireKeys refuses a data directory without keys, unless the configuration asks for a new
// market. Otherwise a mistyped folder would go unnoticed.
func RequireKeys(cfg Config) error {
	if cfg.NewMarket || cfg.JWTSecret != "" || cfg.JWKSFile != "" {
		return nil
	}
	if _, err := os.Stat(cfg.secretsPath()); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("there are no keys in %s: name the market's folder in AUTOMACAO_DATA, start one with `automacao serve`, or have keys made here with --new-market", cfg.Data)
}

// openKeys returns the keys that sign and verify tokens: the configured key set, or else the
// configured secret, or else the one kept in the data directory.
func openKeys(cfg Config) (*token.Keys, string, error) {
	if cfg.JWKSFile != "" {
		document, err := os.ReadFile(cfg.JWKSFile)
		if err != nil {
			return nil, "", fmt.Errorf("read AUTOMACAO_JWKS_FILE: %w", err)
		}
		keys, err := token.FromJWKS(document)
		return keys, "", err
	}
	if cfg.JWTSecret != "" {
		retired := make([]token.Retired, len(cfg.JWTRetired))
		for i, secret := range cfg.JWTRetired {
			retired[i].Secret = secret
		}
		keys, err := token.FromSecrets(cfg.JWTSecret, retired...)
		return keys, cfg.JWTSecret, err
	}
	kept, err := apikey.Read(cfg.secretsPath())
	if err != nil {
		return nil, "", err
	}
	retired := make([]token.Retired, len(kept.Retired))
	for i, before := range kept.Retired {
		retired[i] = token.Retired{Secret: before.JWTSecret, Until: before.Until}
	}
	keys, err := token.FromSecrets(kept.JWTSecret, retired...)
	return keys, kept.JWTSecret, err
}

const barsKeyBytesMin = 32

// openBanKey returns the key that hashes the documents of blocked people: the configured one, or
// the one kept in the data directory. The latter is derived from the signing key when it is first
// needed, and does not follow a later signing key, because nobody would be recognised under another
// key.
func openBanKey(cfg Config, signing *token.Keys) ([]byte, error) {
	if cfg.BarsKey != "" {
		return parseBarsKey(cfg.BarsKey)
	}
	path := cfg.barsKeyPath()
	stored, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return makeBarsKey(cfg, signing)
	}
	if err != nil {
		return nil, fmt.Errorf("read who is barred by: %w", err)
	}
	key, err := parseBarsKey(strings.TrimSpace(string(stored)))
	if err != nil {
		return nil, fmt.Errorf("%s is damaged, restore it from a backup: %w", path, err)
	}
	return key, nil
}

func makeBarsKey(cfg Config, signing *token.Keys) ([]byte, error) {
	key, err := signing.Derive("barred documents")
	if err != nil {
		return nil, err
	}
	err = apikey.Keep(cfg.barsKeyPath(), []byte(base64.RawURLEncoding.EncodeToString(key)))
	if errors.Is(err, fs.ErrExist) {
		return openBanKey(cfg, signing)
	}
	if err != nil {
		return nil, fmt.Errorf("keep the key of who is barred, which AUTOMACAO_BARS_KEY gives too: %w", err)
	}
	return key, nil
}

// parseBarsKey parses a key as its file stores it.
func parseBarsKey(text string) ([]byte, error) {
	key, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(key) < barsKeyBytesMin {
		return nil, fmt.Errorf("the key of who is barred is no base64url of %d bytes or more", barsKeyBytesMin)
	}
	return key, nil
}

// RotateKeys gives the data directory a new signing key and returns the keys derived from it.
// Tokens of the former key stay valid for as long as keep says. Sessions continue, because refresh
// tokens are bound to no key, and so do API keys in open pages and in other programs. Servers read
// the keys when they start.
func RotateKeys(cfg Config, keep time.Duration, now time.Time) (Keys, error) {
	if cfg.JWKSFile != "" || cfg.JWTSecret != "" {
		return Keys{}, errors.New("the signing key is configured, not the data directory's: put the new one first in AUTOMACAO_JWKS_FILE, or in AUTOMACAO_JWT_SECRET with the former in AUTOMACAO_JWT_RETIRED")
	}
	// Keys derived from the first signing key must be stored before it changes.
	if _, err := ReadKeys(cfg); err != nil {
		return Keys{}, err
	}
	kept, err := apikey.Read(cfg.secretsPath())
	if err != nil {
		return Keys{}, err
	}
	past := func(before apikey.Retired) bool { return !before.Until.After(now) }
	next := apikey.Secrets{JWTSecret: apikey.New(), Retired: slices.DeleteFunc(slices.Clone(kept.Retired), past)}
	if keep > 0 {
		next.Retired = append(next.Retired, apikey.Retired{JWTSecret: kept.JWTSecret, Until: now.Add(keep).UTC().Truncate(time.Second)})
	} else {
		// Whoever stole one key may have the earlier ones too.
		next.Retired = nil
	}
	draft, err := apikey.WriteDraft(cfg.secretsPath(), next.Document())
	if err != nil {
		return Keys{}, fmt.Errorf("write secrets: %w", err)
	}
	if err := os.Rename(draft, cfg.secretsPath()); err != nil {
		return Keys{}, errors.Join(fmt.Errorf("write secrets: %w", err), os.Remove(draft))
	}
	return ReadKeys(cfg)
}
