import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { invoicesOf, withheldOf, type Period } from '@/features/fiscal/finance-queries'
import { INVOICE_KINDS, INVOICE_LOOKS, TAXES } from '@/features/fiscal/text'
import { download, toCsv } from '@/lib/csv'
import { calendarDay, formatDate, formatDay } from '@/lib/format'
import { formatAmount, ofCents } from '@/lib/money'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { toast } from '@/lib/toast'

/** The fiscal lines of a period as a spreadsheet: invoices sent and taxes withheld. */
export function FiscalExport({ partyId }: { partyId: string }) {
  const [period, setPeriod] = useState<Period>(() => {
    const to = calendarDay(Date.now())
    return { from: `${to.slice(0, 8)}01`, to }
  })
  const isRight = period.from !== '' && period.to !== '' && period.from <= period.to
  const save = useMutation({
    mutationFn: () => fiscalCsv(partyId, period),
    onSuccess: (text) => download(`fiscal-${period.from}-a-${period.to}.csv`, text),
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Arquivo não baixado', description: errorSentence(error) }),
  })
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field name="fiscal_from" label="De">
        <Input
          type="date"
          value={period.from}
          onChange={(event) => setPeriod({ ...period, from: event.target.value })}
        />
      </Field>
      <Field name="fiscal_to" label="Até">
        <Input
          type="date"
          value={period.to}
          onChange={(event) => setPeriod({ ...period, to: event.target.value })}
        />
      </Field>
      <Button disabled={!isRight} loading={save.isPending} onClick={() => save.mutate()}>
        <Download className="size-4" aria-hidden />
        Baixar linhas fiscais (CSV)
      </Button>
    </div>
  )
}

const HEAD = [
  'Linha',
  'Data',
  'Contrato',
  'Marco',
  'Situação',
  'Número',
  'Chave ou código',
  'Emissão',
  'Prestador',
  'Tomador',
  'Base (R$)',
  'Alíquota (%)',
  'Valor (R$)',
]

async function fiscalCsv(partyId: string, period: Period): Promise<string> {
  const [invoices, lines] = await Promise.all([invoicesOf(partyId, period), withheldOf(partyId, period)])
  return toCsv([
    HEAD,
    ...invoices.map((one) => [
      INVOICE_KINDS[one.kind],
      one.sent_at === null ? '' : formatDate(one.sent_at),
      String(one.contract.number),
      `${String(one.milestone.position)}. ${one.milestone.title}`,
      INVOICE_LOOKS[one.status].label,
      one.number ?? '',
      one.access_key ?? one.verification_code ?? '',
      one.issued_on === null ? '' : formatDay(one.issued_on),
      one.provider_document ?? '',
      one.taker_document ?? '',
      comma(one.expected),
      '',
      comma(one.value),
    ]),
    ...lines.map((one) => [
      `Retenção de ${TAXES[one.tax]}`,
      one.answered_at === null ? '' : formatDate(one.answered_at),
      String(one.contract.number),
      `${String(one.milestone.position)}. ${one.milestone.title}`,
      one.settled_cents === null ? 'Aceita' : 'Retida',
      '',
      '',
      '',
      '',
      '',
      amount(one.base_cents),
      comma(one.rate),
      amount(one.settled_cents ?? one.value_cents),
    ]),
  ])
}

const amount = (cents: number) => formatAmount(ofCents(cents)).replaceAll('.', '')

/** Decimal text as spreadsheets here read it. */
function comma(text: string | null): string {
  return (text ?? '').replace('.', ',')
}
