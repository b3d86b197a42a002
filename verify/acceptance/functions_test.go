package acceptance

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/xuri/excelize/v2"

	"automacao/internal/kernel/money"
	"automacao/internal/market"
	"automacao/internal/market/money/ledger"
)

// made calls a function that makes a file.
func (c *cast) made(who, name string, in map[string]any) answer {
	c.T.Helper()
	return c.Ask(request{Method: http.MethodPost, Path: "/functions/v1/" + name, Token: c.tokens[who], Body: in})
}

// TestFilesAreMadeForWhoMayReadThem has every viewer ask for the files of Serra.
func TestFilesAreMadeForWhoMayReadThem(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t).in(t))
	c.contract("active")
	today := time.Now().In(market.Zone).Format(time.DateOnly)
	const none = "404 party_not_found"
	readers := [5]string{done, done, done, done, done}
	rows := []struct {
		name  string
		serra [5]string
		other string
	}{
		{"export_data", readers, done}, {"calendar", readers, done},
		{"contracts_sheet", readers, none}, {"fiscal_sheet", readers, none}, {"period_report", readers, none},
		{"statement_sheet", [5]string{done, lacks, lacks, done, lacks}, none},
	}
	for _, row := range rows {
		for _, viewer := range viewers {
			want, ours := row.other, strings.HasPrefix(viewer, "serra ")
			switch _, position, _ := strings.Cut(viewer, " "); {
			case viewer == "visitor", viewer == "service":
				want = "403 FORBIDDEN"
			case position == "ended", position == "blocked":
				want = "401 UNAUTHORIZED_SESSION"
			case ours:
				want = row.serra[slices.Index(positions[:], position)]
			}
			in := map[string]any{"party_id": c.serra(), "from": today, "to": today}
			got := c.made(viewer, row.name, in)
			told := fmt.Sprint(got.Status)
			if got.Status != http.StatusOK {
				told += " " + got.Code()
			}
			if told != want {
				t.Errorf("%s asks for %s: %s, want %s: %s", viewer, row.name, told, want, got.Body)
			}
			if viewer == "admin" {
				continue
			}
			absent := c.made(viewer, row.name, map[string]any{"party_id": uuid.New(), "from": today, "to": today})
			if want == none && absent.Body != got.Body {
				t.Errorf("%s learns of %s whether there is one: %s, %s", viewer, row.name, got.Body, absent.Body)
			}
		}
	}
	for _, wrong := range []struct{ name, from, to, kind, code string }{
		{"fiscal_sheet", "", "", "", "period_wrong"}, {"fiscal_sheet", "2026-02-30", "2026-03-01", "", "period_wrong"}, {"period_report", "2026-03-02", "2026-03-01", "", "period_wrong"},
		{"statement_sheet", "2019-01-01", "2026-03-01", "", "period_wrong"}, {"statement_sheet", "", "", "gold", "entry_kind_unknown"}, {"statement_sheet", "x", "", "", "period_wrong"},
	} {
		if got := c.made("serra owner", wrong.name, map[string]any{"party_id": c.serra(), "from": wrong.from, "to": wrong.to, "kind": wrong.kind}); got.Status != 422 || got.Code() != wrong.code {
			t.Errorf("%+v: %d %s", wrong, got.Status, got.Body)
		}
	}
}

// cells are a sheet's, once it is seen to be one.
func (c *cast) cells(got answer, name string) [][]string {
	c.T.Helper()
	text, isMarked := strings.CutPrefix(got.Body, "\ufeff")
	if got.Status != http.StatusOK || !isMarked || got.Headers.Get("Content-Type") != "text/csv; charset=utf-8" || got.Headers.Get("Content-Disposition") != "attachment; filename="+name {
		c.T.Fatalf("no sheet: %d %v %s", got.Status, got.Headers, got.Body)
	}
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma = ';'
	rows, err := reader.ReadAll()
	if err != nil {
		c.T.Fatal(err)
	}
	return rows
}

