package backup

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/klauspost/compress/zstd"

	"automacao/internal/files/blob"
	"automacao/internal/postgres/cluster"
)

// Moment is a market restored to a moment between two backups.
type Moment struct {
	At time.Time
	// Manifest is that of the backup that the recovery started from, with the rows and files of At.
	Manifest
	// Missing are files that the database names and no backup contains, because they were uploaded
	// after the newest backup.
	Missing []uuid.UUID
	// Bytes is the unpacked size of the data and WAL that were read, and Took the total duration.
	Bytes int64
	Took  time.Duration
}

// momentText is the format in which messages show moments.
const momentText = "2006-01-02 15:04:05.000 MST"

// RestoreAt restores a private cluster to a moment, from all the backups of a place and the WAL
// archived with them. Dir is its data directory, which must not exist yet. Into has files and keys,
// and no URL. Open opens the recovered database for inspection and returns its URL; the caller
// closes it.
func RestoreAt(ctx context.Context, all *Place, at time.Time, dir string, into Market, log *slog.Logger, open func() (string, error)) (Moment, error) {
	began := time.Now()
	found := Moment{At: at}
	if err := blob.CheckEmpty(ctx, into.Files); err != nil {
		return found, err
	}
	from, wal, err := all.choose(ctx, at)
	if err != nil {
		return found, err
	}
	if found.Manifest, err = from.checkParts(ctx); err != nil {
		return found, err
	}
	if found.Encrypted && len(into.Identities) == 0 {
		return found, ErrEncrypted
	}
	into.Say("restoring the database of %s from %s", at.UTC().Format(momentText), from)
	err = from.read(ctx, found.Manifest, baseName, into.Identities, func(packed io.Reader) error {
		return unpackedBase(packed, func(base io.Reader) (err error) {
			found.Bytes, err = cluster.Unpack(dir, base)
			return err
		})
	})
	if err != nil {
		return found, err
	}
	run := all.in(walFolder).in(found.Base.Archive)
	for _, one := range wal {
		err := run.readWAL(ctx, one, into.Identities, func(text io.Reader) error {
			return cluster.AddWAL(dir, one.Name, io.TeeReader(text, (*counted)(&found.Bytes)))
		})
		if err != nil {
			return found, err
		}
	}
	into.Say("leading it on by %d files of WAL", len(wal))
	// These are the settings of a start without an archive: from here on its WAL belongs to another
	// market.
	if err := cluster.Recover(ctx, cluster.Config{Dir: dir, BinDir: into.BinDir, Log: log}, at); err != nil {
		if errors.Is(err, cluster.ErrWALEnds) {
			err = fmt.Errorf("nothing was archived from as late as %s: the last WAL was kept at %s; name an earlier moment", at.UTC().Format(momentText), lastKept(wal).Format(momentText))
		}
		return found, err
	}
	if into.URL, err = open(); err != nil {
		return found, err
	}
	if err := into.restoreFiles(ctx, all, &found); err != nil {
		return found, err
	}
	found.Took = time.Since(began)
	return found, nil
}

type counted int64

func (c *counted) Write(text []byte) (int, error) {
	*c += counted(len(text))
	return len(text), nil
}

func lastKept(wal []walObject) (last time.Time) {
	for _, one := range wal {
		if one.KeptAt.After(last) {
			last = one.KeptAt
		}
	}
	return last.UTC()
}

func unpackedBase(packed io.Reader, use func(io.Reader) error) error {
	base, err := zstd.NewReader(packed)
	if err != nil {
		return fmt.Errorf("open the base backup: %w", err)
	}
	defer base.Close()
	return use(base)
}

