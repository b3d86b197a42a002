package demo

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/documents/pdf"
	"automacao/internal/kernel/caller"
	"automacao/internal/market"
	"automacao/internal/market/deal/attachment"
	publishing "automacao/internal/market/deal/project"
	"automacao/internal/market/money/invoice"
	"automacao/internal/market/money/settlement"
	"automacao/internal/market/setting"
	"automacao/internal/postgres"
)

// Store stores an object as if its owner had uploaded it.
type Store interface {
	Keep(ctx context.Context, owner uuid.UUID, bucket, name, contentType string, content []byte) error
}

// paper is a file of a demonstration project: the lines of a PDF document, or of a table if it is a
// CSV file.
type paper struct {
	project, name, audience string
	lines                   []string
}

// papers belong to projects that everybody may see. The audience is typical of companies: what is
// needed to calculate a price goes to everybody who may propose, the rest only to those the company
// deals with.
var papers = []paper{
	{bottling, "Escopo técnico - migração S7-1500.pdf", "proposers", []string{
		"# Escopo técnico", "Migração do CLP da linha de envase: CPU 315-2DP (STEP 7 V5.6) para 1515-2 PN (TIA Portal V19).", "",
		"# O que existe", "Duas remotas ET 200M em PROFIBUS; 128 entradas e 96 saídas digitais; 16 entradas e 8 saídas analógicas.",
		"Seis inversores 6SE70 em PROFIBUS, com cartão original.", "",
		"# O que se espera", "Programa convertido, estruturado em blocos e comentado; TAF em bancada; operação assistida de três turnos.",
		"Lista de I/O em revisão final e programa-fonte entregues sem senha.", "",
		"# O que fica com a empresa", "Painéis, cabos e a compra do hardware. O técnico de turno acompanha a partida."}},
	{bottling, "Lista de I-O - remota 1.csv", "dealers", []string{
		"endereço;tag;descrição;tipo;sinal", "E0.0;SQ-201;Garrafa na entrada do rinser;ED;24 Vcc", "E0.1;SQ-202;Acúmulo na esteira 2;ED;24 Vcc",
		"E0.2;LSL-210;Nível baixo do tanque pulmão;ED;24 Vcc", "E0.3;PSL-215;Pressão de ar baixa;ED;24 Vcc", "A0.0;YV-201;Avanço do batente;SD;24 Vcc",
		"A0.1;YV-202;Abre a válvula de envase 1;SD;24 Vcc", "A0.2;H-201;Sinaleiro de falha;SD;24 Vcc", "PEW256;TT-210;Temperatura do produto;EA;4-20 mA", "PAW256;SC-230;Referência da esteira principal;SA;4-20 mA"}},
	{"Adequação NR-12 de 8 prensas excêntricas", "Inventário das prensas.pdf", "proposers", []string{
		"# Inventário de máquinas", "Oito prensas excêntricas de engate por chaveta, de 40 a 160 toneladas, na estamparia 1.", "",
		"PE-01 a PE-03: 40 t, 1987, alimentação manual, comando bimanual sem monitoração.", "PE-04 a PE-06: 80 t, 1994, alimentação manual, proteção fixa frontal.",
		"PE-07 e PE-08: 160 t, 2001, alimentador de fita, cortina de luz tipo 2.", "",
		"# O que há e o que falta", "Há diagramas elétricos de PE-04 a PE-08. Não há apreciação de risco, nem validação das funções de segurança.",
		"As máquinas param uma por vez, de sexta às 22h a segunda às 5h."}},
}

// Attach stores the files of demonstration projects and attaches them for their companies, before
// the first step of the deals. It does nothing later, so a file that a company removed stays
// removed. The I/O lists are read with open.
func Attach(ctx context.Context, pool *pgxpool.Pool, store Store, open attachment.Open) error {
	before, err := setting.Get(ctx, pool, setting.Demonstration)
	if err != nil || before != "0" {
		return err
	}
	of := map[string][]paper{}
	for _, p := range papers {
		of[p.project] = append(of[p.project], p)
	}
	for title, files := range of {
		if err := attach(ctx, pool, store, open, title, files); err != nil {
			return fmt.Errorf("attach files to %q: %w", title, err)
		}
	}
	return nil
}

func attach(ctx context.Context, pool *pgxpool.Pool, store Store, open attachment.Open, title string, files []paper) error {
	var id, company uuid.UUID
	var published time.Time
	err := pool.QueryRow(ctx, `SELECT id, company_id, created_at FROM public.projects WHERE title = $1 AND status = 'open' AND files_count = 0 AND NOT is_confidential ORDER BY number LIMIT 1`, title).
		Scan(&id, &company, &published)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	in := publishing.Files{ProjectID: id}
	for _, p := range files {
		file, err := p.store(ctx, store, id, company, published)
		if err != nil {
			return err
		}
		in.Files = append(in.Files, file)
	}
	as := caller.NewContext(ctx, caller.Caller{Role: "authenticated", UserID: company})
	return postgres.InTx(as, pool, func(tx pgx.Tx) error {
		if _, err := publishing.SetFiles(as, tx, in); err != nil || title != bottling {
			return err
		}
		return attachLists(as, tx, store, open, id)
	})
}

