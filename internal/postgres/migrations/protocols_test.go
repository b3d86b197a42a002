package migrations_test

import (
	"context"
	"flag"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/postgres/schema"
)

var update = flag.Bool("update", false, "write down how the two databases differ")

const differencesFile = "testdata/differences.txt"

// alone returns the owner's pool on a database that has the protocols and no market.
func alone(t *testing.T) *pgxpool.Pool {
	t.Helper()
	pool := dbtest.Empty(t)
	for range 2 { // The second time there is nothing to do.
		if err := postgres.MigrateProtocols(t.Context(), pool.Config().ConnString(), slog.New(slog.DiscardHandler)); err != nil {
			t.Fatal(err)
		}
	}
	return pool
}

// describes finds the object that the following lines describe.
var describes = regexp.MustCompile(`^CREATE (?:UNLOGGED TABLE|TABLE|OR REPLACE FUNCTION) ([\w.]+)`)

// lines are what is in force in the protocols' schemas, each line with the object that
// it belongs to, as far as both databases are to have the same.
func lines(t *testing.T, pool *pgxpool.Pool) []string {
	t.Helper()
	text, err := schema.Text(t.Context(), pool, []string{"auth", "storage", "realtime"})
	if err != nil {
		t.Fatal(err)
	}
	// Roles, extensions and event triggers stand before the first schema.
	_, text, _ = strings.Cut(text, "CREATE SCHEMA auth;")
	// The market's ids are in the order of their making, by a function of its own.
	text = strings.ReplaceAll(text, "private.uuid_v7()", "gen_random_uuid()")
	var all []string
	object := ""
	for line := range strings.Lines(text) {
		line = strings.Join(strings.Fields(line), " ")
		if name := describes.FindStringSubmatch(line); name != nil {
			object = name[1]
		}
		if line != "" && !strings.HasPrefix(line, "--") {
			all = append(all, object+": "+strings.TrimSuffix(line, ","))
		}
	}
	return all
}

// TestBothDatabasesHaveTheSameProtocols compares the protocols' schemas in the product's database
// with those of a database without the product, line by line.
func TestBothDatabasesHaveTheSameProtocols(t *testing.T) {
	t.Parallel()
	market, own := lines(t, dbtest.Open(t).Owner), lines(t, alone(t))
	var found strings.Builder
	tell := func(sign string, these, others []string) {
		for _, line := range these {
			if !slices.Contains(others, line) {
				found.WriteString(sign + " " + line + "\n")
			}
		}
	}
	tell("market", market, own)
	tell("alone", own, market)
	if *update {
		if err := os.WriteFile(differencesFile, []byte(found.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(differencesFile)
	if err != nil {
		t.Fatal(err)
	}
	if found.String() != string(want) {
		t.Errorf("%s has the differences that are meant (-update writes it); there are now\n%s", differencesFile, found.String())
	}
}

// TestAnAppOfTheRentedBackendMovesIn runs what its documentation has apps write.
func TestAnAppOfTheRentedBackendMovesIn(t *testing.T) {
	t.Parallel()
	pool := alone(t)
	run(t, pool, `
		CREATE TABLE public.profiles (id uuid PRIMARY KEY REFERENCES auth.users ON DELETE CASCADE, full_name text);
		ALTER TABLE public.profiles ENABLE ROW LEVEL SECURITY;
		CREATE POLICY "Profiles are their owner's" ON public.profiles FOR SELECT USING ((SELECT auth.uid()) = id);
		CREATE FUNCTION public.handle_new_user() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
		BEGIN
		  INSERT INTO public.profiles (id, full_name) VALUES (new.id, new.raw_user_meta_data ->> 'full_name');
		  RETURN new;
		END $$;
		CREATE TRIGGER on_auth_user_created AFTER INSERT ON auth.users FOR EACH ROW EXECUTE PROCEDURE public.handle_new_user();
		INSERT INTO storage.buckets (id, name, public) VALUES ('avatars', 'avatars', true);
		CREATE POLICY "Anyone can see an avatar" ON storage.objects FOR SELECT USING (bucket_id = 'avatars');
		CREATE POLICY "Own folder" ON storage.objects FOR INSERT TO authenticated
		  WITH CHECK (bucket_id = 'avatars' AND (storage.foldername(name))[1] = (SELECT auth.uid()::text));
		CREATE POLICY "Own folder by its parts" ON storage.objects FOR SELECT TO authenticated
		  USING (bucket_id = 'avatars' AND path_tokens[1] = (SELECT auth.uid()::text));
		ALTER PUBLICATION supabase_realtime ADD TABLE public.profiles;
		CREATE POLICY "members listen" ON realtime.messages FOR SELECT TO authenticated USING (realtime.topic() = 'room');
		INSERT INTO auth.users (email, user_metadata) VALUES ('ana@example.com', '{"full_name": "Ana"}');`)
	var name string
	if err := pool.QueryRow(t.Context(), `SELECT full_name FROM public.profiles`).Scan(&name); err != nil || name != "Ana" {
		t.Errorf("the app's trigger was told %q: %v", name, err)
	}
}

// TestNobodyRunsAFunctionHeWasNotGiven holds that no migration leaves one to PUBLIC.
func TestNobodyRunsAFunctionHeWasNotGiven(t *testing.T) {
	t.Parallel()
	var open []string
	err := alone(t).QueryRow(t.Context(), `
		SELECT coalesce(array_agg(p.oid::regprocedure::text ORDER BY 1), '{}') FROM pg_proc p
		WHERE pronamespace::regnamespace::text IN ('auth', 'storage', 'realtime', 'migrations')
		  AND (p.proacl IS NULL OR EXISTS (SELECT FROM aclexplode(p.proacl) a WHERE a.grantee = 0))`).Scan(&open)
	if err != nil {
		t.Fatal(err)
	}
	if len(open) > 0 {
		t.Errorf("anybody may run %v", open)
	}
}

func run(t *testing.T, pool *pgxpool.Pool, statements string) {
	t.Helper()
	conn, err := pool.Acquire(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	if _, err := conn.Conn().PgConn().Exec(t.Context(), statements).ReadAll(); err != nil {
		t.Fatal(err)
	}
}
