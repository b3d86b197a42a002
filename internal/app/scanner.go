package app

import (
	"fmt"

	"automacao/internal/files/clamd"
)

// originals are the buckets whose pictures are stored unchanged, because the files of a contract
// are evidence.
var originals = []string{"deals"}

// scanner returns the virus scanner that checks files, or nil.
func (c *Config) scanner() (*clamd.Scanner, error) {
	if c.Clamd == "" {
		return nil, nil //nolint:nilnil // nobody is asked
	}
	scanner, err := clamd.Open(c.Clamd)
	if err != nil {
		return nil, fmt.Errorf("AUTOMACAO_CLAMD: %w", err)
	}
	return scanner, nil
}
