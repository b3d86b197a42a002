package demo

import (
	_ "embed"
	"encoding/json"
)

//go:embed scopes.json
var scopesFile []byte

// scopes are the scopes that the projects of the demonstration are published with, by title.
var scopes = readScopes()

func readScopes() map[string]json.RawMessage {
	var read map[string]json.RawMessage
	if err := json.Unmarshal(scopesFile, &read); err != nil {
		panic(err) // The file is part of the program.
	}
	return read
}
