package queue

import (
	"testing"

	"automacao/internal/kernel/leaktest"
)

// TestMain fails if a goroutine outlives its test.
func TestMain(m *testing.M) { leaktest.Main(m) }
