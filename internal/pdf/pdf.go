// Package pdf prints plain documents: lines of text on A4 pages, in the font
// that is embedded. It knows nothing of what they say.
package pdf

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

// Sizes on the page, in millimetres and points.
const (
	marginMM     = 20
	lineMM       = 5
	bodyPoints   = 10
	headPoints   = 14
	footerPoints = 7
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

// Print returns the document's bytes.
func (d Document) Print() ([]byte, error) {
	page := fpdf.New("P", "mm", "A4", "")
	page.SetCreationDate(d.At.UTC())
	page.SetModificationDate(d.At.UTC())
	page.SetCatalogSort(true)
	page.SetTitle(d.Title, true)
	page.SetLang("pt-BR")
	page.AddUTF8FontFromBytes("Go", "", goregular.TTF)
	page.AddUTF8FontFromBytes("Go", "B", gobold.TTF)
	page.SetMargins(marginMM, marginMM, marginMM)
	page.SetAutoPageBreak(true, marginMM)
	page.SetFooterFunc(func() {
		page.SetY(-15)
		page.SetFont("Go", "", footerPoints)
		page.CellFormat(0, 4, fmt.Sprintf("%s · página %d", d.Footer, page.PageNo()), "", 0, "C", false, 0, "")
	})
	page.AddPage()
	for _, line := range d.Lines {
		line.write(page)
	}
	var printed bytes.Buffer
	if err := page.Output(&printed); err != nil {
		return nil, fmt.Errorf("print %s: %w", d.Title, err)
	}
	return printed.Bytes(), nil
}

func (l Line) write(page *fpdf.Fpdf) {
	size, style := float64(bodyPoints), ""
	if l.IsHead {
		size = headPoints
	}
	if l.IsHead || l.IsBold {
		style = "B"
	}
	page.SetFont("Go", style, size)
	if l.Text == "" {
		page.Ln(lineMM / 2)
		return
	}
	page.MultiCell(0, lineMM*size/bodyPoints, l.Text, "", "L", false)
}
