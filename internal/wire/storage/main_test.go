package storage

import (
	"os"
	"testing"

	"automacao/internal/files/blob/blobtest"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) {
	// What the client of an S3 server reads; a real one's keys replace them.
	for name, value := range blobtest.Env() {
		_ = os.Setenv(name, value)
	}
	dbtest.VerifyNoLeaks(m)
}
