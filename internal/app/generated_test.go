package app_test

import (
	"log/slog"
	"testing"

	"automacao/internal/app"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/token"
	"automacao/verify/apptest"
)

func TestGeneratedFilesAreAsTheyOughtToBe(t *testing.T) {
	t.Parallel()
	signing, err := token.FromSecret("a secret of at least thirty-two bytes")
	if err != nil {
		t.Fatal(err)
	}
	sources, err := app.SaidOnce(t.Context(), apptest.Config(), dbtest.New(t), signing, "../..", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	drifted, err := sources.Drift(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(drifted) > 0 {
		t.Errorf("%q are out of date: run make types", drifted)
	}
}
