package main

import (
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// exact matches a single version, not a range.
var exact = regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

func TestVersionsArePinned(t *testing.T) {
	t.Parallel()
	total := 0
	for _, name := range []string{"../../web/package.json", "../e2e/package.json"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var manifest map[string]any
		if err := json.Unmarshal(text, &manifest); err != nil {
			t.Fatal(err)
		}
		for _, group := range []string{"dependencies", "devDependencies", "optionalDependencies", "overrides"} {
			versions, _ := manifest[group].(map[string]any)
			for of, version := range versions {
				if text, _ := version.(string); !exact.MatchString(text) {
					t.Errorf("%s asks for %s %v", name, of, version)
				}
				total++
			}
		}
	}
	modules, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(modules), "replace ") {
		t.Error("go.mod replaces a module")
	}
	if !regexp.MustCompile(`@v\d+\.\d+\.\d+$`).MatchString(govulncheck) {
		t.Errorf("%s is of no version", govulncheck)
	}
	t.Attr("figure", "every version of package.json, go.mod and postgres.lock is exact")
	if total < 40 {
		t.Errorf("only %d versions were looked at", total)
	}
}

func TestPackagesAreLockedByTheirContent(t *testing.T) {
	t.Parallel()
	for _, folder := range []string{"../../web", "../e2e"} {
		parts, err := npmParts(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range parts {
			// A package bundled inside another one is locked with that one.
			if p.Hash == "" && !strings.Contains(p.Folder, "-wasm32-wasi/node_modules/") {
				t.Errorf("%s has no hash", p.PURL)
			}
		}
	}
	if p, err := databasePart("../../scripts/postgres.lock"); err != nil || len(p.Hash) != 128 {
		t.Errorf("PostgreSQL is locked as %+v, %v", p, err)
	}
}

func TestTypefacesAreNamedWithTheirLicence(t *testing.T) {
	t.Parallel()
	var names []string
	for _, typeface := range typefaces {
		fonts, err := fontParts("../../"+typeface.folder, typeface.source)
		if err != nil || len(fonts) == 0 {
			t.Fatalf("%s has %d fonts, %v", typeface.folder, len(fonts), err)
		}
		want := "OFL-1.1"
		if strings.HasSuffix(typeface.folder, "/droid") {
			want = "Apache-2.0"
		}
		for _, font := range fonts {
			if strings.HasSuffix(typeface.folder, "/plex") {
				names = append(names, font.PURL)
			}
			if licence, err := licenceOf(font); licence != want || err != nil || check(font) != nil {
				t.Errorf("%s is under %q, %v", font.PURL, licence, err)
			}
		}
	}
	want := []string{"pkg:generic/ibm-plex-mono-medium@2.005", "pkg:generic/ibm-plex-sans-regular@3.005", "pkg:generic/ibm-plex-sans-semibold@3.005"}
	if !slices.Equal(names, want) {
		t.Errorf("the typefaces are %q", names)
	}
	if found, err := fontPart([]byte("no typeface")); err == nil {
		t.Errorf("no typeface is taken for %+v", found)
	}
}

func TestLicencesThatMayNotBeUsed(t *testing.T) {
	t.Parallel()
	for fact, c := range map[string]struct {
		part
		fails bool
	}{
		"MITIsShipped":            {part{Licence: "MIT", IsShipped: true}, false},
		"GPLIsNotShipped":         {part{Licence: "GPL-3.0-only", IsShipped: true}, true},
		"GPLDoesNotBuildEither":   {part{Licence: "GPL-3.0-only"}, true},
		"AttributionBuilds":       {part{Licence: "CC-BY-4.0"}, false},
		"AttributionIsNotShipped": {part{Licence: "CC-BY-4.0", IsShipped: true}, true},
		"UnknownIsNotShipped":     {part{Folder: t.TempDir(), IsShipped: true}, true},
		"ChoiceWithoutAWordOnIt":  {part{Licence: "(MIT OR GPL-3.0)", IsShipped: true}, true},
	} {
		if err := check(c.part); (err != nil) != c.fails {
			t.Errorf("%s: %v", fact, err)
		}
	}
}

func TestASourceThatCannotBeAskedIsNoFinding(t *testing.T) {
	t.Parallel()
	failed := errors.New("exit status 1")
	for _, c := range []struct {
		source  int
		printed string
		err     error
		want    verdict
	}{
		{0, "No vulnerabilities found.", nil, clean},
		{0, "Vulnerability #1: GO-2026-0001", failed, found},
		{0, "fetching vulnerabilities: Get \"https://vuln.go.dev/index/modules.json.gz\": dial tcp: lookup", failed, unreachable},
		{1, "found 0 vulnerabilities", nil, clean},
		{1, "lodash  <4.17.21\nSeverity: high", failed, found},
		{1, "npm error audit endpoint returned an error", failed, unreachable},
		{3, "2 packages have invalid registry signatures", failed, found},
	} {
		if got := sources[c.source].judge(c.printed, c.err); got != c.want {
			t.Errorf("%s said %q and is judged %d", sources[c.source].name, c.printed, got)
		}
	}
}

// TestTheBillIsOfTheProgramsVersion checks that the bill contains the version that the build puts
// into the program, and not a commit's name.
func TestTheBillIsOfTheProgramsVersion(t *testing.T) {
	t.Parallel()
	version, err := versionOf(t.Context(), "../..")
	if err != nil || !regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`).MatchString(version) {
		t.Errorf("the version is %q, %v", version, err)
	}
	for name, want := range map[string]string{
		"../../Makefile":        "VERSION := $(shell ./scripts/version.sh)",
		"../../scripts/dist.sh": "version=$(./scripts/version.sh)",
	} {
		if text, err := os.ReadFile(name); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s takes the version from elsewhere, %v", name, err)
		}
	}
}