// book is a workbook's rows as they are shown, once it is seen to be one.
func (c *cast) book(got answer, name string) [][]string {
	c.T.Helper()
	const media = "application/octet-stream"
	if got.Status != http.StatusOK || got.Headers.Get("Content-Type") != media || got.Headers.Get("Content-Disposition") != "attachment; filename="+name {
		c.T.Fatalf("no workbook: %d %v", got.Status, got.Headers)
	}
	file, err := excelize.OpenReader(strings.NewReader(got.Body))
	if err != nil {
		c.T.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	rows, err := file.GetRows("Planilha")
	if err != nil {
		c.T.Fatal(err)
	}
	return rows
}

// TestGeneratedFilesHaveTheirContents reads the files of a contract with a paid milestone, an invoice and a tax.
func TestGeneratedFilesHaveTheirContents(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t).in(t))
	id := c.contract("active")
	other := c.Project(c.ids["vale"], "De outra empresa")
	c.Exec(`UPDATE public.contracts SET scope = jsonb_build_object('title', '=cmd; "x"') WHERE id = $1`, id)
	part := c.ID(`INSERT INTO public.milestones (contract_id, position, title, value_cents, due_on, status) VALUES ($1, 9, 'Montagem', 90005, private.market_day() + 10, 'planned') RETURNING id`, id)
	paid := c.ID(`INSERT INTO public.milestones (contract_id, position, title, value_cents, status, approved_at, settled_at) VALUES ($1, 10, 'Projeto', 10050, 'released', now(), now()) RETURNING id`, id)
	c.Exec(`INSERT INTO public.invoices (contract_id, milestone_id, professional_id, kind, status, expected_cents, number, access_key, issued_on, value_cents, provider_document, sent_by, sent_at)
		VALUES ($1, $2, $3, 'nfse', 'sent', 10050, '42', '35503082211222333000181000000000004226111234567895', '2026-11-21', 10050, '11222333000181', $3, now())`, id, paid, c.marina())
	c.Exec(`INSERT INTO public.withholdings (contract_id, milestone_id, round, tax, payee, gross_cents, base_cents, rate_basis_points, value_cents, status, recorded_by, answer_due_at, answered_by, answered_at)
		VALUES ($1, $2, 1, 'iss', 'pj', 10050, 10050, 250, 251, 'agreed', $3, now(), $4, now())`, id, paid, c.serra(), c.marina())
	deal := ledger.Deal{MilestoneID: part, ContractID: id, CompanyID: c.serra(), ProfessionalID: c.marina()}
	if err := pgx.BeginFunc(t.Context(), c.DB.Pool, func(tx pgx.Tx) error { return ledger.Fund(t.Context(), tx, deal, money.Reais(900)) }); err != nil {
		t.Fatal(err)
	}
	code := c.Text(`SELECT 'CTR-' || lpad(number::text, 4, '0') FROM public.contracts WHERE id = $1`, id)
	today := time.Now().In(market.Zone)
	in := map[string]any{"party_id": c.serra(), "from": today.Format(time.DateOnly), "to": today.Format(time.DateOnly)}
	const asFormula = `'=cmd; "x"`

	contracts := c.cells(c.made("serra reader", "contracts_sheet", in), "contratos.csv")
	if len(contracts) != 2 || contracts[1][0] != code || contracts[1][1] != asFormula || contracts[1][4] != "Em andamento" || contracts[1][13] != "1" || contracts[1][14] != "100,50" {
		t.Errorf("the contracts are %q", contracts)
	}
	statement := c.cells(c.made("serra finance", "statement_sheet", map[string]any{"party_id": c.serra(), "kind": "guarantee"}), "extrato.csv")
	if len(statement) != 2 || !slices.Equal(statement[1][1:], []string{"Garantia depositada", "-900,00", code, asFormula, "9. Montagem"}) {
		t.Errorf("the statement is %q", statement)
	}
	if none := c.cells(c.made("serra finance", "statement_sheet", map[string]any{"party_id": c.serra(), "kind": "fee"}), "extrato.csv"); len(none) != 1 {
		t.Errorf("a statement of fees, which the party has none of, is %q", none)
	}
	fiscal := c.cells(c.made("marina owner", "fiscal_sheet", map[string]any{"party_id": c.marina(), "from": in["from"], "to": in["to"]}), fmt.Sprintf("fiscal-%s-a-%s.csv", in["from"], in["to"]))
	day := today.Format("02/01/2006")
	want := [][]string{
		{"NFS-e", day, code, "10. Projeto", "Enviada", "42", "35503082211222333000181000000000004226111234567895", "21/11/2026", "11222333000181", "", "100,50", "", "100,50"},
		{"Retenção de ISS", day, code, "10. Projeto", "Aceita", "", "", "", "", "", "100,50", "2,50", "2,51"},
	}
	if len(fiscal) != 3 || !slices.Equal(fiscal[1], want[0]) || !slices.Equal(fiscal[2], want[1]) {
		t.Errorf("the fiscal lines are %q, want %q", fiscal, want)
	}

	book := c.book(c.made("marina owner", "fiscal_sheet", map[string]any{"party_id": c.marina(), "from": in["from"], "to": in["to"], "format": "xlsx"}), fmt.Sprintf("fiscal-%s-a-%s.xlsx", in["from"], in["to"]))
	want[0][10], want[0][12], want[1][10], want[1][11], want[1][12] = "100.50", "100.50", "100.50", "2.50", "2.51"
	if len(book) != 3 || !slices.Equal(book[0], fiscal[0]) || !slices.Equal(book[1], want[0]) || !slices.Equal(book[2], want[1]) {
		t.Errorf("the workbook has %q, want %q", book, want)
	}
	for _, name := range []string{"contracts_sheet", "statement_sheet", "fiscal_sheet"} {
		in["format"] = "ods"
		if got := c.made("serra owner", name, in); got.Status != http.StatusUnprocessableEntity || got.Code() != "sheet_format_unknown" {
			t.Errorf("%s in another format: %d %s", name, got.Status, got.Body)
		}
	}

	calendar := c.made("marina reader", "calendar", nil)
	unfolded := strings.ReplaceAll(calendar.Body, "\r\n ", "")
	for _, line := range []string{"SUMMARY:Entrega: marco 9\\, Montagem\r\n", "DTSTART;VALUE=DATE:" + today.AddDate(0, 0, 10).Format("20060102"), "/dashboard/contratos/" + id.String() + "\r\n"} {
		if !strings.Contains(unfolded, line) {
			t.Errorf("%q is not in %s", line, unfolded)
		}
	}
	if calendar.Headers.Get("Content-Type") != "text/calendar; charset=utf-8" || strings.Contains(calendar.Body, other.String()) {
		t.Errorf("the calendar is %v %s", calendar.Headers, calendar.Body)
	}
	if of := c.made("rafael", "calendar", nil); strings.Contains(of.Body, "VEVENT") {
		t.Errorf("a stranger's calendar has %s", of.Body)
	}
	if report := c.made("serra engineer", "period_report", in); report.Status != 200 || !strings.HasPrefix(report.Body, "%PDF-") || report.Headers.Get("Content-Type") != "application/pdf" {
		t.Errorf("the report is %d %.100s", report.Status, report.Body)
	}
}

