package standalone

import (
	"context"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/token"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// config serves an empty database.
func config(t *testing.T) (Config, *pgxpool.Pool) {
	t.Helper()
	pool := dbtest.Empty(t)
	return Config{
		DB: pool.Config().ConnString(), Addr: "127.0.0.1:0", Data: t.TempDir(), AllowedOrigins: []string{"*"}, RegexRoles: []string{"*"}, Schemas: []string{"public"}, RowsMax: 1000,
		FileMB: 50, UserFilesMB: 200, PasswordMin: 6, AccessTokenTTL: accessTokenHighest, Anonymous: true, OpenGrants: true,
	}, pool
}

func serve(t *testing.T, cfg Config) *Server {
	t.Helper()
	s, err := Start(t.Context(), cfg, slog.New(slog.NewTextHandler(t.Output(), nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	return s
}

// TestTheOfficialClientUsesAnAppOfOnesOwn runs verify/e2e/wire/official.mjs: sign-in, rows and
// files together, over an empty database.
func TestTheOfficialClientUsesAnAppOfOnesOwn(t *testing.T) {
	t.Parallel()
	cfg, pool := config(t)
	cfg.FederationFile = "testdata/federation.json"
	s := serve(t, cfg)
	load(t, pool, "app.sql")
	awaitTable(t, s, "todos")
	runOfficial(t, s, "official.mjs", "auth", "rest", "storage")
	t.Run("WhatIsNotServedIsNotThere", func(t *testing.T) {
		for _, path := range []string{"/graphql/v1", "/rest-admin/v1/ready", "/pg/tables"} {
			if status := get(t, s, path, s.keys.Secret); status != http.StatusNotFound {
				t.Errorf("%s is %d", path, status)
			}
		}
	})
	if _, err := pool.Exec(t.Context(), `DELETE FROM storage.objects`); err == nil {
		t.Error("SQL deletes files by mistake")
	}
}

func get(t *testing.T, s *Server, path, key string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL()+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Apikey", key)
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	answer, err := (&http.Client{Transport: transport}).Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	return answer.StatusCode
}

func TestADatabaseOfSomebodyElseIsLeftAlone(t *testing.T) {
	t.Parallel()
	t.Run("ForeignSchemasStopTheStart", func(t *testing.T) {
		t.Parallel()
		cfg, pool := config(t)
		if _, err := pool.Exec(t.Context(), `CREATE SCHEMA auth; CREATE TABLE auth.mine (id int)`); err != nil {
			t.Fatal(err)
		}
		before := schemas(t, pool)
		if _, err := Start(t.Context(), cfg, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), "has foreign ones: auth") {
			t.Errorf("started: %v", err)
		}
		if after := schemas(t, pool); after != before {
			t.Errorf("there were %s, and are %s", before, after)
		}
	})
	t.Run("AMarketIsRefused", func(t *testing.T) {
		t.Parallel()
		cfg, _ := config(t)
		cfg.DB = dbtest.Open(t).OwnerURL
		if _, err := Start(t.Context(), cfg, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), "belongs to a market") {
			t.Errorf("started: %v", err)
		}
	})
	t.Run("ItsOwnTablesStayAndNobodyIsLetIn", func(t *testing.T) {
		t.Parallel()
		cfg, pool := config(t)
		cfg.OpenGrants = false
		if _, err := pool.Exec(t.Context(), `CREATE TABLE public.ledger (id int); INSERT INTO public.ledger VALUES (1)`); err != nil {
			t.Fatal(err)
		}
		s, err := Start(t.Context(), cfg, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		for key, want := range map[string]int{s.keys.Publishable: http.StatusUnauthorized, s.keys.Secret: http.StatusForbidden} {
			if status := get(t, s, "/rest/v1/ledger", key); status != want {
				t.Errorf("%.10s… was answered %d, want %d", key, status, want)
			}
		}
		if err := s.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		again := serve(t, cfg) // Nothing is to be made the second time, and the keys are the same.
		if again.keys != s.keys || get(t, again, "/ready", "") != http.StatusOK {
			t.Error("the second start is another server")
		}
	})
}

func schemas(t *testing.T, pool *pgxpool.Pool) (names string) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), `SELECT string_agg(nspname, ' ' ORDER BY nspname) FROM pg_namespace WHERE nspname !~ '^pg_(toast_)?temp'`).Scan(&names); err != nil {
		t.Fatal(err)
	}
	return names
}

