package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// sizes are the numbers of checks in each group.
var sizes = map[string]int{"A": 12, "B": 13, "C": 6, "D": 12, "E": 13, "F": 14, "G": 8, "H": 11}

func TestEveryCheckIsThereOnce(t *testing.T) {
	t.Parallel()
	var want, found []string
	for group, size := range sizes {
		for number := range size {
			want = append(want, fmt.Sprintf("%s%d", group, number+1))
		}
	}
	for _, group := range groups {
		for _, check := range group {
			if check.Title == "" || check.Limit == "" || check.Run == nil {
				t.Errorf("%s does not say what it does and asks for", check.ID)
			}
			found = append(found, check.ID)
		}
	}
	slices.Sort(want)
	slices.Sort(found)
	if !slices.Equal(want, found) {
		t.Errorf("the checks are %v,\nwant %v", found, want)
	}
}

func TestTheDocumentHasEveryCheck(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/evidence/trust.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range documented {
		for _, check := range group {
			row := regexp.MustCompile(`(?m)^\| ` + check.ID + ` \|.*\| (pass|FAIL|–) \|`)
			if !row.Match(text) {
				t.Errorf("docs/evidence/trust.md has no %s: make trust writes it", check.ID)
			}
		}
	}
}

func TestAProofIsOfTestsThatExist(t *testing.T) {
	t.Parallel()
	if err := in(".", "TestAProofIsOfTestsThatExist").areThere(); err != nil {
		t.Error(err)
	}
	if err := in(".", "TestNobodyWroteThis").areThere(); err == nil || !strings.Contains(err.Error(), "TestNobodyWroteThis") {
		t.Errorf("a test that nobody wrote: %v", err)
	}
}
