package invoice_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/market/markettest"
	"automacao/internal/market/money/invoice"
	"automacao/internal/market/money/settlement"
)

func TestAnXMLSpeaksForItself(t *testing.T) {
	t.Parallel()
	s := setup(t).accepted()
	in := invoice.Sent{FileID: s.file("application/xml", s.xml("42", "900.05", marinasFirm, serrasDocument)), Value: 1, Number: "9"}
	sent, code := s.send(s.marina, in)
	if code != "" || sent.Status != "sent" || sent.Version != 1 || len(sent.Differences) != 0 {
		t.Fatalf("%q: %+v", code, sent)
	}
	got := s.Seen(s.serra, `SELECT concat_ws(' ', kind, access_key, number, issued_on = $1::text::date, value, expected, provider_document, taker_document, is_read, status) FROM public.invoices`, s.today)
	if want := "nfse " + key + " 42 t 900.05 900.05 " + marinasFirm + " " + serrasDocument + " t sent"; got != want {
		t.Errorf("she sees %q, want %q", got, want)
	}
	if told := s.told(s.serra, "Nota fiscal enviada"); told != "1" {
		t.Errorf("she was told %s times", told)
	}
	if code := take(s, s.serra, invoice.Answer, invoice.Reply{InvoiceID: sent.ID, Accept: true}); code != "" || s.stands() != "checked" {
		t.Errorf("%q: %s", code, s.stands())
	}
}

func TestEachDifferenceIsSaid(t *testing.T) {
	t.Parallel()
	s := setup(t).accepted()
	for _, c := range []struct{ number, value, provider, taker, want string }{
		{"42", "900.06", marinasFirm, serrasDocument, "O valor da nota é R$ 900,06, e o do marco é R$ 900,05."},
		{"42", "900.04", marinasFirm, serrasDocument, "O valor da nota é R$ 900,04, e o do marco é R$ 900,05."},
		{"43", "900.05", marinasFirm, serrasDocument, "A chave de acesso é da nota nº 42, e o número informado é 43."},
		{"42", "900.05", marinasFirm, marinasFirm, "O tomador da nota, 11.222.333/0001-81, não é a empresa contratante."},
	} {
		sent, code := s.send(s.marina, invoice.Sent{FileID: s.file("text/xml", s.xml(c.number, c.value, c.provider, c.taker))})
		if got := strings.Join(sent.Differences, " "); code != "" || got != c.want {
			t.Errorf("%q: %s, want %s", code, got, c.want)
		}
	}
	if got := s.stands(); got != "replaced replaced replaced sent" {
		t.Errorf("they stand at %s", got)
	}
	early := s.said()
	early.IssuedOn, early.TakerDocument = "2020-01-31", marinasCPF
	if sent, code := s.send(s.marina, early); code != "" || strings.Join(sent.Differences, " ") !=
		"O tomador da nota, 529.982.247-25, não é a empresa contratante. A nota foi emitida em 31/01/2020, antes do contrato." {
		t.Errorf("%q: %q", code, sent.Differences)
	}
}

