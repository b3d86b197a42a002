package receipt

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/documents/pdf"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
)

// TestAReceiptKeepsTheNumberOfItsDay checks that a receipt keeps the CPF or CNPJ of its date. Later
// the CPF is corrected, its owner founds a firm, the firm's CNPJ is corrected, and both change
// their names.
func TestAReceiptKeepsTheNumberOfItsDay(t *testing.T) {
	t.Parallel()
	d := openDays(t)
	d.issue(1)
	d.corrected("cpf", "accounts", "profile_id", "52998224725")
	d.issue(2)
	d.Exec(`INSERT INTO public.organisations (id, role, kind, legal_name, document) VALUES ($1, 'professional', 'mei', 'Alves Automação', 'DEMO0002000151')`, d.marina)
	d.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $1, 'owner')`, d.marina)
	d.issue(3)
	d.corrected("cnpj", "organisations", "id", "DEMO0003000104")
	d.issue(4)
	d.Exec(`UPDATE public.profiles SET name = 'Marina Nunes' WHERE id = $1`, d.marina)
	d.Exec(`UPDATE public.organisations SET legal_name = 'Nunes Automação' WHERE id = $1`, d.marina)
	for position, want := range map[int]string{
		1: "Marina Alves, 90000001147",
		2: "Marina Alves, 52998224725",
		3: "Alves Automação, DEMO0002000151",
		4: "Alves Automação, DEMO0003000104",
	} {
		if got := d.payer(position); got != want {
			t.Errorf("receipt %d is of %q, want %q", position, got, want)
		}
	}
}

// TestAReceiptKeepsTheIssuerOfItsDay checks that a receipt keeps its issuer when another firm
// operates the market later.
func TestAReceiptKeepsTheIssuerOfItsDay(t *testing.T) {
	t.Parallel()
	d := openDays(t)
	d.issue(1)
	for position, operator := range []string{2: "Serra Operadora Ltda; 11.222.333/0001-81; Rua das Flores, 10", 3: "Vale Operadora S.A.; 11.444.777/0001-61; Rua do Sol, 2"} {
		if operator != "" {
			d.Exec(`UPDATE private.settings SET value = $1 WHERE name = 'operator'`, operator)
			d.issue(position)
		}
	}
	for position, want := range map[int]string{1: "Automação - Indústria", 2: "Serra Operadora Ltda", 3: "Vale Operadora S.A."} {
		if got := d.printed(position).Lines[2].Text; got != want {
			t.Errorf("receipt %d is issued by %q, want %q", position, got, want)
		}
	}
}

// days is a contract of Marina's whose fees are taken one after another.
type days struct {
	*markettest.Stage
	t                *testing.T
	marina, contract uuid.UUID
}

func openDays(t *testing.T) days {
	t.Helper()
	d := days{Stage: markettest.Open(t), t: t}
	serra := d.Member("company", "Serra Azul")
	d.marina = d.Member("professional", "Marina Alves")
	d.Exec(`UPDATE public.accounts SET document = '90000001147' WHERE profile_id = $1`, d.marina)
	agreed, err := markettest.Call(d.Stage, serra, proposal.Accept, proposal.Acceptance{ProposalID: d.Proposal(d.Project(serra, "Retrofit"), d.marina)})
	if err != nil {
		t.Fatal(err)
	}
	d.contract = agreed.ContractID
	d.Exec(`INSERT INTO public.milestones (contract_id, position, title, value_cents) SELECT $1, n, 'Parte', 1000 FROM generate_series(2, 4) AS n`, d.contract)
	return d
}

func (d days) milestone(position int) uuid.UUID {
	return d.ID(`SELECT id FROM public.milestones WHERE contract_id = $1 AND position = $2`, d.contract, position)
}

func (d days) issue(position int) {
	d.t.Helper()
	fee := Fee{ContractID: d.contract, MilestoneID: d.milestone(position), ProfessionalID: d.marina, Base: 1000, Value: 100}
	issue := func(ctx context.Context, tx pgx.Tx, fee Fee) (struct{}, error) {
		return struct{}{}, Issue(ctx, tx, fee)
	}
	if _, err := markettest.Call(d.Stage, d.marina, issue, fee); err != nil {
		d.t.Fatal(err)
	}
}

// corrected corrects a document number, as an administrator's approval does.
func (d days) corrected(kind, table, owner, number string) {
	d.t.Helper()
	d.Exec(`INSERT INTO public.corrections (party_id, kind, old_document, new_document, reason, status, asked_by, decided_at)
		SELECT $1, $2, document, $3, 'Digitado errado.', 'approved', $1, now() FROM public.`+table+` WHERE `+owner+` = $1`, d.marina, kind, number)
	d.Exec(`UPDATE public.`+table+` SET document = $2 WHERE `+owner+` = $1`, d.marina, number)
}

// printed returns the receipt of a milestone's fee.
func (d days) printed(position int) pdf.Document {
	d.t.Helper()
	read := func(ctx context.Context, tx pgx.Tx, milestone uuid.UUID) (receipt, error) {
		return read(ctx, tx, milestone)
	}
	found, err := markettest.Call(d.Stage, d.marina, read, d.milestone(position))
	if err != nil {
		d.t.Fatal(err)
	}
	return found.document()
}

// payer returns the payer that a receipt names.
func (d days) payer(position int) string {
	d.t.Helper()
	printed := d.printed(position)
	for _, line := range printed.Lines {
		if who, ok := strings.CutPrefix(line.Text, "Recebemos de "); ok {
			return strings.TrimSuffix(who, " a taxa de serviço abaixo.")
		}
	}
	return fmt.Sprintf("nobody: %+v", printed)
}
