package backup

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	gocloud "gocloud.dev/blob"

	"automacao/internal/files/blob"
	"automacao/internal/postgres/cluster"
)

// Restore restores a backup into an empty database and an empty store. It refuses any other before
// it writes, and finally compares the result with the manifest. The dump is restored as a whole or
// not at all.
func Restore(ctx context.Context, from *Place, into Market) (Manifest, error) {
	into.Say("checking the backup")
	made, err := from.checkParts(ctx)
	if err != nil {
		return made, err
	}
	if made.Encrypted && len(into.Identities) == 0 {
		return made, ErrEncrypted
	}
	conn, err := pgx.Connect(ctx, into.URL)
	if err != nil {
		return made, fmt.Errorf("reach the database: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	programs, err := findTools(ctx, conn, into.BinDir)
	if err != nil {
		return made, err
	}
	if err := acceptsDatabase(ctx, conn, made); err != nil {
		return made, err
	}
	if err := blob.CheckEmpty(ctx, into.Files); err != nil {
		return made, err
	}
	into.Say("restoring %d files", made.Files)
	err = from.read(ctx, made, filesName, into.Identities, func(archive io.Reader) error {
		return into.unpackFiles(ctx, archive, blob.Put)
	})
	if err != nil {
		return made, err
	}
	into.Say("restoring %d tables", len(made.Database.Rows))
	if err := makeRoles(ctx, conn, made.Database); err != nil {
		return made, err
	}
	err = from.read(ctx, made, dumpName, into.Identities, func(archive io.Reader) error {
		return programs.run(ctx, into.URL, archive, nil, "pg_restore", "--exit-on-error", "--single-transaction")
	})
	if err != nil {
		return made, err
	}
	into.Say("comparing rows, policies and grants")
	return made, made.Database.holdsIn(ctx, conn)
}

// holdsIn returns an error if a database differs from the state.
func (s State) holdsIn(ctx context.Context, conn *pgx.Conn) error {
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		restored, err := readState(ctx, tx)
		if err != nil {
			return err
		}
		if err := s.compare(restored); err != nil {
			return fmt.Errorf("the restored database is not what was backed up: %w", err)
		}
		return nil
	})
}

// acceptsDatabase refuses a database that is not empty or could not be restored identically.
func acceptsDatabase(ctx context.Context, conn *pgx.Conn, made Manifest) error {
	var role string
	var isSuperuser, used bool
	var major int
	err := conn.QueryRow(ctx, `SELECT current_setting('server_version_num')::int / 10000, current_user::text, (SELECT rolsuper FROM pg_roles WHERE rolname = current_user), EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema') OR EXISTS (SELECT FROM pg_namespace n
		WHERE n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', 'public'))`).Scan(&major, &role, &isSuperuser, &used)
	if err != nil {
		return fmt.Errorf("ask whether the database is empty: %w", err)
	}
	if major < made.Major {
		return fmt.Errorf("the backup is of PostgreSQL %d, and the database is %d: restore into the same or a newer version", made.Major, major)
	}
	// The dump gives functions to roles that nobody may act as.
	if !isSuperuser {
		return fmt.Errorf("role %s is no superuser: name one in DATABASE_MIGRATE_URL, as only a superuser gives what is restored its owners", role)
	}
	if used {
		return errors.New("the database is not empty: restore into a new one, and nothing is overwritten")
	}
	return nil
}

// makeRoles creates the roles that the schema names, if they are missing.
func makeRoles(ctx context.Context, conn *pgx.Conn, wanted State) error {
	roles := append([]Role{{Name: wanted.Owner, Logs: true, Inherits: true}}, wanted.Roles...)
	for _, role := range roles {
		var there bool
		if err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)`, role.Name).Scan(&there); err != nil {
			return fmt.Errorf("ask for role %s: %w", role.Name, err)
		}
		if there {
			continue
		}
		login, inherit := "NOLOGIN", "NOINHERIT"
		if role.Logs {
			login = "LOGIN"
		}
		if role.Inherits {
			inherit = "INHERIT"
		}
		if role.Name == wanted.Owner {
			// These are the attributes that docs/operate/deploy.md gives the role that owns a
			// schema and backs it up.
			inherit += " CREATEROLE BYPASSRLS"
		}
		if _, err := conn.Exec(ctx, "CREATE ROLE "+pgx.Identifier{role.Name}.Sanitize()+" "+login+" "+inherit); err != nil {
			return fmt.Errorf("make role %s: %w", role.Name, err)
		}
	}
	// To give functions to their owners, the database's owner must be able to act as those roles.
	grants := append([]string{}, wanted.Memberships...)
	for _, role := range wanted.Roles {
		if role.Name == "definer" || role.Name == "ledger_keeper" {
			grants = append(grants, "GRANT "+role.Name+" TO CURRENT_USER", "GRANT "+role.Name+" TO "+pgx.Identifier{wanted.Owner}.Sanitize())
		}
	}
	for _, grant := range grants {
		if _, err := conn.Exec(ctx, grant); err != nil {
			return fmt.Errorf("%s: %w", grant, err)
		}
	}
	return nil
}

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
