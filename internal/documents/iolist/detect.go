package iolist

import (
	"bytes"
	"path"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// The first bytes of archives: of XLSX, and of older workbooks and encrypted XLSX.
var (
	zipMagic = []byte("PK\x03\x04")
	oleMagic = []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
)

// read finds the format of a file and reads it.
func (b *builder) read(name string, content []byte) error {
	extension := strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))
	switch {
	case bytes.HasPrefix(content, zipMagic):
		return b.workbook(content)
	case bytes.HasPrefix(content, oleMagic), extension == "xlsx", extension == "xlsm":
		return ErrUnreadable
	}
	text, err := decode(content)
	if err != nil {
		return err
	}
	begin := strings.TrimLeft(text, " \t\r\n")
	switch {
	case begin == "":
		return ErrEmpty
	case strings.ContainsRune(text, 0):
		// Text has no NUL: this is a picture, a program or a file that was damaged.
		if isTextual[extension] {
			return ErrUnreadable
		}
		return ErrUnknown
	case begin[0] == '<':
		return b.markup(text)
	case strings.HasPrefix(begin, "%PDF"), strings.HasPrefix(begin, "{\\rtf"):
		return ErrUnknown
	case begin[0] == '{', begin[0] == '[' && extension == "json":
		return b.ignition(text)
	case isSource(extension, text):
		return b.source(text)
	}
	return b.text(extension, text)
}

// isTextual are the extensions of the formats that are text.
var isTextual = map[string]bool{
	"csv": true, "txt": true, "tsv": true, "sdf": true, "xml": true, "l5x": true, "aml": true, "json": true, "exp": true, "export": true, "st": true,
}

// isSource reports text with declarations of IEC 61131-3, which CODESYS 2.3 exports as .exp.
func isSource(extension, text string) bool {
	return extension == "exp" || extension == "st" || strings.Contains(text, "VAR_GLOBAL") && strings.Contains(text, "END_VAR")
}

// decode returns a file as UTF-8. Without a byte order mark, a file that is no UTF-8 is one of
// Windows in Portuguese, and one with a zero in every second byte is UTF-16.
func decode(content []byte) (string, error) {
	isWide := len(content) > 3 && content[0] != 0 && content[1] == 0 && content[2] != 0 && content[3] == 0
	switch {
	case bytes.HasPrefix(content, []byte("\xef\xbb\xbf")):
		content = content[3:]
	case bytes.HasPrefix(content, []byte("\xff\xfe")), bytes.HasPrefix(content, []byte("\xfe\xff")), isWide:
		text, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(content)
		if err != nil {
			return "", ErrUnreadable.Because(err)
		}
		return string(text), nil
	}
	// An XML file may declare this encoding, too: what is not UTF-8 is read as it, whatever is declared.
	if !utf8.Valid(content) {
		text, err := charmap.Windows1252.NewDecoder().Bytes(content)
		if err != nil {
			return "", ErrUnreadable.Because(err)
		}
		return string(text), nil
	}
	return string(content), nil
}
