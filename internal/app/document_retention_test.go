package app_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/documents/pdf"
	"automacao/internal/market/deal/amendment"
	"automacao/internal/market/deal/checklist"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/dispute"
	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/payment"
	"automacao/internal/market/money/receipt"
	"automacao/internal/market/people/account"
	"automacao/internal/market/people/organisation"
)

// documented is an ended contract between Marina and Serra Azul with one document of each kind.
type documented struct {
	house
	marina, serra, admin      uuid.UUID
	about                     contract.Reference
	milestone                 uuid.UUID
	addition, dispute, signed uuid.UUID
}

// documents agrees on an amendment, signs a checklist, disputes a delivery and takes a fee.
func (h house) documents() documented {
	h.t.Helper()
	d := documented{house: h, admin: h.admin()}
	d.marina, d.serra, d.about = h.pair()
	d.milestone = h.ID(`SELECT id FROM public.milestones WHERE contract_id = $1`, d.about.ContractID)

	wanted := amendment.Proposed{ContractID: d.about.ContractID, Title: "Segundo painel", Description: "Montar o painel 2", Price: 150050, ShiftDays: 10, Reason: "A linha 2 não estava no projeto"}
	d.addition = run(h, d.marina, amendment.Propose, wanted).ID
	run(h, d.serra, amendment.Answer, amendment.Reply{AmendmentID: d.addition, Accept: true})

	list := run(h, d.marina, checklist.Start, checklist.Started{MilestoneID: d.milestone, Kind: "taf", Items: []checklist.Item{{Title: "Manual"}}})
	d.signed = list.ID
	run(h, d.serra, checklist.Agree, checklist.Version{ChecklistID: list.ID, Version: list.Version})
	list = run(h, d.marina, checklist.Record, checklist.Result{ItemID: h.ID(`SELECT id FROM public.checklist_items WHERE checklist_id = $1`, list.ID), Result: "passed"})
	for _, side := range []uuid.UUID{d.marina, d.serra} {
		run(h, side, checklist.Sign, checklist.Version{ChecklistID: list.ID, Version: list.Version})
	}

	run(h, d.marina, milestone.Deliver, milestone.Delivery{MilestoneID: d.milestone, Note: "No repositório."})
	percent := int64(40)
	d.dispute = run(h, d.serra, dispute.Open, dispute.Opening{MilestoneID: d.milestone, Reason: "O painel não liga.", ProfessionalPercent: &percent,
		Evidence: []dispute.Evidence{{Kind: "checklist", ID: d.signed}}}).ID
	run(h, d.marina, dispute.Answer, dispute.Reply{DisputeID: d.dispute, Statement: "Liga, falta energia."})
	run(h, d.serra, dispute.Withdraw, dispute.Reference{DisputeID: d.dispute})

	issue := func(ctx context.Context, tx pgx.Tx, fee receipt.Fee) (struct{}, error) {
		return struct{}{}, receipt.Issue(ctx, tx, fee)
	}
	run(h, d.marina, issue, receipt.Fee{ContractID: d.about.ContractID, MilestoneID: d.milestone, ProfessionalID: d.marina, Base: 100000, Value: 10000})
	return d
}

// printed returns each document as Serra Azul reads it, and the receipt as administrators do.
func (d documented) printed() map[string]pdf.File {
	d.t.Helper()
	return map[string]pdf.File{
		"contract":  run(d.house, d.serra, contract.PrintDocument, d.about),
		"amendment": run(d.house, d.serra, amendment.PrintDocument, amendment.Reference{AmendmentID: d.addition}),
		"checklist": run(d.house, d.serra, checklist.PrintDocument, checklist.Reference{ChecklistID: d.signed}),
		"dispute":   run(d.house, d.serra, dispute.PrintDocument, dispute.Reference{DisputeID: d.dispute}),
		"receipt":   run(d.house, d.admin, receipt.Print, receipt.Reference{MilestoneID: d.milestone}),
	}
}

// names returns the sides of the contract as they appear in a person's export.
func (d documented) names(who uuid.UUID) string {
	d.t.Helper()
	return d.Seen(who, `SELECT coalesce(company || ', ' || professional, 'nobody') FROM private.agreed_names($1)`, d.about.ContractID)
}

