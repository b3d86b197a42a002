package app_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/project"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/payment"
	"automacao/internal/market/people/account"
	"automacao/internal/market/people/barred"
	"automacao/internal/market/people/correction"
	"automacao/internal/market/people/message"
	"automacao/internal/market/people/moderation"
	"automacao/internal/market/people/organisation"
)

// textColumns are all columns that can hold text, except sealed names, the dictionary and the names
// of places.
const textColumns = `
	SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname), quote_ident(a.attname)
	FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_type t ON t.oid = a.atttypid
	WHERE n.nspname IN ('public', 'private', 'auth', 'storage') AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
	  AND (t.typcategory = 'S' OR t.typname IN ('json', 'jsonb', 'tsvector', '_text', '_varchar'))
	  AND c.relname NOT IN ('sealed_parties', 'contract_texts', 'party_snapshots', 'municipalities')
	ORDER BY 1, 2`

// whereItSays lists the columns that contain one of the words.
func (h house) whereItSays(words ...string) (found []string) {
	h.t.Helper()
	rows, _ := h.Pool.Query(h.t.Context(), textColumns)
	columns, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct{ Table, Column string }])
	if err != nil || len(columns) < 100 {
		h.t.Fatalf("%d columns hold words, %v", len(columns), err)
	}
	for _, at := range columns {
		query := `SELECT coalesce(min(` + at.Column + `::text), '') FROM ` + at.Table + ` WHERE ` + at.Column + `::text ILIKE ANY ($1)`
		patterns := make([]string, len(words))
		for i, word := range words {
			patterns[i] = "%" + word + "%"
		}
		if said := h.Text(query, patterns); said != "" {
			found = append(found, at.Table+"."+at.Column+": "+said)
		}
	}
	return found
}

// run calls a workflow that has to succeed.
func run[In, Out any](h house, who uuid.UUID, workflow markettest.Workflow[In, Out], in In) Out {
	h.t.Helper()
	out, err := markettest.Call(h.Stage, who, workflow, in)
	if err != nil {
		h.t.Fatalf("%+v: %v", in, err)
	}
	return out
}

// report files a report and decides it, both with texts.
func (h house) report(who, admin uuid.UUID, kind string, about uuid.UUID, details, decision string) {
	h.t.Helper()
	ticket := run(h, who, moderation.Report(market.NewVisitors("secret")), moderation.Complaint{Kind: kind, SubjectID: about, Reason: "fraud", Details: details})
	id := h.ID(`SELECT id FROM public.reports WHERE number = $1`, ticket.Number)
	run(h, admin, moderation.Decide, moderation.Decision{ReportID: id, Status: "upheld", Decision: decision})
}

func (h house) invite(organisationID uuid.UUID, email, role string) (token string) {
	h.t.Helper()
	sent := run(h, organisationID, organisation.Invite(organisation.Outgoing{}, time.Now), organisation.Invitation{OrganisationID: organisationID, Email: email, Role: role})
	_, token, _ = strings.Cut(sent.Link, "#")
	return token
}

