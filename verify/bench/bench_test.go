package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// TestWhatIsComparedIsAnswered runs the measured requests unchanged, so that one that the product
// no longer answers fails here and not during a measurement.
func TestWhatIsComparedIsAnswered(t *testing.T) {
	t.Parallel()
	few := compareCommand{Rounds: 1, Times: 2, Projects: 50, Messages: 50}
	if err := few.Run(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestResultsAreKept checks that results are read back as written, that those of other sizes stay,
// and that a result that became more expensive is reported.
func TestResultsAreKept(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "results.md")
	of := func(projects int, ratio float64) result {
		return result{call: "a project", server: ours, projects: projects, ratio: spread{ratio, ratio, ratio}, mark: 1.5, p50: time.Millisecond, p99: time.Second}
	}
	for _, written := range [][]result{{of(1000, 1.25)}, {of(100, 1.5), of(1000, 2)}, {of(100, 1.4)}} {
		if err := writeResults(path, written); err != nil {
			t.Fatal(err)
		}
	}
	known, err := readResults(path)
	if err != nil || len(known) != 2 || known[of(100, 0).key()] != 1.4 || known[of(1000, 0).key()] != 2 {
		t.Fatalf("%v, %v", known, err)
	}
	text, err := os.ReadFile(path)
	if err != nil || strings.Index(string(text), "| 100 |") > strings.Index(string(text), "| 1000 |") {
		t.Errorf("%s, %v", text, err)
	}
	if said := of(100, 1.7).said(known); !strings.Contains(said, "dearer than the results at hand: 1.70, and was 1.40") {
		t.Error(said)
	}
	if said := of(100, 1.5).said(known); strings.Contains(said, "dearer") {
		t.Error(said)
	}
}
