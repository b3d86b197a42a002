package main

import (
	"cmp"
	"context"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/image/font/sfnt"
)

// shippable are licences under which a part may be shipped: they require a notice and nothing of
// our own source. MPL-2.0 requires that the part's own source is available: the notices say where,
// and no part is modified.
var shippable = []string{"MIT", "MIT-0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "0BSD", "Apache-2.0", "CC0-1.0", "OFL-1.1", "Unlicense", "MPL-2.0"}

// usable are further licences allowed for parts that only build or test the product.
var usable = []string{"BlueOak-1.0.0", "Python-2.0", "CC-BY-4.0", "PostgreSQL"}

// phrases identify licences by wording that only their texts contain.
var phrases = []struct{ licence, text string }{
	{"Apache-2.0", "apache license version 2.0"},
	{"MPL-2.0", "mozilla public license version 2.0"},
	{"BSD-3-Clause", "neither the name"},
	// OFL-1.1 contains MIT's words of grant, so it is tested first.
	{"OFL-1.1", "sil open font license"},
	{"BSD-2-Clause", "redistribution and use in source and binary forms"},
	{"MIT", "permission is hereby granted, free of charge, to any person obtaining a copy"},
	{"ISC", "permission to use, copy, modify, and/or distribute this software for any purpose"},
	{"ISC", "permission to use, copy, modify, and distribute this software for any purpose"},
	{"CC0-1.0", "cc0 1.0 universal"},
	{"Unlicense", "this is free and unencumbered software released into the public domain"},
}

var (
	licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|unlicense|notice)(\b|[._-])`)
	blanks      = regexp.MustCompile(`[\s,]+`)
)

// notice returns the text that a part's licence requires to be passed on.
func (p part) notice() (string, error) {
	entries, err := os.ReadDir(p.Folder)
	if err != nil {
		return "", err
	}
	var texts []string
	for _, entry := range entries {
		if entry.IsDir() || !licenceFile.MatchString(entry.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(p.Folder, entry.Name()))
		if err != nil {
			return "", err
		}
		texts = append(texts, strings.TrimSpace(string(text)))
	}
	return strings.Join(texts, "\n\n"), nil
}

// licenceOf names the licence of a part: the declared one, or the one that its text matches.
func licenceOf(p part) (string, error) {
	if p.Licence != "" {
		return p.Licence, nil
	}
	text, err := p.notice()
	if err != nil {
		return "", fmt.Errorf("%s: %w", p.PURL, err)
	}
	said := blanks.ReplaceAllString(strings.ToLower(text), " ")
	for _, phrase := range phrases {
		if strings.Contains(said, blanks.ReplaceAllString(phrase.text, " ")) {
			return phrase.licence, nil
		}
	}
	return "", fmt.Errorf("%s has no licence that is known", p.PURL)
}

// check returns an error if a part may not be used as it is.
func check(p part) error {
	licence, err := licenceOf(p)
	if err != nil {
		return err
	}
	if slices.Contains(shippable, licence) || !p.IsShipped && slices.Contains(usable, licence) {
		return nil
	}
	use := "built or tested with"
	if p.IsShipped {
		use = "shipped"
	}
	return fmt.Errorf("%s is under %s, which is on no list of what may be %s", p.PURL, licence, use)
}

type licencesCommand struct {
	Notices string `help:"File to write the notices to." default:"bin/THIRD-PARTY-NOTICES.txt"`
}

// Run checks every part and writes the notices of the shipped ones.
func (c *licencesCommand) Run(ctx context.Context) error {
	parts, err := readParts(ctx)
	if err != nil {
		return err
	}
	var problems []error
	counts := map[string]int{}
	for _, p := range parts {
		problems = append(problems, check(p))
		licence, _ := licenceOf(p)
		counts[licence]++
	}
	if err := errors.Join(problems...); err != nil {
		return err
	}
	shipped, err := writeNotices(c.Notices, parts)
	if err != nil {
		return err
	}
	fmt.Printf("%d parts, %d of them shipped, all under licences that are allowed: %v\n", len(parts), shipped, counts)
	return nil
}

// source returns where the part's source is available.
func (p part) source() string {
	if p.Source != "" {
		return p.Source
	}
	if strings.HasPrefix(p.PURL, "pkg:golang/") {
		return "https://pkg.go.dev/" + p.Name + "@" + p.Version
	}
	return "https://www.npmjs.com/package/" + p.Name + "/v/" + p.Version
}

func writeNotices(name string, parts []part) (shipped int, err error) {
	var all strings.Builder
	all.WriteString("Automação - Indústria holds parts that others wrote, under these licences.\n")
	for _, p := range parts {
		if !p.IsShipped {
			continue
		}
		shipped++
		licence, err := licenceOf(p)
		if err != nil {
			return 0, err
		}
		text, err := p.notice()
		if err != nil {
			return 0, fmt.Errorf("%s: %w", p.PURL, err)
		}
		if text == "" {
			text = "Its package holds no text besides the name of the licence."
		}
		fmt.Fprintf(&all, "\n%s\n%s %s — %s\nSource: %s\n\n%s\n", strings.Repeat("=", 80), p.Name, p.Version, licence, p.source(), text)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return 0, err
	}
	return shipped, os.WriteFile(name, []byte(all.String()), 0o644)
}

// typefaces are the folders of the fonts that the server draws and prints with, and their upstream
// projects.
var typefaces = []struct{ folder, source string }{
	{"internal/documents/typeface/plex", "https://github.com/IBM/plex"},
	{"internal/documents/typeface/noto", "https://github.com/notofonts"},
	{"internal/documents/typeface/droid", "https://android.googlesource.com/platform/frameworks/base"},
	{"internal/documents/typeface/nanum", "https://hangeul.naver.com/font"},
}

// fontParts returns the typefaces in a folder, compressed or not. The files come from no package
// registry, so the name and version are read from the font itself. The web application's typefaces
// are npm packages and listed as such.
func fontParts(folder, source string) ([]part, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.ttf*"))
	if err != nil {
		return nil, err
	}
	var parts []part
	for _, file := range files {
		content, err := readFont(file)
		if err != nil {
			return nil, err
		}
		found, err := fontPart(content)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", file, err)
		}
		found.Folder, found.Source = folder, source
		parts = append(parts, found)
	}
	return parts, nil
}

func readFont(file string) ([]byte, error) {
	content, err := os.ReadFile(file)
	if err != nil || !strings.HasSuffix(file, ".zst") {
		return content, err
	}
	reader, err := zstd.NewReader(nil)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	return reader.DecodeAll(content, nil)
}

func fontPart(content []byte) (part, error) {
	read, err := sfnt.Parse(content)
	if err != nil {
		return part{}, err
	}
	said := map[sfnt.NameID]string{}
	for _, id := range []sfnt.NameID{sfnt.NameIDFamily, sfnt.NameIDTypographicFamily, sfnt.NameIDTypographicSubfamily, sfnt.NameIDSubfamily, sfnt.NameIDVersion} {
		// A missing name is an error, and most fonts omit some.
		said[id], _ = read.Name(nil, id)
	}
	family := cmp.Or(said[sfnt.NameIDTypographicFamily], said[sfnt.NameIDFamily])
	style := cmp.Or(said[sfnt.NameIDTypographicSubfamily], said[sfnt.NameIDSubfamily])
	version := strings.TrimPrefix(said[sfnt.NameIDVersion], "Version ")
	if family == "" || version == "" {
		return part{}, errors.New("the typeface does not say its name and version")
	}
	name, hash := family+" "+style, sha512.Sum512(content)
	return part{
		PURL: "pkg:generic/" + strings.ReplaceAll(strings.ToLower(name), " ", "-") + "@" + version, Name: name, Version: version,
		Algorithm: "SHA-512", Hash: hex.EncodeToString(hash[:]), IsShipped: true,
	}, nil
}