// TestAnExportIsTheSameEitherWay compares the export that the function streams with the one that
// the call returns.
func TestAnExportIsTheSameEitherWay(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t).in(t))
	c.contract("active")
	// The job at the start would store the contract's file between the two exports.
	c.rests()
	type export struct {
		ExportedAt time.Time      `json:"exported_at"`
		Sections   map[string]any `json:"sections"`
		Truncated  []string       `json:"truncated"`
	}
	var streamed, called export
	file := c.made("serra owner", "export_data", nil)
	if err := json.Unmarshal([]byte(file.Body), &streamed); err != nil || !strings.HasPrefix(file.Headers.Get("Content-Disposition"), "attachment; filename=automacao-meus-dados-20") {
		t.Fatalf("%v, %v", err, file.Headers)
	}
	if err := json.Unmarshal([]byte(c.calls("serra owner", "export_data", nil).Body), &called); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(streamed.Sections) != fmt.Sprint(called.Sections) || len(streamed.Sections) < 30 || streamed.ExportedAt.IsZero() || streamed.Truncated == nil {
		t.Errorf("streamed: %v, called: %v", streamed, called)
	}
}

// TestACalendarIsSubscribedTo checks that the address of a calendar works until another one is
// made, it is ended, or its owner may not sign in any more.
func TestACalendarIsSubscribedTo(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t).in(t))
	id := c.contract("active")
	c.Exec(`UPDATE public.milestones SET due_on = private.market_day() + 3 WHERE contract_id = $1`, id)
	link := func() (path string) {
		t.Helper()
		var made struct{ Path string }
		if err := json.Unmarshal([]byte(c.calls("serra reader", "make_calendar_link", nil).Body), &made); err != nil {
			t.Fatal(err)
		}
		return made.Path
	}
	subscribed := func(path string) answer {
		return c.Ask(request{Method: http.MethodGet, Path: path, Headers: map[string]string{"Apikey": ""}})
	}
	ended := func(why, path string) {
		t.Helper()
		if got := subscribed(path); got.Status != http.StatusNotFound || got.Code() != "calendar_link_not_found" || strings.Contains(got.Body, "VEVENT") {
			t.Errorf("%s: %d %s", why, got.Status, got.Body)
		}
	}
	first := link()
	if got := subscribed(first); got.Status != http.StatusOK || got.Headers.Get("Content-Type") != "text/calendar; charset=utf-8" || !strings.Contains(strings.ReplaceAll(got.Body, "\r\n ", ""), id.String()) {
		t.Errorf("the calendar is %d %s", got.Status, got.Body)
	}
	if told := c.calls("serra reader", "read_calendar_link", nil).Body; strings.Contains(told, "token") || !strings.Contains(told, `"created_at":"2`) {
		t.Errorf("it is told later: %s", told)
	}
	second := link()
	ended("after another was made", first)
	ended("another's guess", "/functions/v1/subscribed_calendar/automacao.ics?token="+uuid.NewString())
	ended("without a secret", "/functions/v1/subscribed_calendar")
	if got := subscribed(second); got.Status != http.StatusOK {
		t.Errorf("the second is %d %s", got.Status, got.Body)
	}
	c.Exec(`DELETE FROM public.memberships WHERE person_id = $1`, c.ids["serra reader"])
	if got := subscribed(second); got.Status != http.StatusOK || strings.Contains(got.Body, "VEVENT") {
		t.Errorf("a former member still reads: %d %s", got.Status, got.Body)
	}
	c.Exec(`UPDATE auth.users SET banned_until = now() + interval '1 year' WHERE id = $1`, c.ids["serra reader"])
	ended("while its owner is banned", second)
	c.Exec(`UPDATE auth.users SET banned_until = NULL WHERE id = $1`, c.ids["serra reader"])
	if got := c.calls("serra reader", "end_calendar_link", nil); got.Status != http.StatusOK {
		t.Fatal(got.Body)
	}
	ended("once it is ended", second)
	third := link()
	c.Exec(`UPDATE auth.users SET password_hash = coalesce(password_hash, '') || 'x' WHERE id = $1`, c.ids["serra reader"])
	ended("once his password is another", third)
}

