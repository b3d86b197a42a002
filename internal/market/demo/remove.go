package demo

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market/setting"
)

// ErrNoDemonstration means that there is no demonstration to remove.
var ErrNoDemonstration = errors.New("this database holds no demonstration")

// Removed counts what was removed.
type Removed struct {
	People, Projects, Contracts, Rows int
	// Left is the number of people who remain. None of them belongs to the demonstration.
	Left int
}

// Remove deletes the demonstration from a database, with the volume of `automacao seed`: their
// accounts, everything that belongs to them, and what others wrote to them. It deletes all of it or
// nothing. It refuses if real people would lose a deal. ownerURL connects as the schema's owner,
// which must bypass row-level security.
func Remove(ctx context.Context, ownerURL string) (done Removed, err error) {
	conn, err := pgx.Connect(ctx, ownerURL)
	if err != nil {
		return done, fmt.Errorf("connect as the owner of the schema: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		r := &remover{tx: tx}
		for _, step := range []struct {
			name string
			run  func(context.Context) error
		}{
			{"begin", r.begin}, {"find its people", r.seed}, {"find what is theirs", r.follow}, {"find their files", r.files}, {"look at deals", r.check},
			{"count", func(ctx context.Context) error { return r.count(ctx, &done) }},
			{"remove it", r.remove}, {"count anew", r.settle}, {"end", func(ctx context.Context) error { return r.end(ctx, &done) }},
		} {
			if err := step.run(ctx); err != nil {
				return fmt.Errorf("remove the demonstration, %s: %w", step.name, err)
			}
		}
		return nil
	})
	if err != nil {
		return Removed{}, err
	}
	return done, nil
}

type remover struct {
	tx     pgx.Tx
	tables []string
	keys   []foreignKey
}

// foreignKey is a reference from the rows of one table to those of another. If Goes, the rows are
// deleted with those they refer to; otherwise only the reference is cleared.
type foreignKey struct {
	From, To, Match string
	Goes            bool
}

// lockPatience bounds the wait for a server that uses the tables.
const lockPatience = "15s"

