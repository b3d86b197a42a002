// Package backup copies a market, database and files of one moment, into a
// folder or bucket, encrypted if asked, looks such a copy over, and restores it
// into an empty place. It knows schemas and files, and nothing of what they mean
// to the market.
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
)

// Market is where a market lies, or is to lie.
type Market struct {
	// URL reaches the database as the role that owns the schema and that
	// row-level security does not stop.
	URL string
	// Files holds the bytes, each under Key of its version.
	Files *blob.Bucket
	Key   func(version uuid.UUID) string
	// DataDir holds the keys that are kept as files, KeyFiles by name.
	DataDir  string
	KeyFiles []string
	// BinDir is the folder of PostgreSQL's programs; found when empty.
	BinDir string
	// Archive names the run of WAL that is kept at the place of the backups, and has
	// each hold the database's own files too; none does when empty.
	Archive string
	// Recipients are whom a backup is encrypted to; nobody leaves it as it is.
	Recipients []age.Recipient
	// Identities open a backup that is encrypted.
	Identities []age.Identity
	// Say tells of progress, a line each.
	Say func(format string, arguments ...any)
}

// The parts of a backup; the manifest is written last.
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

// Manifest says what a backup holds.
type Manifest struct {
	Format   int       `json:"format"`
	MadeAt   time.Time `json:"made_at"`
	Major    int       `json:"postgresql"`
	Database State     `json:"database"`
	Files    int       `json:"files"`
	Keys     []string  `json:"keys"`
	// Base is nil where no later moment can be restored from here.
	Base *Base `json:"base,omitempty"`
	// Encrypted says that the parts are files of age, and Parts are of what is kept.
	Encrypted bool            `json:"encrypted"`
	Parts     map[string]Part `json:"parts"`
}

// attemptsMax bounds how often a backup begins anew because a file was removed
// between the moment it is of and its copy.
const attemptsMax = 3

// errMoved says that a file of the moment was removed before it was copied.
var errMoved = errors.New("files were removed while they were copied: run the backup again when less is deleted")

// Make writes a backup into a place of its own below to, and returns it. It is a
// backup once its manifest is there, which is written last.
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
	made, err := m.fill(ctx, at, now)
	if err == nil && m.Archive != "" {
		m.Say("copying the database's files")
		err = m.packBase(ctx, at, &made)
	}
	if err == nil {
		err = at.writeManifest(ctx, made)
	}
	if err != nil {
		return nil, errors.Join(err, at.remove(ctx))
	}
	return at, nil
}

// fill copies files and database as they are in one snapshot.
func (m Market) fill(ctx context.Context, at *Place, now time.Time) (made Manifest, err error) {
	conn, err := pgx.Connect(ctx, m.URL)
	if err != nil {
		return made, fmt.Errorf("reach the database: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if err := requirePower(ctx, conn); err != nil {
		return made, err
	}
	tools, err := findTools(ctx, conn, m.BinDir)
	if err != nil {
		return made, err
	}
	made = Manifest{Format: format, MadeAt: now, Major: tools.major, Encrypted: len(m.Recipients) > 0, Parts: map[string]Part{}}
	moment := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = pgx.BeginTxFunc(ctx, conn, moment, func(tx pgx.Tx) error {
		var snapshot string
		if err := tx.QueryRow(ctx, `SELECT pg_export_snapshot()`).Scan(&snapshot); err != nil {
			return fmt.Errorf("hold the moment of the backup: %w", err)
		}
		// Files first: what is removed meanwhile loses its bytes at once.
		m.Say("copying files")
		made.Parts[filesName], err = at.write(ctx, filesName, m.Recipients, func(into io.Writer) (err error) {
			made.Files, made.Keys, err = m.packFiles(ctx, tx, conn.Config(), into)
			return err
		})
		if err != nil {
			return err
		}
		m.Say("copied %d files; counting rows", made.Files)
		if made.Database, err = readState(ctx, tx); err != nil {
			return err
		}
		m.Say("dumping %d tables", len(made.Database.Rows))
		made.Parts[dumpName], err = at.write(ctx, dumpName, m.Recipients, func(into io.Writer) error {
			return tools.run(ctx, m.URL, nil, into, "pg_dump", "--format=custom", "--snapshot="+snapshot)
		})
		return err
	})
	return made, err
}

// requirePower refuses a role from which rows would be hidden: its dump would
// look whole.
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

// manifestMax is more than the list of any schema takes, in bytes.
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

// untilDone ends a copy with its context.
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
