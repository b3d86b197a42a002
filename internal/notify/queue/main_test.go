package queue

import (
	"testing"

	"automacao/internal/kernel/leaktest"
)

// TestMain holds that no goroutine outlives its test.
func TestMain(m *testing.M) { leaktest.Main(m) }
