package app_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"automacao/internal/app"
	"automacao/internal/postgres/dbtest"
	"automacao/verify/apptest"
)

// TestWhatABackupLacksIsSaid by the doctor and by the start, before one is needed.
func TestWhatABackupLacksIsSaid(t *testing.T) {
	t.Parallel()
	owner, counter := apptest.Rented(t)
	said := &apptest.Log{}
	cfg := apptest.Config()
	cfg.Addr, cfg.Data, cfg.DatabaseURL, cfg.MigrateURL = "127.0.0.1:0", t.TempDir(), counter, owner
	node, err := app.Start(t.Context(), cfg, slog.New(slog.NewTextHandler(said, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = node.Close(context.Background()) })
	if got := said.Text(); !strings.Contains(got, "no backup of this market") || !strings.Contains(got, "BYPASSRLS") {
		t.Errorf("the start says %s", got)
	}
	if found := app.LookAtBackups(t.Context(), cfg); len(found) != 1 || found[0].State != app.Ill || !strings.Contains(found[0].Sentence, "BYPASSRLS") {
		t.Errorf("the doctor says %v", found)
	}
	whole := dbtest.Open(t)
	cfg.DatabaseURL, cfg.MigrateURL = whole.URL, whole.OwnerURL
	if err := cfg.BackupLacks(t.Context()); err != nil {
		t.Errorf("where nothing is missing it says %v", err)
	}
}