// store stores the file of a project for its company, dated to a moment.
func (p paper) store(ctx context.Context, store Store, id, company uuid.UUID, at time.Time) (publishing.File, error) {
	content, contentType, err := p.content(at)
	if err != nil {
		return publishing.File{}, err
	}
	path := id.String() + "/" + uuid.NewString() + p.name[strings.LastIndexByte(p.name, '.'):]
	if err := store.Keep(ctx, company, "projects", path, contentType, content); err != nil {
		return publishing.File{}, fmt.Errorf("store %s: %w", p.name, err)
	}
	return publishing.File{Path: path, Name: p.name, Audience: p.audience}, nil
}

// content returns the content of the file, dated to the publication of its project.
func (p paper) content(at time.Time) (content []byte, contentType string, err error) {
	if strings.HasSuffix(p.name, ".csv") {
		// Spreadsheet programs recognise UTF-8 by the byte order mark.
		return []byte("\ufeff" + strings.Join(p.lines, "\r\n") + "\r\n"), "text/csv", nil
	}
	document := pdf.Document{Title: strings.TrimSuffix(p.name, ".pdf"), Footer: p.project, At: at}
	for _, line := range p.lines {
		head, isHead := strings.CutPrefix(line, "# ")
		document.Lines = append(document.Lines, pdf.Line{Text: head, IsHead: isHead})
	}
	content, err = document.Print()
	return content, "application/pdf", err
}

// fictitious is printed on every document that looks as if somebody else had issued it.
const fictitious = "Documento fictício, feito para a demonstração. Não tem valor fiscal nem bancário."

// stored uploads a document of the contract for one side.
func stored(by side, name string, lines func(s *scene) []string) deed {
	return func(ctx context.Context, s *scene) error {
		var isThere bool
		err := s.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM storage.objects WHERE bucket_id = 'deals' AND name = $1)`, s.path(name)).Scan(&isThere)
		if err != nil {
			return fmt.Errorf("look up %s: %w", name, err)
		}
		if isThere {
			return nil
		}
		content, contentType, err := paper{project: s.project.title, name: name, lines: append(lines(s), "", fictitious)}.content(s.at)
		if err != nil {
			return err
		}
		if err := s.Store.Keep(ctx, s.who(by), "deals", s.path(name), contentType, content); err != nil {
			return fmt.Errorf("store %s: %w", name, err)
		}
		return nil
	}
}

// path is the object name of a document. It looks like that of an upload and is the same at every
// start, so that a repeated step stores the document only once.
func (s *scene) path(name string) string {
	sum := sha256.Sum256([]byte(s.contractID.String() + name))
	return fmt.Sprintf("%s/%x-%s", s.contractID, sum[:8], name)
}

// uploaded dates a stored document's upload to the time of the step.
func uploaded(name string, do act) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		_, err := tx.Exec(ctx, `UPDATE storage.objects SET created_at = $2, updated_at = $2 WHERE bucket_id = 'deals' AND name = $1`, s.path(name), s.at)
		if err != nil {
			return fmt.Errorf("date %s: %w", name, err)
		}
		return do(ctx, tx, s)
	}
}

// invoiced sends a municipal NFS-e as a PDF for the professional.
func invoiced(ago, position int, name, number, code string) turn {
	lines := func(s *scene) []string {
		return []string{
			"# Nota fiscal de serviços eletrônica", fmt.Sprintf("Número %s, código de verificação %s", number, code), "Emitida em " + s.at.In(market.Zone).Format("02/01/2006"), "",
			"# Prestador", professionals[s.professional].name, "CPF " + professionals[s.professional].document, "",
			"# Tomador", companies[s.project.owner].name, "CNPJ " + companies[s.project.owner].document, "",
			"# Serviço", s.project.title, "Valor do serviço: " + s.terms.value().BRL(),
		}
	}
	send := about(position, func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error {
		file, err := attachment.Attach(s.Open)(s.by(ctx, byMaker), tx, attachment.File{ContractID: s.contractID, MilestoneID: id, Purpose: "invoice", Path: s.path(name)})
		if err != nil {
			return err
		}
		_, err = invoice.Send(s.Open)(s.by(ctx, byMaker), tx, invoice.Sent{
			MilestoneID: id, Kind: "nfse", FileID: file.ID, Number: number, VerificationCode: code, IssuedOn: s.at.In(market.Zone).Format(time.DateOnly),
			Value: s.terms.value(), ProviderDocument: professionals[s.professional].document, TakerDocument: companies[s.project.owner].document,
		})
		return err
	})
	return turn{ago: ago, deed: stored(byMaker, name, lines), act: uploaded(name, send)}
}

// proven declares a payment for the company, with a receipt that names the payee.
func proven(ago, position int, name, payee, note string) turn {
	lines := func(s *scene) []string {
		return []string{
			"# Comprovante de transferência", "Data: " + s.at.In(market.Zone).Format("02/01/2006"), "Valor: " + s.terms.value().BRL(), "",
			"De: " + companies[s.project.owner].name, "Para: " + payee,
		}
	}
	claim := about(position, func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error {
		_, err := attachment.Attach(s.Open)(s.by(ctx, byCompany), tx, attachment.File{ContractID: s.contractID, MilestoneID: id, Purpose: "receipt", Path: s.path(name)})
		if err != nil {
			return err
		}
		_, err = settlement.Record(s.by(ctx, byCompany), tx, settlement.Payment{MilestoneID: id, PaidOn: s.at.In(market.Zone).Format(time.DateOnly), Receipt: s.path(name), Note: note})
		return err
	})
	return turn{ago: ago, deed: stored(byCompany, name, lines), act: uploaded(name, claim)}
}
