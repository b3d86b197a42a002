package checklist

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"automacao/internal/documents/pdf"
	"automacao/internal/market"
)

// results maps each result to the word shown to people.
var results = map[string]string{"pending": "pendente", "passed": "aprovado", "failed": "reprovado", "not_applicable": "não se aplica"}

// PrintDocument returns a checklist as PDF to those who may read it. As long as the checklist does
// not change, it is the same file, byte for byte.
func PrintDocument(ctx context.Context, tx pgx.Tx, in Reference) (pdf.File, error) {
	document, err := ReadDocument(ctx, tx, in)
	if err != nil {
		return pdf.File{}, err
	}
	printed, err := document.PDF()
	if err != nil {
		return pdf.File{}, err
	}
	name := fmt.Sprintf("%s-CTR-%04d-versao-%d.pdf", document.Kind, document.Number, document.Version)
	return pdf.NewFile(name, printed), nil
}

// PDF prints the document. The result does not depend on when or where it is printed.
func (d Document) PDF() ([]byte, error) {
	title := fmt.Sprintf("%s CTR-%04d", names[d.Kind], d.Number)
	lines := []pdf.Line{
		{Text: "LISTA DE ACEITE " + title, IsHead: true}, {Text: d.Project}, {Text: d.Milestone + "."},
		{Text: fmt.Sprintf("Contratante: %s. Contratado: %s.", d.Company, d.Professional)},
		{Text: fmt.Sprintf("Versão %d: %s.", d.Version, d.summary())}, {},
	}
	for _, item := range d.Items {
		lines = append(lines, item.lines()...)
	}
	return pdf.Document{
		Title: "Lista de aceite " + title, Footer: fmt.Sprintf("%s · versão %d · SHA-256 %s", title, d.Version, d.SHA256), At: d.UpdatedAt, Lines: append(lines, d.record()...),
	}.Print()
}

func (f Found) lines() []pdf.Line {
	mark := ""
	if f.Blocking {
		mark = " (impeditivo)"
	}
	lines := []pdf.Line{{Text: fmt.Sprintf("%d. %s%s: %s", f.Position, f.Title, mark, results[f.Result]), IsBold: true}}
	if f.Expected != "" {
		lines = append(lines, pdf.Line{Text: "Esperado: " + f.Expected})
	}
	if f.Note != "" {
		lines = append(lines, pdf.Line{Text: "Encontrado: " + f.Note})
	}
	lines = append(lines, f.words()...)
	for _, file := range f.Files {
		lines = append(lines, pdf.Line{Text: "Arquivo: " + file.Name + ", SHA-256 " + file.SHA256})
	}
	return append(lines, pdf.Line{})
}

// words returns the lines that say who recorded an item's result and who witnessed it.
func (f Found) words() (lines []pdf.Line) {
	if f.Recorded != nil {
		lines = append(lines, pdf.Line{Text: fmt.Sprintf("Executado por %s (%s), em %s.", f.Recorded.Name, sides[f.Recorded.Side], moment(f.Recorded.At))})
	}
	switch {
	case f.Witnessed != nil && f.Witnessed.As == "silence":
		lines = append(lines, pdf.Line{Text: fmt.Sprintf("Testemunhado pelo silêncio: o prazo do %s terminou sem resposta em %s.", sides[f.Witnessed.Side], moment(f.Witnessed.At))})
	case f.Witnessed != nil:
		lines = append(lines, pdf.Line{Text: fmt.Sprintf("Testemunhado por %s (%s), em %s%s.", f.Witnessed.Name, sides[f.Witnessed.Side], moment(f.Witnessed.At), ways[f.Witnessed.As])})
	case f.WitnessUntil != nil && f.Recorded != nil:
		lines = append(lines, pdf.Line{Text: fmt.Sprintf("Sem testemunho da outra parte, que pode dá-lo até %s.", market.Deadline(*f.WitnessUntil))})
	}
	return lines
}

// The names of the sides in a list, and how a witness was given other than by its own step.
var (
	sides = map[string]string{"company": "Contratante", "professional": "Contratado"}
	ways  = map[string]string{"signature": ", ao assinar a lista", "delivery": ", ao entregar o marco", "approval": ", ao aprovar o marco"}
)

// record returns the lines that say who signed this version.
func (d Document) record() []pdf.Line {
	lines := []pdf.Line{{Text: "ASSINATURAS REGISTRADAS", IsBold: true}, {Text: "SHA-256 desta versão: " + d.SHA256}}
	if len(d.Signatures) == 0 {
		lines = append(lines, pdf.Line{Text: "Ninguém assinou esta versão ainda."})
	}
	for _, s := range d.Signatures {
		lines = append(lines, pdf.Line{Text: fmt.Sprintf("%s: %s, em %s (horário de Brasília).", sides[s.Side], s.Name, moment(s.At))})
	}
	if d.ExecutedAt != nil {
		lines = append(lines, pdf.Line{Text: fmt.Sprintf("TAC executado em %s (horário de Brasília).", moment(*d.ExecutedAt))})
	}
	return lines
}

func moment(at time.Time) string { return at.In(market.Zone).Format(market.Moment) }

// summary counts the items by result.
func (d Document) summary() string {
	counts := map[string]int{}
	for _, item := range d.Items {
		counts[item.Result]++
	}
	var said []string
	for _, result := range []string{"passed", "failed", "pending", "not_applicable"} {
		if counts[result] > 0 {
			said = append(said, fmt.Sprintf("%d %s", counts[result], results[result]))
		}
	}
	return strings.Join(said, ", ")
}

// Text returns the document in at most the given number of characters: items that did not pass come
// first, and the last line counts those left out.
func (d Document) Text(characters int) string {
	text := fmt.Sprintf("%s, %s, versão %d: %s.", names[d.Kind], d.Milestone, d.Version, d.summary())
	left := 0
	for _, isPassed := range []bool{false, true} {
		for _, item := range d.Items {
			if (item.Result == "passed" || item.Result == "not_applicable") != isPassed {
				continue
			}
			line := fmt.Sprintf("\n%d. %s: %s", item.Position, item.Title, results[item.Result])
			if item.Note != "" {
				line += ". " + item.Note
			}
			if left > 0 || utf8.RuneCountInString(text)+utf8.RuneCountInString(line) > characters {
				left++
				continue
			}
			text += line
		}
	}
	if left > 0 {
		text += fmt.Sprintf("\nE mais %d.", left)
	}
	return text
}
