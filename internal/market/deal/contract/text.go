package contract

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
	"automacao/internal/market/deal/scope"
	"automacao/internal/market/deal/snapshot"
	"automacao/internal/market/limits"
)

// Agreement is everything that the text of a contract says.
type Agreement struct {
	Number     int64
	AgreedOn   time.Time
	Settlement string
	FeePoints  int64
	Value      money.Money
	Revision   int
	Scope      Scope
	// BuiltText is Scope.Built as Portuguese, or empty.
	BuiltText  string
	Terms      AgreedTerms
	Sides      snapshot.Sides
	Milestones []AgreedPart
}

// Scope is the project as it was agreed. Built are the answers to a model of scopes, if the company
// gave some.
type Scope struct {
	Title       string       `json:"title"`
	Description string       `json:"description"`
	Deadline    string       `json:"deadline"`
	Built       *scope.Scope `json:"built"`
}

// AgreedTerms are the terms of the accepted proposal, except its milestones.
type AgreedTerms struct {
	Number       int    `json:"number"`
	DeadlineDays *int   `json:"deadline_days"`
	Assumptions  string `json:"assumptions"`
	Exclusions   string `json:"exclusions"`
}

// AgreedPart is a milestone as it was agreed.
type AgreedPart struct {
	Position    int
	Title       string
	Deliverable string
	Value       money.Money
	DueOn       *time.Time
	Kind        string
	WaitsForTAC bool
}

// Digest returns the SHA-256 of a text in hexadecimal.
func Digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Text returns the text to which both sides agree. The same agreement always gives the same text,
// byte for byte. A line that begins with a number and a full stop is a heading, and "ATENÇÃO"
// begins a line that has to stand out.
func (a Agreement) Text() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("CONTRATO DE PRESTAÇÃO DE SERVIÇOS CTR-%04d", a.Number)
	line("Acordado em %s.\n", a.AgreedOn.Format("02/01/2006"))
	line("1. PARTES")
	line("%s\n", strings.Join(a.Sides.Lines(), "\n"))
	line("2. ESCOPO (revisão %d do projeto)", a.Revision)
	line("%s", a.Scope.Title)
	line("%s\n", a.Scope.Description)
	if a.BuiltText != "" {
		line("%s\n", a.BuiltText)
	}
	line("3. TERMOS (versão %d da proposta)", max(a.Terms.Number, 1))
	a.terms(line)
	line("4. MARCOS E VALORES")
	for _, part := range a.Milestones {
		part.write(line)
	}
	line("Valor total: %s.\n", a.Value.BRL())
	line("5. PAGAMENTO")
	line("%s\n", a.payment())
	line("6. ENTREGA E ACEITE")
	line("%s", limits.Say("ATENÇÃO: a cada entrega, o contratante tem {acceptance_days} dias para aprovar ou pedir ajustes. Sem resposta nesse prazo, a entrega é aceita por decurso de prazo."))
	line("Ninguém aprova o próprio trabalho. O pedido de ajustes diz o que falta, e o prazo recomeça na entrega seguinte.\n")
	line("7. TÉRMINO ANTECIPADO")
	line("%s", limits.Say("Antes do início, qualquer parte desiste. Depois, o contrato termina por distrato: uma parte propõe, com o acerto de cada marco, e a outra tem {termination_days} dias para responder."))
	return b.String()
}

func (a Agreement) terms(line func(string, ...any)) {
	if a.Terms.DeadlineDays != nil {
		line("Prazo de execução: %d dias úteis.", *a.Terms.DeadlineDays)
	} else if a.Scope.Deadline != "" {
		line("Prazo pedido: %s.", strings.TrimSuffix(a.Scope.Deadline, "."))
	}
	line("Premissas: %s", orNone(a.Terms.Assumptions))
	line("Fora do escopo: %s\n", orNone(a.Terms.Exclusions))
}

func (p AgreedPart) write(line func(string, ...any)) {
	due := ""
	if p.DueOn != nil {
		due = ", até " + p.DueOn.Format("02/01/2006")
	}
	line("Marco %d: %s, %s%s.", p.Position, p.Title, p.Value.BRL(), due)
	if p.Deliverable != "" {
		line("%s", p.Deliverable)
	}
	if p.Kind == "retention" {
		line("Retenção: este valor fica para o fim, até a entrega e o aceite da documentação como construído (as built).")
	}
	if p.WaitsForTAC {
		line("Aceite por TAC: o prazo para aprovar ou pedir ajustes começa no TAC executado, assinado pelas duas partes.")
	}
}

func (a Agreement) payment() string {
	if a.Settlement == "guarantee" {
		return fmt.Sprintf("O valor de cada marco fica em garantia em instituição de pagamento autorizada e é liberado na aprovação. Taxa de serviço, descontada do contratado: %d,%02d%%.",
			a.FeePoints/100, a.FeePoints%100)
	}
	return limits.Say("Acerto direto, por marcos: o contratante paga o contratado em até {owed_days} dias da aprovação e registra o pagamento; o contratado confirma o recebimento. Sem taxa.")
}

func orNone(text string) string {
	if text == "" {
		return "nada a registrar."
	}
	return text
}

// readAgreement reads what a contract says, with the names that its sides had when they agreed, or
// their current ones if those are not stored yet.
func readAgreement(ctx context.Context, tx pgx.Tx, id uuid.UUID) (Agreement, error) {
	var a Agreement
	var agreed, terms json.RawMessage
	err := tx.QueryRow(ctx, `
		SELECT c.number, (c.created_at AT TIME ZONE 'America/Sao_Paulo')::date, c.settlement, c.fee_basis_points, c.value_cents, c.project_revision, c.scope, c.terms
		FROM public.contracts c WHERE c.id = $1`, id).Scan(&a.Number, &a.AgreedOn, &a.Settlement, &a.FeePoints, &a.Value, &a.Revision, &agreed, &terms)
	if err != nil {
		return Agreement{}, fmt.Errorf("read what contract %s says: %w", id, err)
	}
	if a.Sides, err = snapshot.At(ctx, tx, snapshot.Act{ContractID: id, SubjectID: id, Kind: snapshot.Agreement}); err != nil {
		return Agreement{}, err
	}
	if err := json.Unmarshal(agreed, &a.Scope); err != nil {
		return Agreement{}, fmt.Errorf("read the scope of contract %s: %w", id, err)
	}
	if a.Scope.Built != nil {
		if a.BuiltText, err = a.Scope.Built.Text(ctx, tx, a.Revision); err != nil {
			return Agreement{}, fmt.Errorf("write the scope of contract %s: %w", id, err)
		}
	}
	if err := json.Unmarshal(terms, &a.Terms); err != nil {
		return Agreement{}, fmt.Errorf("read the terms of contract %s: %w", id, err)
	}
	rows, err := tx.Query(ctx, `SELECT position, title, deliverable, value_cents, due_on, kind, waits_for_tac FROM public.milestones WHERE contract_id = $1 ORDER BY position`, id)
	if err != nil {
		return Agreement{}, fmt.Errorf("read the milestones of contract %s: %w", id, err)
	}
	if a.Milestones, err = pgx.CollectRows(rows, pgx.RowToStructByPos[AgreedPart]); err != nil {
		return Agreement{}, fmt.Errorf("read the milestones of contract %s: %w", id, err)
	}
	return a, nil
}
