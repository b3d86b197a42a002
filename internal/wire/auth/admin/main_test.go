package admin_test

import (
	"testing"

	"automacao/internal/postgres/dbtest"
)

// TestMain checks that no goroutine outlives its test.
func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }
