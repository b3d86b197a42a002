package contract

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

// Sizes on the page, in millimetres and points.
const (
	marginMM   = 20
	lineMM     = 5
	bodyPoints = 10
	headPoints = 14
)

var heading = regexp.MustCompile(`^\d+\. [A-ZÀ-Ü]`)

// brazil is where the document tells its times; the country has had no summer
// time since 2019.
var brazil = time.FixedZone("BRT", -3*60*60)

// PDF prints the document. Nothing in it depends on when or where that is done.
func (d Document) PDF(agreedAt time.Time) ([]byte, error) {
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetCreationDate(agreedAt.UTC())
	pdf.SetModificationDate(agreedAt.UTC())
	pdf.SetCatalogSort(true)
	pdf.SetTitle(fmt.Sprintf("Contrato CTR-%04d", d.Number), true)
	pdf.SetLang("pt-BR")
	pdf.AddUTF8FontFromBytes("Go", "", goregular.TTF)
	pdf.AddUTF8FontFromBytes("Go", "B", gobold.TTF)
	pdf.SetMargins(marginMM, marginMM, marginMM)
	pdf.SetAutoPageBreak(true, marginMM)
	pdf.SetFooterFunc(func() {
		pdf.SetY(-15)
		pdf.SetFont("Go", "", 7)
		pdf.CellFormat(0, 4, fmt.Sprintf("CTR-%04d · SHA-256 %s · página %d", d.Number, d.SHA256, pdf.PageNo()), "", 0, "C", false, 0, "")
	})
	pdf.AddPage()
	for i, line := range strings.Split(d.Content, "\n") {
		size, style := float64(bodyPoints), ""
		if i == 0 {
			size, style = headPoints, "B"
		} else if heading.MatchString(line) || strings.HasPrefix(line, "ATENÇÃO") {
			style = "B"
		}
		write(pdf, style, size, line)
	}
	d.writeRecord(pdf)
	var printed bytes.Buffer
	if err := pdf.Output(&printed); err != nil {
		return nil, fmt.Errorf("print contract %s: %w", d.ContractID, err)
	}
	return printed.Bytes(), nil
}

// writeRecord adds what is not part of the text: who agreed to it.
func (d Document) writeRecord(pdf *fpdf.Fpdf) {
	write(pdf, "", bodyPoints, "")
	write(pdf, "B", bodyPoints, "ACEITE ELETRÔNICO REGISTRADO")
	if !d.IsRecorded {
		write(pdf, "", bodyPoints, "Este contrato é anterior ao registro do texto: o que está acima foi escrito a partir dos dados guardados.")
	}
	write(pdf, "", bodyPoints, "SHA-256 do texto acima: "+d.SHA256)
	for _, a := range d.Acceptances {
		side := map[string]string{"company": "Contratante", "professional": "Contratado"}[a.Side]
		address := ""
		if a.Address != "" {
			address = ", endereço IP " + a.Address
		}
		write(pdf, "", bodyPoints, fmt.Sprintf("%s: %s, em %s (horário de Brasília)%s.", side, a.Name, a.At.In(brazil).Format("02/01/2006 às 15:04:05"), address))
	}
}

func write(pdf *fpdf.Fpdf, style string, size float64, text string) {
	pdf.SetFont("Go", style, size)
	if text == "" {
		pdf.Ln(lineMM / 2)
		return
	}
	pdf.MultiCell(0, lineMM*size/bodyPoints, text, "", "L", false)
}
