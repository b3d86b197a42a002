package postgres_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres"
	"automacao/internal/postgres/cluster"
	"automacao/internal/postgres/dbtest"
)

// TestTheServersRoleOwnsNothing checks in the catalogue that neither the role nor any role that it
// is a member of owns anything.
func TestTheServersRoleOwnsNothing(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	const has = `WITH mine AS (SELECT oid, rolname FROM pg_roles WHERE pg_has_role('authenticator', oid, 'MEMBER'))`
	for fact, query := range map[string]string{
		"ItIsAMemberOf":    has + ` SELECT rolname FROM mine WHERE rolname NOT IN ('authenticator', 'anon', 'authenticated', 'service_role')`,
		"ItHasPower":       has + ` SELECT rolname FROM pg_roles JOIN mine USING (rolname) WHERE rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication`,
		"ItOwnsTable":      has + ` SELECT c.oid::regclass::text FROM pg_class c JOIN mine ON mine.oid = c.relowner`,
		"ItOwnsFunction":   has + ` SELECT p.oid::regprocedure::text FROM pg_proc p JOIN mine ON mine.oid = p.proowner`,
		"ItOwnsSchema":     has + ` SELECT nspname::text FROM pg_namespace n JOIN mine ON mine.oid = n.nspowner`,
		"ItOwnsType":       has + ` SELECT t.oid::regtype::text FROM pg_type t JOIN mine ON mine.oid = t.typowner`,
		"ItMayMakeThings":  has + ` SELECT rolname || ' in ' || nspname FROM mine, pg_namespace n WHERE has_schema_privilege(mine.oid, n.oid, 'CREATE') AND NOT pg_is_other_temp_schema(n.oid) AND n.oid <> pg_my_temp_schema()`,
		"ItMayMakeSchemas": has + ` SELECT rolname FROM mine WHERE has_database_privilege(mine.oid, current_database(), 'CREATE')`,
		"ItMayMoreThanRowsOf": `
			SELECT a.grantee::regrole || ' ' || a.privilege_type || ' ' || c.oid::regclass
			FROM pg_class c, aclexplode(c.relacl) a
			WHERE c.relnamespace::regnamespace::text !~ '^pg_|^information_schema$' AND c.relkind <> 'S' AND a.grantee <> c.relowner
			  AND a.privilege_type NOT IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE')`,
		"MayGrantOn": `SELECT c.oid::regclass::text FROM pg_class c, aclexplode(c.relacl) a WHERE a.is_grantable AND a.grantee <> c.relowner AND c.relnamespace::regnamespace::text !~ '^pg_'`,
	} {
		t.Run(fact, func(t *testing.T) {
			t.Parallel()
			var offenders []string
			if err := db.Owner.QueryRow(t.Context(), `SELECT array(`+query+`)`).Scan(&offenders); err != nil {
				t.Fatal(err)
			}
			for _, offender := range offenders {
				t.Error(offender)
			}
		})
	}
}

// attempts are statements that an attacker with one of the server's connections would try; %owner
// is the schema's owner.
var attempts = map[string]string{
	"DropATable":            `DROP TABLE public.profiles`,
	"DropASchema":           `DROP SCHEMA auth CASCADE`,
	"AlterATable":           `ALTER TABLE public.profiles ADD COLUMN backdoor text`,
	"DisableRowSecurity":    `ALTER TABLE public.accounts DISABLE ROW LEVEL SECURITY`,
	"UnforceRowSecurity":    `ALTER TABLE public.accounts NO FORCE ROW LEVEL SECURITY`,
	"AddAPolicy":            `CREATE POLICY "everybody" ON public.accounts USING (true)`,
	"DropATrigger":          `DROP TRIGGER only_added_to ON public.ledger_entries`,
	"DisableTriggers":       `ALTER TABLE public.ledger_entries DISABLE TRIGGER ALL`,
	"SkipTriggers":          `SET session_replication_role = replica`,
	"CreateInPublic":        `CREATE TABLE public.own (a integer)`,
	"CreateInPrivate":       `CREATE FUNCTION private.own() RETURNS integer LANGUAGE sql AS 'SELECT 1'`,
	"CreateASchema":         `CREATE SCHEMA own`,
	"ReplaceAFunction":      `CREATE OR REPLACE FUNCTION private.is_admin() RETURNS boolean LANGUAGE sql AS 'SELECT true'`,
	"AlterAFunction":        `ALTER FUNCTION private.is_admin() SECURITY INVOKER`,
	"DropAFunction":         `DROP FUNCTION auth.check_session()`,
	"BecomeTheOwner":        `SET ROLE %owner`,
	"BecomeTheDefiner":      `SET ROLE definer`,
	"BecomeTheLedgerKeeper": `SET ROLE ledger_keeper`,
	"LogInAsTheOwner":       `SET SESSION AUTHORIZATION %owner`,
	"MakeARole":             `CREATE ROLE own LOGIN`,
	"PromoteItself":         `ALTER ROLE authenticator SUPERUSER`,
	"JoinTheOwner":          `GRANT %owner TO authenticator`,
	"ReadPasswords":         `SELECT * FROM pg_authid`,
	"RunAProgram":           `COPY (SELECT 1) TO PROGRAM 'true'`,
	"ReadAFile":             `SELECT pg_read_file('/etc/hostname')`,
	"LoadAFile":             `COPY public.skills FROM '/etc/hostname'`,
	"LoadALibrary":          `CREATE FUNCTION pg_temp.own() RETURNS integer LANGUAGE c AS 'own'`,
	"EmptyATable":           `TRUNCATE public.skills`,
	"RewriteTheLedger":      `UPDATE public.ledger_entries SET party_id = NULL`,
	"ChangeTheServer":       `ALTER SYSTEM SET fsync = off`,
	"ForgeTheHistory":       `INSERT INTO migrations.applied (version_id, is_applied) VALUES (99999, true)`,
}

