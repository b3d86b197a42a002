package nfse

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

// toUTF8 detects the encoding of a file from its bytes, whatever it declares: some systems write
// UTF-8 and declare utf-16, as their strings are, and some write windows-1252 and declare nothing.
// It returns UTF-8, or the bytes unchanged with isUTF8 false if the declaration must decide.
func toUTF8(content []byte) (text []byte, isUTF8 bool, err error) {
	var order unicode.Endianness
	isWide := true
	switch {
	case bytes.HasPrefix(content, []byte("\xff\xfe")), bytes.HasPrefix(content, []byte("<\x00")):
		order = unicode.LittleEndian
	case bytes.HasPrefix(content, []byte("\xfe\xff")), bytes.HasPrefix(content, []byte("\x00<")):
		order = unicode.BigEndian
	default:
		isWide = false
	}
	if isWide {
		if text, err = unicode.UTF16(order, unicode.IgnoreBOM).NewDecoder().Bytes(content); err != nil {
			return nil, false, fmt.Errorf("%w: %w", ErrNotXML, err)
		}
		return bytes.TrimPrefix(text, []byte("\ufeff")), true, nil
	}
	if marked, isMarked := bytes.CutPrefix(content, []byte("\ufeff")); isMarked {
		return marked, true, nil
	}
	return content, false, nil
}

// charsetReader returns a reader for the declared encoding. The declaration is ignored if the file
// is known to be UTF-8, or if it names an encoding that the bytes cannot have.
func charsetReader(content []byte, isUTF8 bool) func(string, io.Reader) (io.Reader, error) {
	return func(label string, input io.Reader) (io.Reader, error) {
		name := strings.ToLower(strings.TrimSpace(label))
		if isUTF8 || name == "utf8" || strings.HasPrefix(name, "utf-16") || strings.HasPrefix(name, "utf16") || strings.HasPrefix(name, "ucs-2") || name == "unicode" {
			if !utf8.Valid(content) {
				return nil, fmt.Errorf("%w: encoding %q", ErrNotXML, label)
			}
			return input, nil
		}
		found, err := htmlindex.Get(name)
		if err != nil {
			return nil, fmt.Errorf("%w: encoding %q", ErrNotXML, label)
		}
		return found.NewDecoder().Reader(input), nil
	}
}

// fromWindows1252 converts a file that declares UTF-8, or nothing, and is not valid UTF-8: the
// systems that write such files use windows-1252.
func fromWindows1252(content []byte) []byte {
	head := strings.ToLower(string(content[:min(len(content), 200)]))
	at := strings.Index(head, "encoding")
	if utf8.Valid(content) || at >= 0 && !strings.Contains(head[at:min(len(head), at+20)], "utf") {
		return content
	}
	text, err := charmap.Windows1252.NewDecoder().Bytes(content)
	if err != nil {
		return content
	}
	return text
}
