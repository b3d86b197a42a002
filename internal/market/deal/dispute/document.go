package dispute

import (
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/documents/pdf"
	"automacao/internal/kernel/money"
	"automacao/internal/market"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/snapshot"
	"automacao/internal/market/transition"
)

// PrintDocument returns everything said in a dispute as PDF, to its two sides and administrators.
// Speakers have the names they had when they spoke. As long as nobody adds an entry, it is the same
// file, byte for byte.
func PrintDocument(ctx context.Context, tx pgx.Tx, in Reference) (pdf.File, error) {
	d, err := readDocument(ctx, tx, in.DisputeID)
	if err != nil {
		return pdf.File{}, err
	}
	printed, err := d.print()
	if err != nil {
		return pdf.File{}, err
	}
	return pdf.NewFile(fmt.Sprintf("disputa-CTR-%04d-marco-%d.pdf", d.number, d.position), printed), nil
}

// document is a dispute to be printed.
type document struct {
	number, position int64
	project, title   string
	isOverPayment    bool
	value            money.Money
	sides            snapshot.Sides
	entries          []said
	// files maps the paths of the contract's files in the bucket to their names.
	files map[string]string
}

// said is an entry and its author.
type said struct {
	Number  int
	Kind    string
	Side    string
	Name    string
	Content string
	Percent *int64
	Offer   *int
	Pieces  []piece
	IsSame  bool
	At      time.Time
}

func readDocument(ctx context.Context, tx pgx.Tx, id uuid.UUID) (d document, err error) {
	var contractID, companyID, professionalID uuid.UUID
	err = tx.QueryRow(ctx, `
		SELECT c.id, c.company_id, c.professional_id, c.number, coalesce(c.scope ->> 'title', ''), m.position, m.title, d.value_cents, d.milestone_status = 'awaiting_payment'
		FROM public.disputes d JOIN public.contracts c ON c.id = d.contract_id JOIN public.milestones m ON m.id = d.milestone_id WHERE d.id = $1`, id).
		Scan(&contractID, &companyID, &professionalID, &d.number, &d.project, &d.position, &d.title, &d.value, &d.isOverPayment)
	if errors.Is(err, pgx.ErrNoRows) {
		return document{}, transition.ErrDisputeNotFound
	}
	if err != nil {
		return document{}, fmt.Errorf("read dispute %s: %w", id, err)
	}
	may, err := deal.MayRead(ctx, tx, contractID, companyID, professionalID)
	if err == nil && !may {
		err = transition.ErrDisputeNotFound
	}
	if err != nil {
		return document{}, err
	}
	if d.sides, err = snapshot.At(ctx, tx, snapshot.Act{ContractID: contractID, SubjectID: id, Kind: snapshot.Dispute}); err != nil {
		return document{}, err
	}
	return d, d.fill(ctx, tx, contractID, id)
}

// fill reads the entries and the files that they refer to.
func (d *document) fill(ctx context.Context, tx pgx.Tx, contractID, id uuid.UUID) error {
	rows, err := tx.Query(ctx, `
		SELECT e.number, e.kind, e.side, coalesce(e.author_name, ''), coalesce(e.content, ''), e.professional_percent, e.offer, e.evidence, e.same_administrator, e.created_at
		FROM public.dispute_entries e
		WHERE e.dispute_id = $1 ORDER BY e.number`, id)
	if err != nil {
		return fmt.Errorf("read what was said in dispute %s: %w", id, err)
	}
	if d.entries, err = pgx.CollectRows(rows, pgx.RowToStructByPos[said]); err != nil {
		return fmt.Errorf("read what was said in dispute %s: %w", id, err)
	}
	d.files = map[string]string{}
	rows, err = tx.Query(ctx, `SELECT path, name || ', SHA-256 ' || sha256 FROM public.deal_files WHERE contract_id = $1`, contractID)
	if err != nil {
		return fmt.Errorf("read the files of contract %s: %w", contractID, err)
	}
	var place, name string
	if _, err := pgx.ForEachRow(rows, []any{&place, &name}, func() error { d.files[place] = name; return nil }); err != nil {
		return fmt.Errorf("read the files of contract %s: %w", contractID, err)
	}
	return nil
}

