package seal

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

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
