import { Download } from 'lucide-react'
import { useState } from 'react'
import { useSaveFile } from '@/api/request/save-file'
import { calendarDay } from '@/lib/format'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'

type Period = { from: string; to: string }

/** Exports a period: its fiscal lines as a spreadsheet and its totals as a report. */
export function FiscalExport({ partyId }: { partyId: string }) {
  const [period, setPeriod] = useState<Period>(() => {
    const to = calendarDay(Date.now())
    return { from: `${to.slice(0, 8)}01`, to }
  })
  const isWhole = period.from !== '' && period.to !== ''
  const isRight = isWhole && period.from <= period.to
  return (
    <fieldset className="flex flex-wrap items-start gap-3">
      <legend className="mb-3 text-sm text-muted">
        Notas e retenções de um período, em planilha ou em relatório
      </legend>
      <Field name="fiscal_from" label="De">
        <Input
          type="date"
          value={period.from}
          onChange={(event) => setPeriod({ ...period, from: event.target.value })}
        />
      </Field>
      <Field
        name="fiscal_to"
        label="Até"
        error={isWhole && !isRight ? 'O fim vem antes do começo' : undefined}
      >
        <Input
          type="date"
          value={period.to}
          onChange={(event) => setPeriod({ ...period, to: event.target.value })}
        />
      </Field>
      <Files about={{ party_id: partyId, ...period }} disabled={!isRight} />
    </fieldset>
  )
}

/** The period as a workbook, as CSV for other programs, and as a report. */
function Files({ about, disabled }: { about: Record<string, string>; disabled: boolean }) {
  const book = useSaveFile('Planilha não baixada')
  const lines = useSaveFile('Arquivo não baixado')
  const report = useSaveFile('Relatório não baixado')
  return (
    <>
      <Button
        disabled={disabled}
        loading={book.isPending}
        onClick={() => book.mutate({ of: 'fiscal_sheet', about: { ...about, format: 'xlsx' } })}
      >
        <Download className="size-4" aria-hidden />
        Baixar linhas fiscais (Excel)
      </Button>
      <Button
        variant="ghost"
        disabled={disabled}
        loading={lines.isPending}
        onClick={() => lines.mutate({ of: 'fiscal_sheet', about })}
      >
        Em CSV
      </Button>
      <Button
        disabled={disabled}
        loading={report.isPending}
        onClick={() => report.mutate({ of: 'period_report', about })}
      >
        <Download className="size-4" aria-hidden />
        Baixar relatório (PDF)
      </Button>
    </>
  )
}
