package amendment

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/documents/pdf"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/money"
	"automacao/internal/market"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/snapshot"
	"automacao/internal/market/transition"
)

// keepParties stores who the sides are when the caller's side proposes or answers.
func (a *locked) keepParties(ctx context.Context, tx pgx.Tx) error {
	who := caller.From(ctx)
	return snapshot.Take(ctx, tx, snapshot.Act{
		ContractID: a.contract.ID, SubjectID: a.id, Kind: snapshot.Amendment, Version: 1, Side: string(a.by), Person: who.UserID, Address: who.IP,
	})
}

// PrintDocument returns an amendment as PDF to anybody who may read its contract. For an accepted
// amendment it is the file printed at its acceptance, byte for byte. An amendment accepted before
// files were kept is printed and stored on the first call, and the document says so.
func PrintDocument(ctx context.Context, tx pgx.Tx, in Reference) (pdf.File, error) {
	d, err := readDocument(ctx, tx, in.AmendmentID)
	if err != nil {
		return pdf.File{}, err
	}
	may, err := deal.MayRead(ctx, tx, d.contractID, d.companyID, d.professionalID)
	switch {
	case err != nil:
		return pdf.File{}, err
	case !may:
		return pdf.File{}, transition.ErrAmendmentNotFound
	}
	printed, err := d.file(ctx, tx)
	if err != nil {
		return pdf.File{}, err
	}
	return pdf.NewFile(fmt.Sprintf("aditivo-%s-CTR-%04d.pdf", d.label, d.number), printed), nil
}