func TestNoColumnHasTheNameOfADeletedPerson(t *testing.T) {
	t.Parallel()
	h := open(t)
	admin := h.admin()
	zulmira, serra := h.register("professional", "Zulmira Quaresma (CLP)", "900.000.011-47"), h.register("company", "Serra Azul", "DE.MO0.001/0001-07")
	rafael := h.register("professional", "Rafael Nunes", "900.000.012-28")
	h.corrects(admin, correction.Wanted{PartyID: zulmira, Kind: correction.CPF, Document: "529.982.247-25", Reason: "Zulmira Quaresma errou."}, "111.444.777-35")
	h.Exec(`UPDATE public.profiles SET headline = 'Zulmira, a do retrofit', about = 'Sou Zulmira Quaresma' WHERE id = $1`, zulmira)

	sent := h.Proposal(h.Project(serra, "Retrofit"), zulmira)
	h.announce(sent)
	about := contract.Reference{ContractID: run(h, serra, proposal.Accept, proposal.Acceptance{ProposalID: sent}).ContractID}
	run(h, zulmira, contract.Deliver, contract.Delivery{ContractID: about.ContractID})
	run(h, serra, contract.Complete, about)
	write := func(ctx context.Context, tx pgx.Tx, text string) (struct{}, error) {
		return struct{}{}, message.Post(ctx, tx, message.Draft{From: zulmira, To: rafael, Content: text})
	}
	run(h, zulmira, write, "Me chama no zap")
	run(h, zulmira, organisation.RegisterFirm(payment.BillAsFirm), organisation.Registration{Kind: "mei", LegalName: "Quaresma Automação", Document: "DE.MO0.002/0001-51"})
	h.invite(zulmira, "rafael@exemplo.com.br", "reader")
	run(h, zulmira, organisation.Accept(time.Now), organisation.Token{Token: h.invite(serra, "zulmira@exemplo.com.br", "buyer")})
	run(h, serra, organisation.ChangeRole, organisation.Member{OrganisationID: serra, PersonID: zulmira, Role: "engineer"})

	// Texts that she wrote for others, a copy in a notification, and a file that belongs to
	// nothing.
	lost := h.ID(`INSERT INTO public.proposals (project_id, professional_id, value, cover_letter) VALUES ($1, $2, 1000, 'Sou Zulmira Quaresma (CLP).') RETURNING id`, h.Project(serra, "Painel"), zulmira)
	asked := h.ID(`INSERT INTO public.project_questions (project_id, content) VALUES ($1, 'Aqui é Zulmira Quaresma (CLP): há desenhos?') RETURNING id`, h.Project(serra, "Esteira"))
	h.Exec(`INSERT INTO private.question_askers (question_id, party_id, person_id) VALUES ($1, $2, $2)`, asked, zulmira)
	h.Exec(`INSERT INTO public.notifications (profile_id, kind, title, body, subject_kind, actor_id) VALUES ($1, 'decision', 'Contrato desfeito', 'Motivo: Zulmira Quaresma (CLP) adoeceu.', 'account', $2)`, serra, zulmira)
	h.Exec(`INSERT INTO storage.objects (bucket_id, name, owner, version, size_bytes, metadata) VALUES ('deals', $1 || '/zulmira.pdf', $2, gen_random_uuid(), 3, '{}')`, about.ContractID, zulmira)

	written := h.ID(`SELECT id FROM public.messages WHERE content = 'Me chama no zap'`)
	h.report(rafael, admin, "profile", zulmira, "A ZULMIRA QUARESMA (CLP) mente, é zulmira@exemplo.com.br", "Avisamos zulmira quaresma (clp).")
	h.report(rafael, admin, "message", written, "Veja.", "Zulmira Quaresma (CLP) foi avisada")
	h.report(zulmira, admin, "profile", serra, "Assinado: Zulmira Quaresma (CLP)", "Obrigado, Zulmira Quaresma (CLP)!")
	run(h, admin, account.Block(h.door), account.User{UserID: zulmira})
	run(h, admin, account.Activate(h.door), account.User{UserID: zulmira})

	if said := h.whereItSays("zulmira", "quaresma"); len(said) < 12 {
		t.Fatalf("the test tells of her in %q only", said)
	}
	if code := h.leave(zulmira, false); code != "" {
		t.Fatal(code)
	}
	if said := h.whereItSays("zulmira", "quaresma", "90000001147", "52998224725", "11144477735"); len(said) != 0 {
		t.Errorf("she is still in\n%s", strings.Join(said, "\n"))
	}
	if kept := h.Text(`SELECT string_agg(action || ' ' || subject_label, ', ' ORDER BY created_at) FROM public.audit_log WHERE subject_id = $1::text`, zulmira); kept != "request_correction Usuário removido, decide_correction Usuário removido, request_correction Usuário removido, register_firm Usuário removido, block_user Usuário removido, activate_user Usuário removido" {
		t.Errorf("the log keeps %q", kept)
	}
	if said := h.Text(`SELECT cover_letter || ' ' || (SELECT content FROM public.project_questions WHERE id = $2) FROM public.proposals WHERE id = $1`, lost, asked); said != "Sou Usuário removido. Aqui é Usuário removido: há desenhos?" {
		t.Errorf("the erased text is %q", said)
	}
	if told := h.Text(`SELECT details FROM public.reports WHERE kind = 'profile' AND reporter_id = $1`, rafael); told != "A Usuário removido mente, é Usuário removido" {
		t.Errorf("the report says %q", told)
	}
	if sealed := h.Text(`SELECT legal_name FROM private.sealed_parties`); sealed != "Quaresma Automação" {
		t.Errorf("sealed is %q", sealed)
	}
}

