package backup

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"filippo.io/age"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/klauspost/compress/zstd"
	gocloud "gocloud.dev/blob"
)

// baseName is the part that holds the database's own files. walFolder, next to the backups, holds
// the WAL that continues from them.
const (
	baseName  = "base.tar.zst"
	walFolder = "wal"
)

// Base says from which moment on later moments can be restored with a backup.
type Base struct {
	// Archive names the run of WAL, if any is archived. First is the oldest file of it that the
	// restore needs.
	Archive string `json:"archive"`
	First   string `json:"first"`
	// From is the first moment that can be restored from this backup.
	From time.Time `json:"from"`
}

// KeepWAL stores a finished WAL file, compressed and encrypted to the recipients if there are any.
// The stored name contains the digest of the content: storing the same file again changes nothing,
// and different content under the same name is refused.
func (p *Place) KeepWAL(ctx context.Context, archive, name, from string, recipients []age.Recipient) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return fmt.Errorf("read finished WAL: %w", err)
	}
	sum := sha256.Sum256(text)
	run := p.in(walFolder).in(archive)
	held, err := run.listWAL(ctx, name+"-")
	if err != nil {
		return err
	}
	object := walObject{Name: name, Sum: hex.EncodeToString(sum[:16])}
	if slices.ContainsFunc(held, func(one walObject) bool { return one.Sum != object.Sum }) {
		return fmt.Errorf("%s is archived already, with other contents: two markets share one place for backups; give each its own", name)
	}
	if len(held) > 0 {
		return nil
	}
	_, err = run.write(ctx, object.key(), recipients, func(into io.Writer) error {
		return compressed(into, func(into io.Writer) error {
			_, err := into.Write(text)
			return err
		})
	})
	if err == nil {
		err = run.settle()
	}
	return err
}

func compressed(into io.Writer, write func(io.Writer) error) error {
	packed, err := zstd.NewWriter(into, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return fmt.Errorf("compress: %w", err)
	}
	return errors.Join(write(packed), packed.Close())
}

// walObject is a stored WAL file.
type walObject struct {
	Name, Sum string
	KeptAt    time.Time
	Encrypted bool
}

const walSuffix = ".zst"

func (w walObject) key() string { return w.Name + "-" + w.Sum + walSuffix }

// listWAL lists the stored files of a run, oldest first.
func (p *Place) listWAL(ctx context.Context, begins string) (held []walObject, err error) {
	entries := p.bucket.List(&gocloud.ListOptions{Prefix: p.prefix + begins, Delimiter: "/"})
	for {
		entry, err := entries.Next(ctx)
		if errors.Is(err, io.EOF) {
			slices.SortFunc(held, func(a, b walObject) int { return strings.Compare(a.Name, b.Name) })
			return held, nil
		}
		if err != nil {
			return nil, fmt.Errorf("list archived WAL: %w", err)
		}
		stem, isEncrypted := strings.CutSuffix(path.Base(entry.Key), ".age")
		stem, isWAL := strings.CutSuffix(stem, walSuffix)
		name, sum, hasSum := strings.Cut(stem, "-")
		if !entry.IsDir && isWAL && hasSum {
			held = append(held, walObject{name, sum, entry.ModTime, isEncrypted})
		}
	}
}

// readWAL passes the original content of a WAL file to use, and fails if its digest differs.
func (p *Place) readWAL(ctx context.Context, object walObject, identities []age.Identity, use func(io.Reader) error) error {
	return p.read(ctx, Manifest{Encrypted: object.Encrypted}, object.key(), identities, func(from io.Reader) error {
		unpacked, err := zstd.NewReader(from, zstd.WithDecoderConcurrency(1))
		if err != nil {
			return fmt.Errorf("open archived WAL: %w", err)
		}
		defer unpacked.Close()
		sum := sha256.New()
		if err := use(io.TeeReader(unpacked, sum)); err != nil {
			return err
		}
		if got := hex.EncodeToString(sum.Sum(nil)[:16]); got != object.Sum {
			return fmt.Errorf("archived WAL %s is damaged: its SHA-256 begins with %s", object.Name, got)
		}
		return nil
	})
}

