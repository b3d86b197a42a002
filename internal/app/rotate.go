package app

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"automacao/internal/wire/apikey"
)

// RotateKeys gives the data directory a new signing key and returns the keys
// that follow from it. What the former one signed is believed for as long as
// keep says: sessions live on, as refresh tokens are bound to no key, and so do
// API keys in open pages and in other programs. Servers read it at their start.
func RotateKeys(cfg Config, keep time.Duration, now time.Time) (Keys, error) {
	if cfg.JWKSFile != "" || cfg.JWTSecret != "" {
		return Keys{}, errors.New("the signing key is configured, not the data directory's: put the new one first in AUTOMACAO_JWKS_FILE, or in AUTOMACAO_JWT_SECRET with the former in AUTOMACAO_JWT_RETIRED")
	}
	// What is derived from the first signing key has to be kept before it goes.
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
		// Whoever has one key by theft may have the ones before it.
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
