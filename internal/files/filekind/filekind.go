// Package filekind owns what a file is: whether its media type, the extension of its
// name and its first bytes say the same, and whether it is a program or an archive that
// holds one. It reads names and bytes, and knows no bucket and nobody who sends files.
package filekind

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gabriel-vasile/mimetype"
)

// Refusals of a file. They are wrapped with what was found.
var (
	// ErrProgram is a program, by its name or by its bytes, or an archive with one.
	ErrProgram = errors.New("the file is or holds a program")
	// ErrMismatch is a file whose type, name and content do not say the same.
	ErrMismatch = errors.New("type, name and content of the file do not agree")
	// ErrArchive is an archive that cannot be looked into: it has a password, is damaged,
	// of an unknown method, or holds more than is looked at.
	ErrArchive = errors.New("the archive cannot be looked into")
)

// headBytes is how much of a file is read to know what it is.
const headBytes = 4096

// CheckName refuses a name that would run as a program, that has two extensions, or
// whose extension is not one of the media type. An unknown type or extension claims
// nothing, and neither does a name without one.
func CheckName(name, mediaType string) error {
	if extension := programOf(name); extension != "" {
		return fmt.Errorf("%w: .%s", ErrProgram, extension)
	}
	extensions := extensionsOf(name)
	if len(extensions) == 0 {
		return nil
	}
	last := extensions[len(extensions)-1]
	shown := kindOfExtension(last)
	for _, inner := range extensions[:len(extensions)-1] {
		if documents[inner] && kindOfExtension(inner) != shown {
			return fmt.Errorf("%w: .%s.%s", ErrMismatch, inner, last)
		}
	}
	if said := kindOfType(mediaType); said != nil && !said.covers(shown) {
		return fmt.Errorf("%w: .%s is not %s", ErrMismatch, last, said.types[0])
	}
	return nil
}

// CheckPicture is CheckName for a picture that is decoded and encoded anew, which may
// give it another format than its name says.
func CheckPicture(name string) error {
	if extension := programOf(name); extension != "" {
		return fmt.Errorf("%w: .%s", ErrProgram, extension)
	}
	extensions := extensionsOf(name)
	for i, extension := range extensions {
		isRead := documents[extension] || i == len(extensions)-1
		if known := kindOfExtension(extension); isRead && known != nil && !known.isPicture {
			return fmt.Errorf("%w: .%s is no picture", ErrMismatch, extension)
		}
	}
	return nil
}

// Check refuses a file whose name CheckName refuses, whose content is not what type and
// name say, or that is or holds a program. Archives are looked into, within bounds.
func Check(ctx context.Context, name, mediaType string, content io.ReaderAt, size int64) error {
	if err := CheckName(name, mediaType); err != nil {
		return err
	}
	head, err := headOf(content, size)
	if err != nil {
		return err
	}
	if isProgram(head) {
		return ErrProgram
	}
	found := detect(head)
	for _, claimed := range claims(name, mediaType) {
		if !claimed.is(head, found) {
			return fmt.Errorf("%w: the content is %s, not %s", ErrMismatch, found, claimed.types[0])
		}
	}
	return lookInto(ctx, name, claims(name, mediaType), content, size)
}

// detect is what the detector finds. Two letters are enough for it to see a program or a
// bitmap in a list that begins with the tag MZ-101 or BM-7, so that what is text is held
// to be nothing else.
func detect(head []byte) *mimetype.MIME {
	if isText(head) {
		head = append([]byte{'\n'}, head...)
	}
	return mimetype.Detect(head)
}

// isText says that there is no control character but those of lines.
func isText(head []byte) bool {
	return !slices.ContainsFunc(head, func(char byte) bool { return char < ' ' && char != '\t' && char != '\n' && char != '\r' })
}

// claims are the kinds that type and extension say the file is of.
func claims(name, mediaType string) []*kind {
	var claimed []*kind
	if said := kindOfType(mediaType); said != nil {
		claimed = append(claimed, said)
	}
	extensions := extensionsOf(name)
	if len(extensions) == 0 {
		return claimed
	}
	if shown := kindOfExtension(extensions[len(extensions)-1]); shown != nil && !slices.Contains(claimed, shown) {
		claimed = append(claimed, shown)
	}
	return claimed
}

func headOf(content io.ReaderAt, size int64) ([]byte, error) {
	head := make([]byte, min(size, headBytes))
	read, err := content.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the beginning of the file: %w", err)
	}
	return head[:read], nil
}

// extensionMax is the length of what is taken for an extension: what follows a dot and is
// longer is a sentence.
const extensionMax = 12

// extensionsOf are the parts of a name that a machine may take for an extension, in lower
// case. Windows ignores blanks and dots at the end of a name.
func extensionsOf(name string) []string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	parts := strings.Split(strings.TrimRight(strings.ToLower(name), ". \u00a0"), ".")
	var extensions []string
	for _, part := range parts[1:] {
		if part = strings.TrimSpace(part); part != "" && len(part) <= extensionMax {
			extensions = append(extensions, part)
		}
	}
	return extensions
}
