package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"runtime"
)

// Set by the build: the semantic version without its v, the commit, and the time in RFC 3339.
var (
	version = "0.0.0-dev"
	commit  string
	date    string
)

type versionCommand struct {
	JSON bool `help:"Print one JSON object."`
}

// Run prints the version and what it was built from.
func (c versionCommand) Run(out output) error {
	platform := runtime.GOOS + "/" + runtime.GOARCH
	if c.JSON {
		return json.NewEncoder(out).Encode(map[string]string{"version": version, "commit": commit, "date": date, "go": runtime.Version(), "platform": platform})
	}
	_, err := fmt.Fprintf(out, "automacao %s\ncommit    %s\nbuilt     %s\nwith      %s for %s\n",
		version, cmp.Or(commit, "unknown"), cmp.Or(date, "unknown"), runtime.Version(), platform)
	return err
}