func (r *remover) begin(ctx context.Context) error {
	var sees bool
	if err := r.tx.QueryRow(ctx, `SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user`).Scan(&sees); err != nil {
		return err
	}
	if !sees {
		return errors.New("its role does not see all rows: run ALTER ROLE … BYPASSRLS for the one of DATABASE_MIGRATE_URL as a superuser")
	}
	if _, err := r.tx.Exec(ctx, `SET LOCAL lock_timeout = '`+lockPatience+`'`); err != nil {
		return err
	}
	if _, err := r.tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1), pg_advisory_xact_lock($2)`, aloneKey, lockKey); err != nil {
		return err
	}
	rows, _ := r.tx.Query(ctx, `
		SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind = 'r' AND n.nspname IN ('public', 'private', 'auth', 'storage') ORDER BY 1`)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	r.tables = tables
	// The triggers protect the ledger and the logs from changes. Nobody else can write while the
	// tables are locked.
	for _, table := range r.tables {
		if _, err := r.tx.Exec(ctx, `ALTER TABLE `+table+` DISABLE TRIGGER USER`); err != nil {
			return fmt.Errorf("hold %s, which a server may be using: %w", table, err)
		}
	}
	_, err = r.tx.Exec(ctx, `CREATE TEMPORARY TABLE doomed (of regclass, row tid, PRIMARY KEY (of, row)) ON COMMIT DROP`)
	return err
}

// seed marks the cast and the volume for deletion, and the rows that refer to them without a
// foreign key.
func (r *remover) seed(ctx context.Context) error {
	kind, err := recognise(ctx, r.tx)
	if err != nil {
		return err
	}
	tag, err := r.tx.Exec(ctx, `
		INSERT INTO doomed
		SELECT 'auth.users'::regclass, u.ctid FROM auth.users u
		WHERE ($1 OR EXISTS (SELECT FROM auth.users a JOIN public.profiles p ON p.id = a.id AND p.role = 'admin' WHERE a.email = $2))
		  AND (u.email = ANY ($3) OR u.email LIKE $4)`, kind == setting.IsDemonstration, AdminEmail, emails(), volumeEmails)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return ErrNoDemonstration
	}
	if _, err := r.tx.Exec(ctx, `
		CREATE TEMPORARY TABLE leaving ON COMMIT DROP AS
		SELECT u.id FROM auth.users u JOIN doomed d ON d.of = 'auth.users'::regclass AND d.row = u.ctid`); err != nil {
		return err
	}
	for _, statement := range []string{
		// The owner of a confidential project is stored separately from it.
		`INSERT INTO doomed SELECT 'public.projects'::regclass, p.ctid FROM public.projects p JOIN public.project_owners o ON o.project_id = p.id WHERE o.company_id IN (SELECT id FROM leaving) ON CONFLICT DO NOTHING`,
		`INSERT INTO doomed SELECT 'public.project_questions'::regclass, q.ctid FROM public.project_questions q JOIN private.question_askers a ON a.question_id = q.id WHERE a.person_id IN (SELECT id FROM leaving) ON CONFLICT DO NOTHING`,
		`INSERT INTO doomed SELECT 'public.notifications'::regclass, n.ctid FROM public.notifications n WHERE n.actor_id IN (SELECT id FROM leaving) ON CONFLICT DO NOTHING`,
		`INSERT INTO doomed SELECT 'storage.objects'::regclass, o.ctid FROM storage.objects o WHERE o.owner IN (SELECT id FROM leaving) ON CONFLICT DO NOTHING`,
	} {
		if _, err := r.tx.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// follow marks the rows that refer to a marked row, until there are no more.
func (r *remover) follow(ctx context.Context) error {
	rows, _ := r.tx.Query(ctx, `
		SELECT k.conrelid::regclass::text, k.confrelid::regclass::text,
		       (SELECT string_agg(format('f.%I = t.%I', a.attname, b.attname), ' AND ')
		        FROM unnest(k.conkey, k.confkey) AS c (mine, theirs)
		        JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.mine
		        JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = c.theirs),
		       k.confdeltype IN ('a', 'r', 'c')
		FROM pg_constraint k WHERE k.contype = 'f' AND k.conrelid::regclass::text = ANY ($1) ORDER BY 1, 2`, r.tables)
	var err error
	if r.keys, err = pgx.CollectRows(rows, pgx.RowToStructByPos[foreignKey]); err != nil {
		return err
	}
	for {
		var added int64
		for _, key := range r.keys {
			if !key.Goes {
				continue
			}
			tag, err := r.tx.Exec(ctx, fmt.Sprintf(`
				INSERT INTO doomed SELECT '%[1]s'::regclass, f.ctid FROM %[1]s f JOIN %[2]s t ON %[3]s JOIN doomed d ON d.of = '%[2]s'::regclass AND d.row = t.ctid
				ON CONFLICT DO NOTHING`, key.From, key.To, key.Match))
			if err != nil {
				return fmt.Errorf("%s: %w", key.From, err)
			}
			added += tag.RowsAffected()
		}
		if added == 0 {
			return nil
		}
	}
}

// files marks the objects that marked rows refer to by path, whoever uploaded them.
func (r *remover) files(ctx context.Context) error {
	for bucket, table := range map[string]string{"projects": "public.project_files", "deals": "public.deal_files", "messages": "public.message_files"} {
		_, err := r.tx.Exec(ctx, fmt.Sprintf(`
			INSERT INTO doomed SELECT 'storage.objects'::regclass, o.ctid
			FROM %[1]s f JOIN doomed d ON d.of = '%[1]s'::regclass AND d.row = f.ctid JOIN storage.objects o ON o.bucket_id = $1 AND o.name = f.path
			ON CONFLICT DO NOTHING`, table), bucket)
		if err != nil {
			return fmt.Errorf("%s: %w", table, err)
		}
	}
	return r.follow(ctx)
}

// remove deletes the marked rows, those that refer to others first.
func (r *remover) remove(ctx context.Context) error {
	for _, statement := range []string{
		`DELETE FROM private.ledger_holds`, `DELETE FROM public.ledger_entries`, `DELETE FROM public.ledger_transfers`, `DELETE FROM private.ledger_balances`,
	} {
		if _, err := r.tx.Exec(ctx, statement); err != nil {
			return err
		}
	}
	for _, table := range r.order() {
		if _, err := r.tx.Exec(ctx, fmt.Sprintf(`DELETE FROM %[1]s t USING doomed d WHERE d.of = '%[1]s'::regclass AND d.row = t.ctid`, table)); err != nil {
			return fmt.Errorf("%s: %w", table, err)
		}
	}
	var left int
	if err := r.tx.QueryRow(ctx, `SELECT count(*) FROM auth.users WHERE id IN (SELECT id FROM leaving)`).Scan(&left); err != nil {
		return err
	}
	if left > 0 {
		return fmt.Errorf("%d of its people are still named by something", left)
	}
	return nil
}

// order puts each table before those that it refers to. Clearing a reference creates a new version
// of a row, which its stored ctid would no longer find.
func (r *remover) order() (ordered []string) {
	done := map[string]bool{}
	var visit func(table string)
	visit = func(table string) {
		if done[table] {
			return
		}
		done[table] = true
		for _, key := range r.keys {
			if key.To == table {
				visit(key.From)
			}
		}
		ordered = append(ordered, table)
	}
	for _, table := range slices.Sorted(slices.Values(r.tables)) {
		visit(table)
	}
	return ordered
}
