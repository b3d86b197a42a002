package app

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"automacao/internal/wire/apikey"
)

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
