package tempfile

import (
	"errors"
	"io"
	"os"
	"testing"

	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// TestASpoolIsBoundedAndLeavesNothing checks that a write that does not fit is not kept in part,
// and that the file has no name.
func TestASpoolIsBoundedAndLeavesNothing(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	f, err := New(5)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("the folder still has %v, %v", left, err)
	}
	for _, text := range []string{"abc", "de"} {
		if _, err := io.WriteString(f, text); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := io.WriteString(f, "f"); n != 0 || !errors.Is(err, ErrFull) {
		t.Errorf("beyond its bound: %d, %v", n, err)
	}
	for range 2 {
		if got, err := io.ReadAll(f.Reader()); err != nil || string(got) != "abcde" || f.Size() != 5 {
			t.Errorf("the file contains %q, size %d, %v", got, f.Size(), err)
		}
	}
}
