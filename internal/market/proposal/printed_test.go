package proposal_test

import (
	"context"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market/contract"
	"automacao/internal/market/markettest"
	"automacao/internal/market/proposal"
)

// renamed has both sides call themselves something else, in every way they can.
func renamed(s scene) {
	s.Exec(`UPDATE public.profiles SET name = 'Outro nome ' || role WHERE id IN ($1, $2)`, s.serra, s.marina)
	s.Exec(`UPDATE public.organisations SET legal_name = 'Outra razão social', document = 'DEMO0003000104' WHERE id = $1`, s.serra)
}

// printed is the contract as a side saves it.
func printed(t *testing.T, s scene, about contract.Reference) string {
	t.Helper()
	file, err := markettest.Call(s.Stage, s.marina, contract.PrintDocument, about)
	if err != nil {
		t.Fatal(err)
	}
	content, err := base64.StdEncoding.DecodeString(file.Content)
	if err != nil || !strings.HasPrefix(string(content), "%PDF-") {
		t.Fatalf("%s is no PDF, %v", file.Name, err)
	}
	return string(content)
}

func TestARenamedPartyChangesNothingOfTheContract(t *testing.T) {
	t.Parallel()
	s := setup(t)
	about := agree(t, s)
	before := printed(t, s, about)
	kept := s.Text(`SELECT company_name || ', ' || professional_name || ', ' || (SELECT string_agg(side || ' ' || person_name, ', ' ORDER BY side) FROM private.party_snapshots)
		FROM private.party_snapshots WHERE act = 'agreement' AND side = 'company' AND NOT is_late`)
	if kept != "Serra Azul, Marina Alves, company Serra Azul, professional Marina Alves" {
		t.Errorf("kept is %q", kept)
	}
	renamed(s)
	if after := printed(t, s, about); after != before {
		t.Errorf("the file is another: %d bytes and %d", len(before), len(after))
	}
	document, err := markettest.Call(s.Stage, s.serra, contract.ReadDocument, about)
	if err != nil || len(document.Acceptances) != 2 || document.KeptAt != nil {
		t.Fatalf("%+v, %v", document, err)
	}
	for _, agreed := range document.Acceptances {
		if strings.HasPrefix(agreed.Name, "Outro") {
			t.Errorf("%s agreed as %s", agreed.Side, agreed.Name)
		}
	}
	if sum := s.Text(`SELECT sha256 FROM private.contract_files`); sum != contract.Digest(before) {
		t.Errorf("the file's digest is kept as %s", sum)
	}
}

func TestAContractOfBeforeIsKeptOnceAndSaysSo(t *testing.T) {
	t.Parallel()
	s := setup(t)
	about := agree(t, s)
	s.Exec(`DELETE FROM private.contract_files`)
	s.Exec(`DELETE FROM private.party_snapshots`)
	keep := func(ctx context.Context, tx pgx.Tx, _ struct{}) (int, error) { return contract.KeepFiles(ctx, tx) }
	for _, want := range []int{1, 0} {
		if kept, err := markettest.Call(s.Stage, s.marina, keep, struct{}{}); err != nil || kept != want {
			t.Errorf("kept %d instead of %d, %v", kept, want, err)
		}
	}
	before := printed(t, s, about)
	renamed(s)
	if after := printed(t, s, about); after != before {
		t.Error("what was kept late follows a new name")
	}
	if document, err := markettest.Call(s.Stage, s.serra, contract.ReadDocument, about); err != nil || document.KeptAt == nil {
		t.Errorf("it does not say that it was kept late: %+v, %v", document, err)
	}
}

func TestATitleThatNoFontOfOursHasIsPrinted(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Exec(`UPDATE public.projects SET title = E'Retrofit 🚀 自动化 \u2713 שלום', description = E'a\u202Eb \uE000'`)
	s.Exec(`UPDATE public.profiles SET name = 'Marina 👩‍🔧' WHERE id = $1`, s.marina)
	made, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: s.marinas, Terms: 1})
	if err != nil {
		t.Fatal(err)
	}
	printed(t, s, contract.Reference{ContractID: made.ContractID})
}
