package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// document is a bill of materials (https://cyclonedx.org/docs/1.6/json). It contains no time and no
// random number: the same parts give the same file.
type document struct {
	Schema     string      `json:"$schema"`
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type     string    `json:"type"`
	Ref      string    `json:"bom-ref"`
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	Scope    string    `json:"scope,omitempty"`
	Hashes   []hash    `json:"hashes,omitempty"`
	Licences []licence `json:"licenses,omitempty"`
	PURL     string    `json:"purl,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type licence struct {
	Licence struct {
		ID string `json:"id"`
	} `json:"license"`
}

func componentOf(p part) (component, error) {
	id, err := licenceOf(p)
	if err != nil {
		return component{}, err
	}
	c := component{Type: "library", Ref: p.PURL, Name: p.Name, Version: p.Version, Scope: "excluded", PURL: p.PURL, Licences: make([]licence, 1)}
	c.Licences[0].Licence.ID = id
	if p.IsShipped {
		c.Scope = "required"
	}
	if p.Hash != "" {
		c.Hashes = []hash{{p.Algorithm, p.Hash}}
	}
	return c, nil
}

// versionOf returns the version that `automacao version` prints for a program built from the tree
// at root.
func versionOf(ctx context.Context, root string) (string, error) {
	asking := exec.CommandContext(ctx, "./scripts/version.sh")
	asking.Dir = root
	said, err := asking.Output()
	if err != nil {
		return "", fmt.Errorf("ask scripts/version.sh for the version: %w", err)
	}
	return strings.TrimSpace(string(said)), nil
}

type sbomCommand struct {
	Out string `help:"File to write." default:"bin/sbom.cdx.json"`
}

// Run writes the bill of materials.
func (c *sbomCommand) Run(ctx context.Context) error {
	parts, err := readParts(ctx)
	if err != nil {
		return err
	}
	version, err := versionOf(ctx, ".")
	if err != nil {
		return err
	}
	bill := document{Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", Format: "CycloneDX", Spec: "1.6", Version: 1}
	bill.Metadata.Component = component{Type: "application", Ref: "automacao", Name: "automacao", Version: version}
	shipped := 0
	for _, p := range parts {
		made, err := componentOf(p)
		if err != nil {
			return err
		}
		if p.IsShipped {
			shipped++
		}
		bill.Components = append(bill.Components, made)
	}
	text, err := json.MarshalIndent(bill, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(c.Out), 0o755); err != nil {
		return err
	}
	fmt.Printf("%s: %d parts, %d of them shipped\n", c.Out, len(parts), shipped)
	return os.WriteFile(c.Out, append(text, '\n'), 0o644)
}