// choose finds the newest backup from which a moment can be reached, and the WAL from there on.
func (p *Place) choose(ctx context.Context, at time.Time) (from *Place, wal []walObject, err error) {
	held, err := p.List(ctx)
	if err != nil {
		return nil, nil, err
	}
	var first time.Time
	for _, one := range held {
		if !one.IsWhole {
			continue
		}
		made, err := p.in(one.Name).readManifest(ctx)
		if err != nil {
			return nil, nil, err
		}
		if made.Base == nil || made.Base.Archive == "" {
			continue
		}
		if first = made.Base.From; first.After(at) {
			continue
		}
		all, err := p.in(walFolder).in(made.Base.Archive).listWAL(ctx, "")
		if err != nil {
			return nil, nil, err
		}
		for _, one := range all {
			// Files of other timelines have longer or other names.
			if one.Name >= made.Base.First && !strings.Contains(one.Name, ".") {
				wal = append(wal, one)
			}
		}
		if last := lastKept(wal); last.Before(at) {
			return nil, nil, fmt.Errorf("%s is after all that was archived: the last WAL was kept at %s; name an earlier moment", at.UTC().Format(momentText), last.Format(momentText))
		}
		return p.in(one.Name), wal, nil
	}
	if first.IsZero() {
		return nil, nil, fmt.Errorf("%s holds no backup from which a moment can be restored: a server makes such where AUTOMACAO_BACKUP_TO is set, and --from names the folder that holds them all", p)
	}
	return nil, nil, fmt.Errorf("%s is before the first moment that can be restored: that is %s", at.UTC().Format(momentText), first.Format(momentText))
}

// restoreFiles restores the files that the database names from all backups of the place that
// contain them: the one that the recovery started from, and later ones.
func (m Market) restoreFiles(ctx context.Context, all *Place, found *Moment) error {
	conn, err := pgx.Connect(ctx, m.URL)
	if err != nil {
		return fmt.Errorf("reach the restored database: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) (err error) {
		found.Database, err = readState(ctx, tx)
		return err
	})
	if err != nil {
		return err
	}
	rows, _ := conn.Query(ctx, `SELECT version FROM storage.objects`)
	versions, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return fmt.Errorf("list files: %w", err)
	}
	wanted := map[string]uuid.UUID{}
	for _, version := range versions {
		wanted[m.Key(version)] = version
	}
	if err := m.takeFiles(ctx, all, found.Base.Archive, found.MadeAt, wanted); err != nil {
		return err
	}
	found.Files = len(versions) - len(wanted)
	for _, version := range wanted {
		found.Missing = append(found.Missing, version)
	}
	return nil
}

// takeFiles extracts the wanted files from the backups of a run of WAL, beginning with the backup
// of the moment first, and the keys of that backup.
func (m Market) takeFiles(ctx context.Context, all *Place, archive string, first time.Time, wanted map[string]uuid.UUID) error {
	held, err := all.List(ctx)
	if err != nil {
		return err
	}
	for i := len(held) - 1; i >= 0; i-- {
		if !held[i].IsWhole || held[i].MadeAt.Before(first.Truncate(time.Millisecond)) {
			continue
		}
		at := all.in(held[i].Name)
		made, err := at.readManifest(ctx)
		if err != nil {
			return err
		}
		isFirst := made.MadeAt.Equal(first)
		if made.Base == nil || made.Base.Archive != archive || !isFirst && len(wanted) == 0 {
			continue
		}
		err = at.read(ctx, made, filesName, m.Identities, func(packed io.Reader) error {
			return eachFile(packed, func(header *tar.Header, content io.Reader) error {
				if strings.HasPrefix(header.Name, keysFolder) {
					if !isFirst {
						return nil
					}
					return writeKey(filepath.Join(m.DataDir, filepath.Base(header.Name)), content)
				}
				if _, isWanted := wanted[header.Name]; !isWanted {
					return nil
				}
				delete(wanted, header.Name)
				return blob.Put(ctx, m.Files, header.Name, header.PAXRecords["AUTOMACAO.type"], func(into io.Writer) error {
					_, err := io.Copy(into, content)
					return err
				})
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}
