package attachment_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/deal/attachment"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// scene is a contract between Serra Azul and Marina, and a store of files.
type scene struct {
	*markettest.Stage
	t                     *testing.T
	serra, marina, rafael uuid.UUID
	contract, part        uuid.UUID
	stored                *sync.Map
}

func setup(t *testing.T) scene {
	t.Helper()
	s := scene{Stage: markettest.Open(t), t: t, stored: &sync.Map{}}
	s.serra, s.marina, s.rafael = s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves"), s.Member("professional", "Rafael Nunes")
	agreed, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: s.Proposal(s.Project(s.serra, "Retrofit"), s.marina)})
	if err != nil {
		t.Fatal(err)
	}
	s.contract = agreed.ContractID
	s.part = s.ID(`SELECT id FROM public.milestones WHERE contract_id = $1`, s.contract)
	return s
}

// upload stores a file as a person and returns its path.
func (s scene) upload(who uuid.UUID, name, content string) string {
	s.t.Helper()
	version := uuid.New()
	s.stored.Store(version, content)
	path := s.contract.String() + "/" + uuid.NewString() + "-" + name
	s.Exec(`INSERT INTO storage.objects (bucket_id, name, owner, version, size_bytes, metadata) VALUES ('deals', $1, $2, $3, $4, '{"mimetype": "application/pdf"}')`,
		path, who, version, len(content))
	return path
}

func (s scene) attach(who uuid.UUID, f attachment.File) (attachment.Attached, string) {
	return s.attachFrom(s.open, who, f)
}

func (s scene) attachFrom(open attachment.Open, who uuid.UUID, f attachment.File) (attachment.Attached, string) {
	f.ContractID = s.contract
	made, err := markettest.Call(s.Stage, who, attachment.Attach(open), f)
	return made, markettest.Code(err)
}

// open reads from the store.
func (s scene) open(_ context.Context, version uuid.UUID) (io.ReadCloser, error) {
	content, _ := s.stored.Load(version)
	text, _ := content.(string)
	return io.NopCloser(bytes.NewBufferString(text)), nil
}

func (s scene) delivery(path string) attachment.File {
	return attachment.File{MilestoneID: s.part, Purpose: "delivery", Path: path}
}

func TestTheServerSaysWhatAFileIs(t *testing.T) {
	t.Parallel()
	s := setup(t)
	made, code := s.attach(s.marina, s.delivery(s.upload(s.marina, "manual.pdf", "abc")))
	if code != "" || made.Name != "manual.pdf" || made.Version != 1 || made.Bytes != 3 || made.MediaType != "application/pdf" ||
		made.SHA256 != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
		t.Errorf("%q: %+v", code, made)
	}
	if made, code = s.attach(s.marina, s.delivery(s.upload(s.marina, "manual.pdf", "abcd"))); code != "" || made.Version != 2 {
		t.Errorf("the name again: %q, version %d", code, made.Version)
	}
	f := s.delivery(s.upload(s.marina, "x.pdf", ""))
	f.Name = "Lista \u202ede I/O.pdf"
	if made, code = s.attach(s.marina, f); code != "" || made.Version != 1 || made.Name != "Lista de I/O.pdf" {
		t.Errorf("under a name: %q, %+v", code, made)
	}
	if _, code = s.attach(s.marina, f); code != "file_attached" {
		t.Errorf("the same file: %q", code)
	}
}

