// Package apikey makes the keys that clients call a server with, and keeps the
// secret that they follow from in a file of the data directory.
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

// API keys are valid for a fixed span, so that every node that shares the
// secret derives the same ones.
var (
	issuedAt  = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	ExpiresAt = time.Date(2046, 1, 1, 0, 0, 0, 0, time.UTC)
)

// Sign returns the key of a role: whoever brings it is the role's.
func Sign(signing *token.Keys, role string) (string, error) {
	key, err := signing.Sign(jwt.MapClaims{
		"iss": "automacao", "role": role, "iat": issuedAt.Unix(), "exp": ExpiresAt.Unix(),
	})
	if err != nil {
		return "", fmt.Errorf("sign the %s key: %w", role, err)
	}
	return key, nil
}

// Secrets is the file of a data directory.
type Secrets struct {
	JWTSecret string `json:"jwt_secret"`
	// Retired signed before and verify until their time.
	Retired []Retired `json:"retired,omitempty"`
}

// Retired is a secret that signed before, and until when it is believed.
type Retired struct {
	JWTSecret string    `json:"jwt_secret"`
	Until     time.Time `json:"until"`
}

// Read returns the secrets of a file, making it first where there is none.
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

// New draws a secret.
func New() string {
	fresh := make([]byte, 48)
	_, _ = rand.Read(fresh)
	return base64.RawURLEncoding.EncodeToString(fresh)
}

// Document is what the file says.
func (s Secrets) Document() []byte {
	document, _ := json.MarshalIndent(s, "", "  ")
	return document
}

// Keep links a complete file into place, so that two servers starting at once
// agree on one and none is ever half-written. A file that is there stays, and
// the error is fs.ErrExist.
func Keep(path string, document []byte) error {
	draft, err := WriteDraft(path, document)
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(draft) }()
	return os.Link(draft, path)
}

// WriteDraft writes a complete file beside the one that it is to become.
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
