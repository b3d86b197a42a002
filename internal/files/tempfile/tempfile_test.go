package tempfile

import (
	"errors"
	"io"
	"os"
	"testing"

	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// TestASpoolIsBoundedAndLeavesNothing: what does not fit is not kept in part, and its
// file has no name.
func TestASpoolIsBoundedAndLeavesNothing(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s, err := New(5)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("the folder has %v, %v", left, err)
	}
	for _, text := range []string{"abc", "de"} {
		if _, err := io.WriteString(s, text); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := io.WriteString(s, "f"); n != 0 || !errors.Is(err, ErrFull) {
		t.Errorf("beyond its bound: %d, %v", n, err)
	}
	for range 2 {
		if got, err := io.ReadAll(s.Reader()); err != nil || string(got) != "abcde" || s.Size() != 5 {
			t.Errorf("it holds %q, %d, %v", got, s.Size(), err)
		}
	}
}
