package main

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
)

// asked matches the last line of supply audit.
var asked = regexp.MustCompile(`(?m)^(\d+) of (\d+) sources were asked$`)

// parts writes the bill of materials, checks the licences and looks up known vulnerabilities. If a
// source could not be reached, the check does not pass.
func parts(ctx context.Context, r *run) (string, error) {
	pinned := proof(in("verify/supply", "TestVersionsArePinned", "TestPackagesAreLockedByTheirContent", "TestLicencesThatMayNotBeUsed", "TestASourceThatCannotBeAskedIsNoFinding"))
	figure, err := pinned(ctx, r)
	if err != nil || r.Quick {
		return figure, err
	}
	said := []string{figure}
	for _, command := range []string{"sbom", "licences", "audit"} {
		printed, err := exec.CommandContext(ctx, "go", "run", "./verify/supply", command).CombinedOutput()
		if err != nil {
			return strings.Join(said, "; "), fmt.Errorf("%s: %w:\n%s", command, err, printed)
		}
		lines := strings.Split(strings.TrimSpace(string(printed)), "\n")
		said = append(said, lines[len(lines)-1])
	}
	figure = strings.Join(said, "; ")
	answered := asked.FindStringSubmatch(figure)
	if answered == nil || answered[1] != answered[2] {
		return figure, absent("not every source of vulnerabilities can be reached from here")
	}
	return figure, nil
}
