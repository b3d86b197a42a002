package app_test

import (
	"testing"

	"automacao/internal/app"
)

func TestAPortIsItsServersAlone(t *testing.T) {
	t.Parallel()
	held, err := app.Listen(t.Context(), app.Config{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = held.Close() }()
	for _, shared := range []bool{false, true} {
		if _, err := app.Listen(t.Context(), app.Config{Addr: held.Addr().String(), SharePort: shared}); err == nil {
			t.Errorf("another one listens there, shared %t", shared)
		}
	}
}
