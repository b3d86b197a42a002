package contract

import (
	"fmt"
	"regexp"
	"strings"

	"automacao/internal/documents/pdf"
	"automacao/internal/market"
)

var heading = regexp.MustCompile(`^\d+\. [A-ZÀ-Ü]`)

// PDF prints the document. The result does not depend on when or where it is printed.
func (d Document) PDF() ([]byte, error) {
	title := fmt.Sprintf("CTR-%04d", d.Number)
	var lines []pdf.Line
	for i, text := range strings.Split(d.Content, "\n") {
		lines = append(lines, pdf.Line{Text: text, IsHead: i == 0, IsBold: heading.MatchString(text) || strings.HasPrefix(text, "ATENÇÃO")})
	}
	return pdf.Document{
		Title: "Contrato " + title, Footer: title + " · SHA-256 " + d.SHA256, At: d.agreedAt, Lines: append(lines, d.record()...),
	}.Print()
}

// record returns the lines that are not part of the agreed text: who accepted it.
func (d Document) record() []pdf.Line {
	lines := []pdf.Line{{}, {Text: "ACEITE ELETRÔNICO REGISTRADO", IsBold: true}}
	if !d.IsRecorded {
		lines = append(lines, pdf.Line{Text: "Este contrato é anterior ao registro do texto: o que está acima foi escrito a partir dos dados guardados."})
	}
	if d.KeptAt != nil {
		lines = append(lines, pdf.Line{Text: fmt.Sprintf("Este arquivo foi guardado em %s, depois do aceite: os nomes abaixo são os do cadastro nesse dia.", d.KeptAt.In(market.Zone).Format(market.Day))})
	}
	lines = append(lines, pdf.Line{Text: "SHA-256 do texto acima: " + d.SHA256})
	for _, a := range d.Acceptances {
		side := map[string]string{"company": "Contratante", "professional": "Contratado"}[a.Side]
		address := ""
		if a.Address != "" {
			address = ", endereço IP " + a.Address
		}
		lines = append(lines, pdf.Line{Text: fmt.Sprintf("%s: %s, em %s (horário de Brasília)%s.", side, a.Name, a.At.In(market.Zone).Format(market.Moment), address)})
	}
	return lines
}
