package app

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"automacao/internal/caller"
	"automacao/internal/psp/seal"
	"automacao/internal/wire/token"
)

// Keys are what a client needs to call the server. The service-role key may
// do everything and belongs on servers only.
type Keys struct {
	URL            string `json:"url"`
	AnonKey        string `json:"anon_key"`
	ServiceRoleKey string `json:"service_role_key"`
	JWTSecret      string `json:"jwt_secret"`
	// bars hashes what may not sign up again.
	bars []byte
}

// API keys are valid for a fixed span, so that every node that shares the
// secret derives the same ones.
var (
	keysIssuedAt  = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	keysExpiresAt = time.Date(2046, 1, 1, 0, 0, 0, 0, time.UTC)
)

// ReadKeys returns the keys of a data directory, making its secret first
// where there is none yet.
func ReadKeys(cfg Config) (Keys, error) {
	signing, secret, err := openKeys(cfg)
	if err != nil {
		return Keys{}, err
	}
	anon, err := apiKey(signing, "anon")
	if err != nil {
		return Keys{}, err
	}
	service, err := apiKey(signing, caller.ServiceRole)
	if err != nil {
		return Keys{}, err
	}
	bars, err := openBarsKey(cfg, signing)
	if err != nil {
		return Keys{}, err
	}
	return Keys{URL: cfg.URL(), AnonKey: anon, ServiceRoleKey: service, JWTSecret: secret, bars: bars}, nil
}

// RequireKeys refuses a data directory without keys, unless it is asked to have
// them made: of a wrong folder nobody would notice.
func RequireKeys(cfg Config) error {
	if cfg.NewMarket || cfg.JWTSecret != "" || cfg.JWKSFile != "" {
		return nil
	}
	if _, err := os.Stat(cfg.secretsPath()); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("there are no keys in %s: name the market's folder in AUTOMACAO_DATA, start one with `automacao serve`, or have keys made here with --new-market", cfg.Data)
}

func apiKey(signing *token.Keys, role string) (string, error) {
	key, err := signing.Sign(jwt.MapClaims{
		"iss": "automacao", "role": role, "iat": keysIssuedAt.Unix(), "exp": keysExpiresAt.Unix(),
	})
	if err != nil {
		return "", fmt.Errorf("sign the %s key: %w", role, err)
	}
	return key, nil
}

// openKeys returns what signs and verifies tokens: the key set of the
// configuration, else the configured secret, else the data directory's own.
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
	kept, err := ownSecrets(cfg.secretsPath())
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

// secrets is the file of the data directory.
type secrets struct {
	JWTSecret string `json:"jwt_secret"`
	// Retired signed before and verify until their time.
	Retired []retiredSecret `json:"retired,omitempty"`
}

type retiredSecret struct {
	JWTSecret string    `json:"jwt_secret"`
	Until     time.Time `json:"until"`
}

func ownSecrets(path string) (secrets, error) {
	stored, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return makeSecrets(path)
	}
	if err != nil {
		return secrets{}, fmt.Errorf("read secrets: %w", err)
	}
	var kept secrets
	if err := json.Unmarshal(stored, &kept); err != nil || kept.JWTSecret == "" {
		return secrets{}, fmt.Errorf("%s is damaged: restore it from a backup, or remove it to sign everybody out", path)
	}
	return kept, nil
}

func makeSecrets(path string) (secrets, error) {
	kept := secrets{JWTSecret: newSecret()}
	if err := keep(path, kept.document()); errors.Is(err, fs.ErrExist) {
		return ownSecrets(path)
	} else if err != nil {
		return secrets{}, fmt.Errorf("write secrets: %w", err)
	}
	return kept, nil
}

func newSecret() string {
	fresh := make([]byte, 48)
	_, _ = rand.Read(fresh)
	return base64.RawURLEncoding.EncodeToString(fresh)
}

func (s secrets) document() []byte {
	document, _ := json.MarshalIndent(s, "", "  ")
	return document
}

// keep links a complete file into place, so that two servers starting at once
// agree on one and none is ever half-written. A file that is there stays, and
// the error is fs.ErrExist.
func keep(path string, document []byte) error {
	draft, err := writeDraft(path, document)
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(draft) }()
	return os.Link(draft, path)
}

// writeDraft writes a complete file beside the one that it is to become.
func writeDraft(path string, document []byte) (string, error) {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", fmt.Errorf("make the data directory: %w", err)
	}
	draft, err := os.CreateTemp(folder, ".secrets-*")
	if err != nil {
		return "", err
	}
	_, err = draft.Write(append(document, '\n'))
	if err := errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return "", errors.Join(err, os.Remove(draft.Name()))
	}
	return draft.Name(), nil
}

// factorSeal keeps the secrets of second factors under the keys that seal those
// of receivers' accounts.
type factorSeal struct{ keys *seal.Sealer }

// Seal encrypts a secret for its owner.
func (s factorSeal) Seal(secret, owner string) string { return s.keys.Seal(seal.Secret(secret), owner) }

// Open decrypts it for the same owner only.
func (s factorSeal) Open(sealed, owner string) (string, error) {
	secret, err := s.keys.Open(sealed, owner)
	return secret.Reveal(), err
}
