package account_test

import (
	"testing"

	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth/authtest"
)

// TestTriggersOfAnAppWriteMetadata before and after the insert, and see changes under the column
// names that they know.
func TestTriggersOfAnAppWriteMetadata(t *testing.T) {
	t.Parallel()
	db := dbtest.OpenAlone(t)
	b := authtest.SetupOn(t, db.Pool)
	_, err := db.Owner.Exec(t.Context(), `
		CREATE TABLE public.heard (name text);
		GRANT USAGE ON SCHEMA public TO service_role;
		CREATE FUNCTION public.slug() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		  NEW.raw_user_meta_data := NEW.raw_user_meta_data || jsonb_build_object('slug', lower(NEW.raw_user_meta_data ->> 'name')); RETURN NEW; END $$;
		CREATE FUNCTION public.stamp() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
		  UPDATE auth.users SET raw_app_meta_data = raw_app_meta_data || '{"plan": "free"}' WHERE id = NEW.id; RETURN NEW; END $$;
		CREATE FUNCTION public.hear() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
		  INSERT INTO public.heard VALUES (NEW.raw_user_meta_data ->> 'name'); RETURN NEW; END $$;
		CREATE TRIGGER slug BEFORE INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION public.slug();
		CREATE TRIGGER stamp AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION public.stamp();
		CREATE TRIGGER hear AFTER UPDATE OF raw_user_meta_data ON auth.users FOR EACH ROW EXECUTE FUNCTION public.hear()`)
	if err != nil {
		t.Fatal(err)
	}
	got := b.Post("/signup", map[string]any{"email": authtest.Marina, "password": authtest.Password, "data": map[string]any{"name": "Marina"}})
	d := b.Device(got)
	user := got.Body["user"].(map[string]any)
	if user["user_metadata"].(map[string]any)["slug"] != "marina" || user["app_metadata"].(map[string]any)["plan"] != "free" {
		t.Fatalf("got %s", got.Raw)
	}
	b.Want(b.Put(d, map[string]any{"data": map[string]any{"name": "Nina"}}), 200, "")
	var heard string
	if err := db.Owner.QueryRow(t.Context(), `SELECT name FROM public.heard`).Scan(&heard); err != nil || heard != "Nina" {
		t.Errorf("a trigger heard %q, %v", heard, err)
	}
	// Older versions of this server write the columns under this server's names.
	b.Exec(`UPDATE auth.users SET app_metadata = '{"plan": "gold"}'`)
	if plan := authtest.Scalar[string](b, `SELECT raw_app_meta_data ->> 'plan' FROM auth.users`); plan != "gold" {
		t.Errorf("the plan is %s", plan)
	}
}
