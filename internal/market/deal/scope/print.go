package scope

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"automacao/internal/documents/pdf"
)

// Print returns the scope of a project as a document to hand to a bidder. Whoever reads the project
// may print it.
func Print(ctx context.Context, tx pgx.Tx, in Reference) (pdf.File, error) {
	project, err := read(ctx, tx, Version{ProjectID: in.ProjectID})
	if err != nil {
		return pdf.File{}, err
	}
	if project.scope == nil {
		return pdf.File{}, ErrNoScope
	}
	written, err := Write(ctx, tx, Version{ProjectID: in.ProjectID})
	if err != nil {
		return pdf.File{}, err
	}
	printed, err := project.pdf(written.Text)
	if err != nil {
		return pdf.File{}, err
	}
	return pdf.NewFile(fmt.Sprintf("escopo-PRJ-%04d-rev-%s.pdf", project.number, Letter(project.revision)), printed), nil
}

// pdf prints the text, whose paragraphs begin with their headings. The result does not depend on
// when or where it is printed.
func (p published) pdf(text string) ([]byte, error) {
	title := fmt.Sprintf("PRJ-%04d", p.number)
	lines := []pdf.Line{{Text: "ESCOPO " + title + " · REV. " + Letter(p.revision), IsHead: true}, {Text: p.title}, {Text: "Contratante: " + p.company + "."}, {}}
	for _, part := range strings.Split(text, "\n\n")[1:] {
		for at, line := range strings.Split(part, "\n") {
			lines = append(lines, pdf.Line{Text: line, IsBold: at == 0 && strings.Contains(part, "\n- ")})
		}
		lines = append(lines, pdf.Line{})
	}
	return pdf.Document{
		Title: "Escopo " + title, Footer: fmt.Sprintf("%s · rev. %s", title, Letter(p.revision)), At: p.revisedAt, Lines: lines,
	}.Print()
}
