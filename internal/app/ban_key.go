package app

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"automacao/internal/wire/apikey"
	"automacao/internal/wire/token"
)

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
