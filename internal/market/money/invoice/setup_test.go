package invoice_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/market"
	"automacao/internal/market/deal/attachment"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/invoice"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

const (
	serrasDocument = "12ABC34501DE35"
	marinasFirm    = "11222333000181"
	marinasCPF     = "52998224725"
	// The key of invoice 42 of Marina's firm, from November 2026.
	key = "35503082211222333000181000000000004226111234567895"
)

// scene is a contract of Serra Azul with Marina's firm over two milestones, whose work is accepted
// and owed, and a store of files.
type scene struct {
	*markettest.Stage
	t                     *testing.T
	serra, marina, rafael uuid.UUID
	contract              uuid.UUID
	parts                 [2]uuid.UUID
	stored                *sync.Map
	today                 string
}

func setup(t *testing.T) scene {
	t.Helper()
	s := scene{Stage: markettest.Open(t), t: t, stored: &sync.Map{}, today: time.Now().In(market.Zone).Format(time.DateOnly)}
	s.serra, s.marina, s.rafael = s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves"), s.Member("professional", "Rafael Nunes")
	s.Exec(`UPDATE public.accounts SET document = $2 WHERE profile_id = $1`, s.marina, marinasCPF)
	s.Exec(`INSERT INTO public.organisations (id, role, kind, legal_name, document) VALUES ($1, 'company', 'company', 'Serra Azul', $2), ($3, 'professional', 'pj', 'Marina Ltda', $4)`,
		s.serra, serrasDocument, s.marina, marinasFirm)
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $1, 'owner'), ($2, $2, 'owner')`, s.serra, s.marina)
	chosen := s.ID(`INSERT INTO public.proposals (project_id, professional_id, value, cover_letter, milestones)
		VALUES ($1, $2, 2000, 'Posso', '[{"title": "Projeto", "value": 900.05}, {"title": "Montagem", "value": 1099.95}]') RETURNING id`, s.Project(s.serra, "Retrofit"), s.marina)
	agreed, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: chosen})
	if err != nil {
		t.Fatal(err)
	}
	s.contract = agreed.ContractID
	for i := range s.parts {
		s.parts[i] = s.ID(`SELECT id FROM public.milestones WHERE contract_id = $1 AND position = $2`, s.contract, i+1)
	}
	return s
}

// accepted has the work accepted, so that it is owed.
func (s scene) accepted() scene {
	s.t.Helper()
	about := contract.Reference{ContractID: s.contract}
	if code := take(s, s.marina, contract.Deliver, contract.Delivery{ContractID: about.ContractID}) + take(s, s.serra, contract.Complete, about); code != "" {
		s.t.Fatal(code)
	}
	return s
}

func take[In, Out any](s scene, who uuid.UUID, step markettest.Workflow[In, Out], in In) string {
	_, err := markettest.Call(s.Stage, who, step, in)
	return markettest.Code(err)
}

func (s scene) open(_ context.Context, version uuid.UUID) (io.ReadCloser, error) {
	content, _ := s.stored.Load(version)
	text, _ := content.(string)
	return io.NopCloser(bytes.NewBufferString(text)), nil
}

// file stores a file and attaches it as the invoice of the first milestone.
func (s scene) file(mediaType, content string) uuid.UUID {
	s.t.Helper()
	version := uuid.New()
	s.stored.Store(version, content)
	path := s.contract.String() + "/" + uuid.NewString() + "-nota"
	s.Exec(`INSERT INTO storage.objects (bucket_id, name, owner, version, size_bytes, metadata) VALUES ('deals', $1, $2, $3, $4, jsonb_build_object('mimetype', $5::text))`,
		path, s.marina, version, len(content), mediaType)
	made, err := markettest.Call(s.Stage, s.marina, attachment.Attach(s.open), attachment.File{ContractID: s.contract, MilestoneID: s.parts[0], Purpose: "invoice", Path: path})
	if err != nil {
		s.t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(content))
	if made.SHA256 != hex.EncodeToString(sum[:]) {
		s.t.Errorf("the file has %s", made.SHA256)
	}
	return made.ID
}

// xml returns an invoice in the national layout.
func (s scene) xml(number, value, provider, taker string) string {
	return fmt.Sprintf(`<NFSe xmlns="http://www.sped.fazenda.gov.br/nfse"><infNFSe Id="NFS%s"><nNFSe>%s</nNFSe><DPS><infDPS><dhEmi>%sT10:00:00-03:00</dhEmi>
		<prest><CNPJ>%s</CNPJ></prest><toma><CNPJ>%s</CNPJ></toma><valores><vServPrest><vServ>%s</vServ></vServPrest></valores></infDPS></DPS></infNFSe></NFSe>`,
		key, number, s.today, provider, taker, value)
}

func (s scene) send(who uuid.UUID, in invoice.Sent) (invoice.Status, string) {
	if in.MilestoneID == uuid.Nil {
		in.MilestoneID = s.parts[0]
	}
	sent, err := markettest.Call(s.Stage, who, invoice.Send(s.open), in)
	return sent, markettest.Code(err)
}

// said returns a correct invoice by its declared fields.
func (s scene) said() invoice.Sent {
	return invoice.Sent{AccessKey: key, IssuedOn: s.today, Value: 90005, TakerDocument: "12.ABC.345/01DE-35"}
}

func (s scene) sent() invoice.Status {
	s.t.Helper()
	sent, code := s.send(s.marina, s.said())
	if code != "" {
		s.t.Fatal(code)
	}
	return sent
}

// stands lists the invoices of the first milestone, by version.
func (s scene) stands() string {
	return s.Text(`SELECT string_agg(status, ' ' ORDER BY version) FROM public.invoices WHERE milestone_id = $1`, s.parts[0])
}

func (s scene) told(who uuid.UUID, title string) string {
	return s.Text(`SELECT coalesce(sum(count), 0)::text FROM public.notifications WHERE profile_id = $1 AND title = $2`, who, title+": Retrofit")
}
