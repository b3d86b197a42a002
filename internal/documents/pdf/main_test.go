package pdf

import (
	"testing"

	"automacao/internal/database/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }
