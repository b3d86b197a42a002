package export

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/documents/pdf"
	"automacao/internal/kernel/money"
	"automacao/internal/market"
	"automacao/internal/market/people/party"
)

// counterpartsMax bounds the report's list of counterparts, ordered by the amount paid.
const counterpartsMax = 50

// figures are the totals of a period.
type figures struct {
	Agreed, Ended, Delivered, Approved, Paid, Invoices int64
	AgreedValue, ApprovedValue, PaidValue              money.Money
	InvoicedValue, Withheld, Fees                      money.Money
}

const askFigures = `
WITH deals AS (SELECT id, status, value_cents, created_at, coalesce(completed_at, ended_at) AS ended FROM public.contracts WHERE company_id = $1 OR professional_id = $1),
     parts AS (SELECT m.id, m.status, m.value_cents, m.delivered_at, m.approved_at, m.settled_at FROM public.milestones m JOIN deals d ON d.id = m.contract_id)
SELECT (SELECT count(*) FROM deals WHERE created_at >= $2 AND created_at < $3) AS agreed,
       (SELECT count(*) FROM deals WHERE ended >= $2 AND ended < $3) AS ended,
       (SELECT count(*) FROM parts WHERE delivered_at >= $2 AND delivered_at < $3) AS delivered,
       (SELECT count(*) FROM parts WHERE approved_at >= $2 AND approved_at < $3) AS approved,
       (SELECT count(*) FROM parts WHERE status = 'released' AND settled_at >= $2 AND settled_at < $3) AS paid,
       (SELECT count(*) FROM public.invoices i JOIN deals d ON d.id = i.contract_id WHERE i.status IN ('sent', 'checked') AND i.sent_at >= $2 AND i.sent_at < $3) AS invoices,
       (SELECT coalesce(sum(value_cents), 0)::bigint FROM deals WHERE created_at >= $2 AND created_at < $3) AS agreed_value,
       (SELECT coalesce(sum(value_cents), 0)::bigint FROM parts WHERE approved_at >= $2 AND approved_at < $3) AS approved_value,
       (SELECT coalesce(sum(value_cents), 0)::bigint FROM parts WHERE status = 'released' AND settled_at >= $2 AND settled_at < $3) AS paid_value,
       (SELECT coalesce(sum(i.value_cents), 0)::bigint FROM public.invoices i JOIN deals d ON d.id = i.contract_id
        WHERE i.status IN ('sent', 'checked') AND i.sent_at >= $2 AND i.sent_at < $3) AS invoiced_value,
       (SELECT coalesce(sum(coalesce(w.settled_cents, w.value_cents)), 0)::bigint FROM public.withholdings w JOIN deals d ON d.id = w.contract_id
        WHERE w.status = 'agreed' AND w.answered_at >= $2 AND w.answered_at < $3) AS withheld,
       (SELECT coalesce(sum(fee_cents), 0)::bigint FROM public.fee_receipts WHERE party_id = $1 AND issued_at >= $2 AND issued_at < $3) AS fees`

// counterpart is another party in a period's contracts, under its name at the time of the
// agreement. A party that changed its name in between is listed under both names.
type counterpart struct {
	Name      *string
	Contracts int64
	Paid      money.Money
}

const askCounterparts = `
SELECT coalesce(CASE c.company_id WHEN $1 THEN n.professional ELSE n.company END, p.name) AS called, count(DISTINCT c.id), coalesce(sum(m.value_cents) FILTER (WHERE m.status = 'released' AND m.settled_at >= $2 AND m.settled_at < $3), 0)::bigint
FROM public.contracts c CROSS JOIN LATERAL private.agreed_names(c.id) n LEFT JOIN public.milestones m ON m.contract_id = c.id
LEFT JOIN public.profiles p ON p.id = CASE c.company_id WHEN $1 THEN c.professional_id ELSE c.company_id END
WHERE (c.company_id = $1 OR c.professional_id = $1) AND c.created_at < $3 AND coalesce(c.completed_at, c.ended_at, $3) >= $2
GROUP BY CASE c.company_id WHEN $1 THEN c.professional_id ELSE c.company_id END, called ORDER BY 3 DESC, 2 DESC, 1 LIMIT $4`

// Report prints a party's totals of a period. The caller must act for the party. now is the time
// printed as the time of creation.
func Report(ctx context.Context, tx pgx.Tx, a Ask, now time.Time) (name string, printed []byte, err error) {
	from, until, err := a.period()
	if err == nil {
		err = a.require(ctx, tx, party.Read)
	}
	if err != nil {
		return "", nil, err
	}
	whose, err := party.Name(ctx, tx, a.PartyID)
	if err != nil {
		return "", nil, err
	}
	rows, _ := tx.Query(ctx, askFigures, a.PartyID, from, until)
	sums, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[figures])
	if err != nil {
		return "", nil, fmt.Errorf("sum up the period: %w", err)
	}
	rows, _ = tx.Query(ctx, askCounterparts, a.PartyID, from, until, counterpartsMax)
	others, err := pgx.CollectRows(rows, pgx.RowToStructByPos[counterpart])
	if err != nil {
		return "", nil, fmt.Errorf("list the counterparts: %w", err)
	}
	last := until.AddDate(0, 0, -1)
	printed, err = document(whose, day(&from)+" a "+day(&last), sums, others, now).Print()
	return fmt.Sprintf("relatorio-%s-a-%s.pdf", a.From, a.To), printed, err
}

func document(whose, period string, sums figures, others []counterpart, now time.Time) pdf.Document {
	count := func(label string, n int64) pdf.Line { return pdf.Line{Text: fmt.Sprintf("%s: %d", label, n)} }
	worth := func(label string, n int64, value money.Money) pdf.Line {
		return pdf.Line{Text: fmt.Sprintf("%s: %d, no total de %s", label, n, value.BRL())}
	}
	lines := []pdf.Line{
		{Text: "Relatório do período", IsHead: true}, {}, {Text: whose, IsBold: true}, {Text: period}, {},
		{Text: "Contratos e marcos", IsBold: true},
		worth("Contratos fechados", sums.Agreed, sums.AgreedValue), count("Contratos que terminaram", sums.Ended),
		count("Marcos entregues", sums.Delivered), worth("Marcos aprovados", sums.Approved, sums.ApprovedValue), worth("Marcos pagos", sums.Paid, sums.PaidValue), {},
		{Text: "Notas, tributos e taxas", IsBold: true},
		worth("Notas enviadas", sums.Invoices, sums.InvoicedValue), {Text: "Tributos retidos: " + sums.Withheld.BRL()}, {Text: "Taxas de serviço pagas: " + sums.Fees.BRL()}, {},
		{Text: "Com quem", IsBold: true},
	}
	for _, one := range others {
		name := gone
		if one.Name != nil {
			name = *one.Name
		}
		contracts := "1 contrato"
		if one.Contracts != 1 {
			contracts = fmt.Sprintf("%d contratos", one.Contracts)
		}
		lines = append(lines, pdf.Line{Text: fmt.Sprintf("%s: %s, %s em marcos pagos no período", name, contracts, one.Paid.BRL())})
	}
	if len(others) == 0 {
		lines = append(lines, pdf.Line{Text: "Nenhum contrato no período."})
	}
	made := now.In(market.Zone).Format("02/01/2006 às 15:04")
	lines = append(lines, pdf.Line{}, pdf.Line{Text: "Feito em " + made + " (horário de Brasília), com os valores brutos registrados na plataforma até então."})
	return pdf.Document{Title: "Relatório de " + whose + ", " + period, Footer: "Relatório de " + period, At: now, Lines: lines}
}
