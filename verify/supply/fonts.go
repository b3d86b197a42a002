package main

import (
	"cmp"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/image/font/sfnt"
)

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
