import { CalendarDays, Download } from 'lucide-react'
import { useSaveFile } from '@/api/request/save-file'
import { Button } from '@/ui/button'

/** The party's contracts as a spreadsheet, and the person's dates as a calendar. */
export function SavedLists({ partyId }: { partyId: string }) {
  const book = useSaveFile('Planilha não baixada')
  const sheet = useSaveFile('Planilha não baixada')
  const about = { party_id: partyId }
  const dates = useSaveFile('Calendário não baixado')
  return (
    <>
      <Button
        loading={book.isPending}
        onClick={() => book.mutate({ of: 'contracts_sheet', about: { ...about, format: 'xlsx' } })}
      >
        <Download className="size-4" aria-hidden />
        Baixar Excel
      </Button>
      <Button loading={sheet.isPending} onClick={() => sheet.mutate({ of: 'contracts_sheet', about })}>
        Baixar CSV
      </Button>
      <Button loading={dates.isPending} onClick={() => dates.mutate({ of: 'calendar' })}>
        <CalendarDays className="size-4" aria-hidden />
        Baixar prazos (.ics)
      </Button>
    </>
  )
}
