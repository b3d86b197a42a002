package export

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/documents/sheet"
	"automacao/internal/kernel/money"
	"automacao/internal/market"
	"automacao/internal/market/people/party"
)

// gone replaces the name of a party that can no longer be named.
const gone = "Usuário indisponível"

// Contracts lists a party's contracts, newest first, with the sides' names at the time of the
// agreement.
func Contracts(ctx context.Context, tx pgx.Tx, a Ask) (Sheet, error) {
	if err := a.require(ctx, tx, party.Read); err != nil {
		return Sheet{}, err
	}
	return a.file("contratos", table{
		head: []string{"Contrato", "Projeto", "Empresa", "Profissional", "Situação", "Acerto", "Valor (R$)", "Taxa (%)",
			"Fechado em", "Início", "Entregue em", "Terminou em", "Marcos", "Marcos pagos", "Valor dos marcos pagos (R$)"},
		query: `
			SELECT c.number, c.scope ->> 'title', coalesce(n.company, b.name), coalesce(n.professional, s.name), c.status, c.settlement, c.value_cents, c.fee_basis_points, c.created_at, c.started_at, c.delivered_at,
			       coalesce(c.completed_at, c.ended_at), m.count, m.paid, m.paid_cents
			FROM public.contracts c LEFT JOIN public.profiles b ON b.id = c.company_id LEFT JOIN public.profiles s ON s.id = c.professional_id
			CROSS JOIN LATERAL private.agreed_names(c.id) n
			CROSS JOIN LATERAL (
			  SELECT count(*), count(*) FILTER (WHERE status = 'released') AS paid, coalesce(sum(value_cents) FILTER (WHERE status = 'released'), 0)::bigint AS paid_cents
			  FROM public.milestones WHERE contract_id = c.id) m
			WHERE c.company_id = $1 OR c.professional_id = $1 ORDER BY c.created_at DESC, c.id`,
		args: []any{a.PartyID}, cells: contractCells,
	})
}

func contractCells(row pgx.CollectableRow) ([]sheet.Cell, error) {
	var number, parts, paidParts int64
	var title, company, professional *string
	var status, settlement string
	var value, fee, paid money.Money
	var agreed time.Time
	var started, delivered, ended *time.Time
	err := row.Scan(&number, &title, &company, &professional, &status, &settlement, &value, &fee, &agreed, &started, &delivered, &ended, &parts, &paidParts, &paid)
	for _, name := range []**string{&company, &professional} {
		if *name == nil {
			unnamed := gone
			*name = &unnamed
		}
	}
	settled := "Direto"
	if settlement == "guarantee" {
		settled = "Em garantia"
	}
	return []sheet.Cell{
		sheet.Text(code(number)), told(title), told(company), told(professional), sheet.Text(wordFor(ContractStates, status)), sheet.Text(settled), sheet.Amount(&value), sheet.Amount(&fee),
		here(&agreed), here(started), here(delivered), here(ended), sheet.Count(parts), sheet.Count(paidParts), sheet.Amount(&paid),
	}, err
}

// code formats a contract's number as it appears on screen.
func code(number int64) string { return fmt.Sprintf("CTR-%04d", number) }

// Statement lists the movements of a party's money, newest first, optionally of one kind and in one
// period.
func Statement(ctx context.Context, tx pgx.Tx, a Ask) (Sheet, error) {
	from, until := time.Time{}, time.Now().AddDate(1, 0, 0)
	if a.From != "" || a.To != "" {
		var err error
		if from, until, err = a.period(); err != nil {
			return Sheet{}, err
		}
	}
	if a.Kind != "" && wordFor(EntryKinds, a.Kind) == "" {
		return Sheet{}, ErrKind
	}
	if err := a.require(ctx, tx, party.Pay); err != nil {
		return Sheet{}, err
	}
	return a.file("extrato", table{
		head: []string{"Data", "Tipo", "Valor (R$)", "Contrato", "Projeto", "Marco"},
		query: `
			SELECT l.at, l.kind, l.value, c.number, c.scope ->> 'title', m.position, m.title
			FROM public.statement l LEFT JOIN public.contracts c ON c.id = l.contract_id LEFT JOIN public.milestones m ON m.id = l.milestone_id
			WHERE l.party_id = $1 AND ($2 = '' OR l.kind = $2) AND l.at >= $3 AND l.at < $4 ORDER BY l.at DESC, l.id DESC`,
		args: []any{a.PartyID, a.Kind, from, until}, cells: entryCells,
	})
}

func entryCells(row pgx.CollectableRow) ([]sheet.Cell, error) {
	var at time.Time
	var kind string
	var value money.Money
	var number, position *int64
	var title, part *string
	if err := row.Scan(&at, &kind, &value, &number, &title, &position, &part); err != nil {
		return nil, err
	}
	contract := ""
	if number != nil {
		contract = code(*number)
	}
	return []sheet.Cell{sheet.Moment(at.In(market.Zone)), sheet.Text(wordFor(EntryKinds, kind)), sheet.Amount(&value), sheet.Text(contract), told(title), sheet.Text(partOf(position, part))}, nil
}

func partOf(position *int64, title *string) string {
	if position == nil {
		return ""
	}
	return fmt.Sprintf("%d. %s", *position, text(title))
}

// Fiscal lists the fiscal lines of a party's contracts in a period, oldest first: invoices by the
// time they were sent, then taxes by the time they were accepted.
func Fiscal(ctx context.Context, tx pgx.Tx, a Ask) (Sheet, error) {
	from, until, err := a.period()
	if err == nil {
		err = a.require(ctx, tx, party.Read)
	}
	if err != nil {
		return Sheet{}, err
	}
	return a.file(fmt.Sprintf("fiscal-%s-a-%s", a.From, a.To), table{
		head: []string{"Linha", "Data", "Contrato", "Marco", "Situação", "Número", "Chave ou código", "Emissão", "Prestador", "Tomador", "Base (R$)", "Alíquota (%)", "Valor (R$)"},
		query: `
			SELECT f.kind, f.tax, f.at, c.number, m.position, m.title, f.status, f.number, f.code, f.issued_on, f.provider, f.taker, f.base, f.rate, f.value
			FROM (
			  SELECT 1 AS part, id, contract_id, milestone_id, kind, NULL AS tax, sent_at AS at, status, number, coalesce(access_key, verification_code) AS code, issued_on,
			         provider_document AS provider, taker_document AS taker, expected_cents AS base, NULL::bigint AS rate, value_cents AS value
			  FROM public.invoices WHERE status <> 'replaced' AND sent_at >= $2 AND sent_at < $3
			  UNION ALL
			  SELECT 2, id, contract_id, milestone_id, NULL, tax, answered_at, CASE WHEN settled_cents IS NULL THEN 'Aceita' ELSE 'Retida' END, NULL, NULL, NULL,
			         NULL, NULL, base_cents, (rate * 100)::bigint, coalesce(settled_cents, value_cents)
			  FROM public.withholdings WHERE status = 'agreed' AND answered_at >= $2 AND answered_at < $3) f
			JOIN public.contracts c ON c.id = f.contract_id JOIN public.milestones m ON m.id = f.milestone_id
			WHERE c.company_id = $1 OR c.professional_id = $1 ORDER BY f.part, f.at, f.id`,
		args: []any{a.PartyID, from, until}, cells: fiscalCells,
	})
}

func fiscalCells(row pgx.CollectableRow) ([]sheet.Cell, error) {
	var kind, tax, number, key, provider, taker *string
	var status, title string
	var at, issued *time.Time
	var contract, position int64
	var base, rate, value *money.Money
	if err := row.Scan(&kind, &tax, &at, &contract, &position, &title, &status, &number, &key, &issued, &provider, &taker, &base, &rate, &value); err != nil {
		return nil, err
	}
	line, stands := wordFor(InvoiceKinds, text(kind)), wordFor(InvoiceStates, status)
	if tax != nil {
		line, stands = "Retenção de "+wordFor(Taxes, *tax), status
	}
	return []sheet.Cell{
		sheet.Text(line), here(at), sheet.Text(code(contract)), sheet.Text(partOf(&position, &title)), sheet.Text(stands), told(number), told(key), sheet.Day(issued), told(provider), told(taker),
		sheet.Amount(base), sheet.Amount(rate), sheet.Amount(value),
	}, nil
}

// told is a text cell, empty for nil.
func told(value *string) sheet.Cell { return sheet.Text(text(value)) }

// here is a date cell in the market's time zone.
func here(at *time.Time) sheet.Cell {
	if at == nil {
		return sheet.Cell{}
	}
	local := at.In(market.Zone)
	return sheet.Day(&local)
}

// The words for states and kinds, in files and on screen. "automacao types" generates them for the
// web.
var (
	// EntryKinds are the kinds of entries in a statement.
	EntryKinds = []Word{
		{"guarantee", "Garantia depositada"}, {"release", "Marco liberado"}, {"fee", "Taxa da plataforma"}, {"refund", "Devolução"},
		{"split", "Divisão acordada"}, {"payout", "Saque por Pix"}, {"payout_returned", "Saque devolvido"}, {"withheld", "Tributo retido"},
		{"contest", "Pix contestado"}, {"contest_returned", "Contestação encerrada"}, {"adjustment", "Ajuste"},
	}
	// InvoiceKinds and InvoiceStates are those of invoices.
	InvoiceKinds  = []Word{{"nfse", "NFS-e"}, {"rpa", "RPA"}}
	InvoiceStates = []Word{{"pending", "Pendente"}, {"sent", "Enviada"}, {"checked", "Conferida"}, {"refused", "Recusada"}, {"replaced", "Substituída"}}
	// Taxes are the taxes that can be withheld, in display order.
	Taxes = []Word{{"iss", "ISS"}, {"inss", "INSS"}, {"irrf", "IRRF"}, {"csrf", "CSRF (PIS, COFINS e CSLL)"}}
	// ContractStates are the states of a contract.
	ContractStates = []Word{
		{"agreed", "Aguardando início"}, {"active", "Em andamento"}, {"delivered", "Entregue"}, {"completed", "Concluído"},
		{"withdrawn", "Desfeito antes do início"}, {"terminated", "Distrato"}, {"cancelled", "Encerrado"},
	}
	// MilestoneStates are the states of a milestone.
	MilestoneStates = []Word{
		{"planned", "Planejado"}, {"awaiting_payment", "Aguardando pagamento"}, {"funded", "Em garantia"}, {"delivered", "Entregue"}, {"adjusting", "Em ajustes"},
		{"released", "Pago"}, {"disputed", "Em disputa"}, {"split", "Dividido"}, {"refunded", "Devolvido"}, {"cancelled", "Cancelado"},
	}
)

// Word is the display text of a value of the API.
type Word struct{ Key, Text string }

// wordFor returns "" for an unknown key.
func wordFor(list []Word, key string) string {
	for _, one := range list {
		if one.Key == key {
			return one.Text
		}
	}
	return ""
}
