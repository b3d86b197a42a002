package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"regexp"
	"slices"
	"strings"
)

// Sources that a page's content security policy may allow: our own origin and inline content.
var ownSources = []string{"'self'", "'none'", "'unsafe-inline'", "data:", "blob:"}

var (
	loaded = regexp.MustCompile(`(?i)<(?:script|img|link|iframe|source|video)\b[^>]*?\b(?:src|href)="((?:https?:)?//[^"]*)"`)
	hashed = regexp.MustCompile(`^'sha256-[A-Za-z0-9+/=]+'$`)
)

// thirdParties reads the content security policy of each page and the addresses in the page itself.
func thirdParties(ctx context.Context, r *run) (string, error) {
	server, err := r.server(ctx)
	if err != nil {
		return "", err
	}
	paths := []string{"/", "/projetos", "/encontrar-profissional", "/servicos", "/solucoes", "/auth", "/termos", "/dashboard", "/nowhere"}
	for _, path := range paths {
		answer, err := server.Visitor().Send(ctx, http.MethodGet, path, nil, "Accept", "text/html")
		if err != nil {
			return "", err
		}
		page, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if err != nil {
			return "", err
		}
		policy := answer.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'self'") {
			return "", fmt.Errorf("%s has the policy %q", path, policy)
		}
		for directive := range strings.SplitSeq(policy, ";") {
			words := strings.Fields(directive)
			for _, source := range words[min(1, len(words)):] {
				if !slices.Contains(ownSources, source) && !hashed.MatchString(source) {
					return "", fmt.Errorf("%s may load from %s: %s", path, source, directive)
				}
			}
		}
		for _, named := range loaded.FindAllStringSubmatch(string(page), -1) {
			if !strings.HasPrefix(named[1], server.URL()) {
				return "", fmt.Errorf("%s names %s", path, named[1])
			}
		}
	}
	return fmt.Sprintf("%d pages: 0 addresses of others, and a policy that allows none", len(paths)), nil
}

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
