// Package backup copies a market, database and files of one moment, into a
// folder, looks such a folder over, and restores it into an empty place. It
// knows schemas and files, and nothing of what they mean to the market.
package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"gocloud.dev/blob"
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
	Format   int             `json:"format"`
	MadeAt   time.Time       `json:"made_at"`
	Major    int             `json:"postgresql"`
	Database State           `json:"database"`
	Files    int             `json:"files"`
	Keys     []string        `json:"keys"`
	Parts    map[string]Part `json:"parts"`
}

// attemptsMax bounds how often a backup begins anew because a file was removed
// between the moment it is of and its copy.
const attemptsMax = 3

// errMoved says that a file of the moment was removed before it was copied.
var errMoved = errors.New("files were removed while they were copied: run the backup again when less is deleted")

// Make writes a backup into a new folder below dir and returns its path. The
// folder has its name only once it is whole.
func Make(ctx context.Context, from Market, dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("make the folder for backups: %w", err)
	}
	for attempt := 1; ; attempt++ {
		path, err := from.makeOnce(ctx, dir)
		if !errors.Is(err, errMoved) || attempt == attemptsMax {
			return path, err
		}
		from.Say("a file was removed meanwhile: beginning anew")
	}
}

func (m Market) makeOnce(ctx context.Context, dir string) (path string, err error) {
	draft, err := os.MkdirTemp(dir, ".partial-")
	if err != nil {
		return "", fmt.Errorf("make a folder for the backup: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(draft))
		}
	}()
	made, err := m.fill(ctx, draft)
	if err != nil {
		return "", err
	}
	if err := writeManifest(draft, made); err != nil {
		return "", err
	}
	path = filepath.Join(dir, "automacao-"+made.MadeAt.Format("20060102T150405.000Z"))
	if err := os.Rename(draft, path); err != nil {
		return "", fmt.Errorf("name the finished backup: %w", err)
	}
	return path, syncPath(dir)
}

// fill copies what one snapshot sees: the transaction that exports it stays open
// until the dump is made.
func (m Market) fill(ctx context.Context, draft string) (made Manifest, err error) {
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
	made = Manifest{Format: format, MadeAt: time.Now().UTC(), Major: tools.major, Parts: map[string]Part{}}
	moment := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = pgx.BeginTxFunc(ctx, conn, moment, func(tx pgx.Tx) error {
		var snapshot string
		if err := tx.QueryRow(ctx, `SELECT pg_export_snapshot()`).Scan(&snapshot); err != nil {
			return fmt.Errorf("hold the moment of the backup: %w", err)
		}
		// Files first: what is removed meanwhile loses its bytes at once.
		m.Say("copying files")
		if made.Files, made.Keys, err = m.packFiles(ctx, tx, conn.Config(), filepath.Join(draft, filesName)); err != nil {
			return err
		}
		m.Say("copied %d files; counting rows", made.Files)
		if made.Database, err = readState(ctx, tx); err != nil {
			return err
		}
		m.Say("dumping %d tables", len(made.Database.Rows))
		return tools.run(ctx, m.URL, "pg_dump", "--format=custom", "--snapshot="+snapshot, "--file="+filepath.Join(draft, dumpName))
	})
	if err != nil {
		return made, err
	}
	for _, name := range []string{dumpName, filesName} {
		if made.Parts[name], err = measure(ctx, filepath.Join(draft, name)); err != nil {
			return made, err
		}
	}
	return made, nil
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

func writeManifest(folder string, made Manifest) error {
	text, err := json.MarshalIndent(made, "", " ")
	if err != nil {
		return fmt.Errorf("write the manifest: %w", err)
	}
	path := filepath.Join(folder, manifestName)
	if err := os.WriteFile(path, append(text, '\n'), 0o600); err != nil {
		return fmt.Errorf("write the manifest: %w", err)
	}
	for _, one := range []string{path, folder} {
		if err := syncPath(one); err != nil {
			return err
		}
	}
	return nil
}

func readManifest(folder string) (made Manifest, err error) {
	text, err := os.ReadFile(filepath.Join(folder, manifestName))
	if errors.Is(err, os.ErrNotExist) {
		return made, fmt.Errorf("%s is no backup: it has no %s; name the folder automacao-… itself", folder, manifestName)
	}
	if err != nil {
		return made, fmt.Errorf("read the manifest: %w", err)
	}
	if err := json.Unmarshal(text, &made); err != nil {
		return made, fmt.Errorf("the manifest of %s is damaged: %w", folder, err)
	}
	if made.Format != format {
		return made, fmt.Errorf("%s was made by another version of this program: its format is %d, and %d is known", folder, made.Format, format)
	}
	return made, nil
}

// measure makes a part survive a power cut and says how it can be recognised.
func measure(ctx context.Context, path string) (Part, error) {
	if err := os.Chmod(path, 0o600); err != nil {
		return Part{}, fmt.Errorf("close a part to others: %w", err)
	}
	if err := syncPath(path); err != nil {
		return Part{}, err
	}
	return digest(ctx, path)
}

func syncPath(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open what was written: %w", err)
	}
	return errors.Join(file.Sync(), file.Close())
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
