package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

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
