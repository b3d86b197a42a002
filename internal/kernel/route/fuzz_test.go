package route

import (
	"strings"
	"testing"
)

// FuzzKey checks that the key of an address is one part of it, and that To rebuilds the address
// from it.
func FuzzKey(f *testing.F) {
	// Inputs that earlier runs found.
	for _, seed := range []string{
		"00000000000000000000",
		"0000000000000000",
	} {
		f.Add(seed)
	}
	for _, seed := range []string{"/projetos/018f", "/projetos/", "/projetos/a/b", "/dashboard/projetos/a/editar", "/dashboard/projetos//editar", "/perfil-empresa/%2e%2e", "/projetos/a?b", "", "/", "/projetos/\x00"} {
		f.Add(seed)
	}
	pages := []string{Project, Professional, ProfessionalProfile, Company}
	for _, page := range members {
		if strings.Contains(page, ":") {
			pages = append(pages, page)
		}
	}
	f.Fuzz(func(t *testing.T, address string) {
		for _, page := range pages {
			key, ok := Key(page, address)
			if !ok {
				continue
			}
			if key == "" || strings.Contains(key, "/") || To(page, key) != strings.TrimSuffix(address, "/") && To(page, key) != address {
				t.Fatalf("the key of %q in %s is %q", address, page, key)
			}
		}
	})
}
