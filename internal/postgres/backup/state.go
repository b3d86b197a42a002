package backup

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"
)

// State is what a restored database must match.
type State struct {
	Owner string `json:"owner"`
	// Rows counts the rows of every table, by its quoted name.
	Rows map[string]int64 `json:"rows"`
	// Roles are those that the schema names, besides its owner.
	Roles       []Role   `json:"roles"`
	Memberships []string `json:"memberships"`
	Policies    []string `json:"policies"`
	Grants      []string `json:"grants"`
}

// Role is a role that the schema names. The backup does not contain its password.
type Role struct {
	Name     string `json:"name"`
	Logs     bool   `json:"login"`
	Inherits bool   `json:"inherit"`
}

const (
	askTables = `
SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind = 'r' AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
ORDER BY 1`

	named = `
named AS (
  SELECT r.oid, r.rolname FROM pg_roles r
  WHERE r.rolname !~ '^pg_' AND r.rolname <> current_user
    AND (r.rolname = 'authenticator' OR EXISTS (SELECT FROM pg_shdepend s WHERE s.refclassid = 'pg_authid'::regclass AND s.refobjid = r.oid
         AND s.dbid = (SELECT oid FROM pg_database WHERE datname = current_database()))))`

	// Only the product's own roles may log in after a restore, because a restored role has no
	// password.
	askRoles = `WITH ` + named + `
SELECT r.rolname, r.rolcanlogin AND r.rolname = 'authenticator', r.rolinherit FROM pg_roles r JOIN named USING (oid) ORDER BY 1`

	askMemberships = `WITH ` + named + `
SELECT DISTINCT format('GRANT %I TO %I', a.rolname, b.rolname)
FROM pg_auth_members m JOIN named a ON a.oid = m.roleid JOIN named b ON b.oid = m.member ORDER BY 1`

	askPolicies = `
SELECT format('%I.%I %s', schemaname, tablename, to_jsonb(p) - 'schemaname' - 'tablename') FROM pg_policies p
UNION ALL
SELECT format('%I.%I security %s forced %s', n.nspname, c.relname, c.relrowsecurity, c.relforcerowsecurity)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' ORDER BY 1`

	// MAINTAIN is new in PostgreSQL 17, where everything that an older version grants includes it.
	askGrants = `
SELECT DISTINCT format('%s: %s to %s%s', g.what, g.privilege_type, CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(g.grantee) END,
                       CASE WHEN g.is_grantable THEN ' to pass on' END)
FROM (
  SELECT format('schema %I', n.nspname) AS what, n.nspname, a.* FROM pg_namespace n, aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) a
  UNION ALL
  SELECT format('%I.%I', n.nspname, c.relname), n.nspname, a.* FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace,
    aclexplode(coalesce(c.relacl, acldefault(CASE c.relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", c.relowner))) a WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S')
  UNION ALL
  SELECT format('%I.%I.%I', n.nspname, c.relname, t.attname), n.nspname, a.* FROM pg_attribute t JOIN pg_class c ON c.oid = t.attrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace, aclexplode(t.attacl) a WHERE NOT t.attisdropped
  UNION ALL
  SELECT format('%I.%I(%s)%s owned by %I', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid), CASE WHEN p.prosecdef THEN ' definer' END, pg_get_userbyid(p.proowner)),
    n.nspname, a.* FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
) g WHERE g.nspname !~ '^pg_' AND g.nspname <> 'information_schema' AND g.privilege_type <> 'MAINTAIN' ORDER BY 1`
)

// readState reads the state in the transaction's snapshot.
func readState(ctx context.Context, tx pgx.Tx) (s State, err error) {
	// PostgreSQL writes names with their schema only if the search path is empty.
	if _, err := tx.Exec(ctx, `SET LOCAL search_path = ''`); err != nil {
		return s, fmt.Errorf("clear the search path: %w", err)
	}
	if err := tx.QueryRow(ctx, `SELECT current_user::text`).Scan(&s.Owner); err != nil {
		return s, fmt.Errorf("ask for the owner: %w", err)
	}
	rows, _ := tx.Query(ctx, askRoles)
	if s.Roles, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Role]); err != nil {
		return s, fmt.Errorf("list roles: %w", err)
	}
	var tables []string
	for question, into := range map[string]*[]string{askTables: &tables, askMemberships: &s.Memberships, askPolicies: &s.Policies, askGrants: &s.Grants} {
		rows, _ := tx.Query(ctx, question)
		if *into, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
			return s, fmt.Errorf("read the catalogue: %w", err)
		}
	}
	s.Rows = make(map[string]int64, len(tables))
	for _, table := range tables {
		var count int64
		if err := tx.QueryRow(ctx, `SELECT count(*) FROM `+table).Scan(&count); err != nil {
			return s, fmt.Errorf("count the rows of %s: %w", table, err)
		}
		s.Rows[table] = count
	}
	return s, nil
}

// compare returns an error that describes how a restored database differs from the backup.
func (s State) compare(restored State) error {
	if err := sameRows(s.Rows, restored.Rows); err != nil {
		return err
	}
	return s.compareSchema(restored)
}

// compareSchema compares everything except the rows.
func (s State) compareSchema(restored State) error {
	for kind, lists := range map[string][2][]string{
		"policies": {s.Policies, restored.Policies}, "grants": {s.Grants, restored.Grants},
	} {
		if !slices.Equal(lists[0], lists[1]) {
			return fmt.Errorf("the %s differ: missing %q, added %q", kind, without(lists[0], lists[1]), without(lists[1], lists[0]))
		}
	}
	// Other databases of the server may name more roles than this one.
	if gone := without(s.Memberships, restored.Memberships); len(gone) > 0 {
		return fmt.Errorf("roles miss memberships: %q", gone)
	}
	return nil
}

func sameRows(want, got map[string]int64) error {
	var wrong []error
	for _, table := range slices.Sorted(maps.Keys(want)) {
		if want[table] != got[table] {
			wrong = append(wrong, fmt.Errorf("%s has %d rows and should have %d", table, got[table], want[table]))
		}
	}
	if len(wrong) == 0 && len(want) != len(got) {
		wrong = append(wrong, fmt.Errorf("there are %d tables and should be %d", len(got), len(want)))
	}
	return errors.Join(wrong...)
}

// without returns up to shownMax entries that are in one list and not in the other.
func without(list, other []string) []string {
	const shownMax = 5
	var found []string
	for _, one := range list {
		if !slices.Contains(other, one) && len(found) < shownMax {
			found = append(found, one)
		}
	}
	return found
}
