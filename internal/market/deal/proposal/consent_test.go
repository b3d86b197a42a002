package proposal_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/documents/pdf"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/money"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
)

// agree has Serra accept Marina's second terms, each of them from a different IP address.
func agree(t *testing.T, s scene) contract.Reference {
	t.Helper()
	if _, err := s.revise(s.marina, 1, 52000); err != nil {
		t.Fatal(err)
	}
	s.Exec(`UPDATE private.terms_consents SET address = '192.0.2.7'`)
	ctx := caller.NewContext(t.Context(), caller.Caller{Role: "authenticated", UserID: s.serra, IP: "203.0.113.9"})
	var made proposal.Accepted
	err := pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		made, err = proposal.Accept(ctx, tx, proposal.Acceptance{ProposalID: s.marinas, Terms: 2})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return contract.Reference{ContractID: made.ContractID}
}

func TestAContractKeepsWhatBothSidesAgreedTo(t *testing.T) {
	t.Parallel()
	s := setup(t)
	about := agree(t, s)
	document, err := markettest.Call(s.Stage, s.marina, contract.ReadDocument, about)
	if err != nil {
		t.Fatal(err)
	}
	for _, said := range []string{"Contratante: Serra Azul", "Contratado: Marina Alves", "Retrofit da envasadora", "R$ 52.000,00", "versão 2 da proposta", "ATENÇÃO: a cada entrega, o contratante tem 14 dias"} {
		if !strings.Contains(document.Content, said) {
			t.Errorf("the text does not say %q:\n%s", said, document.Content)
		}
	}
	if !document.IsRecorded || document.SHA256 != contract.Digest(document.Content) {
		t.Errorf("the text is recorded: %t, under %s", document.IsRecorded, document.SHA256)
	}
	got := s.Text(`SELECT string_agg(side || ' ' || (person_id = CASE side WHEN 'company' THEN $1 ELSE $2 END::uuid) || ' ' || host(address::inet) || ' ' || (sha256 = $3), ', ' ORDER BY side) FROM public.contract_acceptances`,
		s.serra, s.marina, document.SHA256)
	if got != "company true 203.0.113.9 true, professional true 192.0.2.7 true" {
		t.Errorf("agreed: %s", got)
	}

	s.Exec(`UPDATE public.profiles SET name = 'Outro nome' WHERE id = $1`, s.marina)
	s.Exec(`UPDATE public.milestones SET title = 'Outra coisa'`)
	later, err := markettest.Call(s.Stage, s.serra, contract.ReadDocument, about)
	if err != nil || later.Content != document.Content {
		t.Errorf("the text follows what changed afterwards: %v\n%s", err, later.Content)
	}
}

func TestTheTextSaysHowAMilestoneIsAcceptedOtherwise(t *testing.T) {
	t.Parallel()
	s := setup(t)
	plan := json.RawMessage(`[{"title":"Partida","value":"46800.00","waits_for_tac":true},{"title":"As built","value":"5200.00","kind":"retention"}]`)
	value := money.Money(52_000_00)
	if _, err := markettest.Call(s.Stage, s.marina, proposal.Revise, proposal.Terms{ProposalID: s.marinas, Terms: 1, Value: &value, Milestones: &plan}); err != nil {
		t.Fatal(err)
	}
	made, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: s.marinas, Terms: 2})
	if err != nil {
		t.Fatal(err)
	}
	document, err := markettest.Call(s.Stage, s.marina, contract.ReadDocument, contract.Reference{ContractID: made.ContractID})
	if err != nil {
		t.Fatal(err)
	}
	want := `Marco 1: Partida, R$ 46.800,00.
Aceite por TAC: o prazo para aprovar ou pedir ajustes começa no TAC executado, assinado pelas duas partes.
Marco 2: As built, R$ 5.200,00.
Retenção: este valor fica para o fim, até a entrega e o aceite da documentação como construído (as built).
`
	if !strings.Contains(document.Content, want) {
		t.Errorf("the text does not say\n%s\nbut\n%s", want, document.Content)
	}
}

func TestOnlyTheSidesReadTheDocument(t *testing.T) {
	t.Parallel()
	s := setup(t)
	about := agree(t, s)
	if _, err := markettest.Call(s.Stage, s.rafael, contract.ReadDocument, about); markettest.Code(err) != "contract_not_found" {
		t.Errorf("a stranger reads it: %v", err)
	}
	if _, err := markettest.Call(s.Stage, s.rafael, contract.PrintDocument, about); markettest.Code(err) != "contract_not_found" {
		t.Errorf("a stranger prints it: %v", err)
	}
}

func TestThePrintedDocumentIsTheSameEveryTime(t *testing.T) {
	t.Parallel()
	s := setup(t)
	about := agree(t, s)
	var files [2][]byte
	for i, who := range []func() (pdf.File, error){
		func() (pdf.File, error) { return markettest.Call(s.Stage, s.serra, contract.PrintDocument, about) },
		func() (pdf.File, error) {
			return markettest.Call(s.Stage, s.marina, contract.PrintDocument, about)
		},
	} {
		file, err := who()
		if err != nil {
			t.Fatal(err)
		}
		if files[i], err = base64.StdEncoding.DecodeString(file.Content); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.HasPrefix(files[0], []byte("%PDF-")) || !bytes.Equal(files[0], files[1]) {
		t.Errorf("%d and %d bytes differ, or are no PDF", len(files[0]), len(files[1]))
	}
}