// kinds maps the kind of an entry to words that follow its author's name, or that stand alone if
// time made it.
var kinds = map[string]string{
	"claim": "abriu a disputa e pediu", "answer": "respondeu", "statement": "acrescentou", "offer": "propôs uma divisão", "acceptance": "aceitou a divisão",
	"mediation": "pediu a mediação", "decision": "decidiu", "decision_accepted": "aceitou a decisão", "appeal": "recorreu da decisão", "final_decision": "decidiu o recurso",
	"in_force": "O prazo para recorrer passou, e a decisão vale", "concession": "concordou com o pedido",
	"silence": "O prazo para responder passou, e vale o que foi pedido", "withdrawal": "retirou a disputa",
}

// The names of the sides and of the kinds of evidence.
var (
	speakers = map[string]string{"company": "Contratante", "professional": "Contratado", "administrator": "Administração"}
	shown    = map[string]string{"message": "Mensagem", "event": "Registro do contrato", "checklist": "Lista de aceite", "payment": "Pagamento informado"}
)

// print prints the document. The result does not depend on when or where it is printed.
func (d document) print() ([]byte, error) {
	name := fmt.Sprintf("Disputa do marco %d, CTR-%04d", d.position, d.number)
	lines := []pdf.Line{{Text: fmt.Sprintf("DISPUTA DO MARCO %d DO CONTRATO CTR-%04d", d.position, d.number), IsHead: true}, {Text: d.project}, {Text: d.title}}
	for _, side := range d.sides.Lines() {
		lines = append(lines, pdf.Line{Text: side})
	}
	lines = append(lines, pdf.Line{Text: "Valor em disputa: " + d.value.BRL() + "."})
	if d.isOverPayment {
		lines = append(lines, pdf.Line{Text: "O trabalho foi aceito: a parte do contratado é o que ainda lhe é devido."})
	}
	var last time.Time
	for _, entry := range d.entries {
		lines, last = append(append(lines, pdf.Line{}), entry.lines(d)...), entry.At
	}
	return pdf.Document{Title: name, Footer: name, At: last, Lines: lines}.Print()
}

func (s said) lines(of document) []pdf.Line {
	lines := []pdf.Line{{Text: fmt.Sprintf("%d. %s, em %s (horário de Brasília)", s.Number, s.head(), s.At.In(market.Zone).Format(market.Moment)), IsBold: true}}
	if s.Content != "" {
		for _, text := range strings.Split(s.Content, "\n") {
			lines = append(lines, pdf.Line{Text: text})
		}
	}
	if s.Percent != nil {
		part := of.value.Percent(*s.Percent)
		lines = append(lines, pdf.Line{Text: fmt.Sprintf("Parte do contratado: %d%%, %s. Parte do contratante: %s.", *s.Percent, part.BRL(), (of.value - part).BRL())})
	}
	if s.IsSame {
		lines = append(lines, pdf.Line{Text: "Decidido por quem tomou a primeira decisão: não há outro administrador."})
	}
	for _, one := range s.Pieces {
		lines = append(lines, pdf.Line{Text: "Prova: " + one.words(of)})
	}
	return lines
}

// head says who did what.
func (s said) head() string {
	who := speakers[s.Side]
	switch {
	case s.Side == "time" && s.Kind == "mediation":
		return "O prazo passou e a outra parte, bloqueada, não podia responder: a administração decide"
	case s.Side == "time":
		return kinds[s.Kind]
	case s.Side != "administrator" && s.Name != "":
		who += " (" + s.Name + ")"
	}
	said := who + " " + kinds[s.Kind]
	if s.Offer != nil {
		said += fmt.Sprintf(" (proposta %d)", *s.Offer)
	}
	return said
}

// stored matches the digest that storage puts before a file's name. step translates the program's
// names of steps.
var (
	stored = regexp.MustCompile(`^[0-9a-f]{16}-`)
	step   = strings.NewReplacer("deliver_milestone", "Entrega", "request_adjustments", "Pedido de ajustes")
)

// words says what a piece of evidence is and what it contains.
func (p piece) words(of document) string {
	if p.Kind == "file" {
		if name, ok := of.files[p.Name]; ok {
			return "arquivo " + name
		}
		return "arquivo " + stored.ReplaceAllString(path.Base(p.Name), "")
	}
	said := shown[p.Kind]
	if who := speakers[p.Side]; who != "" {
		said += ", " + who
	}
	if p.At != nil {
		said += ", " + p.At.In(market.Zone).Format("02/01/2006 às 15:04")
	}
	text := p.Text
	if p.Kind == "event" {
		text = step.Replace(text)
	}
	if text != "" {
		said += ": " + text
	}
	if p.SHA256 != "" {
		said += fmt.Sprintf(" (versão %d, SHA-256 %s)", p.Version, p.SHA256)
	}
	return said
}