func TestEachPurposeHasItsSide(t *testing.T) {
	t.Parallel()
	s := setup(t)
	finance := s.Colleague(s.serra, "finance", "Otávio Leal")
	for _, c := range []struct {
		who           uuid.UUID
		purpose, want string
	}{
		{s.marina, "delivery", ""}, {s.serra, "delivery", "not_your_step"}, {finance, "delivery", "right_missing"},
		{s.marina, "invoice", ""}, {s.serra, "invoice", "not_your_step"},
		{s.serra, "receipt", ""}, {finance, "receipt", ""}, {s.marina, "receipt", "not_your_step"},
		{s.serra, "evidence", ""}, {s.marina, "evidence", ""}, {finance, "evidence", "right_missing"},
		{s.rafael, "evidence", "contract_not_found"}, {uuid.Nil, "evidence", "contract_not_found"},
		{s.marina, "checklist", "file_place_wrong"}, {s.marina, "selfie", "file_purpose_wrong"},
	} {
		owner := c.who
		if owner == uuid.Nil {
			owner = s.rafael
		}
		if _, code := s.attach(c.who, attachment.File{MilestoneID: s.part, Purpose: c.purpose, Path: s.upload(owner, "a.pdf", "a")}); code != c.want {
			t.Errorf("%s: %q, want %q", c.purpose, code, c.want)
		}
	}
}

func TestAFileThatIsNotTheCallersIsNone(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for name, path := range map[string]string{
		"another's":    s.upload(s.serra, "a.pdf", "a"),
		"never stored": s.contract.String() + "/nada.pdf",
		"a way out":    "../../" + s.contract.String() + "/a.pdf",
	} {
		if _, code := s.attach(s.marina, s.delivery(path)); code != "file_unknown" {
			t.Errorf("%s: %q", name, code)
		}
	}
	if _, code := s.attach(s.marina, attachment.File{MilestoneID: uuid.New(), Purpose: "delivery", Path: s.upload(s.marina, "a.pdf", "a")}); code != "milestone_not_found" {
		t.Errorf("a file of another milestone: %q", code)
	}
	f := s.delivery(s.upload(s.marina, "a.pdf", "a"))
	f.Name = strings.Repeat("é", 256)
	if _, code := s.attach(s.marina, f); code != "file_name_wrong" {
		t.Errorf("too long a name: %q", code)
	}
}

func TestNothingIsAddedToADeliveryThatIsOver(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Exec(`INSERT INTO public.deal_files (contract_id, purpose, name, media_type, bytes, sha256, version, uploaded_by, path)
		SELECT $1, 'evidence', 'a', 'a', 1, repeat('0', 64), n, $2, n::text FROM generate_series(1, 300) AS n`, s.contract, s.serra)
	if _, code := s.attach(s.serra, attachment.File{Purpose: "evidence", Path: s.upload(s.serra, "a.pdf", "a")}); code != "too_many_files" {
		t.Errorf("one too many: %q", code)
	}
	if _, code := s.attach(s.marina, s.delivery(s.upload(s.marina, "a.pdf", "a"))); code != "" {
		t.Errorf("she has no room: %q", code)
	}
	if _, err := markettest.Call(s.Stage, s.serra, contract.Withdraw, contract.Ending{ContractID: s.contract, Reason: "Verba suspensa"}); err != nil {
		t.Fatal(err)
	}
	if _, code := s.attach(s.marina, s.delivery(s.upload(s.marina, "a.pdf", "a"))); code != "contract_not_running" {
		t.Errorf("after the end: %q", code)
	}
}

func TestOfFiftyAtOnceEachHasItsVersion(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var running sync.WaitGroup
	for range 50 {
		path := s.upload(s.marina, "manual.pdf", "abc")
		running.Go(func() {
			if _, code := s.attach(s.marina, s.delivery(path)); code != "" {
				t.Error(code)
			}
		})
	}
	running.Wait()
	if got := s.Text(`SELECT concat_ws(' ', count(*), min(version), max(version)) FROM public.deal_files`); got != "50 1 50" {
		t.Errorf("there are %s", got)
	}
}

func TestANameSaysWhatItsFileIs(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for name, want := range map[string]string{"Laudo.pdf": "", "Laudo": "", "Laudo.pdf.exe": "file_name_other_kind", "Laudo.docx": "file_name_other_kind", "Laudo.xlsx.pdf": "file_name_other_kind"} {
		f := s.delivery(s.upload(s.marina, "laudo.pdf", "abc"))
		f.Name = name
		if _, code := s.attach(s.marina, f); code != want {
			t.Errorf("%s: %q", name, code)
		}
	}
}