// TestSlowReadersKeepNobodyFromTheirSheet has more clients than files are made at once read the
// first line of a large file and no more. Others still get their files.
func TestSlowReadersKeepNobodyFromTheirSheet(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t).in(t))
	id := c.contract("active")
	// The job at the start would print the contract, but not one with so long a title.
	c.rests()
	const large, filesAtOnce = 24 << 20, 4
	c.Exec(`UPDATE public.contracts SET scope = jsonb_build_object('title', repeat('x', $2)) WHERE id = $1`, id, large)
	body := fmt.Sprintf(`{"party_id":%q}`, c.serra())
	for range filesAtOnce / 2 {
		for _, who := range []string{"serra owner", "serra reader", "serra engineer"} {
			line, err := net.Dial("tcp", c.Addr)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = line.Close() }()
			if _, err := fmt.Fprintf(line, "POST /functions/v1/contracts_sheet HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nApikey: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
				c.tokens[who], c.AnonKey, len(body), body); err != nil {
				t.Fatal(err)
			}
			if status, err := bufio.NewReaderSize(line, 16).ReadString('\n'); err != nil || !strings.Contains(status, " 200 ") {
				t.Fatalf("%q, %v", status, err)
			}
		}
	}
	if got := c.made("serra finance", "contracts_sheet", map[string]any{"party_id": c.serra()}); got.Status != http.StatusOK || len(got.Body) < large {
		t.Errorf("a member who reads is answered %d with %d bytes", got.Status, len(got.Body))
	}
}
