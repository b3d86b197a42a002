package app_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"automacao/internal/app"
	"automacao/internal/notify/queue"
	"automacao/internal/postgres/cluster"
	"automacao/internal/postgres/dbtest"
	"automacao/verify/apptest"
)

func TestATableOfOnesOwnIsWatched(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	if err := queue.Migrate(t.Context(), db.Owner); err != nil {
		t.Fatal(err)
	}
	cfg := app.Config{DatabaseURL: db.URL, MigrateURL: db.OwnerURL, Data: t.TempDir(), LossySettings: cluster.DurabilitySettings()}
	log := slog.New(slog.DiscardHandler)
	does := func(sql string) {
		t.Helper()
		if _, err := db.Owner.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	refused := func(work func(context.Context, app.Config, *slog.Logger, string) error, table, why string) {
		t.Helper()
		if err := work(t.Context(), cfg, log, table); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want %q", table, err, why)
		}
	}
	watched := func(want bool) {
		t.Helper()
		names, err := app.WatchedTables(t.Context(), cfg, log)
		if err != nil || slices.Contains(names, `plant."Tanks"`) != want {
			t.Errorf("watched are %q, %v", names, err)
		}
	}

	does(`CREATE SCHEMA plant; CREATE TABLE plant."Tanks" (id integer PRIMARY KEY); CREATE TABLE plant.heap (id integer)`)
	refused(app.WatchTable, `plant."Tanks"`, `ALTER TABLE plant."Tanks" ENABLE ROW LEVEL SECURITY`)
	does(`ALTER TABLE plant."Tanks" ENABLE ROW LEVEL SECURITY; CREATE POLICY writers ON plant."Tanks" FOR INSERT WITH CHECK (true)`)
	refused(app.WatchTable, `plant."Tanks"`, "CREATE POLICY")
	does(`CREATE POLICY readers ON plant."Tanks" FOR SELECT TO authenticated USING (true)`)
	refused(app.WatchTable, "plant.heap", "no plain table with a primary key")
	refused(app.WatchTable, "plant.tanks", "there is no table plant.tanks")
	refused(app.UnwatchTable, "plant.tanks", "there is no table plant.tanks")
	watched(false)
	for range 2 {
		if err := app.WatchTable(t.Context(), cfg, log, `plant."Tanks"`); err != nil {
			t.Fatal(err)
		}
		watched(true)
	}
	if err := app.UnwatchTable(t.Context(), cfg, log, `plant."Tanks"`); err != nil {
		t.Fatal(err)
	}
	watched(false)
}

func TestAFileOfSQLIsAppliedWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	if err := queue.Migrate(t.Context(), db.Owner); err != nil {
		t.Fatal(err)
	}
	cfg := apptest.Config()
	cfg.DatabaseURL, cfg.MigrateURL, cfg.LossySettings = db.URL, db.OwnerURL, cluster.DurabilitySettings()
	log := slog.New(slog.DiscardHandler)
	isThere := func(table string) (is bool) {
		t.Helper()
		if err := db.Owner.QueryRow(t.Context(), `SELECT to_regclass($1) IS NOT NULL`, table).Scan(&is); err != nil {
			t.Fatal(err)
		}
		return is
	}
	for _, one := range []struct{ file, why, table string }{
		{"CREATE TABLE public.acme_a (id integer);\nCREATE TABLE public.acme_b (id nothing);", "nothing was changed: line 2:", "public.acme_a"},
		{"CREATE TABLE public.acme_c (id integer);\nROLLBACK;\nBEGIN;", "ends its own transaction", "public.acme_c"},
	} {
		if err := app.ApplySQL(t.Context(), cfg, log, one.file); err == nil || !strings.Contains(err.Error(), one.why) {
			t.Errorf("%s: %v, want %q", one.file, err, one.why)
		}
		if isThere(one.table) {
			t.Errorf("%s is there", one.table)
		}
	}
	if err := app.ApplySQL(t.Context(), cfg, log, "CREATE TABLE public.acme_d (id integer);\nCOMMENT ON TABLE public.acme_d IS 'Ours; and theirs';"); err != nil || !isThere("public.acme_d") {
		t.Errorf("applying a file: %v", err)
	}
	var text strings.Builder
	if err := app.WriteTypes(t.Context(), cfg, log, &text); err != nil || strings.Contains(text.String(), "acme_d") {
		t.Errorf("the types name a table without grants: %v", err)
	}
	if err := app.ApplySQL(t.Context(), cfg, log, "GRANT SELECT ON public.acme_d TO anon"); err != nil {
		t.Fatal(err)
	}
	text.Reset()
	if err := app.WriteTypes(t.Context(), cfg, log, &text); err != nil || !strings.Contains(text.String(), "acme_d: {") || strings.Contains(text.String(), "@/lib") {
		t.Errorf("the types of a program of one's own: %v", err)
	}
}
