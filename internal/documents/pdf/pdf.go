// Package pdf prints plain documents: lines of text on A4 pages, in embedded fonts. It can print
// whatever people can type. It knows nothing about the meaning of the lines.
package pdf

import (
	"encoding/base64"
	"fmt"
	"time"
)

// Document is what is printed. At is the date in the file, so that printing a document again gives
// the same bytes. Footer is on every page, before the page number.
type Document struct {
	Title, Footer string
	At            time.Time
	Lines         []Line
}

// Line is a paragraph, or a gap if it is empty.
type Line struct {
	Text           string
	IsBold, IsHead bool
}

// File is a printed document for download: its name, and its bytes as base64.
type File struct {
	Name    string `json:"name"`
	Content string `json:"content"`
}

// NewFile returns a printed document under a name.
func NewFile(name string, printed []byte) File {
	return File{Name: name, Content: base64.StdEncoding.EncodeToString(printed)}
}

// Print returns the document's bytes. No text makes it fail; the only error is a built-in font that
// cannot be read.
func (d Document) Print() ([]byte, error) {
	fonts, err := newFonts()
	if err != nil {
		return nil, fmt.Errorf("print %s: %w", d.Title, err)
	}
	pages := newPages(fonts)
	for _, line := range d.Lines {
		if err := pages.add(line); err != nil {
			return nil, fmt.Errorf("print %s: %w", d.Title, err)
		}
	}
	if err := pages.foot(d.Footer); err != nil {
		return nil, fmt.Errorf("print %s: %w", d.Title, err)
	}
	printed, err := d.write(pages)
	if err != nil {
		return nil, fmt.Errorf("print %s: %w", d.Title, err)
	}
	return printed, nil
}
