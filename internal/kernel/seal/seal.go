// Package seal encrypts secrets for storage in the database, such as those that give access to
// somebody's account. The key is never in the database. The package knows nothing about what the
// secrets are for.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
)

// ErrBroken means that a sealed text was changed, moved to another owner, or sealed with an unknown
// key.
var ErrBroken = errors.New("the sealed text cannot be opened")

// Secret is a text that no log and no error shows.
type Secret string

const hidden = "[secret]"

// String hides the secret.
func (Secret) String() string { return hidden }

// GoString hides the secret.
func (Secret) GoString() string { return hidden }

// LogValue hides the secret.
func (Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalJSON hides the secret.
func (Secret) MarshalJSON() ([]byte, error) { return []byte(`"` + hidden + `"`), nil }

// Reveal returns the secret itself, for code that has to use or show it.
func (s Secret) Reveal() string { return string(s) }

// Sealer seals with its current key and opens with any key that it has.
type Sealer struct {
	current string
	keys    map[string]cipher.AEAD
}

// encoding encodes sealed texts and keys.
var encoding = base64.RawURLEncoding

// Seal encrypts a secret with AES-256-GCM. owner is authenticated with it, for example a party's
// key: a secret sealed for one owner cannot be opened for another.
func (s *Sealer) Seal(secret Secret, owner string) string {
	aead := s.keys[s.current]
	nonce := make([]byte, aead.NonceSize())
	_, _ = rand.Read(nonce)
	sealed := aead.Seal(nonce, nonce, []byte(secret), []byte(owner))
	return s.current + "." + encoding.EncodeToString(sealed)
}

// Open decrypts a secret for its owner. The error is ErrBroken.
func (s *Sealer) Open(sealed, owner string) (Secret, error) {
	id, text, _ := strings.Cut(sealed, ".")
	aead, known := s.keys[id]
	if !known {
		return "", fmt.Errorf("%w: there is no key %q", ErrBroken, id)
	}
	raw, err := encoding.DecodeString(text)
	if err != nil || len(raw) < aead.NonceSize() {
		return "", ErrBroken
	}
	secret, err := aead.Open(nil, raw[:aead.NonceSize()], raw[aead.NonceSize():], []byte(owner))
	if err != nil {
		return "", ErrBroken
	}
	return Secret(secret), nil
}

// IsCurrent reports whether a text was sealed with the current key, so that others can be sealed
// again.
func (s *Sealer) IsCurrent(sealed string) bool {
	return strings.HasPrefix(sealed, s.current+".")
}

func newSealer(kept keyring) (*Sealer, error) {
	sealer := &Sealer{current: kept.Current, keys: map[string]cipher.AEAD{}}
	for id, text := range kept.Keys {
		key, err := encoding.DecodeString(strings.TrimRight(text, "="))
		if err != nil || len(key) != keyBytes || id == "" || strings.Contains(id, ".") {
			return nil, fmt.Errorf("the sealing key %q is not %d bytes in base64url", id, keyBytes)
		}
		block, err := aes.NewCipher(key)
		if err != nil {
			return nil, fmt.Errorf("read the sealing key %q: %w", id, err)
		}
		if sealer.keys[id], err = cipher.NewGCM(block); err != nil {
			return nil, fmt.Errorf("read the sealing key %q: %w", id, err)
		}
	}
	if sealer.keys[sealer.current] == nil {
		return nil, errors.New("there is no current sealing key")
	}
	return sealer, nil
}

// keyBytes is the length of an AES-256 key.
const keyBytes = 32

// keyring is the content of the key file: every key by its identifier, and the identifier of the
// one that seals.
type keyring struct {
	Current string            `json:"current"`
	Keys    map[string]string `json:"keys"`
}

// Load reads the keys from setting, "id:key,id:key" with the current one first. If setting is empty
// it reads the file at path, which is created on first start. What was sealed with a lost key
// cannot be opened again.
func Load(setting, path string) (*Sealer, error) {
	if setting != "" {
		return fromSetting(setting)
	}
	kept, err := readKeys(path)
	if errors.Is(err, fs.ErrNotExist) {
		kept, err = firstKeys(path)
	}
	if err != nil {
		return nil, err
	}
	return newSealer(kept)
}

// fromSetting never repeats the setting in an error, because it holds keys.
func fromSetting(setting string) (*Sealer, error) {
	kept := keyring{Keys: map[string]string{}}
	for pair := range strings.SplitSeq(setting, ",") {
		id, key, ok := strings.Cut(strings.TrimSpace(pair), ":")
		if !ok || kept.Keys[id] != "" {
			return nil, errors.New(`the sealing keys are not "id:key,id:key" with each id once`)
		}
		kept.Keys[id] = key
		if kept.Current == "" {
			kept.Current = id
		}
	}
	return newSealer(kept)
}

func readKeys(path string) (keyring, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return keyring{}, fmt.Errorf("read the sealing keys: %w", err)
	}
	var kept keyring
	if err := json.Unmarshal(text, &kept); err != nil || len(kept.Keys) == 0 {
		return keyring{}, fmt.Errorf("%s is damaged: restore it from a backup; without it no sealed secret can be opened", path)
	}
	return kept, nil
}

// firstKeys links a complete file into place, so that two servers that start at once agree on one
// key.
func firstKeys(path string) (keyring, error) {
	id, key := newKey()
	kept := keyring{Current: id, Keys: map[string]string{id: key}}
	draft, err := writeDraft(path, kept)
	if err != nil {
		return keyring{}, err
	}
	defer func() { _ = os.Remove(draft) }()
	if err := os.Link(draft, path); errors.Is(err, fs.ErrExist) {
		return readKeys(path)
	} else if err != nil {
		return keyring{}, fmt.Errorf("write the sealing keys: %w", err)
	}
	return kept, nil
}

func newKey() (id, key string) {
	random := make([]byte, keyBytes+4)
	_, _ = rand.Read(random)
	return hex.EncodeToString(random[keyBytes:]), encoding.EncodeToString(random[:keyBytes])
}

// writeDraft writes the keys to a temporary file beside path that only its owner can read.
func writeDraft(path string, kept keyring) (string, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", fmt.Errorf("write the sealing keys: %w", err)
	}
	draft, err := os.CreateTemp(filepath.Dir(path), ".seal-*")
	if err != nil {
		return "", fmt.Errorf("write the sealing keys: %w", err)
	}
	text, _ := json.MarshalIndent(kept, "", "  ")
	_, err = draft.Write(append(text, '\n'))
	if err := errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return "", errors.Join(fmt.Errorf("write the sealing keys: %w", err), os.Remove(draft.Name()))
	}
	return draft.Name(), nil
}

// Texts is a Sealer for plain strings, for callers that do not use Secret.
type Texts struct{ *Sealer }

// Seal encrypts a text for its owner.
func (t Texts) Seal(text, owner string) string { return t.Sealer.Seal(Secret(text), owner) }

// Open decrypts a text for its owner.
func (t Texts) Open(sealed, owner string) (string, error) {
	secret, err := t.Sealer.Open(sealed, owner)
	return secret.Reveal(), err
}
