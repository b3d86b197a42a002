package postgres_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/postgres"
	"automacao/internal/postgres/cluster"
	"automacao/internal/postgres/dbtest"
)

// folder returns a data directory that any user may enter, unlike t.TempDir.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "automacao-open-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o711); err != nil {
		t.Fatal(err)
	}
	return dir
}

// copiedFolder returns a copy of such a directory, which takes less time than a new one.
func copiedFolder(t *testing.T, made string) string {
	t.Helper()
	dir := filepath.Join(folder(t), "copy")
	if err := dbtest.CopyFolder(t.Context(), made, dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

func open(t *testing.T, cfg postgres.Config) *postgres.Database {
	t.Helper()
	cfg.Log = silence
	db, err := postgres.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close(context.Background()) })
	return db
}

func ask(t *testing.T, db *postgres.Database, query string) string {
	t.Helper()
	var answer string
	if err := db.Pool.QueryRow(t.Context(), query).Scan(&answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

const whoAmI = `SELECT current_user || ' ' || pg_has_role('service_role', 'USAGE') || ' ' || rolsuper FROM pg_roles WHERE rolname = current_user`

func TestOpenPrivate(t *testing.T) {
	t.Parallel()
	made := folder(t)
	if err := open(t, postgres.Config{Dir: made}).Close(context.Background()); err != nil {
		t.Fatal(err)
	}

	t.Run("RequestsAreServedByARoleThatIsNoSuperuser", func(t *testing.T) {
		t.Parallel()
		db := open(t, postgres.Config{Dir: copiedFolder(t, made)})
		if got := ask(t, db, whoAmI); got != "authenticator true false" {
			t.Errorf("got %q", got)
		}
		if got := ask(t, db, `SHOW statement_timeout`); got != "30s" {
			t.Errorf("a statement may take %s", got)
		}
	})

	t.Run("TheOperatorsSettingsGoBeforeTheChosenOnes", func(t *testing.T) {
		t.Parallel()
		db := open(t, postgres.Config{Dir: copiedFolder(t, made), Settings: map[string]string{"work_mem": "5MB"}})
		const chosen = `SELECT string_agg(name || ' ' || setting, ', ' ORDER BY name) FROM pg_settings
			WHERE name IN ('fsync', 'full_page_writes', 'random_page_cost', 'synchronous_commit', 'work_mem')`
		if got := ask(t, db, chosen); got != "fsync on, full_page_writes on, random_page_cost 1.1, synchronous_commit on, work_mem 5120" {
			t.Errorf("got %q", got)
		}
	})

	t.Run("ASecondStartFindsTheFirstOnesData", func(t *testing.T) {
		t.Parallel()
		cfg := postgres.Config{Dir: copiedFolder(t, made)}
		first := open(t, cfg)
		if _, err := first.Pool.Exec(t.Context(), `UPDATE public.skills SET label = 'Lida de novo' WHERE position = 1`); err != nil {
			t.Fatal(err)
		}
		if err := first.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got := ask(t, open(t, cfg), `SELECT label FROM public.skills WHERE position = 1`); got != "Lida de novo" {
			t.Errorf("got %q", got)
		}
	})

	t.Run("ThePoolOutlivesAKilledServer", func(t *testing.T) {
		t.Parallel()
		db := open(t, postgres.Config{Dir: copiedFolder(t, made)})
		const bornAt = `SELECT pg_postmaster_start_time()::text`
		first := ask(t, db, bornAt)
		if err := syscall.Kill(db.ServerPID(), syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		// Until they notice, the dead server's processes still answer; after that no server does
		// for a while.
		for now := first; now == first; {
			if err := db.Ready(ctx); err != nil {
				t.Fatal(err)
			}
			_ = db.Pool.QueryRow(ctx, bornAt).Scan(&now)
		}
	})

	t.Run("ARoleThatServesLossilyIsRefused", func(t *testing.T) {
		t.Parallel()
		cfg := postgres.Config{Dir: copiedFolder(t, made), Log: silence}
		db := open(t, cfg)
		owner, err := pgx.Connect(t.Context(), db.OwnerURL)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := owner.Exec(t.Context(), `ALTER ROLE authenticator SET synchronous_commit = off`); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(owner.Close(t.Context()), db.Close(context.Background())); err != nil {
			t.Fatal(err)
		}
		if _, err := postgres.Open(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "(synchronous_commit = off)") {
			t.Errorf("got %v", err)
		}
		cfg.LossySettings = []string{"synchronous_commit"}
		open(t, cfg)
	})
}

func TestOpenExternal(t *testing.T) {
	t.Parallel()

	t.Run("AnOwnerWhoIsNoSuperuserMayMigrate", func(t *testing.T) {
		t.Parallel()
		owned, _ := managedServer(t)
		db := open(t, postgres.Config{URL: owned, LossySettings: cluster.DurabilitySettings()})
		if got := ask(t, db, whoAmI); got != "shop true false" {
			t.Errorf("got %q", got)
		}
		if got := ask(t, db, `SELECT count(*)::text FROM public.skills`); got != "22" {
			t.Errorf("there are %s skills", got)
		}
	})

	t.Run("AServerThatMayLoseDataIsRefused", func(t *testing.T) {
		t.Parallel()
		_, err := postgres.Open(t.Context(), postgres.Config{URL: dbtest.Empty(t).Config().ConnString(), Log: silence})
		if err == nil || !strings.Contains(err.Error(), "(fsync = off, full_page_writes = off, synchronous_commit = off)") {
			t.Errorf("got %v", err)
		}
	})

	t.Run("APasswordIsNeverRepeated", func(t *testing.T) {
		t.Parallel()
		for _, url := range []string{"postgres://shop:segredo@127.0.0.1:1/shop", "postgres://shop:segredo@host:notaport/shop", "postgres://shop:segredo@%zz/"} {
			_, err := postgres.Open(t.Context(), postgres.Config{URL: url, Log: silence})
			if err == nil || strings.Contains(err.Error(), "segredo") {
				t.Errorf("got %v", err)
			}
		}
	})

	t.Run("BehindAPoolerNoSettingIsAskedFor", func(t *testing.T) {
		t.Parallel()
		pool, err := postgres.NewPool(t.Context(), dbtest.Open(t).URL+"&default_query_exec_mode=exec", 2)
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		var timeout string
		if err := pool.QueryRow(t.Context(), `SHOW statement_timeout`).Scan(&timeout); err != nil || timeout != "0" {
			t.Errorf("got %q, %v", timeout, err)
		}
	})
}

// managedServer is like a rented database: its owner may create roles but is not a superuser. The
// superuser is the provider's.
func managedServer(t *testing.T) (owner, superuser string) {
	t.Helper()
	running, err := cluster.Start(t.Context(), cluster.Config{Dir: folder(t) + "/data", Throwaway: true, Log: silence})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = running.Stop(context.Background()) })
	conn, err := pgx.Connect(t.Context(), running.URL("postgres", cluster.Superuser))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	for _, statement := range []string{`CREATE ROLE shop LOGIN CREATEROLE`, `CREATE DATABASE shop OWNER shop`} {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	return running.URL("shop", "shop"), running.URL("shop", cluster.Superuser)
}

func TestAs(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	marina := caller.Caller{Role: "authenticated", Claims: []byte(`{"sub":"marina"}`)}

	t.Run("WorkSeesTheRoleAndTheClaims", func(t *testing.T) {
		t.Parallel()
		var seen string
		err := postgres.As(t.Context(), pool, marina, func(tx pgx.Tx) error {
			return tx.QueryRow(t.Context(), `SELECT current_user || current_setting('request.jwt.claims')`).Scan(&seen)
		})
		if err != nil || seen != `authenticated{"sub":"marina"}` {
			t.Errorf("got %q, %v", seen, err)
		}
	})

	t.Run("NeitherRoleNorWorkOutlivesAFailure", func(t *testing.T) {
		t.Parallel()
		single, err := postgres.NewPool(t.Context(), pool.Config().ConnString(), 1)
		if err != nil {
			t.Fatal(err)
		}
		defer single.Close()
		regret := errors.New("regret")
		err = postgres.As(t.Context(), single, caller.Caller{Role: "service_role"}, func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), `DELETE FROM public.skills WHERE name IN (SELECT name FROM public.skills LIMIT 1)`)
			return errors.Join(err, regret)
		})
		if !errors.Is(err, regret) {
			t.Errorf("got %v", err)
		}
		var left string
		if err := single.QueryRow(t.Context(), `SELECT current_user || count(*) FROM public.skills`).Scan(&left); err != nil || left != "authenticator22" {
			t.Errorf("got %q, %v", left, err)
		}
	})
}

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }
