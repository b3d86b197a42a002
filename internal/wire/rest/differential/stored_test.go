package differential_test

import (
	"maps"
	"net/http"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"automacao/internal/app"
)

// storedSecret signs tokens that both servers accept once they have read it.
const storedSecret = "a secret that is kept in the database, of enough bytes"

// keeper is the role that the servers log in as; slow_reader is a role with settings.
const keeper = `
DO $$
DECLARE role text;
BEGIN
  FOREACH role IN ARRAY ARRAY['slow_reader NOLOGIN', 'keeper LOGIN NOINHERIT'] LOOP
    BEGIN EXECUTE 'CREATE ROLE ' || role; EXCEPTION WHEN duplicate_object THEN NULL; END;
  END LOOP;
END $$;
GRANT anon, authenticated, service_role, stranger, slow_reader TO keeper;
GRANT USAGE ON SCHEMA api, hidden TO slow_reader;
GRANT SELECT ON api.projects TO slow_reader;
ALTER ROLE slow_reader SET statement_timeout = '54321ms';
ALTER ROLE slow_reader SET default_transaction_isolation = 'serializable';
ALTER ROLE slow_reader SET timezone = 'Asia/Tokyo';
ALTER ROLE slow_reader SET app.tone = 'no setting of the server';
CREATE FUNCTION hidden.before() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('response.headers', '[{"X-Before": "been here"}]', true);
  IF current_setting('request.headers', true)::json ->> 'x-stop' IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'PT403', MESSAGE = 'stopped';
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION hidden.before() TO PUBLIC;
CREATE FUNCTION hidden.settings() RETURNS void LANGUAGE sql AS $$
  SELECT set_config('pgrst.openapi_mode', 'disabled', true), set_config('pgrst.db_max_rows', '1', true), set_config('pgrst.db_schemas', 'hidden', true)
$$;
CREATE FUNCTION api.bounded() RETURNS text LANGUAGE sql STABLE SET statement_timeout TO '5s' SET default_transaction_isolation TO 'repeatable read' AS $$
  SELECT current_setting('statement_timeout') || ' ' || current_setting('transaction_isolation') $$;
GRANT USAGE ON SCHEMA hidden TO keeper;
`

// keep stores settings of the keeper for this database, which take precedence over its global ones.
func (b *bench) keep(t *testing.T, settings map[string]string) {
	t.Helper()
	for name, value := range settings {
		b.run(t, `DO $$ BEGIN EXECUTE format('ALTER ROLE keeper IN DATABASE %I SET `+name+` = %L', current_database(), '`+value+`'); END $$`)
	}
}

func keptAsks() (asks []ask) {
	claims := func(more jwt.MapClaims) string {
		all := jwt.MapClaims{"exp": time.Now().Add(time.Hour).Unix(), "app": map[string]any{"roles": []string{"slow_reader", "authenticated"}}, "role": "authenticated"}
		maps.Copy(all, more)
		return "Bearer " + signed(jwt.SigningMethodHS256, []byte(storedSecret), all)
	}
	for _, authorization := range []string{
		"", claims(nil), claims(jwt.MapClaims{"aud": "api"}), claims(jwt.MapClaims{"aud": []string{"x", "api"}}), claims(jwt.MapClaims{"aud": "x"}), claims(jwt.MapClaims{"aud": 5}),
		claims(jwt.MapClaims{"app": map[string]any{"roles": []string{}}}), claims(jwt.MapClaims{"app": 1}),
		"Bearer " + signed(jwt.SigningMethodHS256, []byte(secret), jwt.MapClaims{"exp": time.Now().Add(time.Hour).Unix(), "role": "authenticated"}),
	} {
		for _, target := range []string{
			"/projects?select=id&order=id", "/projects?select=id,tasks(id)&order=id&tasks.order=id", "/projects?select=id.count()", "/notes?order=id", "/rpc/whoami", "/rpc/bounded", "/rpc/numbers?n=5",
			"/rpc/seen?name=search_path", "/rpc/seen?name=statement_timeout", "/rpc/seen?name=transaction_isolation", "/rpc/seen?name=timezone", "/rpc/seen?name=app.tone", "/rpc/seen?name=app.settings.tone", "/rpc/claim?name=role",
		} {
			asks = append(asks, ask{method: http.MethodGet, target: target, header: headers("Authorization", authorization)},
				ask{method: http.MethodGet, target: target, header: headers("Authorization", authorization, "Prefer", "count=exact", "X-Stop", "1")})
		}
		asks = append(asks,
			ask{method: http.MethodGet, target: "/projects?select=id&order=id", header: headers("Authorization", authorization, "Prefer", "count=exact", "Accept", "application/vnd.pgrst.plan+json")},
			ask{method: http.MethodGet, target: "/notes", header: headers("Authorization", authorization, "Accept-Profile", "Ödd schema")})
		for _, prefer := range []string{"", "tx=commit", "tx=rollback", "tx=commit, return=representation"} {
			asks = append(asks, ask{method: http.MethodPost, target: "/nothing", body: `{"id":9}`, header: headers("Authorization", authorization, "Prefer", prefer), stays: true},
				ask{method: http.MethodPost, target: "/rpc/insert_note", body: `{"n":9}`, header: headers("Authorization", authorization, "Prefer", prefer), stays: true})
		}
	}
	return append(asks, ask{method: http.MethodHead, target: "/"})
}

