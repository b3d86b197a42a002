// Package filekind decides what kind a file is: whether its media type, its extension and its first
// bytes agree, and whether it is a program or an archive that contains one. It reads names and
// bytes, and knows no bucket and no sender.
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
	// ErrProgram refuses a program, recognised by its name or bytes, and an archive with one.
	ErrProgram = errors.New("the file is or holds a program")
	// ErrMismatch refuses a file whose type, name and content do not agree.
	ErrMismatch = errors.New("type, name and content of the file do not agree")
	// ErrArchive refuses an archive that cannot be inspected: it is encrypted, damaged, compressed
	// by an unknown method, or exceeds the limits.
	ErrArchive = errors.New("the archive cannot be looked into")
)

// headBytes is how much of a file is read to recognise its kind.
const headBytes = 4096

// CheckName refuses a name that would run as a program, that has two extensions, or whose extension
// does not belong to the media type. An unknown type or extension claims nothing, and neither does
// a name without an extension.
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
	if claimedKind := kindOfType(mediaType); claimedKind != nil && !claimedKind.covers(shown) {
		return fmt.Errorf("%w: .%s is not %s", ErrMismatch, last, claimedKind.types[0])
	}
	return nil
}

// CheckPicture is CheckName for a picture that will be decoded and encoded again, which may change
// its format from the one in its name.
func CheckPicture(name string) error {
	if extension := programOf(name); extension != "" {
		return fmt.Errorf("%w: .%s", ErrProgram, extension)
	}
	extensions := extensionsOf(name)
	for i, extension := range extensions {
		isRead := documents[extension] || i == len(extensions)-1
		if known := kindOfExtension(extension); isRead && known != nil && !known.isPicture {
			return fmt.Errorf("%w: .%s is not a picture", ErrMismatch, extension)
		}
	}
	return nil
}

// Check refuses a file whose name CheckName refuses, whose content does not match its type and
// name, or that is or contains a program. It inspects archives, within limits.
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

// detect returns what the detector finds. Two letters are enough for it to see a program or a
// bitmap, so a list that begins with the tag MZ-101 or BM-7 would be mistaken for one. A line feed
// before a text prevents that.
func detect(head []byte) *mimetype.MIME {
	if isText(head) {
		head = append([]byte{'\n'}, head...)
	}
	return mimetype.Detect(head)
}

// isText reports that there is no control character except tabs and line breaks.
func isText(head []byte) bool {
	return !slices.ContainsFunc(head, func(char byte) bool { return char < ' ' && char != '\t' && char != '\n' && char != '\r' })
}

// claims returns the kinds that the type and the extension claim.
func claims(name, mediaType string) []*kind {
	var claimed []*kind
	if claimedKind := kindOfType(mediaType); claimedKind != nil {
		claimed = append(claimed, claimedKind)
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

// extensionMax is the maximum length of an extension, in bytes: a longer text after a dot is a
// sentence.
const extensionMax = 12

// extensionsOf returns the parts of a name that a machine may take for an extension, in lower case.
// Windows ignores blanks and dots at the end of a name.
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
