// Package apikey makes the API keys of a server's clients, and keeps the secret that they are
// signed with in a file of the data directory.
package apikey

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

	"automacao/internal/wire/token"
)

// SecretBytesMin is the shortest secret that signs.
const SecretBytesMin = 32

// API keys have fixed validity dates, so that every node with the same secret derives the same
// keys.
var (
	issuedAt  = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	ExpiresAt = time.Date(2046, 1, 1, 0, 0, 0, 0, time.UTC)
)

// Sign returns the API key of a role.
func Sign(signing *token.Keys, role string) (string, error) {
	key, err := signing.Sign(jwt.MapClaims{
		"iss": "automacao", "role": role, "iat": issuedAt.Unix(), "exp": ExpiresAt.Unix(),
	})
	if err != nil {
		return "", fmt.Errorf("sign the %s key: %w", role, err)
	}
	return key, nil
}

// Secrets is the content of the secrets file.
type Secrets struct {
	JWTSecret string `json:"jwt_secret"`
	// Retired are earlier secrets, which still verify until their time.
	Retired []Retired `json:"retired,omitempty"`
}

// Retired is an earlier secret and the time until which it verifies.
type Retired struct {
	JWTSecret string    `json:"jwt_secret"`
	Until     time.Time `json:"until"`
}

// Read returns the secrets of a file, and creates the file if it does not exist.
func Read(path string) (Secrets, error) {
	stored, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return makeFile(path)
	}
	if err != nil {
		return Secrets{}, fmt.Errorf("read secrets: %w", err)
	}
	var kept Secrets
	if err := json.Unmarshal(stored, &kept); err != nil || kept.JWTSecret == "" {
		return Secrets{}, fmt.Errorf("%s is damaged: restore it from a backup, or remove it to sign everybody out", path)
	}
	return kept, nil
}

func makeFile(path string) (Secrets, error) {
	kept := Secrets{JWTSecret: New()}
	if err := Keep(path, kept.Document()); errors.Is(err, fs.ErrExist) {
		return Read(path)
	} else if err != nil {
		return Secrets{}, fmt.Errorf("write secrets: %w", err)
	}
	return kept, nil
}

// New returns a random secret.
func New() string {
	fresh := make([]byte, 48)
	_, _ = rand.Read(fresh)
	return base64.RawURLEncoding.EncodeToString(fresh)
}

// Document is the file's content.
func (s Secrets) Document() []byte {
	document, _ := json.MarshalIndent(s, "", "  ")
	return document
}

// Keep links a complete file into place, so that two servers that start at once agree on one and
// none is ever half-written. If the file exists, it stays and the error is fs.ErrExist.
func Keep(path string, document []byte) error {
	draft, err := WriteDraft(path, document)
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(draft) }()
	return os.Link(draft, path)
}

// WriteDraft writes a complete file beside the path that it is meant for, and returns its name.
func WriteDraft(path string, document []byte) (string, error) {
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
