package contract

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/documents/pdf"
	"automacao/internal/kernel/caller"
	"automacao/internal/market/deal"
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
