// Package backup copies a market's database and files, as of one moment, to a folder or bucket,
// encrypted if requested. It also verifies such a backup and restores it into an empty place. It
// knows schemas and files, and must not know what they mean to the market.
package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"filippo.io/age"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"automacao/internal/postgres/cluster"
)

// Market is where a market is stored, or is to be restored.
type Market struct {
	// URL reaches the database as the role that owns the schema and that bypasses row-level
	// security.
	URL string
	// Files holds the files' bytes, each under the Key of its version.
	Files *blob.Bucket
	Key   func(version uuid.UUID) string
	// DataDir holds the keys that are stored as files; KeyFiles are their names.
	DataDir  string
	KeyFiles []string
	// BinDir is the folder of PostgreSQL's programs; if empty it is searched for.
	BinDir string
	// IsPrivate is true for a private cluster. If pg_dump is missing, its files are the backup.
	IsPrivate bool
	// Archive names the run of WAL that is archived with the backups; each backup then also
	// contains the database's own files. Empty means that no WAL is archived.
	Archive string
	// Recipients are the keys that a backup is encrypted to; none leaves it unencrypted.
	Recipients []age.Recipient
	// Identities decrypt an encrypted backup.
	Identities []age.Identity
	// Say reports progress, one line per call.
	Say func(format string, arguments ...any)

	// findDump replaces cluster.FindDump in tests.
	findDump func(wanted string, major int) (folder string, of int, err error)
}

// The parts of a backup. The manifest is written last.
const (
	dumpName     = "database.dump"
	filesName    = "files.tar.zst"
	manifestName = "manifest.json"
	format       = 1
)

// Part is a file of a backup.
type Part struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Manifest says what a backup contains.
type Manifest struct {
	Format   int       `json:"format"`
	MadeAt   time.Time `json:"made_at"`
	Major    int       `json:"postgresql"`
	Database State     `json:"database"`
	Files    int       `json:"files"`
	Keys     []string  `json:"keys"`
	// Base is nil if the backup does not contain the database's own files. Its Archive is empty if
	// no later moment can be restored from them.
	Base *Base `json:"base,omitempty"`
	// Encrypted is true if the parts are age files. Parts then describes the encrypted bytes.
	Encrypted bool            `json:"encrypted"`
	Parts     map[string]Part `json:"parts"`
}

// HasDump reports whether the backup can be restored into any database. Without a dump it can only
// be restored as a private cluster of the same PostgreSQL version.
func (m Manifest) HasDump() bool { return m.Base == nil || m.Parts[dumpName] != (Part{}) }

// attemptsMax bounds how often a backup starts again because a file was removed between the
// snapshot and its copy.
const attemptsMax = 3

// errMoved says that a file of the snapshot was removed before it was copied.
var errMoved = errors.New("files were removed while they were copied: run the backup again when less is deleted")

// Make writes a backup to its own place below to, and returns that place. The backup counts as
// complete once its manifest exists, which is written last.
func Make(ctx context.Context, from Market, to *Place) (*Place, error) {
	for attempt := 1; ; attempt++ {
		made, err := from.makeOnce(ctx, to)
		if !errors.Is(err, errMoved) || attempt == attemptsMax {
			return made, err
		}
		from.Say("a file was removed meanwhile: beginning anew")
	}
}

func (m Market) makeOnce(ctx context.Context, to *Place) (at *Place, err error) {
	now := time.Now().UTC()
	at = to.in(nameOf(now))
	made := Manifest{Format: format, MadeAt: now, Encrypted: len(m.Recipients) > 0, Parts: map[string]Part{}}
	programs, err := m.dumper(ctx)
	if err != nil {
		return nil, err
	}
	made.Major = programs.major
	if programs.bin == "" {
		// Copy the database's own files first, so that the files they name still exist when they
		// are copied.
		m.Say("there is no pg_dump here: copying the database's own files instead of a dump")
		err = m.packBase(ctx, at, &made, true)
	}
	if err == nil {
		err = m.fill(ctx, at, programs, &made)
	}
	if err == nil && programs.bin != "" && m.Archive != "" {
		m.Say("copying the database's files")
		err = m.packBase(ctx, at, &made, false)
	}
	if err == nil {
		err = at.writeManifest(ctx, made)
	}
	if err != nil {
		return nil, errors.Join(err, at.remove(ctx))
	}
	return at, nil
}

// Ready returns the reason why a backup of a market could not be made, as far as its database and
// this machine show.
func Ready(ctx context.Context, from Market) error {
	_, err := from.dumper(ctx)
	return err
}

