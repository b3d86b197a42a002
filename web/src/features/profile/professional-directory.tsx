import { useQuery } from '@tanstack/react-query'
import { UserSearch } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { useFound } from '@/api/found'
import { ProfessionalCard, ProfessionalCardSkeleton } from '@/features/profile/professional-card'
import { useProfessionalFilters } from '@/features/profile/professional-filters'
import { professionalsQuery } from '@/features/profile/queries'
import { NO_FILTERS, useDirectoryFilters, type DirectoryFilters } from '@/lib/use-directory-filters'
import { Button } from '@/ui/button'
import { DirectorySearch } from '@/ui/directory-search'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { Pager } from '@/ui/pager'
import { Loading } from '@/ui/skeleton'

const ORDERS = [
  { value: '', label: 'Atualizados recentemente' },
  { value: 'avaliacao', label: 'Melhor avaliados' },
  { value: 'experiencia', label: 'Mais projetos avaliados' },
]

export function ProfessionalDirectory() {
  const { filters, change, addressOf } = useDirectoryFilters()
  const shown = useProfessionalFilters(filters, change)
  const query = useProfessionals(filters)
  const found = useFound('professionals', filters, query.data?.total, {
    one: 'profissional',
    many: 'profissionais',
  })
  const clear = () => change({ ...NO_FILTERS, text: filters.text, order: filters.order })
  return (
    <div className="flex flex-col gap-6">
      <DirectorySearch
        label="Buscar profissionais"
        placeholder="Buscar por nome, tecnologia ou cidade"
        text={filters.text}
        onTextChange={(text) => change({ text })}
        filters={shown}
        onClear={clear}
        found={found}
        orders={ORDERS}
        order={filters.order}
        onOrderChange={(order) => change({ order })}
      />
      <Results query={query} found={found ?? ''} addressOf={addressOf} onClear={() => change(NO_FILTERS)} />
    </div>
  )
}

function useProfessionals(filters: DirectoryFilters) {
  return useQuery(professionalsQuery(filters))
}

type ResultsProps = {
  query: ReturnType<typeof useProfessionals>
  found: string
  addressOf: ReturnType<typeof useDirectoryFilters>['addressOf']
  onClear: () => void
}

function Results({ query, found, addressOf, onClear }: ResultsProps) {
  if (query.isPending) {
    return (
      <Loading label="Carregando profissionais…">
        <div className={grid}>
          {Array.from({ length: 8 }, (_, i) => (
            <ProfessionalCardSkeleton key={i} />
          ))}
        </div>
      </Loading>
    )
  }
  if (query.isError) {
    return (
      <ErrorState
        message={errorSentence(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  const { rows: professionals, previous, next } = query.data
  if (professionals.length === 0) {
    return (
      <EmptyState
        icon={UserSearch}
        title="Nenhum profissional encontrado"
        description="Tente ajustar seus filtros de busca."
        action={<Button onClick={onClear}>Limpar filtros</Button>}
      />
    )
  }
  return (
    <div>
      <p className="mb-3 text-sm text-muted">{found}</p>
      <ul aria-label="Profissionais" className={grid}>
        {professionals.map((professional) => (
          <li key={professional.id} className="far-below -m-1 p-1">
            <ProfessionalCard professional={professional} />
          </li>
        ))}
      </ul>
      <Pager shown={professionals.length} of={found} previous={addressOf(previous)} next={addressOf(next)} />
    </div>
  )
}

const grid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4'
