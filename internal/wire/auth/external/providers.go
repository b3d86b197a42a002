package external

import (
	"context"
	"net/http"
	"strings"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/fetch"
	"automacao/internal/wire/auth/provider"
)

// hasProviders reports whether any external provider can be used.
func (s *Server) hasProviders() bool {
	return len(s.Outside.providers) > 0 || s.Config.Federation.CustomProviders
}

// Outside are the external identity providers, and the client that reaches them.
type Outside struct {
	Client    *http.Client
	providers map[string]*provider.Provider
	// custom are the providers that administrators added.
	custom customProviders
}

func newOutside(cfg core.Config, issuer string) *Outside {
	made := &Outside{Client: fetch.NewClient(cfg.Federation.PrivateAddresses), providers: map[string]*provider.Provider{}}
	for name, settings := range cfg.Federation.Providers {
		made.providers[name] = provider.New(name, settings, made.Client, issuer+"/callback", cfg.Now)
	}
	return made
}

// providerNamed returns a provider by name.
func (s *Server) providerNamed(ctx context.Context, name string) (*provider.Provider, error) {
	name = strings.ToLower(name)
	if found := s.Outside.providers[name]; found != nil {
		return found, nil
	}
	if s.Config.Federation.CustomProviders && strings.HasPrefix(name, customPrefix) {
		return s.customNamed(ctx, name)
	}
	return nil, errProviderOff
}
