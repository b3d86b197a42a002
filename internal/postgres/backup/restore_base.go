package backup

import (
	"context"
	"fmt"
	"io"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	gocloud "gocloud.dev/blob"

	"automacao/internal/files/blob"
	"automacao/internal/postgres/cluster"
)

// ReadManifest returns the manifest of a backup without reading the other parts.
func ReadManifest(ctx context.Context, from *Place) (Manifest, error) { return from.readManifest(ctx) }

// RestoreBase restores a backup of a private database's own files to dir, which must not exist yet.
// Into has files and keys, and no URL. Open opens the database in dir for inspection and returns
// its URL; the caller closes it. Files uploaded or removed while the backup was made may be named
// by the database and be missing.
func RestoreBase(ctx context.Context, from *Place, dir string, into Market, open func() (string, error)) (found Moment, err error) {
	if err := blob.CheckEmpty(ctx, into.Files); err != nil {
		return found, err
	}
	into.Say("checking the backup")
	if found.Manifest, err = from.checkParts(ctx); err != nil {
		return found, err
	}
	if found.Encrypted && len(into.Identities) == 0 {
		return found, ErrEncrypted
	}
	into.Say("restoring the database's own files, of PostgreSQL %d", found.Major)
	err = from.read(ctx, found.Manifest, baseName, into.Identities, func(packed io.Reader) error {
		return unpackedBase(packed, func(base io.Reader) (err error) {
			found.Bytes, err = cluster.UnpackWhole(dir, base)
			return err
		})
	})
	if err != nil {
		return found, err
	}
	if into.URL, err = open(); err != nil {
		return found, err
	}
	conn, err := pgx.Connect(ctx, into.URL)
	if err != nil {
		return found, fmt.Errorf("reach the restored database: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if err := into.restoreAllFiles(ctx, from, conn, &found); err != nil {
		return found, err
	}
	into.Say("comparing policies and grants")
	was := found.Database
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) (err error) {
		found.Database, err = readState(ctx, tx)
		return err
	})
	if err == nil {
		err = was.compareSchema(found.Database)
	}
	return found, err
}

// restoreAllFiles restores the files and keys of the backup, and finds the files that the database
// names but the backup does not contain.
func (m Market) restoreAllFiles(ctx context.Context, from *Place, conn *pgx.Conn, found *Moment) error {
	m.Say("restoring %d files", found.Files)
	held := map[string]bool{}
	err := from.read(ctx, found.Manifest, filesName, m.Identities, func(archive io.Reader) error {
		return m.unpackFiles(ctx, archive, func(ctx context.Context, files *gocloud.Bucket, key, kind string, write func(io.Writer) error) error {
			held[key] = true
			return blob.Put(ctx, files, key, kind, write)
		})
	})
	if err == nil {
		found.Missing, err = m.missingFiles(ctx, conn, held)
	}
	return err
}

// missingFiles returns the files that the database names and the store does not hold.
func (m Market) missingFiles(ctx context.Context, conn *pgx.Conn, held map[string]bool) (missing []uuid.UUID, err error) {
	rows, _ := conn.Query(ctx, `SELECT version FROM storage.objects`)
	versions, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return nil, fmt.Errorf("list files: %w", err)
	}
	for _, version := range versions {
		if !held[m.Key(version)] {
			missing = append(missing, version)
		}
	}
	return missing, nil
}
