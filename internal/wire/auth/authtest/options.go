package authtest

import (
	"automacao/internal/wire/auth"
	"automacao/internal/wire/auth/core"
)

// Beside is another server on b's database.
func Beside(b *Bundle, adjust ...func(*core.Config)) *Bundle {
	b.T.Helper()
	cfg := b.Config
	for _, change := range adjust {
		change(&cfg)
	}
	other := *b
	other.Server = auth.New(b.Pool, b.Keys, cfg, b.Log)
	b.T.Cleanup(other.Close)
	return &other
}
