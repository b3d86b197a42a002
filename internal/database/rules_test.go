package database_test

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/database/dbtest"
)

// rules are what every object of the schema keeps to. Each query lists the
// objects that do not; unless names those that may, with the reason.
var rules = []struct {
	fact, query string
	unless      map[string]string
}{
	{
		fact: "RowSecurityIsForced",
		query: `SELECT c.oid::regclass::text FROM pg_class c
			WHERE c.relkind IN ('r', 'p') AND c.relnamespace = ANY($1::regnamespace[]) AND NOT (c.relrowsecurity AND c.relforcerowsecurity)`,
	},
	{
		// A column that comes later would be readable before anybody thought about it.
		fact: "ClientsAreGrantedColumnsOneByOne",
		query: `SELECT format('%s %s TO %s', g.privilege_type, c.oid::regclass, CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE g.grantee::regrole::text END)
			FROM pg_class c, aclexplode(c.relacl) g
			WHERE c.relkind IN ('r', 'p', 'v', 'm') AND c.relnamespace = ANY($1::regnamespace[])
			  AND (g.grantee = 0 OR g.grantee IN ('anon'::regrole, 'authenticated'::regrole))
			  AND g.privilege_type <> 'DELETE'`,
	},
	{
		// TRUNCATE knows no policy, REFERENCES and TRIGGER reach behind one.
		fact: "NobodyButTheOwnerMayAvoidPolicies",
		query: `SELECT format('%s %s TO %s', g.privilege_type, c.oid::regclass, CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE g.grantee::regrole::text END)
			FROM pg_class c, aclexplode(c.relacl) g
			WHERE c.relkind IN ('r', 'p', 'v', 'm') AND c.relnamespace = ANY($1::regnamespace[])
			  AND g.grantee <> c.relowner AND g.privilege_type NOT IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE')`,
	},
	{
		// A violated constraint is told by its name, which the one that PostgreSQL
		// makes up says nothing in. Keys keep theirs: that says which.
		fact: "ConstraintsAreNamed",
		query: `SELECT k.conrelid::regclass || ' ' || k.conname FROM pg_constraint k
			WHERE k.connamespace = ANY($1::regnamespace[]) AND k.contype IN ('p', 'u', 'x', 'f', 'c')
			  AND k.conname ~ '(_check\d*|_excl\d*|_(pkey|key|fkey)\d+)$'`,
	},
	{
		// Within SELECT it is asked once a statement, without once a row.
		fact: "PoliciesAskForTheCallerOnce",
		query: `SELECT p.polrelid::regclass || ' ' || p.polname FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid,
			  concat_ws(' ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) AS expression
			WHERE c.relnamespace = ANY($1::regnamespace[])
			  AND regexp_replace(expression, 'SELECT (auth\.(uid|role|jwt|email)|private\.(is_admin|parties))\(', '', 'g')
			    ~ '(auth\.(uid|role|jwt|email)|private\.(is_admin|parties))\('`,
	},
	{
		// What belongs to a party belongs to whoever acts for it; only what is a
		// person's own asks who the caller is.
		fact: "PoliciesOfAPartysRowsAskWhoActsForIt",
		query: `SELECT DISTINCT p.polrelid::regclass::text FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
			WHERE c.relnamespace = 'public'::regnamespace AND 'public'::regnamespace = ANY($1::regnamespace[])
			  AND concat_ws(' ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) ~ 'auth\.(uid|jwt)\('`,
		unless: map[string]string{
			"accounts": "of a person", "conversations": "of a person", "messages": "between people",
			"notifications": "to a person", "preferences": "of a person", "profiles": "a person who is no party edits his own",
		},
	},
	{
		fact: "FunctionsAskWhoActsForAParty",
		query: `SELECT p.oid::regprocedure::text FROM pg_proc p
			WHERE p.pronamespace = ANY($1::regnamespace[])
			  AND p.prosrc ~* '((company|professional|author|subject|organisation)_id\s*(=|<>|!=|IN)\s*\(*\s*(SELECT\s+)?auth\.uid\(|auth\.uid\(\)\s*\)*\s*(=|<>|!=|IN)\s*\(?\s*(\w+\.)?(company|professional|author|subject|organisation)_id)'`,
	},
	{
		// Without one, removing what is pointed at reads the whole table.
		fact: "ForeignKeysHaveAnIndex",
		query: `SELECT k.conrelid::regclass || ' ' || k.conname FROM pg_constraint k
			WHERE k.contype = 'f' AND k.connamespace = ANY($1::regnamespace[]) AND NOT EXISTS (
			  SELECT FROM pg_index i
			  WHERE i.indrelid = k.conrelid AND (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
			    AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) ~ '^\(\w+ IS NOT NULL\)$'))`,
	},
	{
		fact: "ForeignKeysSayWhatFollowsARemoval",
		query: `SELECT k.conrelid::regclass || ' ' || k.conname FROM pg_constraint k
			WHERE k.contype = 'f' AND k.connamespace = ANY($1::regnamespace[]) AND k.confdeltype = 'a'`,
	},
	{
		// Money is whole centavos, and what is counted is counted exactly.
		fact: "NoColumnIsAFloatingPointNumber",
		query: `SELECT c.oid::regclass || ' ' || a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
			WHERE c.relkind IN ('r', 'p', 'v', 'm') AND c.relnamespace = ANY($1::regnamespace[]) AND a.attnum > 0 AND NOT a.attisdropped
			  AND a.atttypid IN ('real'::regtype, 'double precision'::regtype, 'money'::regtype)`,
	},
	{
		// A restore creates an extension after the functions' default privileges
		// are in force: only what is granted by name is there again.
		fact: "FunctionsOfExtensionsAreGrantedByName",
		query: `SELECT p.oid::regprocedure::text FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
			WHERE p.pronamespace = 'extensions'::regnamespace AND 'public'::regnamespace = ANY($1::regnamespace[]) AND (
			  SELECT count(*) FROM aclexplode(p.proacl) g
			  WHERE g.grantee IN ('anon'::regrole, 'authenticated'::regrole, 'service_role'::regrole) AND g.privilege_type = 'EXECUTE') < 3`,
	},
	{
		// With another path the caller decides what a name in it means.
		fact: "FunctionsWithRightsOfTheirOwnFixTheirSearchPath",
		query: `SELECT p.oid::regprocedure::text FROM pg_proc p
			WHERE p.pronamespace = ANY($1::regnamespace[]) AND p.prosecdef
			  AND NOT coalesce(p.proconfig, '{}') @> '{"search_path=\"\""}'`,
	},
}

func TestTheSchemaKeepsItsRules(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	schemas := []string{"public", "private", "auth", "storage", "realtime"}
	for _, rule := range rules {
		t.Run(rule.fact, func(t *testing.T) {
			rows, _ := pool.Query(t.Context(), rule.query, schemas)
			found, err := pgx.CollectRows(rows, pgx.RowTo[string])
			if err != nil {
				t.Fatal(err)
			}
			slices.Sort(found)
			for _, object := range found {
				if rule.unless[object] == "" {
					t.Errorf("%s", object)
				}
			}
			for object := range rule.unless {
				if !slices.Contains(found, object) {
					t.Errorf("%s keeps the rule by now: take it off the list", object)
				}
			}
		})
	}
}
