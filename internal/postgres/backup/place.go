package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"filippo.io/age"
	gocloud "gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"automacao/internal/files/blob"
)

// Place is the location of one backup or of all backups: a folder, or a prefix in a bucket.
type Place struct {
	bucket *gocloud.Bucket
	prefix string
	// folder is empty for a bucket, whose address is url.
	folder string
	url    url.URL
}

const isS3 = "s3://"

var errNoPlace = errors.New("no place for backups: name a folder, or a bucket as s3://bucket/prefix?region=…")

// CheckPlace returns an error for an invalid address, without connecting to it.
func CheckPlace(at string) error {
	if !strings.HasPrefix(at, isS3) {
		if at == "" || strings.Contains(at, "://") {
			return fmt.Errorf("%q is %w", at, errNoPlace)
		}
		return nil
	}
	if parsed, err := url.Parse(at); err != nil || parsed.Host == "" {
		return errNoPlace
	}
	return nil
}

// OpenTarget opens the place where backups are written, and creates a missing folder. The caller
// closes it.
func OpenTarget(ctx context.Context, at string) (*Place, error) {
	if err := CheckPlace(at); err != nil {
		return nil, err
	}
	if strings.HasPrefix(at, isS3) {
		return openBucket(ctx, at)
	}
	folder, err := filepath.Abs(at)
	if err != nil {
		return nil, fmt.Errorf("find the folder for backups: %w", err)
	}
	bucket, err := blob.Open(ctx, "file://"+folder, "")
	return &Place{bucket: bucket, folder: folder}, err
}

// OpenSource opens an existing backup. The caller closes it.
func OpenSource(ctx context.Context, at string) (*Place, error) {
	if !strings.HasPrefix(at, isS3) {
		if _, err := os.Stat(filepath.Join(at, manifestName)); errors.Is(err, os.ErrNotExist) {
			return nil, errNoBackup(at)
		}
	}
	return OpenTarget(ctx, at)
}

func errNoBackup(at string) error {
	return fmt.Errorf("%s is no backup: it has no %s; name the one that begins with automacao-", at, manifestName)
}

func openBucket(ctx context.Context, at string) (*Place, error) {
	parsed, err := url.Parse(at)
	if err != nil {
		return nil, errNoPlace
	}
	whole := *parsed
	whole.Path = ""
	bucket, err := gocloud.OpenBucket(ctx, whole.String())
	if err != nil {
		return nil, fmt.Errorf("open the bucket for backups: %w", err)
	}
	isThere, err := bucket.IsAccessible(ctx)
	if err == nil && !isThere {
		err = errors.New("there is no such bucket")
	}
	// An access key that may only read and write objects cannot inspect the bucket.
	if err != nil && gcerrors.Code(err) != gcerrors.PermissionDenied {
		return nil, errors.Join(fmt.Errorf("reach the bucket for backups: %w", err), bucket.Close())
	}
	prefix := strings.Trim(parsed.Path, "/")
	if prefix != "" {
		prefix += "/"
	}
	return &Place{bucket: bucket, prefix: prefix, url: *parsed}, nil
}

// Close closes the place.
func (p *Place) Close() error { return p.bucket.Close() }

// in returns the place of one backup below this one. It is closed with this one.
func (p *Place) in(name string) *Place {
	below := &Place{bucket: p.bucket, prefix: p.prefix + name + "/", url: *p.url.JoinPath(name)}
	if p.folder != "" {
		below.folder = filepath.Join(p.folder, name)
	}
	return below
}

// String returns the address as a command takes it.
func (p *Place) String() string {
	if p.folder != "" {
		return p.folder
	}
	return p.url.String()
}

// measured counts the bytes that pass and computes their digest.
type measured struct {
	into  io.Writer
	sum   hash.Hash
	bytes int64
}

func (m *measured) Write(text []byte) (int, error) {
	n, err := m.into.Write(text)
	m.sum.Write(text[:n])
	m.bytes += int64(n)
	return n, err
}

func (m *measured) part() Part {
	return Part{Bytes: m.bytes, SHA256: hex.EncodeToString(m.sum.Sum(nil))}
}

// write stores what is written, encrypted to the recipients if there are any.
func (p *Place) write(ctx context.Context, name string, recipients []age.Recipient, write func(io.Writer) error) (made Part, err error) {
	err = blob.Put(ctx, p.bucket, p.prefix+stored(name, len(recipients) > 0), "application/octet-stream", func(into io.Writer) error {
		kept := &measured{into: into, sum: sha256.New()}
		defer func() { made = kept.part() }()
		if len(recipients) == 0 {
			return write(kept)
		}
		sealed, err := age.Encrypt(kept, recipients...)
		if err != nil {
			return fmt.Errorf("encrypt %s: %w", name, err)
		}
		if err := write(sealed); err != nil {
			return err
		}
		return sealed.Close()
	})
	return made, err
}

// stored returns the name under which a part is stored.
func stored(name string, isEncrypted bool) string {
	if isEncrypted {
		return name + ".age"
	}
	return name
}

// raw returns the bytes of a part as stored, readable until ctx ends.
func (p *Place) raw(ctx context.Context, made Manifest, name string) (io.ReadCloser, error) {
	reader, err := p.bucket.NewReader(ctx, p.prefix+stored(name, made.Encrypted), nil)
	if err != nil {
		return nil, fmt.Errorf("open a part of the backup: %w", err)
	}
	return reader, nil
}

// read passes the decrypted bytes of a part to use.
func (p *Place) read(ctx context.Context, made Manifest, name string, identities []age.Identity, use func(io.Reader) error) (err error) {
	if made.Encrypted && len(identities) == 0 {
		return ErrEncrypted
	}
	kept, err := p.raw(ctx, made, name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	if !made.Encrypted {
		return use(untilDone{ctx, kept})
	}
	opened, err := age.Decrypt(untilDone{ctx, kept}, identities...)
	if _, isOther := errors.AsType[*age.NoIdentityMatchError](err); isOther {
		return errors.New("the backup is encrypted, and this key does not open it")
	}
	if err != nil {
		return fmt.Errorf("decrypt %s: %w", name, err)
	}
	return use(opened)
}

// settle syncs a folder's entries to disk.
func (p *Place) settle() error {
	if p.folder == "" {
		return nil
	}
	return errors.Join(syncPath(p.folder), syncPath(filepath.Dir(p.folder)))
}

func syncPath(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open what was written: %w", err)
	}
	return errors.Join(file.Sync(), file.Close())
}

// remove deletes what a failed backup left behind.
func (p *Place) remove(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	var failures []error
	entries := p.bucket.List(&gocloud.ListOptions{Prefix: p.prefix})
	for {
		entry, err := entries.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("remove what is left of the backup: %w", err)
		}
		failures = append(failures, p.bucket.Delete(ctx, entry.Key))
	}
	if p.folder != "" {
		failures = append(failures, os.RemoveAll(p.folder))
	}
	return errors.Join(failures...)
}