// dumper finds the programs that dump the database, and refuses a role that cannot see all rows. It
// returns no folder if the programs are missing and the database is private; then the database's
// own files are copied.
func (m Market) dumper(ctx context.Context) (found tools, err error) {
	conn, err := pgx.Connect(ctx, m.URL)
	if err != nil {
		return found, fmt.Errorf("reach the database: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if err := requirePower(ctx, conn); err != nil {
		return found, err
	}
	major, err := majorOf(ctx, conn)
	if err != nil {
		return found, err
	}
	find := m.findDump
	if find == nil {
		find = cluster.FindDump
	}
	found.bin, found.major, err = find(m.BinDir, major)
	if errors.Is(err, cluster.ErrNoTools) && m.IsPrivate {
		return tools{major: major}, nil
	}
	return found, err
}

// fill copies the files and the database as of one snapshot.
func (m Market) fill(ctx context.Context, at *Place, programs tools, made *Manifest) error {
	conn, err := pgx.Connect(ctx, m.URL)
	if err != nil {
		return fmt.Errorf("reach the database: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	moment := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	return pgx.BeginTxFunc(ctx, conn, moment, func(tx pgx.Tx) error {
		var snapshot string
		if err := tx.QueryRow(ctx, `SELECT pg_export_snapshot()`).Scan(&snapshot); err != nil {
			return fmt.Errorf("hold the moment of the backup: %w", err)
		}
		// Copy files first: once a file is removed, its bytes are gone at once.
		m.Say("copying files")
		made.Parts[filesName], err = at.write(ctx, filesName, m.Recipients, func(into io.Writer) (err error) {
			made.Files, made.Keys, err = m.packFiles(ctx, tx, conn.Config(), into)
			return err
		})
		if err != nil {
			return err
		}
		m.Say("copied %d files; counting rows", made.Files)
		if made.Database, err = readState(ctx, tx); err != nil || programs.bin == "" {
			return err
		}
		m.Say("dumping %d tables", len(made.Database.Rows))
		made.Parts[dumpName], err = at.write(ctx, dumpName, m.Recipients, func(into io.Writer) error {
			return programs.run(ctx, m.URL, nil, into, "pg_dump", "--format=custom", "--snapshot="+snapshot)
		})
		return err
	})
}

// requirePower refuses a role from which row-level security hides rows: its dump would look
// complete.
func requirePower(ctx context.Context, conn *pgx.Conn) error {
	var role string
	var sees bool
	if err := conn.QueryRow(ctx, `SELECT rolname, rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user`).Scan(&role, &sees); err != nil {
		return fmt.Errorf("ask what the role may see: %w", err)
	}
	if !sees {
		return fmt.Errorf("role %[1]s does not see all rows, as row-level security binds it: give DATABASE_MIGRATE_URL a role that it does not bind, or run ALTER ROLE %[1]s BYPASSRLS as a superuser", pgx.Identifier{role}.Sanitize())
	}
	return nil
}

func (p *Place) writeManifest(ctx context.Context, made Manifest) error {
	text, err := json.MarshalIndent(made, "", " ")
	if err != nil {
		return fmt.Errorf("write the manifest: %w", err)
	}
	_, err = p.write(ctx, manifestName, nil, func(into io.Writer) error {
		_, err := into.Write(append(text, '\n'))
		return err
	})
	if err != nil {
		return err
	}
	return p.settle()
}

// manifestMax is more than the manifest of any schema takes, in bytes.
const manifestMax = 64 << 20

func (p *Place) readManifest(ctx context.Context) (made Manifest, err error) {
	reader, err := p.raw(ctx, made, manifestName)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return made, errNoBackup(p.String())
	}
	if err != nil {
		return made, err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	text, err := io.ReadAll(io.LimitReader(reader, manifestMax))
	if err != nil {
		return made, fmt.Errorf("read the manifest: %w", err)
	}
	if err := json.Unmarshal(text, &made); err != nil {
		return made, fmt.Errorf("the manifest of %s is damaged: %w", p, err)
	}
	if made.Format != format {
		return made, fmt.Errorf("%s was made by another version of this program: its format is %d, and %d is known", p, made.Format, format)
	}
	return made, nil
}

// untilDone stops a copy when its context ends.
type untilDone struct {
	ctx  context.Context
	from io.Reader
}

func (u untilDone) Read(into []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.from.Read(into)
}
