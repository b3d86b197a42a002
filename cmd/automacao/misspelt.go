package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// settingPrefix begins the names of this program's own environment variables.
const settingPrefix = "AUTOMACAO_"

// othersVariables match names with the prefix that are not settings: those of the project's own
// tests, the address for its browser tests and development server, and those that Kubernetes and
// Docker set for a service named automacao.
var othersVariables = regexp.MustCompile(`^AUTOMACAO_(TEST_[A-Z0-9_]+|URL|IMAGE|POISON_URL|ROUNDS_MAX|([A-Z0-9_]+_)?SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)|([A-Z0-9_]+_)?PORT(_[0-9]+_(TCP|UDP)(_[A-Z]+)?)?|ENV_[A-Z0-9_]+|NAME)$`)

// misspeltMax is the largest edit distance at which a name still counts as misspelt.
const misspeltMax = 3

// refuseMisspelt returns an error for an environment variable that is meant for this program but is
// no setting, as readSettings does for a settings file. The error does not repeat the value.
func refuseMisspelt(environment, known []string) error {
	for _, line := range environment {
		name, value, _ := strings.Cut(line, "=")
		if value == "" || slices.Contains(known, name) || !isMeantForUs(name, known) {
			continue
		}
		if meant := nearest(name, known); meant != "" {
			return fmt.Errorf("%s of the environment is the name of no setting: is %s meant? `automacao serve --help` lists them", name, meant)
		}
		return fmt.Errorf("%s of the environment is the name of no setting: take it out; `automacao serve --help` lists those there are", name)
	}
	return nil
}

// isMeantForUs recognises a variable by its prefix, even if the prefix itself is misspelt.
func isMeantForUs(name string, known []string) bool {
	if strings.HasPrefix(name, settingPrefix) {
		return !othersVariables.MatchString(name)
	}
	return slices.ContainsFunc(known, func(one string) bool {
		return strings.HasPrefix(one, settingPrefix) && strings.HasSuffix(name, one[len(settingPrefix)-1:]) && distance(name, one) <= misspeltMax
	})
}

func nearest(name string, known []string) (found string) {
	least := misspeltMax + 1
	for _, one := range known {
		if d := distance(name, one); d < least {
			found, least = one, d
		}
	}
	return found
}

// distance counts the wrong, missing, extra and swapped adjacent letters between two names (optimal
// string alignment).
func distance(a, b string) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := last[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(change, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