func TestABadSettingIsToldBeforeAnythingIsMade(t *testing.T) {
	t.Parallel()
	for want, spoil := range map[string]func(*Config){
		"DATABASE_URL, or":          func(c *Config) { c.DB = "" },
		"DATABASE_URL must":         func(c *Config) { c.DB = "mysql://user:hunter2@host/db" },
		"--addr":                    func(c *Config) { c.Addr = "nowhere" },
		"DATABASE_DIRECT_URL":       func(c *Config) { c.DirectURL = "mysql://user:hunter2@host/db" },
		"--metrics-addr":            func(c *Config) { c.Addr, c.MetricsAddr = "127.0.0.1:8000", ":8000" },
		"--public-url":              func(c *Config) { c.PublicURL = "ftp://host" },
		"--functions-proxy":         func(c *Config) { c.FunctionsProxy = "ftp://host" },
		"--functions-proxy must":    func(c *Config) { c.FunctionsProxy = "http://ana:hunter2@host" },
		"--site-url":                func(c *Config) { c.SiteURL = "host" },
		"--redirect-urls":           func(c *Config) { c.RedirectURLs = []string{"javascript:alert(1)"} },
		"cannot be exposed":         func(c *Config) { c.Schemas = []string{"public", "auth"} },
		"--schemas names no":        func(c *Config) { c.Schemas = nil },
		"--rows-max":                func(c *Config) { c.RowsMax = 0 },
		"--file-mb":                 func(c *Config) { c.FileMB = -1 },
		"--clamd":                   func(c *Config) { c.Clamd = "clamav:3310" },
		"--user-files-mb":           func(c *Config) { c.UserFilesMB = 1 },
		"--password-min":            func(c *Config) { c.PasswordMin = 1 },
		"--access-token-ttl":        func(c *Config) { c.AccessTokenTTL = 1 },
		"AUTOMACAO_JWT_SECRET":      func(c *Config) { c.JWTSecret = "short" },
		"AUTOMACAO_PUBLISHABLE_KEY": func(c *Config) { c.PublishableKey = "sb_publishable_1" },
		"AUTOMACAO_SECRET_KEY":      func(c *Config) { c.SecretKey = strings.Repeat("k", 40) },
		"BLOB_URL":                  func(c *Config) { c.BlobURL = "ftp://host" },
		"--link-ttl":                func(c *Config) { c.LinkTTL = 1 },
		"--session-idle":            func(c *Config) { c.SessionIdle = -1 },
		"--link-page":               func(c *Config) { c.LinkPage = "page" },
		"CodeDigits":                func(c *Config) { c.CodeDigits = 3 },
		"--password-needs":          func(c *Config) { c.PasswordNeeds = []string{"emoji"} },
		"--captcha":                 func(c *Config) { c.Captcha = "turnstile" },
		"--limits: tokens":          func(c *Config) { c.Limits = []string{"tokens=many"} },
		"--limits: unknown name":    func(c *Config) { c.Limits = []string{"tokes=1/1m"} },
		"--trusted-proxies":         func(c *Config) { c.TrustedProxies = []string{"everybody"} },
		"--hook-send-sms: ":         func(c *Config) { c.HookSMS, c.HookSMSSecrets = "https://hook.example/", "hunter2" },
		"--hook-custom":             func(c *Config) { c.HookTokenSecrets = "v1,whsec_" },
		"--confirm-phone":           func(c *Config) { c.ConfirmPhone = true },
		"--mfa-phone":               func(c *Config) { c.MFAPhone = "on" },
		"the use of totp":           func(c *Config) { c.MFATOTP = "sometimes" },
		"--confirm-email needs":     func(c *Config) { c.ConfirmEmail = true },
		"--oauth-registration":      func(c *Config) { c.OAuthRegister = true },
		"--oauth-consent-path":      func(c *Config) { c.OAuthServer, c.OAuthConsent = true, "//evil.example/" },
		"--jwks-file":               func(c *Config) { c.JWKSFile = c.Data + "/none" },
		"SMTP_URL names no sender":  func(c *Config) { c.SMTPURL = "smtp://host" },
	} {
		cfg := Config{
			DB: "postgres://user:hunter2@host/db", Addr: "127.0.0.1:0", Data: t.TempDir() + "/none", Schemas: []string{"public"}, RowsMax: 1,
			FileMB: 50, UserFilesMB: 200, PasswordMin: 6, AccessTokenTTL: accessTokenHighest,
		}
		if err := cfg.Check(); err != nil {
			t.Fatal(err)
		}
		spoil(&cfg)
		_, err := Start(t.Context(), cfg, slog.New(slog.DiscardHandler))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", want, err)
		}
		if _, err := os.Stat(cfg.Data); err == nil {
			t.Errorf("%s: the data folder was made", want)
		}
	}
}

