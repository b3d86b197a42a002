package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
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
