package app

import (
	"fmt"
	"os"

	"automacao/internal/wire/auth"
)

// federation is who else vouches for people who sign in, as the operator's file says.
func (c *Config) federation() (auth.Federation, error) {
	if c.FederationFile == "" {
		return auth.Federation{}, nil
	}
	document, err := os.ReadFile(c.FederationFile)
	if err != nil {
		return auth.Federation{}, fmt.Errorf("AUTOMACAO_FEDERATION_FILE names a file that cannot be read: %w", err)
	}
	read, err := auth.ReadFederation(document)
	if err != nil {
		return auth.Federation{}, fmt.Errorf("AUTOMACAO_FEDERATION_FILE: %w", err)
	}
	return read, nil
}