// packBase makes the server send its files. With whole they include the WAL they need to form a
// database. If WAL is archived, packBase waits until that WAL is archived.
func (m Market) packBase(ctx context.Context, at *Place, made *Manifest, whole bool) error {
	conn, err := pgx.Connect(ctx, m.URL)
	if err != nil {
		return fmt.Errorf("reach the database: %w", err)
	}
	base := Base{Archive: m.Archive}
	err = conn.QueryRow(ctx, `SELECT pg_walfile_name(pg_current_wal_insert_lsn())`).Scan(&base.First)
	if err := errors.Join(err, conn.Close(ctx)); err != nil {
		return fmt.Errorf("ask for the WAL of the moment: %w", err)
	}
	asked, err := pgconn.ParseConfig(m.URL)
	if err != nil {
		return errors.New("the database's address cannot be read")
	}
	asked.RuntimeParams["replication"] = "true"
	stream, err := pgconn.ConnectConfig(ctx, asked)
	if err != nil {
		return fmt.Errorf("ask the database for its files: %w", err)
	}
	defer func() { _ = stream.Close(context.WithoutCancel(ctx)) }()
	ask := `BASE_BACKUP (LABEL 'automacao', CHECKPOINT 'fast', WAIT true, MANIFEST 'no')`
	if whole {
		ask = `BASE_BACKUP (LABEL 'automacao', CHECKPOINT 'fast', WAL true, WAIT true, MANIFEST 'no')`
		// The slot keeps the server from removing that WAL meanwhile. It ends with the connection.
		slot := "automacao_" + strings.ToLower(rand.Text())
		if _, err := stream.Exec(ctx, `CREATE_REPLICATION_SLOT `+slot+` TEMPORARY PHYSICAL RESERVE_WAL`).ReadAll(); err != nil {
			return fmt.Errorf("have the database keep its WAL: %w", err)
		}
	}
	made.Parts[baseName], err = at.write(ctx, baseName, m.Recipients, func(into io.Writer) error {
		return compressed(into, func(into io.Writer) error {
			_, err := stream.CopyTo(ctx, &baseStream{into: into}, ask)
			return err
		})
	})
	if err != nil {
		return fmt.Errorf("copy the database's files: %w", err)
	}
	base.From = time.Now().UTC()
	made.Base = &base
	return nil
}

// baseStream extracts the tar archive from the messages it arrives in (see BASE_BACKUP in
// PostgreSQL's replication protocol): n begins an archive, d is its data.
type baseStream struct {
	into  io.Writer
	begun int
}

func (b *baseStream) Write(message []byte) (int, error) {
	switch {
	case len(message) == 0:
		return 0, nil
	case message[0] == 'n':
		if b.begun++; b.begun > 1 {
			return 0, errors.New("the database has tablespaces of its own, which no backup has")
		}
	case message[0] == 'd':
		if _, err := b.into.Write(message[1:]); err != nil {
			return 0, err
		}
	}
	return len(message), nil
}

// pruneWAL removes the WAL that no kept backup needs. It keeps the current run, even if that has no
// backup yet.
func (p *Place) pruneWAL(ctx context.Context, current string) error {
	held, err := p.List(ctx)
	if err != nil {
		return err
	}
	needed := map[string]string{}
	for _, one := range held {
		if !one.IsWhole {
			continue
		}
		made, err := p.in(one.Name).readManifest(ctx)
		if err != nil {
			return err
		}
		if made.Base != nil && made.Base.Archive != "" && (needed[made.Base.Archive] == "" || made.Base.First < needed[made.Base.Archive]) {
			needed[made.Base.Archive] = made.Base.First
		}
	}
	all := p.in(walFolder)
	entries := p.bucket.List(&gocloud.ListOptions{Prefix: all.prefix, Delimiter: "/"})
	for {
		entry, err := entries.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("list archived WAL: %w", err)
		}
		name := path.Base(entry.Key)
		first, isNeeded := needed[name]
		switch {
		case !entry.IsDir || name == current && !isNeeded:
		case !isNeeded:
			err = all.in(name).remove(ctx)
		default:
			err = all.in(name).removeWALBefore(ctx, first)
		}
		if err != nil {
			return err
		}
	}
}

func (p *Place) removeWALBefore(ctx context.Context, first string) error {
	held, err := p.listWAL(ctx, "")
	if err != nil {
		return err
	}
	for _, one := range held {
		if one.Name < first {
			if err := p.bucket.Delete(ctx, p.prefix+stored(one.key(), one.Encrypted)); err != nil {
				return fmt.Errorf("remove WAL that no backup needs: %w", err)
			}
		}
	}
	return nil
}
