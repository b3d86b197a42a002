package contract

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/caller"
	"automacao/internal/market/deal"
	"automacao/internal/pdf"
)

// Record keeps the text that a new contract is, and that both sides agreed to
// it: the company by accepting, which the caller does, the professional when he
// wrote the terms.
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
	return nil
}

// Acceptance is one side's consent, as the document tells it.
type Acceptance struct {
	Side    string    `json:"side"`
	Name    string    `json:"name"`
	At      time.Time `json:"at"`
	Address string    `json:"address"`
}

// Document is a contract to be read: its text, the SHA-256 of it, and who
// agreed. One from before texts were kept is written as it is now, and says so.
type Document struct {
	ContractID  uuid.UUID    `json:"contract_id"`
	Number      int64        `json:"number"`
	Content     string       `json:"content"`
	SHA256      string       `json:"sha256"`
	IsRecorded  bool         `json:"is_recorded"`
	Acceptances []Acceptance `json:"acceptances"`
}

// ReadDocument answers with the document of a contract. Its two sides may, and
// administrators where there is a dispute.
func ReadDocument(ctx context.Context, tx pgx.Tx, in Reference) (Document, error) {
	found := Document{ContractID: in.ContractID}
	if err := mayRead(ctx, tx, in.ContractID, &found.Number); err != nil {
		return Document{}, err
	}
	err := tx.QueryRow(ctx, `SELECT content FROM private.contract_texts WHERE contract_id = $1`, in.ContractID).Scan(&found.Content)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		agreement, err := readAgreement(ctx, tx, in.ContractID)
		if err != nil {
			return Document{}, err
		}
		found.Content = agreement.Text()
	case err != nil:
		return Document{}, fmt.Errorf("read the text of contract %s: %w", in.ContractID, err)
	default:
		found.IsRecorded = true
	}
	found.SHA256 = Digest(found.Content)
	rows, err := tx.Query(ctx, `
		SELECT a.side, p.name, a.at, coalesce(a.address, '') FROM public.contract_acceptances a JOIN public.profiles p ON p.id = a.person_id
		WHERE a.contract_id = $1 ORDER BY a.at, a.side`, in.ContractID)
	if err != nil {
		return Document{}, fmt.Errorf("read who agreed to contract %s: %w", in.ContractID, err)
	}
	if found.Acceptances, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Acceptance]); err != nil {
		return Document{}, fmt.Errorf("read who agreed to contract %s: %w", in.ContractID, err)
	}
	return found, nil
}

// mayRead refuses who is neither on a side of a contract nor an administrator
// with a dispute to decide, as it does what is missing.
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

// PrintDocument answers with the document of a contract as PDF, for those who
// may read it. The same document is the same file, byte for byte.
func PrintDocument(ctx context.Context, tx pgx.Tx, in Reference) (pdf.File, error) {
	document, err := ReadDocument(ctx, tx, in)
	if err != nil {
		return pdf.File{}, err
	}
	var agreedAt time.Time
	if err := tx.QueryRow(ctx, `SELECT created_at FROM public.contracts WHERE id = $1`, in.ContractID).Scan(&agreedAt); err != nil {
		return pdf.File{}, fmt.Errorf("look up contract %s: %w", in.ContractID, err)
	}
	printed, err := document.PDF(agreedAt)
	if err != nil {
		return pdf.File{}, err
	}
	return pdf.NewFile(fmt.Sprintf("contrato-CTR-%04d.pdf", document.Number), printed), nil
}
