// Package pdf prints plain documents: lines of text on A4 pages, in fonts that
// are embedded. Whatever people can type can be printed. It knows nothing of
// what the lines say.
package pdf

import (
	"encoding/base64"
	"fmt"
	"time"
)

// Document is what is printed. At is the date it bears, so that the same
// document is the same bytes whenever it is printed; Footer is on every page,
// before the page's number.
type Document struct {
	Title, Footer string
	At            time.Time
	Lines         []Line
}

// Line is a paragraph, or a gap when it is empty.
type Line struct {
	Text           string
	IsBold, IsHead bool
}

// File is a printed document to be saved: its name, and its bytes as base64.
type File struct {
	Name    string `json:"name"`
	Content string `json:"content"`
}

// NewFile names what was printed.
func NewFile(name string, printed []byte) File {
	return File{Name: name, Content: base64.StdEncoding.EncodeToString(printed)}
}

// Print returns the document's bytes. No text makes it fail: only fonts of the
// program that cannot be read do.
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