func refusesEverything(t *testing.T, pool *pgxpool.Pool, owner string) {
	t.Helper()
	for name, statement := range attempts {
		t.Run(name, func(t *testing.T) {
			_, err := pool.Exec(t.Context(), strings.ReplaceAll(statement, "%owner", pgx.Identifier{owner}.Sanitize()))
			if refused, ok := errors.AsType[*pgconn.PgError](err); !ok || refused.Code != "42501" {
				t.Errorf("%s: %v", statement, err)
			}
		})
	}
}

func TestTheServersRoleIsRefused(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	refusesEverything(t, db.Pool, db.Owner.Config().ConnConfig.User)
	t.Attr("figure", fmt.Sprintf("the role of the server owns nothing; %d statements of an attacker on its connection refused", len(attempts)))
}

// loginAs returns a URL for another role.
func loginAs(t *testing.T, address, role string) string {
	t.Helper()
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	query := parsed.Query()
	query.Set("user", role)
	parsed.RawQuery = query.Encode()
	return parsed.String()
}

func TestOpenAsARoleThatOwnsNothing(t *testing.T) {
	t.Parallel()
	owner, _ := managedServer(t)
	conn, err := pgx.Connect(t.Context(), owner)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), `CREATE ROLE "Balcão" LOGIN; CREATE ROLE stranger LOGIN`); err != nil {
		t.Fatal(err)
	}
	if err := conn.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	counter := loginAs(t, owner, "Balcão")
	var said bytes.Buffer
	log := slog.New(slog.NewTextHandler(&said, &slog.HandlerOptions{Level: slog.LevelWarn}))

	// The following steps depend on each other.
	_, err = postgres.Open(t.Context(), postgres.Config{URL: counter, LossySettings: cluster.DurabilitySettings(), Log: log})
	if err == nil || !strings.Contains(err.Error(), "automacao migrate") || !strings.Contains(err.Error(), "DATABASE_MIGRATE_URL") {
		t.Fatalf("without a schema it says %v", err)
	}
	db := open(t, postgres.Config{URL: counter, MigrateURL: owner, LossySettings: cluster.DurabilitySettings()})
	if got := ask(t, db, whoAmI); got != "Balcão true false" {
		t.Errorf("it serves as %q", got)
	}
	db, err = postgres.Open(t.Context(), postgres.Config{URL: counter, LossySettings: cluster.DurabilitySettings(), Log: log})
	if err != nil {
		t.Fatalf("with the schema made by somebody else: %v", err)
	}
	defer func() { _ = db.Close(t.Context()) }()
	refusesEverything(t, db.Pool, "shop")
	_, err = postgres.Open(t.Context(), postgres.Config{URL: loginAs(t, owner, "stranger"), LossySettings: cluster.DurabilitySettings(), Log: log})
	if err == nil || !strings.Contains(err.Error(), "behind") {
		t.Errorf("a role without the right to ask got %v", err)
	}
	if strings.Contains(said.String(), "more than it needs") {
		t.Errorf("it warns: %s", said.String())
	}
	served, err := postgres.Open(t.Context(), postgres.Config{URL: owner, LossySettings: cluster.DurabilitySettings(), Log: log})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = served.Close(t.Context()) }()
	if !strings.Contains(said.String(), "DATABASE_MIGRATE_URL") || !strings.Contains(said.String(), "CREATEROLE, the schema") {
		t.Errorf("an owner that serves is told %q", said.String())
	}
}
