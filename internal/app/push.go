package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"automacao/internal/market/people/device"
	"automacao/internal/notify/push"
	"automacao/internal/wire/apikey"
)

func (c *Config) pushKeyPath() string { return filepath.Join(c.Data, "push.key") }

func (c *Config) validatePush() error {
	if c.PushKey != "" {
		if _, err := push.ParseKey(c.PushKey); err != nil {
			return fmt.Errorf("AUTOMACAO_PUSH_KEY: %w", err)
		}
	}
	if _, err := push.NewServices(c.PushOrigins); err != nil {
		return fmt.Errorf("AUTOMACAO_PUSH_ORIGINS: %w", err)
	}
	return nil
}

// openPush prepares the sender of notifications to devices.
func (a *App) openPush(context.Context) (err error) {
	if a.pushKey, err = openPushKey(a.cfg); err != nil {
		return err
	}
	if a.pushServices, err = push.NewServices(a.cfg.PushOrigins); err != nil {
		return fmt.Errorf("AUTOMACAO_PUSH_ORIGINS: %w", err)
	}
	a.push = push.NewSender(a.pushKey, a.cfg.ContactAddress(), a.pushServices)
	return nil
}

func (a *App) closePush(context.Context) error {
	if a.push != nil {
		a.push.Close()
	}
	return nil
}

// pushRules returns the rules for a browser's endpoint and keys.
func (a *App) pushRules() device.Rules {
	return device.Rules{Endpoint: a.pushServices.Check, Keys: push.CheckKeys}
}

// openPushKey returns the configured key, or the one kept in the data directory. It is not derived
// from the signing key: a browser accepts messages of one key only, so every device would have to
// be added again after a change.
func openPushKey(cfg Config) (push.Key, error) {
	if cfg.PushKey != "" {
		return push.ParseKey(cfg.PushKey)
	}
	path := cfg.pushKeyPath()
	stored, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return makePushKey(cfg)
	}
	if err != nil {
		return push.Key{}, fmt.Errorf("read the push key: %w", err)
	}
	key, err := push.ParseKey(strings.TrimSpace(string(stored)))
	if err != nil {
		return push.Key{}, fmt.Errorf("%s is damaged, restore it from a backup or remove it to make another: %w", path, err)
	}
	return key, nil
}

func makePushKey(cfg Config) (push.Key, error) {
	text, err := push.NewKey()
	if err != nil {
		return push.Key{}, err
	}
	err = apikey.Keep(cfg.pushKeyPath(), []byte(text))
	if errors.Is(err, fs.ErrExist) {
		return openPushKey(cfg)
	}
	if err != nil {
		return push.Key{}, fmt.Errorf("keep the push key, which AUTOMACAO_PUSH_KEY gives too: %w", err)
	}
	return push.ParseKey(text)
}
