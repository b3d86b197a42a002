package storage

import (
	"os"
	"testing"

	"automacao/internal/files/blob/blobtest"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) {
	// The S3 client reads these; the keys of a real server replace them.
	for name, value := range blobtest.Env() {
		_ = os.Setenv(name, value)
	}
	dbtest.VerifyNoLeaks(m)
}
