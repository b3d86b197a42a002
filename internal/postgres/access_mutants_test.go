package postgres_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
)

// mutant is a change that breaks one thing in the schema.
type mutant struct{ table, name, breaks string }

// mutants are the ways to break a policy or the row-level security of a table: drop each policy,
// open each policy, open each of its conditions alone, disable row-level security, and no longer
// force it.
const mutants = `
WITH policies AS (
  SELECT p.polrelid::regclass::text AS held, p.polname::text AS name, format('ALTER POLICY %I ON %s ', p.polname, p.polrelid::regclass) AS alter_policy,
         format('DROP POLICY %I ON %s', p.polname, p.polrelid::regclass) AS drop_policy,
         coalesce(pg_get_expr(p.polqual, p.polrelid), 'true') <> 'true' AS uses,
         coalesce(pg_get_expr(p.polwithcheck, p.polrelid), 'true') <> 'true' AS checks
  FROM pg_policy p WHERE p.polrelid::regclass::text ~ '^(public|private|auth|storage|realtime|migrations)\.')
SELECT held, name || ', dropped', drop_policy FROM policies
UNION ALL SELECT held, name || ', open', alter_policy || 'USING (true) WITH CHECK (true)' FROM policies WHERE uses AND checks
UNION ALL SELECT held, name || ', open to see', alter_policy || 'USING (true)' FROM policies WHERE uses
UNION ALL SELECT held, name || ', open to write', alter_policy || 'WITH CHECK (true)' FROM policies WHERE checks
UNION ALL
SELECT c.oid::regclass::text, 'row security, ' || lower(change), format('ALTER TABLE %s %s ROW LEVEL SECURITY', c.oid::regclass, change)
FROM pg_class c, unnest('{DISABLE, NO FORCE}'::text[]) AS change WHERE c.relrowsecurity AND c.relkind IN ('r', 'p') AND c.relnamespace::regnamespace::text IN ('public', 'private', 'auth', 'storage', 'realtime')
ORDER BY 1, 2`

// grantMutants grant or revoke each right on each column of the tables that clients reach, except
// writes to views: a view's owner changes no rows.
const grantMutants = `
SELECT held, format('%s of %s to %s', verb, name, role) || CASE WHEN has THEN ', taken' ELSE ', given' END,
       CASE WHEN has THEN format('REVOKE %s (%I) ON %s FROM %I', verb, name, held, role) ELSE format('GRANT %s (%I) ON %s TO %I', verb, name, held, role) END
FROM (
  SELECT c.oid::regclass::text AS held, a.attname::text AS name, role, verb, has_column_privilege(role, c.oid, a.attnum, verb) AS has
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped,
       unnest('{anon, authenticated}'::name[]) AS role, unnest('{SELECT, INSERT, UPDATE}'::text[]) AS verb
  WHERE c.relnamespace::regnamespace::text IN ('public', 'storage', 'realtime') AND (c.relkind IN ('r', 'p') OR c.relkind = 'v' AND verb <> 'UPDATE')) AS rights
ORDER BY 1, 2`

// alike are mutants that behave like the schema, with the reason.
var alike = map[string]string{
	"public.messages recipients mark messages, open to write":                                            "to_id is granted to nobody",
	"public.portfolio_projects professionals edit their portfolio, open to write":                        "profile_id is granted to nobody",
	"public.profiles people who are no party edit their own profile, open to write":                      "id is granted to nobody",
	"public.profiles who manages a party edits its profile, open to write":                               "id is granted to nobody",
	"public.proposal_notes a company's people change its notes, open to write":                           "company_id is granted to nobody",
	"public.site_images administrators replace site images, open to write":                               "it checks the role, as the other condition does",
	"public.preferences owners change their preferences, open to write":                                  "the policy to read also covers the changed row",
	"public.profile_technologies professionals say how well they know their technologies, open to write": "profile_id is granted to nobody",
	"public.project_technologies companies say how well it has to be known, open to write":               "project_id is granted to nobody",
	"public.notifications owners mark their notifications read, open to see":                             "a changed row must be readable, by the policy to read",
}

// sampled is how many of the mutants an ordinary run tries. A fixed seed selects the same ones for
// everyone. AUTOMACAO_TEST_WHOLE=1 tries all.
const (
	sampled     = 40
	sampledSeed = 9
)

func TestABrokenPolicyIsNoticed(t *testing.T) {
	t.Parallel()
	b := breaker{m: readMatrix(t), p: probe(t, stage(t)), lint: lints(t)["RowSecurityIsForced"]}
	b.p.exec(`SET LOCAL search_path = ''`)
	policies, grants := b.p.mutants(mutants), b.p.mutants(grantMutants)
	for name := range alike {
		if !slices.ContainsFunc(policies, func(one mutant) bool { return one.table+" "+one.name == name }) {
			t.Errorf("%s is no mutant any more: take it off the list", name)
		}
	}
	if os.Getenv("AUTOMACAO_TEST_WHOLE") != "1" {
		policies, grants = sample(policies, sampled), sample(grants, sampled)
	}
	b.p.untilOne = true
	b.breakEach(policies, b.m.checkRows)
	b.breakEach(grants, b.m.checkColumns)
	t.Attr("figure", fmt.Sprintf("policies and row security broken in %d ways, grants in %d: %d noticed, %d mean the same", len(policies), len(grants), b.killed, len(policies)+len(grants)-b.killed))
}

// breaker breaks the schema and checks that the matrix detects it.
type breaker struct {
	m      *matrix
	p      *prober
	lint   string
	killed int
}

func (b *breaker) breakEach(mutants []mutant, check func(*prober, *tableAccess) ([]string, int)) {
	for _, one := range mutants {
		name, survived := one.table+" "+one.name, b.survives(one, check)
		switch {
		case !survived:
			b.killed++
			if alike[name] != "" {
				b.p.t.Errorf("%s is noticed now: take it off the list", name)
			}
		case alike[name] == "":
			b.p.t.Errorf("%s: nothing in %s notices: add a row or a try that does", name, accessFile)
		}
	}
}

// survives reports whether the matrix finds nothing wrong with a broken schema.
func (b *breaker) survives(one mutant, check func(*prober, *tableAccess) ([]string, int)) bool {
	b.p.t.Helper()
	b.p.begin()
	b.p.exec(`SET LOCAL search_path = ''`)
	b.p.exec(one.breaks)
	a := b.m.tables[one.table]
	if a == nil {
		b.p.t.Fatalf("%s is not in %s", one.table, accessFile)
	}
	failed, _ := check(b.p, a)
	for _, topic := range b.m.topics {
		if one.table != "realtime.messages" || len(failed) > 0 {
			break
		}
		failed, _ = b.m.checkTopic(b.p, topic)
	}
	if len(failed) > 0 {
		return false
	}
	// A lint covers what no grant lets anyone reach.
	return !slices.Contains(b.p.list(b.lint, []string{"public", "private", "auth", "storage", "realtime"}), one.table)
}

func (p *prober) mutants(query string) []mutant {
	p.t.Helper()
	rows, _ := p.tx.Query(p.t.Context(), query)
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (one mutant, err error) {
		return one, row.Scan(&one.table, &one.name, &one.breaks)
	})
	if err != nil || len(found) == 0 {
		p.t.Fatalf("%d mutants: %v", len(found), err)
	}
	return found
}

func sample(all []mutant, count int) []mutant {
	drawn := rand.New(rand.NewPCG(sampledSeed, 0)).Perm(len(all))[:count]
	slices.Sort(drawn)
	var some []mutant
	for _, i := range drawn {
		some = append(some, all[i])
	}
	return some
}
