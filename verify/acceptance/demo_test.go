package acceptance

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/app"
	"automacao/internal/market/demo"
	"automacao/internal/market/setting"
	"automacao/internal/postgres/dbtest"
	"automacao/verify/apptest"
)

func signsIn(b *bundle, email string) answer {
	return b.Ask(request{Method: "POST", Path: "/auth/v1/token?grant_type=password", Body: map[string]any{"email": email, "password": demo.Password}})
}

// reopened is a database whose server has closed its pool.
func reopened(t *testing.T, db *dbtest.Database) *dbtest.Database {
	t.Helper()
	same := *db
	var err error
	if same.Pool, err = pgxpool.New(t.Context(), db.URL); err != nil {
		t.Fatal(err)
	}
	return &same
}

// TestAPublishedPasswordOpensNoMarket checks that the demonstration's accounts are locked if its
// database is served as a market.
func TestAPublishedPasswordOpensNoMarket(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	demonstrate := func(c *app.Config) { c.Demo = true }
	first := setupOn(t, db, demonstrate)
	if got := signsIn(first, demo.AdminEmail); got.Status != http.StatusOK {
		t.Fatalf("in a demonstration it is answered %d %s", got.Status, got.Body)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}

	market := setupOn(t, reopened(t, db))
	// An account that `automacao seed` created has the same password, under another address.
	market.Exec(`UPDATE auth.users SET email = 'empresa.000001@volume.demo', banned_until = NULL WHERE email = 'vale@automacao.demo'`)
	for _, email := range []string{demo.AdminEmail, demo.CompanyEmail, "compras@automacao.demo", "empresa.000001@volume.demo"} {
		if got := signsIn(market, email); got.Status < http.StatusBadRequest {
			t.Errorf("%s signs in to a market: %d", email, got.Status)
		}
	}
	if open := market.Text(`SELECT count(*)::text FROM auth.sessions`); open != "0" {
		t.Errorf("%s sessions of the demonstration go on", open)
	}
	if said := market.Log.Text(); !strings.Contains(said, "automacao demo remove") {
		t.Errorf("the operator is told %s", said)
	}
	weak := market.Ask(request{Method: "POST", Path: "/auth/v1/signup", Body: map[string]any{"email": "nova@exemplo.test", "password": demo.Password, "data": map[string]any{"name": "Nova", "role": "professional"}}})
	if weak.Status != http.StatusUnprocessableEntity || !strings.Contains(weak.Body, "weak_password") {
		t.Errorf("somebody is given it: %d %s", weak.Status, weak.Body)
	}
	if err := market.Close(); err != nil {
		t.Fatal(err)
	}

	again := setupOn(t, reopened(t, db), demonstrate)
	if got := signsIn(again, demo.AdminEmail); got.Status != http.StatusOK {
		t.Errorf("the demonstration does not open again: %d %s", got.Status, got.Body)
	}
}

func TestTwoNodesStartADemonstrationTogether(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			cfg := apptest.Config()
			cfg.Addr, cfg.Data, cfg.JWTSecret, cfg.Demo, cfg.DatabaseURL = "127.0.0.1:0", t.TempDir(), strings.Repeat("s", 32), true, db.URL
			cfg.MigrateURL = db.OwnerURL
			node, err := app.Start(t.Context(), cfg, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Error(err)
				return
			}
			if err := node.Close(context.WithoutCancel(t.Context())); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	var kind, cast string
	err := db.Owner.QueryRow(t.Context(), `SELECT (SELECT value FROM private.settings WHERE name = 'kind'), (SELECT count(*)::text FROM auth.users WHERE email = $1)`, demo.AdminEmail).Scan(&kind, &cast)
	if err != nil || kind != setting.IsDemonstration || cast != "1" {
		t.Errorf("it is %q with %s administrators, %v", kind, cast, err)
	}
}

func TestADemonstrationIsForNoPublicAddress(t *testing.T) {
	t.Parallel()
	for url, isRefused := range map[string]bool{
		"https://mercado.com.br": true, "https://203.0.113.7": true, "https://[2001:db8::1]": true, "https://MERCADO.com.br.:8443": true,
		"": false, "http://127.0.0.1:8080": false, "https://localhost": false, "https://127.0.0.1": false, "https://192.168.0.7": false, "https://demo": false, "https://demo.local": false, "https://mercado.test": false,
	} {
		cfg := apptest.Config()
		cfg.Demo, cfg.PublicURL = true, url
		if err := cfg.Check(); (err != nil) != isRefused || isRefused && !strings.Contains(err.Error(), "AUTOMACAO_DEMO") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

func TestADemonstrationDoesNotStartInAMarket(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	market := setupOn(t, db)
	market.Member("professional", "Marina")
	if err := market.Close(); err != nil {
		t.Fatal(err)
	}
	cfg := apptest.Config()
	cfg.Addr, cfg.Data, cfg.JWTSecret, cfg.Demo, cfg.DatabaseURL, cfg.MigrateURL = "127.0.0.1:0", t.TempDir(), strings.Repeat("s", 32), true, db.URL, db.OwnerURL
	if _, err := app.Start(t.Context(), cfg, slog.New(slog.DiscardHandler)); !errors.Is(err, demo.ErrMarket) {
		t.Errorf("it starts, or says %v", err)
	}
}
