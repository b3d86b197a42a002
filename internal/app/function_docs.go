package app

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

//go:embed functions.json
var functionsFile []byte

// functionDocs are what the registered functions do, a sentence each, as a test takes
// them from their comments.
func functionDocs() (all map[string]string, err error) {
	if err := json.Unmarshal(functionsFile, &all); err != nil {
		return nil, fmt.Errorf("read what functions do: %w", err)
	}
	return all, nil
}
