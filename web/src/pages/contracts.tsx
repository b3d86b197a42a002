import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useMember } from '@/api/session'
import { ContractList } from '@/features/contract/contract-list'
import { FILTERS, filterOf } from '@/features/contract/filters'
import { waitingContractsQuery } from '@/features/contract/queries'
import { useTitle } from '@/lib/use-title'
import { FilterTabs } from '@/ui/filter-tabs'
import { PageHeader } from '@/ui/page-header'

export function ContractsPage() {
  useTitle('Contratos')
  const { party } = useMember()
  const { data: waiting } = useQuery(waitingContractsQuery(party.id))
  const [params, setParams] = useSearchParams()
  const filter = filterOf(params.get('situacao'))
  return (
    <>
      <PageHeader title="Contratos" description="O que foi combinado, o que vem agora e de quem é a vez." />
      <FilterTabs
        label="Filtrar por situação"
        options={FILTERS.map((option) => ({
          ...option,
          ...(option.value === 'sua-vez' && { count: waiting?.length }),
        }))}
        value={filter}
        onValueChange={(next) =>
          setParams(next === '' ? {} : { situacao: next }, { replace: true, preventScrollReset: true })
        }
      />
      <ContractList partyId={party.id} filter={filter} waiting={waiting} />
    </>
  )
}
