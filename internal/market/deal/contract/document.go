package contract

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/documents/pdf"
	"automacao/internal/kernel/caller"
	"automacao/internal/market"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/snapshot"
)

// Record stores the text of a new contract, who its sides are, the printed file, and each side's
// acceptance: the company accepts by this call, and the professional accepted by writing the terms.
func Record(ctx context.Context, tx pgx.Tx, made deal.Contract) error {
	agreement, err := readAgreement(ctx, tx, made.ID)
	if err != nil {
		return err
	}
	text := agreement.Text()
	if _, err := tx.Exec(ctx, `INSERT INTO private.contract_texts (contract_id, content) VALUES ($1, $2)`, made.ID, text); err != nil {
		return fmt.Errorf("keep the text of contract %s: %w", made.ID, err)
	}
	who := caller.From(ctx)
	_, err = tx.Exec(ctx, `
		INSERT INTO public.contract_acceptances (contract_id, side, person_id, at, address, sha256)
		SELECT $1::uuid, 'company', $2::uuid, coalesce($6, now()), nullif($3, ''), $4::text WHERE $2 <> '00000000-0000-0000-0000-000000000000'::uuid
		UNION ALL
		SELECT $1, 'professional', t.person_id, t.at, t.address, $4
		FROM private.terms_consents t JOIN public.proposals p ON p.id = t.proposal_id AND p.terms = t.number WHERE p.id = $5`,
		made.ID, who.UserID, who.IP, Digest(text), made.ProposalID, deal.DateOf(ctx))
	if err != nil {
		return fmt.Errorf("keep who agreed to contract %s: %w", made.ID, err)
	}
	if err := keepParties(ctx, tx, made.ID, false); err != nil {
		return err
	}
	_, err = keepFile(ctx, tx, made.ID)
	return err
}

// Acceptance is one side's acceptance, as the document shows it.
type Acceptance struct {
	Side    string    `json:"side"`
	Name    string    `json:"name"`
	At      time.Time `json:"at"`
	Address string    `json:"address"`
}

// Document is a contract to be read: its text, the text's SHA-256, and who accepted it. The text of
// a contract from before texts were stored is written from its data, and the document says so. It
// also says so if the names of the sides were stored after they accepted.
type Document struct {
	ContractID uuid.UUID `json:"contract_id"`
	Number     int64     `json:"number"`
	Content    string    `json:"content"`
	SHA256     string    `json:"sha256"`
	IsRecorded bool      `json:"is_recorded"`
	// KeptAt is when the names of the sides were stored, if that was after they accepted.
	KeptAt      *time.Time   `json:"kept_at"`
	Acceptances []Acceptance `json:"acceptances"`

	agreedAt time.Time
}

// ReadDocument returns the document of a contract. Its two sides may read it, and so may
// administrators if there is or was a dispute.
func ReadDocument(ctx context.Context, tx pgx.Tx, in Reference) (Document, error) {
	var number int64
	if err := mayRead(ctx, tx, in.ContractID, &number); err != nil {
		return Document{}, err
	}
	return readDocument(ctx, tx, in.ContractID)
}

func readDocument(ctx context.Context, tx pgx.Tx, id uuid.UUID) (Document, error) {
	found := Document{ContractID: id}
	var content *string
	err := tx.QueryRow(ctx, `
		SELECT c.number, c.created_at, t.content, (SELECT min(s.taken_at) FROM private.party_snapshots s WHERE s.act = 'agreement' AND s.subject_id = c.id AND s.is_late)
		FROM public.contracts c LEFT JOIN private.contract_texts t ON t.contract_id = c.id WHERE c.id = $1`, id).Scan(&found.Number, &found.agreedAt, &content, &found.KeptAt)
	switch {
	case err != nil:
		return Document{}, fmt.Errorf("read the text of contract %s: %w", id, err)
	case content != nil:
		found.Content, found.IsRecorded = *content, true
	default:
		agreement, err := readAgreement(ctx, tx, id)
		if err != nil {
			return Document{}, err
		}
		found.Content = agreement.Text()
	}
	found.SHA256 = Digest(found.Content)
	rows, err := tx.Query(ctx, `
		SELECT a.side, coalesce(s.person_name, p.name), a.at, coalesce(a.address, '')
		FROM public.contract_acceptances a JOIN public.profiles p ON p.id = a.person_id
		LEFT JOIN private.party_snapshots s ON s.act = 'agreement' AND s.subject_id = a.contract_id AND s.side = a.side
		WHERE a.contract_id = $1 ORDER BY a.at, a.side`, id)
	if err != nil {
		return Document{}, fmt.Errorf("read who agreed to contract %s: %w", id, err)
	}
	if found.Acceptances, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Acceptance]); err != nil {
		return Document{}, fmt.Errorf("read who agreed to contract %s: %w", id, err)
	}
	return found, nil
}