// corrects has the number of a party corrected, and requests another correction.
func (h house) corrects(admin uuid.UUID, wanted correction.Wanted, again string) {
	h.t.Helper()
	asked := run(h, wanted.PartyID, correction.Request, wanted)
	decision := correction.Decision{CorrectionID: asked.ID, Status: "approved", Reason: "Conferido com " + h.Text(`SELECT name FROM public.profiles WHERE id = $1`, wanted.PartyID)}
	run(h, admin, correction.Decide(barred.New([]byte("bars"))), decision)
	wanted.Document = again
	run(h, wanted.PartyID, correction.Request, wanted)
}

// announce notifies a company of a proposal, as the reaction to its insert does.
func (h house) announce(sent uuid.UUID) {
	h.t.Helper()
	row := h.Text(`SELECT row_to_json(p)::text FROM public.proposals p WHERE id = $1`, sent)
	professional := h.ID(`SELECT professional_id FROM public.proposals WHERE id = $1`, sent)
	run(h, professional, func(ctx context.Context, tx pgx.Tx, row string) (struct{}, error) {
		return struct{}{}, proposal.Announce(ctx, tx, []json.RawMessage{json.RawMessage(row)})
	}, row)
}

func TestADeletedCompanyLeavesNoName(t *testing.T) {
	t.Parallel()
	h := open(t)
	admin := h.admin()
	firm, marina := h.register("company", "Xantipa Bebidas S.A.", "DE.MO0.001/0001-07"), h.register("professional", "Marina Alves", "900.000.011-47")
	first, second := h.Project(firm, "Retrofit"), h.Project(firm, "Painel")
	h.Proposal(first, marina)
	run(h, marina, organisation.Accept(time.Now), organisation.Token{Token: h.invite(firm, "marina@exemplo.com.br", "buyer")})
	run(h, firm, organisation.ChangeRole, organisation.Member{OrganisationID: firm, PersonID: marina, Role: "reader"})
	run(h, firm, organisation.Remove, organisation.Person{OrganisationID: firm, PersonID: marina})
	h.invite(firm, "ninguem@exemplo.com.br", "buyer")
	h.corrects(admin, correction.Wanted{PartyID: firm, Kind: correction.CNPJ, Document: "DE.MO0.003/0001-04", Reason: "Xantipa Bebidas errou."}, "DE.MO0.002/0001-51")
	h.report(marina, admin, "project", second, "A Xantipa Bebidas S.A. não existe", "Xantipa Bebidas S.A. existe.")
	run(h, admin, project.Close, project.Closing{ProjectID: second, Reason: "Pedido da Xantipa Bebidas S.A., por escrito."})
	if said := h.whereItSays("xantipa"); len(said) < 10 {
		t.Fatalf("the test tells of it in %q only", said)
	}
	if code := h.leave(firm, true); code != "" {
		t.Fatal(code)
	}
	if said := h.whereItSays("xantipa", "DEMO0001000107", "DEMO0003000104", "DEMO0002000151"); len(said) != 0 {
		t.Errorf("it is still in\n%s", strings.Join(said, "\n"))
	}
	titles := strings.Split(h.Text(`SELECT string_agg(title, '|') FROM public.notifications WHERE profile_id = $1 AND kind = 'organisation'`, marina), "|")
	if !slices.Contains(titles, "Você não faz mais parte de Usuário removido") {
		t.Errorf("Marina reads %q", titles)
	}
}
