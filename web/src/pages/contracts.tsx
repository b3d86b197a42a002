import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useMember } from '@/api/session/session'
import { ContractList } from '@/features/contract/lists/contract-list'
import { FoundContracts } from '@/features/contract/lists/found-contracts'
import { FILTERS, filterOf } from '@/features/contract/lists/filters'
import { waitingContractsQuery } from '@/features/contract/queries'
import { SavedLists } from '@/features/contract/lists/saved-lists'
import { useTitle } from '@/lib/navigation/use-title'
import { SearchBox } from '@/ui/directory-search'
import { FilterTabs } from '@/ui/filter-tabs'
import { PageHeader } from '@/ui/page-header'

export function ContractsPage() {
  useTitle('Contratos')
  const { party } = useMember()
  const { data: waiting } = useQuery(waitingContractsQuery(party.id))
  const [params, setParams] = useSearchParams()
  const filter = filterOf(params.get('situacao'))
  const text = params.get('q') ?? ''
  // What is looked for is found in every state, so that one takes the place of the other.
  const ask = (next: Record<string, string>) =>
    setParams(
      Object.entries(next).filter(([, value]) => value !== ''),
      { replace: true, preventScrollReset: true },
    )
  return (
    <>
      <PageHeader
        title="Contratos"
        description="O que foi combinado, o que vem agora e de quem é a vez."
        actions={<SavedLists partyId={party.id} />}
      />
      <SearchBox
        label="Buscar contratos"
        placeholder="Buscar por código ou projeto"
        text={text}
        onChange={(q) => ask({ q })}
        className="mb-4 max-w-md"
      />
      <FilterTabs
        label="Filtrar por situação"
        options={FILTERS.map((option) => ({
          ...option,
          ...(option.value === 'sua-vez' && { count: waiting?.length }),
        }))}
        value={text === '' ? filter : ''}
        onValueChange={(situacao) => ask({ situacao })}
      />
      {text === '' ? (
        <ContractList partyId={party.id} filter={filter} ids={waiting} />
      ) : (
        <FoundContracts partyId={party.id} text={text} />
      )}
    </>
  )
}