// keepFile prints an accepted amendment and stores the file.
func keepFile(ctx context.Context, tx pgx.Tx, id uuid.UUID) ([]byte, error) {
	d, err := readDocument(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	printed, err := d.print()
	if err != nil {
		return nil, err
	}
	return snapshot.KeepFile(ctx, tx, d.contractID, id, printed)
}

// document is the content of an amendment, and how it ended.
type document struct {
	id, contractID, companyID, professionalID uuid.UUID
	number                                    int64
	label, project                            string
	author, title, description, reason        string
	hours                                     *int
	price                                     money.Money
	shiftDays                                 int
	status                                    string
	createdAt                                 time.Time
	closedAt                                  *time.Time
	refusal                                   string
	sides                                     snapshot.Sides
	proposed, answered                        word
	// keptAt is when the names of the sides were stored, if that was after the act.
	keptAt *time.Time
}

// word is who spoke for a side, and from which address.
type word struct{ Side, Name, Address string }

const askDocument = `
	SELECT a.id, c.id, c.company_id, c.professional_id, c.number, a.label, coalesce(c.scope ->> 'title', ''), a.author, a.title, a.description, a.reason,
	       a.hours, a.price_cents, a.shift_days, a.status, a.created_at, a.closed_at, coalesce(a.answer_reason, ''),
	       coalesce(one.person_name, p.name), coalesce(one.address, ''),
	       CASE a.author WHEN 'company' THEN 'professional' ELSE 'company' END, coalesce(two.person_name, q.name, ''), coalesce(two.address, ''),
	       CASE WHEN one.is_late THEN one.taken_at WHEN two.is_late THEN two.taken_at END
	FROM public.amendments a JOIN public.contracts c ON c.id = a.contract_id
	JOIN public.profiles p ON p.id = a.proposed_by LEFT JOIN public.profiles q ON q.id = a.answered_by
	LEFT JOIN private.party_snapshots one ON one.act = 'amendment' AND one.subject_id = a.id AND one.side = a.author
	LEFT JOIN private.party_snapshots two ON two.act = 'amendment' AND two.subject_id = a.id AND two.side <> a.author
	WHERE a.id = $1`

func readDocument(ctx context.Context, tx pgx.Tx, id uuid.UUID) (d document, err error) {
	err = tx.QueryRow(ctx, askDocument, id).Scan(&d.id, &d.contractID, &d.companyID, &d.professionalID, &d.number, &d.label, &d.project, &d.author, &d.title, &d.description, &d.reason,
		&d.hours, &d.price, &d.shiftDays, &d.status, &d.createdAt, &d.closedAt, &d.refusal, &d.proposed.Name, &d.proposed.Address,
		&d.answered.Side, &d.answered.Name, &d.answered.Address, &d.keptAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return document{}, transition.ErrAmendmentNotFound
	}
	if err != nil {
		return document{}, fmt.Errorf("read amendment %s: %w", id, err)
	}
	d.proposed.Side = d.author
	d.sides, err = snapshot.At(ctx, tx, snapshot.Act{ContractID: d.contractID, SubjectID: id, Kind: snapshot.Amendment, Side: d.answered.Side})
	return d, err
}

// file returns the stored file of an accepted amendment, and prints any other as it is now.
func (d document) file(ctx context.Context, tx pgx.Tx) ([]byte, error) {
	if d.status != "accepted" {
		return d.print()
	}
	content, err := snapshot.ReadFile(ctx, tx, d.id)
	if !errors.Is(err, pgx.ErrNoRows) {
		return content, err
	}
	if err := snapshot.TakePast(ctx, tx, d.contractID); err != nil {
		return nil, err
	}
	return keepFile(ctx, tx, d.id)
}

// text returns the text to which both sides agree. The same amendment always gives the same text.
func (d document) text() []string {
	lines := append([]string{fmt.Sprintf("TERMO ADITIVO %s AO CONTRATO CTR-%04d", d.label, d.number), d.project}, d.sides.Lines()...)
	lines = append(lines, "", d.title)
	lines = append(lines, strings.Split(d.description, "\n")...)
	lines = append(lines, "Motivo: "+d.reason)
	if d.hours != nil {
		lines = append(lines, fmt.Sprintf("Horas previstas: %d.", *d.hours))
	}
	lines = append(lines, "Valor: "+d.price.BRL()+".")
	if d.shiftDays == 0 {
		return append(lines, "Os prazos dos demais marcos não mudam.")
	}
	return append(lines, fmt.Sprintf("Prazo: o que ainda não foi entregue ganha dias úteis, em número de %d.", d.shiftDays))
}

// ends maps each final state to words that are followed by who ended the amendment and when.
var ends = map[string]string{"accepted": "Aceito", "refused": "Recusado", "withdrawn": "Retirado por quem o propôs", "lapsed": "Encerrado sem resposta"}

// record returns the lines that are not part of the agreed text: who proposed the amendment and
// what became of it.
func (d document) record(digest string) []pdf.Line {
	lines := []pdf.Line{{}, {Text: "REGISTRO ELETRÔNICO", IsBold: true}}
	if d.keptAt != nil {
		lines = append(lines, pdf.Line{Text: fmt.Sprintf("Os nomes deste documento são os do cadastro em %s, depois do registro.", d.keptAt.In(market.Zone).Format(market.Day))})
	}
	lines = append(lines, pdf.Line{Text: "SHA-256 do texto acima: " + digest}, pdf.Line{Text: "Proposto por " + d.proposed.at(d.createdAt)})
	switch {
	case d.closedAt == nil:
		return append(lines, pdf.Line{Text: "Ainda sem resposta."})
	case d.answered.Name == "":
		return append(lines, pdf.Line{Text: ends[d.status] + " em " + moment(*d.closedAt) + "."})
	}
	lines = append(lines, pdf.Line{Text: ends[d.status] + " por " + d.answered.at(*d.closedAt)})
	if d.refusal != "" {
		lines = append(lines, pdf.Line{Text: "Motivo da recusa: " + d.refusal})
	}
	return lines
}

// at returns a sentence that says who spoke, when and from where.
func (w word) at(when time.Time) string {
	said := fmt.Sprintf("%s (%s), em %s", w.Name, map[string]string{"company": "Contratante", "professional": "Contratado"}[w.Side], moment(when))
	if w.Address != "" {
		said += ", endereço IP " + w.Address
	}
	return said + "."
}

func moment(at time.Time) string {
	return at.In(market.Zone).Format(market.Moment) + " (horário de Brasília)"
}

// print prints the document. The result does not depend on when or where it is printed.
func (d document) print() ([]byte, error) {
	text := d.text()
	sum := sha256.Sum256([]byte(strings.Join(text, "\n")))
	digest := hex.EncodeToString(sum[:])
	var lines []pdf.Line
	for i, line := range text {
		lines = append(lines, pdf.Line{Text: line, IsHead: i == 0, IsBold: line == d.title})
	}
	name := fmt.Sprintf("Aditivo %s, CTR-%04d", d.label, d.number)
	return pdf.Document{Title: name, Footer: name + " · SHA-256 " + digest, At: d.createdAt, Lines: append(lines, d.record(digest)...)}.Print()
}
