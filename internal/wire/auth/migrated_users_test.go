package auth

import (
	"context"
	"strings"
	"testing"

	"golang.org/x/crypto/bcrypt"

	"automacao/internal/postgres/dbtest"
)

func hashElsewhere(t *testing.T, cost int) string {
	t.Helper()
	hash, err := bcrypt.GenerateFromPassword([]byte(password), cost)
	if err != nil {
		t.Fatal(err)
	}
	return string(hash)
}

// TestUsersMoveInWithTheirPasswords inserts them with a script, or with the secret key.
func TestUsersMoveInWithTheirPasswords(t *testing.T) {
	t.Parallel()
	db := dbtest.OpenAlone(t)
	b := setupOn(t, db.Pool)
	_, err := db.Owner.Exec(t.Context(), `
		INSERT INTO auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, recovery_sent_at, last_sign_in_at,
		  raw_app_meta_data, raw_user_meta_data, is_super_admin, created_at, updated_at, phone, phone_change, phone_change_token,
		  confirmation_token, email_change, email_change_token_new, email_change_token_current, email_change_confirm_status,
		  recovery_token, reauthentication_token, is_sso_user, is_anonymous)
		VALUES ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', 'ana@b.co', $1, now(), now(), now(),
		  '{"provider":"email","providers":["email"]}', '{"name":"Ana"}', NULL, now(), now(), NULL, '', '', '', '', '', '', 0, '', '', false, false)`, hashElsewhere(t, bcrypt.MinCost))
	if err != nil {
		t.Fatal(err)
	}
	got := b.tryPassword("ana@b.co", password, homeIP)
	if user, _ := got.body["user"].(map[string]any); got.status != 200 || user["user_metadata"].(map[string]any)["name"] != "Ana" || user["confirmed_at"] == nil {
		t.Fatalf("got %s", got.raw)
	}
	b.want(b.tryPassword("ana@b.co", "bomba dosadora", homeIP), 400, "invalid_credentials")
	d := b.device(got)
	b.want(b.put(d, map[string]any{"password": "bomba dosadora", "current_password": password}), 200, "")
	b.device(b.tryPassword("ana@b.co", "bomba dosadora", homeIP))
	if same := scalar[bool](b, `SELECT encrypted_password = password_hash AND encrypted_password LIKE '$argon2id$%' FROM auth.users`); !same {
		t.Error("the two names of a password's hash say different things")
	}

	for _, hash := range []string{hashElsewhere(t, bcrypt.MinCost), encodeHash(canonical(password))} {
		made := b.admin("POST", "/admin/users", map[string]any{"email": "bia@b.co", "password_hash": hash, "email_confirm": true})
		b.want(made, 200, "")
		b.device(b.tryPassword("bia@b.co", password, homeIP))
		b.want(b.admin("DELETE", "/admin/users/"+made.body["id"].(string), nil), 200, "")
	}
	for _, hash := range []string{"$2y$10$x", "$2a$15$hbY6HYLmQyKCoBCbYaFtKeQJ5OSdJYb7nAaBJUOFvuNjgjd8GFmFq", "$argon2id$v=19$m=1000000,t=1,p=1$c2FsdHNhbHQ$a2V5", "secret"} {
		b.want(b.admin("POST", "/admin/users", map[string]any{"email": "cia@b.co", "password_hash": hash}), 400, "validation_failed")
	}
	b.want(b.admin("POST", "/admin/users", map[string]any{"email": "cia@b.co", "password": password, "password_hash": hashElsewhere(t, bcrypt.MinCost)}), 400, "validation_failed")
}