func TestWhatIsNoInvoiceIsRefused(t *testing.T) {
	t.Parallel()
	s := setup(t).accepted()
	whole := s.xml("42", "900.05", marinasFirm, serrasDocument)
	change := func(do func(*invoice.Sent)) invoice.Sent {
		in := s.said()
		do(&in)
		return in
	}
	for name, c := range map[string]struct {
		in   invoice.Sent
		want string
	}{
		"a document type":        {invoice.Sent{FileID: s.file("application/xml", `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>`+strings.Replace(whole, "900.05", "&x;", 1))}, "invoice_xml_unreadable"},
		"ten megabytes":          {invoice.Sent{FileID: s.file("application/xml", whole+strings.Repeat(" ", 10<<20))}, "invoice_xml_unreadable"},
		"a test":                 {invoice.Sent{FileID: s.file("application/xml", strings.Replace(whole, "<dhEmi>", "<tpAmb>2</tpAmb><dhEmi>", 1))}, "invoice_test_environment"},
		"a cancelled one":        {invoice.Sent{FileID: s.file("application/xml", "<lote>"+whole+"<evento><e101101><cMotivo>1</cMotivo></e101101></evento></lote>")}, "invoice_cancelled"},
		"a substituted one":      {invoice.Sent{FileID: s.file("application/xml", "<lote>"+whole+"<evento><e105102><cMotivo>1</cMotivo></e105102></evento></lote>")}, "invoice_substituted"},
		"a cancellation alone":   {invoice.Sent{FileID: s.file("application/xml", "<evento><e101101><cMotivo>1</cMotivo></e101101></evento>")}, "invoice_xml_event"},
		"a file with another's":  {invoice.Sent{FileID: s.file("application/xml", s.xml("42", "900.05", "90021382000122", serrasDocument))}, "invoice_key_other_provider"},
		"a key of another's":     {change(func(in *invoice.Sent) { in.ProviderDocument = "90.021.382/0001-22" }), "invoice_key_other_provider"},
		"two invoices":           {invoice.Sent{FileID: s.file("application/xml", "<lote>"+whole+whole+"</lote>")}, "invoice_xml_several"},
		"a declaration":          {invoice.Sent{FileID: s.file("application/xml", "<DPS><infDPS/></DPS>")}, "invoice_xml_draft"},
		"a picture":              {change(func(in *invoice.Sent) { in.FileID = s.file("image/png", "x") }), "invoice_file_type"},
		"a file of nobody's":     {change(func(in *invoice.Sent) { in.FileID = uuid.New() }), "invoice_file_unknown"},
		"another digit":          {change(func(in *invoice.Sent) { in.AccessKey = key[:49] + "4" }), "invoice_key_wrong"},
		"neither key nor file":   {change(func(in *invoice.Sent) { in.AccessKey = "" }), "invoice_proof_missing"},
		"no value":               {change(func(in *invoice.Sent) { in.Value = 0 }), "invoice_fields_missing"},
		"no day":                 {change(func(in *invoice.Sent) { in.IssuedOn = "ontem" }), "invoice_fields_missing"},
		"no taker":               {change(func(in *invoice.Sent) { in.TakerDocument = "123" }), "invoice_fields_missing"},
		"an RPA of a firm":       {change(func(in *invoice.Sent) { in.Kind = "rpa" }), "invoice_kind_wrong"},
		"a kind of nobody's":     {change(func(in *invoice.Sent) { in.Kind = "nfe" }), "invoice_kind_wrong"},
		"a number without end":   {change(func(in *invoice.Sent) { in.Number = strings.Repeat("1", 21) }), "invoice_fields_missing"},
		"a milestone of no one":  {change(func(in *invoice.Sent) { in.MilestoneID = uuid.New() }), "milestone_not_found"},
		"a PDF that says naught": {invoice.Sent{FileID: s.file("application/pdf", "%PDF")}, "invoice_fields_missing"},
	} {
		if _, code := s.send(s.marina, c.in); code != c.want {
			t.Errorf("%s: %q", name, code)
		}
	}
}

// TestAnAskedCancellationIsSaid checks that a requested cancellation is shown to both sides and
// blocks nobody.
func TestAnAskedCancellationIsSaid(t *testing.T) {
	t.Parallel()
	s := setup(t).accepted()
	whole := s.xml("42", "900.05", marinasFirm, serrasDocument)
	for said, want := range map[string]string{
		"<e101103/>": "O arquivo traz um pedido de cancelamento da nota, sem confirmação. Consulte a nota antes de conferir.",
		"<e203206/>": "O arquivo diz que a nota foi rejeitada por uma das partes. Consulte a nota antes de conferir.",
	} {
		sent, code := s.send(s.marina, invoice.Sent{FileID: s.file("text/xml", "<lote>"+whole+said+"</lote>")})
		if code != "" || strings.Join(sent.Differences, " ") != want {
			t.Errorf("%q: %q", code, sent.Differences)
		}
	}
	odd := strings.Replace(whole, "<nNFSe>", "<cStat>999</cStat><nNFSe>", 1)
	if sent, code := s.send(s.marina, invoice.Sent{FileID: s.file("text/xml", odd)}); code != "" || len(sent.Differences) != 1 || !strings.Contains(sent.Differences[0], `"999"`) {
		t.Errorf("%q: %q", code, sent.Differences)
	}
}

func TestWhatLiesThereIsWhatWasAttached(t *testing.T) {
	t.Parallel()
	s := setup(t).accepted()
	id := s.file("application/xml", s.xml("42", "900.05", marinasFirm, serrasDocument))
	s.stored.Range(func(version, _ any) bool {
		s.stored.Store(version, s.xml("42", "900.06", marinasFirm, serrasDocument))
		return true
	})
	if _, code := s.send(s.marina, invoice.Sent{FileID: id}); code != "invoice_file_unknown" {
		t.Errorf("got %q", code)
	}
}

