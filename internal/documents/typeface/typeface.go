// Package typeface holds the fonts that the server draws and prints with: IBM Plex, which is the
// product's, and fallbacks for the scripts and symbols that it lacks. It parses and draws nothing.
// Each folder contains the licence of its fonts.
package typeface

import (
	"embed"
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// The product's fonts, complete, as TrueType.
var (
	//go:embed plex/IBMPlexSans-Regular.ttf
	Sans []byte
	//go:embed plex/IBMPlexSans-SemiBold.ttf
	SansBold []byte
	//go:embed plex/IBMPlexMono-Medium.ttf
	Mono []byte
)

//go:embed noto/*.ttf.zst droid/*.ttf.zst nanum/*.ttf.zst
var packed embed.FS

// fallbacks are tried in this order for a character that the product's fonts lack. Common scripts
// come first and large fonts last, because a font is unpacked when it is first tried.
var fallbacks = []string{
	"noto/NotoSans-Regular", "noto/NotoSansSymbols2-Regular", "noto/NotoEmoji-Regular", "noto/NotoSansSymbols-Regular",
	"noto/NotoSansHebrew-Regular", "noto/NotoSansArabic-Regular", "noto/NotoSansArmenian-Regular", "noto/NotoSansGeorgian-Regular",
	"noto/NotoSansDevanagari-Regular", "noto/NotoSansBengali-Regular", "noto/NotoSansGurmukhi-Regular", "noto/NotoSansGujarati-Regular",
	"noto/NotoSansTamil-Regular", "noto/NotoSansTelugu-Regular", "noto/NotoSansKannada-Regular", "noto/NotoSansMalayalam-Regular",
	"noto/NotoSansSinhala-Regular", "noto/NotoSansThai-Regular", "noto/NotoSansLao-Regular", "noto/NotoSansKhmer-Regular",
	"noto/NotoSansEthiopic-Regular", "noto/NotoSansMath-Regular", "droid/DroidSansFallbackFull", "nanum/NanumGothic",
}

// Fallbacks returns a function for each fallback, in the order in which they are to be tried. It
// returns the font as TrueType, unpacked once per process.
func Fallbacks() []func() ([]byte, error) { return unpackers }

var unpackers = func() (all []func() ([]byte, error)) {
	for _, name := range fallbacks {
		all = append(all, sync.OnceValues(func() ([]byte, error) { return unpack(name) }))
	}
	return all
}()

func unpack(name string) ([]byte, error) {
	content, err := packed.ReadFile(name + ".ttf.zst")
	if err != nil {
		return nil, fmt.Errorf("read font %s: %w", name, err)
	}
	reader, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("unpack font %s: %w", name, err)
	}
	defer reader.Close()
	font, err := reader.DecodeAll(content, nil)
	if err != nil {
		return nil, fmt.Errorf("unpack font %s: %w", name, err)
	}
	return font, nil
}
