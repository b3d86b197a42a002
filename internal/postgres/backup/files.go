package backup

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"filippo.io/age"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/klauspost/compress/zstd"
	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
)

const keysFolder = "keys/"

// packFiles copies the keys and the files that the snapshot names.
func (m Market) packFiles(ctx context.Context, tx pgx.Tx, now *pgx.ConnConfig, into io.Writer) (count int, keys []string, err error) {
	rows, _ := tx.Query(ctx, `SELECT version FROM storage.objects ORDER BY version`)
	versions, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return 0, nil, fmt.Errorf("list files: %w", err)
	}
	packed, err := zstd.NewWriter(into)
	if err != nil {
		return 0, nil, fmt.Errorf("compress files: %w", err)
	}
	archive := tar.NewWriter(packed)
	defer func() { err = errors.Join(err, archive.Close(), packed.Close()) }()
	for _, version := range versions {
		if err := m.packFile(ctx, archive, version, now); err != nil {
			return 0, nil, err
		}
	}
	for _, name := range m.KeyFiles {
		content, err := os.ReadFile(filepath.Join(m.DataDir, name))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err == nil {
			err = archive.WriteHeader(&tar.Header{Name: keysFolder + name, Mode: 0o600, Size: int64(len(content))})
		}
		if err == nil {
			_, err = archive.Write(content)
		}
		if err != nil {
			return 0, nil, fmt.Errorf("copy %s: %w", name, err)
		}
		keys = append(keys, name)
	}
	return len(versions), keys, nil
}

func (m Market) packFile(ctx context.Context, archive *tar.Writer, version uuid.UUID, now *pgx.ConnConfig) (err error) {
	key := m.Key(version)
	reader, err := m.Files.NewReader(ctx, key, nil)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return explainMissing(ctx, now, version)
	}
	if err != nil {
		return fmt.Errorf("open file %s: %w", version, err)
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	header := &tar.Header{Name: key, Mode: 0o600, Size: reader.Size(), ModTime: reader.ModTime(), PAXRecords: map[string]string{"AUTOMACAO.type": reader.ContentType()}}
	if err := archive.WriteHeader(header); err != nil {
		return fmt.Errorf("copy file %s: %w", version, err)
	}
	if _, err := io.Copy(archive, reader); err != nil {
		return fmt.Errorf("copy file %s: %w", version, err)
	}
	return nil
}

// explainMissing distinguishes a file that was removed since the snapshot from one that is lost.
func explainMissing(ctx context.Context, now *pgx.ConnConfig, version uuid.UUID) error {
	conn, err := pgx.ConnectConfig(ctx, now)
	if err != nil {
		return fmt.Errorf("ask for file %s: %w", version, err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var named bool
	if err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM storage.objects WHERE version = $1)`, version).Scan(&named); err != nil {
		return fmt.Errorf("ask for file %s: %w", version, err)
	}
	if named {
		return fmt.Errorf("the bytes of file %s are gone from the object store, though the database names it: delete the file, or put them back", version)
	}
	return errMoved
}

// eachFile iterates over an archive of files.
func eachFile(from io.Reader, do func(*tar.Header, io.Reader) error) error {
	packed, err := zstd.NewReader(from)
	if err != nil {
		return fmt.Errorf("open the archive of files: %w", err)
	}
	defer packed.Close()
	archive := tar.NewReader(packed)
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the archive of files: %w", err)
		}
		if err := do(header, archive); err != nil {
			return err
		}
	}
}

// unpackFiles puts files into the store and keys into the data directory.
func (m Market) unpackFiles(ctx context.Context, from io.Reader, put func(context.Context, *blob.Bucket, string, string, func(io.Writer) error) error) error {
	return eachFile(from, func(header *tar.Header, content io.Reader) error {
		if name, isKey := strings.CutPrefix(header.Name, keysFolder); isKey {
			return writeKey(filepath.Join(m.DataDir, filepath.Base(name)), content)
		}
		return put(ctx, m.Files, header.Name, header.PAXRecords["AUTOMACAO.type"], func(into io.Writer) error {
			_, err := io.Copy(into, content)
			return err
		})
	})
}

func writeKey(path string, content io.Reader) error {
	text, err := io.ReadAll(content)
	if err == nil {
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		return fmt.Errorf("restore %s: %w", filepath.Base(path), err)
	}
	return nil
}

// digest computes the size and digest of a part as stored.
func (p *Place) digest(ctx context.Context, made Manifest, name string) (found Part, err error) {
	reader, err := p.raw(ctx, made, name)
	if err != nil {
		return found, err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	kept := &measured{into: io.Discard, sum: sha256.New()}
	if _, err := io.Copy(kept, untilDone{ctx, reader}); err != nil {
		return found, fmt.Errorf("read a part of the backup: %w", err)
	}
	return kept.part(), nil
}

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
