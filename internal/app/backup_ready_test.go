package app

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"automacao/internal/postgres/dbtest"
)

// TestWhatABackupLacksIsSaid by the doctor and by the start, before one is needed.
func TestWhatABackupLacksIsSaid(t *testing.T) {
	t.Parallel()
	owner, counter := rented(t)
	said := &logged{}
	cfg := valid()
	cfg.Addr, cfg.Data, cfg.DatabaseURL, cfg.MigrateURL = "127.0.0.1:0", t.TempDir(), counter, owner
	node, err := Start(t.Context(), cfg, slog.New(slog.NewTextHandler(said, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = node.Close(context.Background()) })
	if got := said.text(); !strings.Contains(got, "no backup of this market") || !strings.Contains(got, "BYPASSRLS") {
		t.Errorf("the start says %s", got)
	}
	d := &doctor{cfg: cfg, log: slog.New(slog.DiscardHandler)}
	d.lookAtBackups(t.Context())
	if len(d.found) != 1 || d.found[0].State != Ill || !strings.Contains(d.found[0].Sentence, "BYPASSRLS") {
		t.Errorf("the doctor says %v", d.found)
	}
	whole := dbtest.Open(t)
	cfg.DatabaseURL, cfg.MigrateURL = whole.URL, whole.OwnerURL
	if err := cfg.backupLacks(t.Context()); err != nil {
		t.Errorf("where nothing is missing it says %v", err)
	}
}
