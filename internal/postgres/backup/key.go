package backup

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"filippo.io/age"
)

// ErrEncrypted says that a backup cannot be read without a key.
var ErrEncrypted = errors.New("the backup is encrypted: name the file of its key with --identity")

// Recipients parses the public keys that backups are encrypted to, in age's format, separated by
// commas. An empty list means no encryption.
func Recipients(list string) ([]age.Recipient, error) {
	if strings.TrimSpace(list) == "" {
		return nil, nil
	}
	recipients, err := age.ParseRecipients(strings.NewReader(strings.ReplaceAll(list, ",", "\n")))
	if err != nil {
		return nil, errors.New("AUTOMACAO_BACKUP_RECIPIENT is no public key of age: one begins with age1, and is printed by automacao backup key")
	}
	return recipients, nil
}

// Identities reads the keys in a file made by age-keygen or NewKey. An empty path means no key.
func Identities(path string) ([]age.Identity, error) {
	if path == "" {
		return nil, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open the key of the backup: %w", err)
	}
	defer func() { _ = file.Close() }()
	identities, err := age.ParseIdentities(file)
	if err != nil {
		// The library's error text may quote the key.
		return nil, fmt.Errorf("%s holds no key of age: one begins with AGE-SECRET-KEY-1", path)
	}
	return identities, nil
}

// NewKey writes a new key to a file that does not exist yet, and returns the public key that
// backups are encrypted to.
func NewKey(path string) (recipient string, err error) {
	made, err := age.GenerateX25519Identity()
	if err != nil {
		return "", fmt.Errorf("make a key: %w", err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, os.ErrExist) {
		return "", fmt.Errorf("%s is there already: a key is never replaced", path)
	}
	if err != nil {
		return "", fmt.Errorf("write the key: %w", err)
	}
	_, err = fmt.Fprintf(file, "# public key: %s\n%s\n", made.Recipient(), made)
	return made.Recipient().String(), errors.Join(err, file.Sync(), file.Close())
}