func TestANewNameAndAnErasureChangeNoDocument(t *testing.T) {
	t.Parallel()
	d := open(t).documents()
	before := d.printed()
	unchanged := func(after string) {
		t.Helper()
		for kind, file := range d.printed() {
			if file != before[kind] {
				t.Errorf("%s the %s is another file", after, kind)
			}
		}
		if got := d.names(d.serra); got != "Serra Azul, Marina Alves" {
			t.Errorf("%s the exports name %q", after, got)
		}
	}
	unchanged("at once")
	if kept := d.Text(`SELECT count(*)::text FROM private.contract_files WHERE subject_id IN ($1, $2)`, d.about.ContractID, d.addition); kept != "2" {
		t.Errorf("%s files of the contract and its amendment are kept", kept)
	}

	run(d.house, d.marina, organisation.RegisterFirm(payment.BillAsFirm), organisation.Registration{Kind: "mei", LegalName: "Alves Automação", Document: "DE.MO0.002/0001-51"})
	unchanged("with a firm")

	d.Exec(`UPDATE public.profiles SET name = 'Outro nome ' || role WHERE role <> 'admin'`)
	d.Exec(`UPDATE public.organisations SET legal_name = 'Outra razão social ' || role`)
	d.Exec(`UPDATE public.organisations SET document = 'DEMO0003000104' WHERE id = $1`, d.serra)
	unchanged("under a new name")

	d.Exec(`UPDATE private.settings SET value = 'Outra operadora; 11.222.333/0001-81; Rua do Sol, 2' WHERE name = 'operator'`)
	unchanged("under another operator")

	if code := d.leave(d.marina, true); code != "" {
		t.Fatal(code)
	}
	unchanged("once a side is erased")

	other := d.register("professional", "Rafael Nunes", "900.000.012-28")
	if got := d.names(other); got != "nobody" {
		t.Errorf("a stranger reads that the sides were %s", got)
	}
	for what, step := range map[string]func() error{
		"amendment": func() error {
			_, err := markettest.Call(d.Stage, other, amendment.PrintDocument, amendment.Reference{AmendmentID: d.addition})
			return err
		},
		"dispute": func() error {
			_, err := markettest.Call(d.Stage, other, dispute.PrintDocument, dispute.Reference{DisputeID: d.dispute})
			return err
		},
	} {
		if code := markettest.Code(step()); code != what+"_not_found" {
			t.Errorf("a stranger prints the %s: %q", what, code)
		}
	}
}

// TestNamesOnDocumentsEndWithTheSeal checks that documents show the name of a deleted side until
// its sealed name is removed.
func TestNamesOnDocumentsEndWithTheSeal(t *testing.T) {
	t.Parallel()
	d := open(t).documents()
	if code := d.leave(d.marina, true); code != "" {
		t.Fatal(code)
	}
	const said = `SELECT concat_ws(', ', (SELECT count(*) FROM private.party_snapshots), (SELECT count(*) FROM private.contract_files), (SELECT min(recorded_name) FROM public.checklist_items))`
	forget := func(ctx context.Context, tx pgx.Tx, _ struct{}) (struct{}, error) {
		return struct{}{}, account.ForgetSealed(ctx, tx)
	}
	run(d.house, uuid.Nil, forget, struct{}{})
	if kept := d.Text(said); kept != "10, 2, Marina Alves" {
		t.Errorf("before their time there are %s", kept)
	}
	d.Exec(`UPDATE private.sealed_parties SET keep_until = now() - interval '1 second'`)
	run(d.house, uuid.Nil, forget, struct{}{})
	if kept := d.Text(said); kept != "0, 0, Usuário removido" {
		t.Errorf("after it there are %s", kept)
	}
}

// TestEarlierDocumentsAreStoredByTheServer checks that the server stores documents that an earlier
// version did not.
func TestEarlierDocumentsAreStoredByTheServer(t *testing.T) {
	t.Parallel()
	d := open(t).documents()
	d.Exec(`DELETE FROM private.contract_files`)
	d.Exec(`DELETE FROM private.party_snapshots`)
	if last := run(d.house, uuid.Nil, contract.KeepFiles, uuid.Nil); last != d.about.ContractID {
		t.Fatalf("kept is %s", last)
	}
	// Both consents to the contract and to the amendment, both signatures, the statements of Serra
	// and Marina in the dispute, and the receipt.
	if kept := d.Text(`SELECT string_agg(act || ' ' || n, ', ' ORDER BY act) FROM (SELECT act, count(*) AS n FROM private.party_snapshots WHERE is_late GROUP BY act) AS s`); kept != "agreement 2, amendment 2, checklist 2, dispute 3, fee_receipt 1" {
		t.Errorf("kept late are %s", kept)
	}
	before := d.printed()
	d.Exec(`UPDATE public.profiles SET name = 'Outro nome ' || role WHERE role <> 'admin'`)
	d.Exec(`UPDATE public.organisations SET legal_name = 'Outra razão social ' || role`)
	for kind, file := range d.printed() {
		if file != before[kind] {
			t.Errorf("under a new name the %s is another file", kind)
		}
	}
}