// TestLettersNameNoProduct checks that every kind of mail exists and that none names the product.
func TestLettersNameNoProduct(t *testing.T) {
	t.Parallel()
	for kind := range letters {
		written, err := letter(kind, "ana@example.com", "https://example.com/?a=1&b=<2>", "123456")
		if err != nil {
			t.Fatal(err)
		}
		all := written.Subject + written.Text + written.HTML
		if strings.Contains(all, "Automa") || strings.Contains(written.HTML, "<2>") || !strings.Contains(written.Text, letters[kind].says) {
			t.Errorf("%s: %s", kind, all)
		}
	}
	if _, err := letter("none", "", "", ""); err == nil {
		t.Error("a letter of no kind was written")
	}
}

// TestATokensRoleIsGrantedToTheLoginRole checks that a token made by an app's hook or server cannot
// name any role, even if this server logs in as a superuser.
func TestATokensRoleIsGrantedToTheLoginRole(t *testing.T) {
	t.Parallel()
	cfg, pool := config(t)
	cfg.JWTSecret = strings.Repeat("s", keyMin)
	s := serve(t, cfg)
	keys, err := token.FromSecret(cfg.JWTSecret)
	if err != nil {
		t.Fatal(err)
	}
	editor := "editor_" + strings.ReplaceAll(uuid.NewString(), "-", "")
	if _, err := pool.Exec(t.Context(), `CREATE ROLE `+editor+`; GRANT authenticated TO `+editor); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := pool.Exec(context.WithoutCancel(t.Context()), `DROP ROLE `+editor); err != nil {
			t.Error(err)
		}
	})
	if _, err := pool.Exec(t.Context(), `CREATE TABLE public.notes (id int PRIMARY KEY); NOTIFY pgrst, 'reload schema'`); err != nil {
		t.Fatal(err)
	}
	awaitTable(t, s, "notes")
	reads := func(role string) int {
		t.Helper()
		signed, err := keys.Sign(jwt.MapClaims{"role": role, "exp": time.Now().Add(time.Hour).Unix()})
		if err != nil {
			t.Fatal(err)
		}
		return get(t, s, "/rest/v1/notes", signed)
	}
	for _, role := range []string{pool.Config().ConnConfig.User, "definer", loginRole, editor, "nobody"} {
		if got := reads(role); got != http.StatusUnauthorized {
			t.Errorf("as %s: %d", role, got)
		}
	}
	if _, err := pool.Exec(t.Context(), `GRANT `+editor+` TO `+loginRole); err != nil {
		t.Fatal(err)
	}
	for _, role := range []string{editor, "anon", "service_role"} {
		if got := reads(role); got != http.StatusOK {
			t.Errorf("as %s: %d", role, got)
		}
	}
}
