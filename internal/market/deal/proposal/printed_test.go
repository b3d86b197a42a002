package proposal_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
)

// renamed renames both sides in every way they can.
func renamed(s scene) {
	s.Exec(`UPDATE public.profiles SET name = 'Outro nome ' || role WHERE id IN ($1, $2)`, s.serra, s.marina)
	s.Exec(`UPDATE public.organisations SET legal_name = 'Outra razão social', document = 'DEMO0003000104' WHERE id = $1`, s.serra)
}

// printed returns the contract as a side downloads it.
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
	for _, want := range []uuid.UUID{about.ContractID, uuid.Nil} {
		if last, err := markettest.Call(s.Stage, s.marina, contract.KeepFiles, uuid.Nil); err != nil || last != want {
			t.Errorf("the last that was kept is %s instead of %s, %v", last, want, err)
		}
	}
	before := printed(t, s, about)
	renamed(s)
	if after := printed(t, s, about); after != before {
		t.Error("a document kept late has the later name")
	}
	if document, err := markettest.Call(s.Stage, s.serra, contract.ReadDocument, about); err != nil || document.KeptAt == nil {
		t.Errorf("it does not say that it was kept late: %+v, %v", document, err)
	}
}

func TestATitleThatNoFontOfOursHasIsPrinted(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Exec(`UPDATE public.profiles SET name = 'Marina 👩‍🔧' WHERE id = $1`, s.marina)
	sent := s.Proposal(s.Project(s.serra, "Retrofit 🚀 自动化 ✓ שלום \ue000"), s.marina)
	made, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: sent})
	if err != nil {
		t.Fatal(err)
	}
	printed(t, s, contract.Reference{ContractID: made.ContractID})
}
