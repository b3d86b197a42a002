// Package receipt owns the receipts for the product's fee: one for each milestone from which a fee
// was taken, numbered without gaps, for the professional who paid it. It takes no fee; the ledger
// records what was taken.
package receipt

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/documents/pdf"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/money"
	"automacao/internal/market"
	"automacao/internal/market/deal/snapshot"
	"automacao/internal/market/people/party"
)

// ErrNotFound is returned for a receipt that does not exist or is not the caller's.
var ErrNotFound = fault.New(http.StatusNotFound, "receipt_not_found", "Recibo não encontrado.")

// Fee is what was taken from a milestone.
type Fee struct {
	ContractID, MilestoneID, ProfessionalID uuid.UUID
	Base, Value                             money.Money
}

// Issue creates the receipt of a fee that was just posted. The transaction holds the ledger's lock,
// which keeps two receipts from getting the same number. A fee of zero gets no receipt.
func Issue(ctx context.Context, tx pgx.Tx, f Fee) error {
	if f.Value <= 0 {
		return nil
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO public.fee_receipts (number, contract_id, milestone_id, party_id, base_cents, fee_cents, issuer)
		SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, nullif(private.setting('operator'), '') FROM public.fee_receipts ON CONFLICT (milestone_id) DO NOTHING`,
		f.ContractID, f.MilestoneID, f.ProfessionalID, f.Base, f.Value)
	if err != nil {
		return fmt.Errorf("issue the receipt of milestone %s: %w", f.MilestoneID, err)
	}
	return snapshot.Take(ctx, tx, snapshot.Act{
		ContractID: f.ContractID, SubjectID: f.MilestoneID, Kind: snapshot.FeeReceipt, Version: 1, Side: "professional",
	})
}

// Reference names the milestone whose receipt is requested.
type Reference struct {
	MilestoneID uuid.UUID `json:"milestone_id"`
}

// Print returns the receipt of a milestone's fee as a PDF. The members of the party that paid it
// may, and administrators.
func Print(ctx context.Context, tx pgx.Tx, in Reference) (pdf.File, error) {
	r, err := read(ctx, tx, in.MilestoneID)
	if err != nil {
		return pdf.File{}, err
	}
	printed, err := r.document().Print()
	if err != nil {
		return pdf.File{}, fmt.Errorf("print receipt %d: %w", r.number, err)
	}
	return pdf.NewFile(fmt.Sprintf("recibo-taxa-%06d.pdf", r.number), printed), nil
}

// receipt is the content of a receipt.
type receipt struct {
	number, contract int64
	position         int
	title            string
	issuer           string
	payer, taxID     string
	base, fee        money.Money
	percent          money.Money
	issuedAt         time.Time
}

func read(ctx context.Context, tx pgx.Tx, milestoneID uuid.UUID) (r receipt, err error) {
	var partyID uuid.UUID
	var isAdmin bool
	err = tx.QueryRow(ctx, `
		SELECT f.number, c.number, m.position, m.title, coalesce(f.issuer, 'Automação - Indústria'), coalesce(s.professional_name, o.legal_name, p.name), coalesce(s.professional_document, private.document_of_at(p.id, f.issued_at), ''), f.base_cents, f.fee_cents, c.fee_basis_points,
		       f.issued_at, f.party_id, EXISTS (SELECT FROM public.profiles a WHERE a.id = $2 AND a.role = 'admin' AND a.status = 'active')
		FROM public.fee_receipts f JOIN public.milestones m ON m.id = f.milestone_id JOIN public.contracts c ON c.id = f.contract_id
		JOIN public.profiles p ON p.id = f.party_id
		LEFT JOIN private.party_snapshots s ON s.act = 'fee_receipt' AND s.subject_id = f.milestone_id
		LEFT JOIN public.organisations o ON o.id = p.id AND (o.role = 'company' OR o.created_at <= f.issued_at) WHERE f.milestone_id = $1`, milestoneID, caller.From(ctx).UserID).
		Scan(&r.number, &r.contract, &r.position, &r.title, &r.issuer, &r.payer, &r.taxID, &r.base, &r.fee, &r.percent, &r.issuedAt, &partyID, &isAdmin)
	if errors.Is(err, pgx.ErrNoRows) {
		return receipt{}, ErrNotFound
	}
	if err != nil {
		return receipt{}, fmt.Errorf("read the receipt of milestone %s: %w", milestoneID, err)
	}
	if isAdmin {
		return r, nil
	}
	acts, err := party.ActsFor(ctx, tx, partyID, party.Read)
	if err == nil && !acts {
		err = ErrNotFound
	}
	return r, err
}

// document lays the receipt out for printing.
func (r receipt) document() pdf.Document {
	number := fmt.Sprintf("nº %06d", r.number)
	lines := []pdf.Line{{Text: "Recibo da taxa de serviço " + number, IsHead: true}, {}}
	for i, text := range strings.Split(r.issuer, ";") {
		lines = append(lines, pdf.Line{Text: strings.TrimSpace(text), IsBold: i == 0})
	}
	payer := r.payer
	if r.taxID != "" {
		payer += ", " + r.taxID
	}
	percent := strings.Replace(strings.TrimSuffix(r.percent.String(), ".00"), ".", ",", 1)
	lines = append(lines, pdf.Line{},
		pdf.Line{Text: "Recebemos de " + payer + " a taxa de serviço abaixo."}, pdf.Line{},
		pdf.Line{Text: fmt.Sprintf("Contrato CTR-%04d, marco %d: %s", r.contract, r.position, r.title)},
		pdf.Line{Text: "Valor bruto liberado: " + r.base.BRL()},
		pdf.Line{Text: fmt.Sprintf("Taxa de serviço (%s%%): %s", percent, r.fee.BRL()), IsBold: true},
		pdf.Line{Text: "Data: " + r.issuedAt.In(market.Zone).Format(market.Moment) + " (horário de Brasília)"}, pdf.Line{},
		pdf.Line{Text: "A taxa foi descontada do valor liberado pela instituição de pagamento. Este recibo não substitui a nota fiscal de quem presta o serviço."})
	return pdf.Document{Title: "Recibo da taxa de serviço " + number, Footer: "Recibo " + number, At: r.issuedAt, Lines: lines}
}
