package core_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
)

func hashElsewhere(t *testing.T, cost int) string {
	t.Helper()
	hash, err := bcrypt.GenerateFromPassword([]byte(authtest.Password), cost)
	if err != nil {
		t.Fatal(err)
	}
	return string(hash)
}

// TestUsersMoveInWithTheirPasswords inserts them with a script, or with the secret key.
func TestUsersMoveInWithTheirPasswords(t *testing.T) {
	t.Parallel()
	db := dbtest.OpenAlone(t)
	b := authtest.SetupOn(t, db.Pool)
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
	got := b.TryPassword("ana@b.co", authtest.Password, authtest.HomeIP)
	if user, _ := got.Body["user"].(map[string]any); got.Status != 200 || user["user_metadata"].(map[string]any)["name"] != "Ana" || user["confirmed_at"] == nil {
		t.Fatalf("got %s", got.Raw)
	}
	b.Want(b.TryPassword("ana@b.co", "bomba dosadora", authtest.HomeIP), 400, "invalid_credentials")
	d := b.Device(got)
	b.Want(b.Put(d, map[string]any{"password": "bomba dosadora", "current_password": authtest.Password}), 200, "")
	b.Device(b.TryPassword("ana@b.co", "bomba dosadora", authtest.HomeIP))
	if same := authtest.Scalar[bool](b, `SELECT encrypted_password = password_hash AND encrypted_password LIKE '$argon2id$%' FROM auth.users`); !same {
		t.Error("the two names of a password's hash say different things")
	}

	for _, hash := range []string{hashElsewhere(t, bcrypt.MinCost), core.EncodeHash(core.Canonical(authtest.Password))} {
		made := b.Admin("POST", "/admin/users", map[string]any{"email": "bia@b.co", "password_hash": hash, "email_confirm": true})
		b.Want(made, 200, "")
		b.Device(b.TryPassword("bia@b.co", authtest.Password, authtest.HomeIP))
		b.Want(b.Admin("DELETE", "/admin/users/"+made.Body["id"].(string), nil), 200, "")
	}
	for _, hash := range []string{"$2y$10$x", "$2a$15$hbY6HYLmQyKCoBCbYaFtKeQJ5OSdJYb7nAaBJUOFvuNjgjd8GFmFq", "$argon2id$v=19$m=1000000,t=1,p=1$c2FsdHNhbHQ$a2V5", "secret"} {
		b.Want(b.Admin("POST", "/admin/users", map[string]any{"email": "cia@b.co", "password_hash": hash}), 400, "validation_failed")
	}
	b.Want(b.Admin("POST", "/admin/users", map[string]any{"email": "cia@b.co", "password": authtest.Password, "password_hash": hashElsewhere(t, bcrypt.MinCost)}), 400, "validation_failed")
}

// TestPasswordsOfWhoMovedInAreHashedAnew when the users sign in with them.
func TestPasswordsOfWhoMovedInAreHashedAnew(t *testing.T) {
	t.Parallel()
	db := dbtest.OpenAlone(t)
	b := authtest.SetupOn(t, db.Pool, func(c *core.Config) { c.ConfirmEmail = true })
	const email = "ana@b.co"
	moved := hashElsewhere(t, bcrypt.MinCost)
	made := b.Admin("POST", "/admin/users", map[string]any{"email": email, "password_hash": moved})
	b.Want(made, 200, "")
	isMoved := func() bool { return authtest.Scalar[bool](b, `SELECT password_hash = $1 FROM auth.users`, moved) }

	b.Want(b.TryPassword(email, "bomba dosadora", authtest.HomeIP), 400, "invalid_credentials")
	b.Want(b.TryPassword(email, authtest.Password, authtest.HomeIP), 400, "email_not_confirmed")
	b.Want(b.Admin("PUT", "/admin/users/"+made.Body["id"].(string), map[string]any{"email_confirm": true, "ban_duration": "1h"}), 200, "")
	b.Want(b.TryPassword(email, authtest.Password, authtest.HomeIP), 400, "user_banned")
	b.Want(b.Admin("PUT", "/admin/users/"+made.Body["id"].(string), map[string]any{"ban_duration": "none"}), 200, "")
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
	answers := make(chan authtest.Reply, 2)
	for range cap(answers) {
		go func() { answers <- b.TryPassword(email, authtest.Password, authtest.HomeIP) }()
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
		b.Device(<-answers)
	}
	own := authtest.Scalar[string](b, `SELECT password_hash FROM auth.users`)
	if !core.IsOwnHash(own) {
		t.Errorf("the hash is %s", own)
	}
	b.SignInAs(email)
	b.Want(b.TryPassword(email, "bomba dosadora", authtest.HomeIP), 400, "invalid_credentials")
	if own != authtest.Scalar[string](b, `SELECT encrypted_password FROM auth.users`) {
		t.Error("a hash of ours is made anew")
	}

	// bcrypt ignores what follows its part of the password.
	long := strings.Repeat("bomba dosadora ", 5)[:core.BcryptBytesMax]
	hash, err := bcrypt.GenerateFromPassword([]byte(long), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	b.Exec(`UPDATE auth.users SET password_hash = $1`, string(hash))
	b.Device(b.TryPassword(email, long+"!", authtest.HomeIP))
	if authtest.Scalar[string](b, `SELECT password_hash FROM auth.users`) != string(hash) {
		t.Error("a password is what somebody typed behind it")
	}
	b.Device(b.TryPassword(email, long, authtest.HomeIP))
	b.Want(b.TryPassword(email, long+"!", authtest.HomeIP), 400, "invalid_credentials")
}

func TestFullHashQueueCountsNoFailure(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) { c.Limits.PasswordFailures = ratelimit.Rate{Max: 1, Per: time.Hour} })
	b.SignUp(authtest.Marina)
	empty, err := b.Hasher.Fill(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		got := b.TryPassword(authtest.Marina, authtest.Password, authtest.HomeIP)
		b.Want(got, http.StatusTooManyRequests, "over_request_rate_limit")
		if got.Header.Get("Retry-After") != "2" {
			t.Errorf("Retry-After is %q", got.Header.Get("Retry-After"))
		}
	}
	empty()
	b.SignInAs(authtest.Marina)
}
