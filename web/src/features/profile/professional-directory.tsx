import { useQuery } from '@tanstack/react-query'
import { UserSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDirectoryCount, useSharedFilters } from '@/api/directory/directory-filters'
import { errorSentence } from '@/api/errors'
import { ProfessionalCard, ProfessionalCardSkeleton } from '@/features/profile/professional-card'
import { professionalsQuery } from '@/features/profile/queries'
import {
  isNarrowed,
  useDirectoryFilters,
  type DirectoryFilters,
} from '@/lib/navigation/use-directory-filters'
import { AVAILABILITIES } from '@/lib/work'
import { Directory, type DirectoryWords } from '@/ui/directory'
import type { Filter } from '@/ui/directory-filters'

const WORDS: DirectoryWords = {
  search: 'Buscar profissionais',
  placeholder: 'Buscar por nome, tecnologia ou cidade',
  loading: 'Carregando profissionais…',
  list: 'Profissionais',
  empty: 'Nenhum profissional encontrado',
}

const ORDERS = [
  { value: '', label: 'Atualizados recentemente' },
  { value: 'avaliacao', label: 'Melhor avaliados' },
  { value: 'experiencia', label: 'Mais projetos avaliados' },
]

type ProfessionalDirectoryProps = {
  /** What can be done with the filters, once some are chosen. */
  save: (filters: DirectoryFilters) => ReactNode
}

export function ProfessionalDirectory({ save }: ProfessionalDirectoryProps) {
  const asked = useDirectoryFilters()
  const query = useQuery(professionalsQuery(asked.filters))
  const filters = useProfessionalFilters(asked.filters, asked.change)
  const noun = { one: 'profissional', many: 'profissionais' }
  const found = useDirectoryCount('professionals', asked.filters, query.data?.total, noun)
  return (
    <Directory
      words={WORDS}
      asked={asked}
      filters={filters}
      orders={ORDERS}
      query={query}
      found={found}
      errorSentence={errorSentence}
      icon={UserSearch}
      columns="sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4"
      waiting={8}
      skeleton={<ProfessionalCardSkeleton />}
      action={isNarrowed(asked.filters) && save(asked.filters)}
    >
      {(professional) => <ProfessionalCard professional={professional} />}
    </Directory>
  )
}

/** What professionals can be filtered by, as the address has it. */
function useProfessionalFilters(
  filters: DirectoryFilters,
  change: (next: Partial<DirectoryFilters>) => void,
): Filter[] {
  const { work, level } = useSharedFilters('professionals', filters, change)
  const availability: Filter = {
    label: 'Disponibilidade',
    name: 'Filtrar por disponibilidade',
    options: AVAILABILITIES,
    chosen: filters.availability,
    onChange: (availability) => change({ availability }),
  }
  return [...work, availability, level]
}
