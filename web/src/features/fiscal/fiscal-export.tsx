import { Download } from 'lucide-react'
import { useState } from 'react'
import { useSaveFile } from '@/api/save-file'
import { calendarDay } from '@/lib/format'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'

type Period = { from: string; to: string }

/** A period as files: its fiscal lines as a spreadsheet, and what it came to as a report. */
export function FiscalExport({ partyId }: { partyId: string }) {
  const [period, setPeriod] = useState<Period>(() => {
    const to = calendarDay(Date.now())
    return { from: `${to.slice(0, 8)}01`, to }
  })
  const isWhole = period.from !== '' && period.to !== ''
  const isRight = isWhole && period.from <= period.to
  const about = { party_id: partyId, ...period }
  const lines = useSaveFile('Arquivo não baixado')
  const report = useSaveFile('Relatório não baixado')
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
      <Button
        disabled={!isRight}
        loading={lines.isPending}
        onClick={() => lines.mutate({ of: 'fiscal_sheet', about })}
      >
        <Download className="size-4" aria-hidden />
        Baixar linhas fiscais (CSV)
      </Button>
      <Button
        disabled={!isRight}
        loading={report.isPending}
        onClick={() => report.mutate({ of: 'period_report', about })}
      >
        <Download className="size-4" aria-hidden />
        Baixar relatório (PDF)
      </Button>
    </fieldset>
  )
}
