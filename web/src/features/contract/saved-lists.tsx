import { CalendarDays, Download } from 'lucide-react'
import { useSaveFile } from '@/api/save-file'
import { Button } from '@/ui/button'

/** The party's contracts as a spreadsheet, and the person's dates as a calendar. */
export function SavedLists({ partyId }: { partyId: string }) {
  const sheet = useSaveFile('Planilha não baixada')
  const dates = useSaveFile('Calendário não baixado')
  return (
    <>
      <Button
        loading={sheet.isPending}
        onClick={() => sheet.mutate({ of: 'contracts_sheet', about: { party_id: partyId } })}
      >
        <Download className="size-4" aria-hidden />
        Baixar CSV
      </Button>
      <Button loading={dates.isPending} onClick={() => dates.mutate({ of: 'calendar' })}>
        <CalendarDays className="size-4" aria-hidden />
        Baixar prazos (.ics)
      </Button>
    </>
  )
}