// mayRead refuses a caller who neither belongs to a side of the contract nor is an administrator
// with a dispute to read. They get the same answer as for a missing contract.
func mayRead(ctx context.Context, tx pgx.Tx, id uuid.UUID, number *int64) error {
	var companyID, professionalID uuid.UUID
	err := tx.QueryRow(ctx, `SELECT number, company_id, professional_id FROM public.contracts WHERE id = $1`, id).Scan(number, &companyID, &professionalID)
	if errors.Is(err, pgx.ErrNoRows) {
		return deal.ErrContractNotFound
	}
	if err != nil {
		return fmt.Errorf("look up contract %s: %w", id, err)
	}
	may, err := deal.MayRead(ctx, tx, id, companyID, professionalID)
	if err == nil && !may {
		return deal.ErrContractNotFound
	}
	return err
}

// PrintDocument returns the file that was printed when a contract was agreed, to those who may read
// it. It stays the same file, byte for byte, even if the sides are renamed.
func PrintDocument(ctx context.Context, tx pgx.Tx, in Reference) (pdf.File, error) {
	var number int64
	if err := mayRead(ctx, tx, in.ContractID, &number); err != nil {
		return pdf.File{}, err
	}
	printed, err := file(ctx, tx, in.ContractID)
	if err != nil {
		return pdf.File{}, err
	}
	return pdf.NewFile(fmt.Sprintf("contrato-CTR-%04d.pdf", number), printed), nil
}

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

// keptAtOnce bounds how many older contracts are printed in one transaction.
const keptAtOnce = 50

// keepParties stores who the sides of a contract are, and who accepted it for each.
func keepParties(ctx context.Context, tx pgx.Tx, id uuid.UUID, isLate bool) error {
	rows, err := tx.Query(ctx, `
		SELECT s.side, coalesce(a.person_id, '00000000-0000-0000-0000-000000000000') FROM (VALUES ('company'), ('professional')) AS s (side)
		LEFT JOIN public.contract_acceptances a ON a.contract_id = $1 AND a.side = s.side ORDER BY s.side`, id)
	if err != nil {
		return fmt.Errorf("read who agreed to contract %s: %w", id, err)
	}
	agreed, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct {
		Side   string
		Person uuid.UUID
	}])
	if err != nil {
		return fmt.Errorf("read who agreed to contract %s: %w", id, err)
	}
	for _, side := range agreed {
		err := snapshot.Take(ctx, tx, snapshot.Act{
			ContractID: id, SubjectID: id, Kind: snapshot.Agreement, Version: 1, Side: side.Side, Person: side.Person, IsLate: isLate,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// keepFile prints a contract and stores the file.
func keepFile(ctx context.Context, tx pgx.Tx, id uuid.UUID) ([]byte, error) {
	document, err := readDocument(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	printed, err := document.PDF()
	if err != nil {
		return nil, err
	}
	return snapshot.KeepFile(ctx, tx, id, id, printed)
}

// file returns the contract as it was printed when it was agreed. A contract from before files were
// kept is printed and stored now, together with who acted on it since, and the document says so.
func file(ctx context.Context, tx pgx.Tx, id uuid.UUID) ([]byte, error) {
	content, err := snapshot.ReadFile(ctx, tx, id)
	if !errors.Is(err, pgx.ErrNoRows) {
		return content, err
	}
	if err := keepParties(ctx, tx, id, true); err != nil {
		return nil, err
	}
	if err := snapshot.TakePast(ctx, tx, id); err != nil {
		return nil, err
	}
	return keepFile(ctx, tx, id)
}

// KeepFiles prints and stores up to 50 contracts from before files were kept, in the order of their
// keys. It returns the key of the last one, or uuid.Nil when none is left after the given key. If a
// side left the market and the contract's text was erased with its data, the contract is skipped,
// so that erased data is not written again.
func KeepFiles(ctx context.Context, tx pgx.Tx, after uuid.UUID) (last uuid.UUID, err error) {
	rows, err := tx.Query(ctx, `
		SELECT c.id FROM public.contracts c
		WHERE c.id > $1 AND NOT EXISTS (SELECT FROM private.contract_files f WHERE f.subject_id = c.id)
		  AND (EXISTS (SELECT FROM private.contract_texts t WHERE t.contract_id = c.id)
		       OR NOT EXISTS (SELECT FROM public.profiles p WHERE p.id IN (c.company_id, c.professional_id) AND p.removed_at IS NOT NULL))
		ORDER BY c.id LIMIT $2`, after, keptAtOnce)
	if err != nil {
		return uuid.Nil, fmt.Errorf("look for contracts without a file: %w", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return uuid.Nil, fmt.Errorf("look for contracts without a file: %w", err)
	}
	for _, id := range ids {
		if _, err := file(ctx, tx, id); err != nil {
			return uuid.Nil, err
		}
		last = id
	}
	return last, nil
}