func TestEachSideDoesItsOwn(t *testing.T) {
	t.Parallel()
	s := setup(t)
	if _, code := s.send(s.marina, s.said()); code != "invoice_not_due" {
		t.Errorf("before the work was accepted: %q", code)
	}
	s.accepted()
	engineer, finance := s.Colleague(s.marina, "engineer", "Otávio Leal"), s.Colleague(s.serra, "finance", "Lia Prado")
	for who, want := range map[uuid.UUID]string{s.serra: "not_your_step", s.rafael: "milestone_not_found", engineer: "right_missing", uuid.Nil: "milestone_not_found"} {
		if _, code := s.send(who, s.said()); code != want {
			t.Errorf("sent: %q, want %q", code, want)
		}
	}
	sent := s.sent()
	yes := invoice.Reply{InvoiceID: sent.ID, Accept: true}
	for who, want := range map[uuid.UUID]string{s.marina: "not_your_step", s.rafael: "invoice_not_found", engineer: "right_missing"} {
		if code := take(s, who, invoice.Answer, yes); code != want {
			t.Errorf("answered: %q, want %q", code, want)
		}
	}
	if code := take(s, s.serra, invoice.Answer, invoice.Reply{InvoiceID: uuid.New(), Accept: true}); code != "invoice_not_found" {
		t.Errorf("a missing invoice: %q", code)
	}
	// A person who joins the other side can act for neither.
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, 'finance')`, s.marina, s.serra)
	if _, code := s.send(s.serra, s.said()); code != "both_sides" {
		t.Errorf("sent on both sides: %q", code)
	}
	if code := take(s, s.serra, invoice.Answer, yes); code != "both_sides" {
		t.Errorf("answered on both sides: %q", code)
	}
	// A person who changes sides cannot answer what they sent.
	s.Exec(`UPDATE public.invoices SET sent_by = $1`, finance)
	if code := take(s, finance, invoice.Answer, yes); code != "both_sides" {
		t.Errorf("answered his own: %q", code)
	}
}

func TestARefusedInvoiceIsSentAgainAndACheckedOneIsNot(t *testing.T) {
	t.Parallel()
	s := setup(t).accepted()
	first := s.sent()
	if code := take(s, s.serra, invoice.Answer, invoice.Reply{InvoiceID: first.ID}); code != "reason_required" {
		t.Errorf("without a reason: %q", code)
	}
	no := invoice.Reply{InvoiceID: first.ID, Reason: "Faltou o ISS"}
	if code := take(s, s.serra, invoice.Answer, no); code != "" || s.told(s.marina, "Nota fiscal recusada") != "1" {
		t.Errorf("refused: %q", code)
	}
	if code := take(s, s.serra, invoice.Answer, no); code != "invoice_answered" {
		t.Errorf("refused twice: %q", code)
	}
	second := s.sent()
	if second.Version != 2 || s.stands() != "replaced sent" {
		t.Errorf("%+v, %s", second, s.stands())
	}
	if code := take(s, s.serra, invoice.Answer, invoice.Reply{InvoiceID: first.ID, Accept: true}); code != "invoice_answered" {
		t.Errorf("the one before: %q", code)
	}
	if code := take(s, s.serra, invoice.Answer, invoice.Reply{InvoiceID: second.ID, Accept: true}); code != "" {
		t.Errorf("checked: %q", code)
	}
	if _, code := s.send(s.marina, s.said()); code != "invoice_checked" {
		t.Errorf("after it was checked: %q", code)
	}
	// The invoice was cancelled without their knowledge.
	if code := take(s, s.serra, invoice.Answer, invoice.Reply{InvoiceID: second.ID, Reason: "Cancelada na prefeitura"}); code != "" {
		t.Errorf("refused after all: %q", code)
	}
	if got := s.Text(`SELECT string_agg(action, ' ' ORDER BY id) FROM public.contract_events WHERE action LIKE '%invoice'`); got !=
		"send_invoice refuse_invoice replace_invoice send_invoice confirm_invoice refuse_invoice" {
		t.Errorf("the log has %s", got)
	}
}

func TestOneInvoiceIsSentForOneMilestone(t *testing.T) {
	t.Parallel()
	s := setup(t).accepted()
	s.sent()
	again := s.said()
	again.MilestoneID = s.parts[1]
	if _, code := s.send(s.marina, again); code != "invoice_used" {
		t.Errorf("the key again: %q", code)
	}
	town := invoice.Sent{MilestoneID: s.parts[1], FileID: s.file("application/pdf", "%PDF"), Number: "7", VerificationCode: "AB", IssuedOn: s.today, Value: 109995, ProviderDocument: marinasFirm, TakerDocument: serrasDocument}
	if _, code := s.send(s.marina, town); code != "invoice_file_unknown" {
		t.Errorf("a file of another milestone: %q", code)
	}
	s.Exec(`INSERT INTO public.deal_files (contract_id, milestone_id, purpose, name, media_type, bytes, sha256, version, uploaded_by, path)
		SELECT contract_id, $1, purpose, name, media_type, bytes, sha256, 9, uploaded_by, 'x' FROM public.deal_files`, s.parts[1])
	s.Exec(`INSERT INTO storage.objects (bucket_id, name, owner, version, size_bytes, metadata) VALUES ('deals', 'x', $1, gen_random_uuid(), 1, '{}')`, s.marina)
	town.FileID = s.ID(`SELECT id FROM public.deal_files WHERE path = 'x'`)
	if sent, code := s.send(s.marina, town); code != "" || len(sent.Differences) != 0 {
		t.Errorf("a town's: %q, %q", code, sent.Differences)
	}
}

func TestOfManyAtOnceOneIsInForce(t *testing.T) {
	t.Parallel()
	s := setup(t).accepted()
	s.sent()
	var running sync.WaitGroup
	var checked, other atomic.Int64
	id := s.ID(`SELECT id FROM public.invoices WHERE status = 'sent'`)
	for i := range 20 {
		running.Go(func() {
			code := ""
			if i%2 == 0 {
				_, code = s.send(s.marina, s.said())
			} else {
				code = take(s, s.serra, invoice.Answer, invoice.Reply{InvoiceID: id, Accept: true})
			}
			switch code {
			case "", "invoice_checked":
				checked.Add(1)
			case "invoice_answered":
				other.Add(1)
			default:
				t.Error(code)
			}
		})
	}
	running.Wait()
	if got := s.Text(`SELECT count(*)::text FROM public.invoices WHERE status <> 'replaced'`); got != "1" || checked.Load()+other.Load() != 20 {
		t.Errorf("%s in force, %d and %d answers", got, checked.Load(), other.Load())
	}
}

func TestAReleasedMilestoneOwesAnInvoice(t *testing.T) {
	t.Parallel()
	s := setup(t).accepted()
	for range 2 {
		paid, err := markettest.Call(s.Stage, s.serra, settlement.Record, settlement.Payment{MilestoneID: s.parts[0], PaidOn: s.today})
		if err == nil {
			_, err = markettest.Call(s.Stage, s.marina, settlement.Confirm, settlement.Reference{PaymentID: paid.ID})
		}
		if code := markettest.Code(err); code != "" && code != "milestone_not_owed" {
			t.Fatal(code)
		}
	}
	if got := s.Text(`SELECT concat_ws(' ', kind, status, expected) FROM public.invoices`); got != "nfse pending 900.05" {
		t.Fatalf("it owes %q", got)
	}
	released := time.Now()
	for days, want := range map[int]string{1: "0"} {
		s.tend(released.AddDate(0, 0, days))
		if got := s.told(s.marina, "Nota fiscal pendente"); got != want {
			t.Errorf("after %d days told %s times", days, got)
		}
	}
	for range 2 {
		s.tend(released.AddDate(0, 0, 6))
	}
	if got := s.told(s.marina, "Nota fiscal pendente"); got != "1" {
		t.Errorf("after six days told %s times", got)
	}
	for _, days := range []int{12, 18, 24, 30} {
		s.tend(released.AddDate(0, 0, days))
	}
	if got := s.Text(`SELECT concat_ws(' ', reminded, remind_at IS NULL) FROM public.invoices`); got != "3 t" {
		t.Errorf("reminded %s", got)
	}
	if sent := s.sent(); sent.Version != 1 || s.stands() != "sent" {
		t.Errorf("%+v, %s", sent, s.stands())
	}
}

func (s scene) tend(at time.Time) {
	s.t.Helper()
	if err := invoice.Tend(s.Watch(s.t.Context()), s.Pool, at); err != nil {
		s.t.Fatal(err)
	}
}

func TestAPersonWithoutAFirmGivesAnRPA(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Exec(`DELETE FROM public.organisations WHERE id = $1`, s.marina)
	s.accepted()
	rpa := invoice.Sent{FileID: s.file("image/png", "x"), Number: "3", IssuedOn: s.today, Value: 90005, ProviderDocument: "529.982.247-25", TakerDocument: serrasDocument}
	if sent, code := s.send(s.marina, rpa); code != "" || len(sent.Differences) != 0 {
		t.Fatalf("%q: %q", code, sent.Differences)
	}
	if got := s.Text(`SELECT concat_ws(' ', kind, provider_document, is_read) FROM public.invoices`); got != "rpa "+marinasCPF+" f" {
		t.Errorf("it is %q", got)
	}
	rpa.MilestoneID, rpa.AccessKey = s.parts[0], key
	if _, code := s.send(s.marina, rpa); code != "invoice_key_wrong" {
		t.Errorf("an RPA with a key: %q", code)
	}
}