// TestSettingsOfTheDatabaseAreThoseOfTheReference stores settings in the database, changes them and
// notifies both servers.
func TestSettingsOfTheDatabaseAreThoseOfTheReference(t *testing.T) {
	t.Parallel()
	b := open(t)
	b.run(t, keeper)
	b.run(t, `ALTER ROLE keeper SET pgrst.db_schemas = 'nowhere'; ALTER ROLE keeper SET pgrst.db_anon_role = 'anon'`)
	b.keep(t, map[string]string{
		"pgrst.db_schemas": "api, Ödd schema", "pgrst.db_max_rows": "2", "pgrst.db_extra_search_path": "public, hidden", "pgrst.db_pre_request": "hidden.before",
		"pgrst.db_tx_end": "rollback-allow-override", "pgrst.jwt_secret": storedSecret, "pgrst.jwt_aud": "api", "pgrst.jwt_role_claim_key": ".app.roles[0]",
		"pgrst.db_plan_enabled": "false", "pgrst.db_aggregates_enabled": "0", "app.settings.tone": "soft",
	})
	url := b.as("keeper")
	b.theirs = startReference(t, url, "PGRST_DB_PRE_CONFIG=hidden.settings")
	b.ours = startOurs(t, url, func(cfg *app.RestConfig) { cfg.PreConfig = "hidden.settings" })
	b.compare(t)
	b.keep(t, map[string]string{
		"pgrst.db_schemas": "Ödd schema, api", "pgrst.db_max_rows": "3", "pgrst.db_extra_search_path": "", "pgrst.db_pre_request": "", "pgrst.db_tx_end": "commit-allow-override", "pgrst.jwt_aud": "",
		"pgrst.jwt_role_claim_key": ".role", "pgrst.db_plan_enabled": "true", "pgrst.db_aggregates_enabled": "true", "pgrst.db_anon_role": "authenticated",
	})
	b.run(t, `NOTIFY pgrst, 'reload config'`)
	b.run(t, `NOTIFY pgrst, 'reload schema'`)
	b.await(t, "/notes?limit=1")
	b.compare(t)
}

// await asks until both servers have read the settings, recognised by the default schema.
func (b *bench) await(t *testing.T, target string) {
	t.Helper()
	for _, base := range []string{b.theirs, b.ours} {
		for b.ask(t, base, ask{method: http.MethodGet, target: target}).status != http.StatusOK {
			if t.Context().Err() != nil {
				t.Fatal("the settings were not read")
			}
		}
	}
}

func (b *bench) compare(t *testing.T) {
	t.Helper()
	exchanges := b.askAll(t, keptAsks())
	v := judge(exchanges)
	v.report(t)
	t.Logf("%d requests, %d of them answered alike to the letter", len(exchanges), v.alike)
}