// TestPasswordsOfWhoMovedInAreHashedAnew when the users sign in with them.
func TestPasswordsOfWhoMovedInAreHashedAnew(t *testing.T) {
	t.Parallel()
	db := dbtest.OpenAlone(t)
	b := setupOn(t, db.Pool, func(c *Config) { c.ConfirmEmail = true })
	const email = "ana@b.co"
	moved := hashElsewhere(t, bcrypt.MinCost)
	made := b.admin("POST", "/admin/users", map[string]any{"email": email, "password_hash": moved})
	b.want(made, 200, "")
	isMoved := func() bool { return scalar[bool](b, `SELECT password_hash = $1 FROM auth.users`, moved) }

	b.want(b.tryPassword(email, "bomba dosadora", homeIP), 400, "invalid_credentials")
	b.want(b.tryPassword(email, password, homeIP), 400, "email_not_confirmed")
	b.want(b.admin("PUT", "/admin/users/"+made.body["id"].(string), map[string]any{"email_confirm": true, "ban_duration": "1h"}), 200, "")
	b.want(b.tryPassword(email, password, homeIP), 400, "user_banned")
	b.want(b.admin("PUT", "/admin/users/"+made.body["id"].(string), map[string]any{"ban_duration": "none"}), 200, "")
	if !isMoved() {
		t.Fatal("who did not get in has another hash")
	}

	// Both have compared the old hash when the first of them writes the new one.
	lock, err := db.Owner.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = lock.Rollback(context.WithoutCancel(t.Context())) }()
	if _, err := lock.Exec(t.Context(), `SELECT FROM auth.users FOR UPDATE`); err != nil {
		t.Fatal(err)
	}
	answers := make(chan reply, 2)
	for range cap(answers) {
		go func() { answers <- b.tryPassword(email, password, homeIP) }()
	}
	for waiting := 0; waiting < cap(answers); {
		err := db.Owner.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waiting)
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := lock.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range cap(answers) {
		b.device(<-answers)
	}
	own := scalar[string](b, `SELECT password_hash FROM auth.users`)
	if !isOwnHash(own) {
		t.Errorf("the hash is %s", own)
	}
	b.signInAs(email)
	b.want(b.tryPassword(email, "bomba dosadora", homeIP), 400, "invalid_credentials")
	if own != scalar[string](b, `SELECT encrypted_password FROM auth.users`) {
		t.Error("a hash of ours is made anew")
	}

	// bcrypt ignores what follows its part of the password.
	long := strings.Repeat("bomba dosadora ", 5)[:bcryptBytesMax]
	hash, err := bcrypt.GenerateFromPassword([]byte(long), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	b.exec(`UPDATE auth.users SET password_hash = $1`, string(hash))
	b.device(b.tryPassword(email, long+"!", homeIP))
	if scalar[string](b, `SELECT password_hash FROM auth.users`) != string(hash) {
		t.Error("a password is what somebody typed behind it")
	}
	b.device(b.tryPassword(email, long, homeIP))
	b.want(b.tryPassword(email, long+"!", homeIP), 400, "invalid_credentials")
}

// TestTriggersOfAnAppWriteMetadata before and after the insert, and see changes under the column
// names that they know.
func TestTriggersOfAnAppWriteMetadata(t *testing.T) {
	t.Parallel()
	db := dbtest.OpenAlone(t)
	b := setupOn(t, db.Pool)
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
	got := b.post("/signup", map[string]any{"email": marina, "password": password, "data": map[string]any{"name": "Marina"}})
	d := b.device(got)
	user := got.body["user"].(map[string]any)
	if user["user_metadata"].(map[string]any)["slug"] != "marina" || user["app_metadata"].(map[string]any)["plan"] != "free" {
		t.Fatalf("got %s", got.raw)
	}
	b.want(b.put(d, map[string]any{"data": map[string]any{"name": "Nina"}}), 200, "")
	var heard string
	if err := db.Owner.QueryRow(t.Context(), `SELECT name FROM public.heard`).Scan(&heard); err != nil || heard != "Nina" {
		t.Errorf("a trigger heard %q, %v", heard, err)
	}
	// Older versions of this server write the columns under this server's names.
	b.exec(`UPDATE auth.users SET app_metadata = '{"plan": "gold"}'`)
	if plan := scalar[string](b, `SELECT raw_app_meta_data ->> 'plan' FROM auth.users`); plan != "gold" {
		t.Errorf("the plan is %s", plan)
	}
}
