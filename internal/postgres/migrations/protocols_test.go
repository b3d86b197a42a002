package migrations_test

import (
	"cmp"
	"context"
	"flag"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/postgres/schema"
)

var update = flag.Bool("update", false, "write down what the product adds to the protocols")

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

// objects returns the definitions of the objects in the protocols' schemas, by kind and name.
func objects(t *testing.T, pool *pgxpool.Pool) map[string]string {
	t.Helper()
	text, err := schema.Expectation(t.Context(), pool)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for line := range strings.Lines(text) {
		parts := strings.Split(strings.TrimSpace(line), "\t")
		kind, of, name, digest := parts[0], parts[1], parts[2], parts[3]
		namespace, _, _ := strings.Cut(cmp.Or(of, name), ".")
		if slices.Contains([]string{"auth", "storage", "realtime"}, namespace) {
			found[strings.Join(strings.Fields(kind+" "+of+" "+name), " ")] = digest
		}
	}
	return found
}

// TestTheProtocolsDifferAsTheProductSays lists what the product adds to the protocols' schemas and
// changes in them. product/baseline has the statements.
func TestTheProtocolsDifferAsTheProductSays(t *testing.T) {
	t.Parallel()
	product, own := objects(t, dbtest.Open(t).Owner), objects(t, alone(t))
	var lines []string
	for name, digest := range product {
		switch other, isThere := own[name]; {
		case !isThere:
			lines = append(lines, "added "+name)
		case other != digest:
			lines = append(lines, "changed "+name)
		}
	}
	for name := range own {
		if _, isThere := product[name]; !isThere {
			lines = append(lines, "missing "+name)
		}
	}
	slices.Sort(lines)
	found := strings.Join(lines, "\n") + "\n"
	if *update {
		if err := os.WriteFile(differencesFile, []byte(found), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(differencesFile)
	if err != nil {
		t.Fatal(err)
	}
	if found != string(want) {
		t.Errorf("%s has the intended differences (-update writes it); there are now\n%s", differencesFile, found)
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

// TestNobodyRunsAFunctionTheyWereNotGiven holds that no migration leaves one to PUBLIC.
func TestNobodyRunsAFunctionTheyWereNotGiven(t *testing.T) {
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
