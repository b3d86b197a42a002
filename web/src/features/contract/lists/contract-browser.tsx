import { useQuery } from '@tanstack/react-query'
import { CalendarDays, Download } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { errorSentence } from '@/api/errors'
import { useSaveFile } from '@/api/request/save-file'
import { ContractList } from '@/features/contract/lists/contract-list'
import { filterOf, FILTERS } from '@/features/contract/lists/filters'
import { findContractsQuery } from '@/features/contract/lists/find-query'
import { waitingContractsQuery } from '@/features/contract/queries'
import { Button } from '@/ui/button'
import { SearchBox } from '@/ui/directory-search'
import { ErrorState } from '@/ui/error-state'
import { FilterTabs } from '@/ui/filter-tabs'

/** A party's contracts by state or by a text; the address holds which. */
export function ContractBrowser({ partyId }: { partyId: string }) {
  const { data: waiting } = useQuery(waitingContractsQuery(partyId))
  const [params, setParams] = useSearchParams()
  const filter = filterOf(params.get('situacao'))
  const text = params.get('q') ?? ''
  // A search covers every state, so a text and a filter exclude each other.
  const show = (next: Record<string, string>) =>
    setParams(
      Object.entries(next).filter(([, value]) => value !== ''),
      { replace: true, preventScrollReset: true },
    )
  return (
    <>
      <SearchBox
        label="Buscar contratos"
        placeholder="Buscar por código ou projeto"
        text={text}
        onChange={(q) => show({ q })}
        className="mb-4 max-w-md"
      />
      <FilterTabs
        label="Filtrar por situação"
        options={FILTERS.map((option) => ({
          ...option,
          ...(option.value === 'sua-vez' && { count: waiting?.length }),
        }))}
        value={text === '' ? filter : ''}
        onValueChange={(situacao) => show({ situacao })}
      />
      {text === '' ? (
        <ContractList partyId={partyId} filter={filter} ids={waiting} />
      ) : (
        <FoundContracts partyId={partyId} text={text} />
      )}
    </>
  )
}

const FOUND_MAX = 50

/** A party's contracts that match a text, in any state. */
function FoundContracts({ partyId, text }: { partyId: string; text: string }) {
  const query = useQuery(findContractsQuery(partyId, text, FOUND_MAX))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  return <ContractList partyId={partyId} filter="busca" ids={query.data?.map(({ id }) => id)} />
}

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
