import { useQuery } from '@tanstack/react-query'
import { FolderSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDirectoryCount, useSharedFilters } from '@/api/directory/directory-filters'
import { errorSentence } from '@/api/errors'
import { ProjectCard, ProjectCardSkeleton } from '@/features/project/directory/project-card'
import { projectsQuery, type Project } from '@/features/project/queries'
import { BUDGETS } from '@/features/project/text'
import {
  isNarrowed,
  useDirectoryFilters,
  type DirectoryFilters,
} from '@/lib/navigation/use-directory-filters'
import { Directory, type DirectoryWords } from '@/ui/directory'
import type { Filter } from '@/ui/directory-filters'

const WORDS: DirectoryWords = {
  search: 'Buscar projetos',
  placeholder: 'Buscar por título ou descrição',
  loading: 'Carregando projetos…',
  list: 'Projetos',
  empty: 'Nenhum projeto encontrado',
}

const ORDERS = [
  { value: '', label: 'Mais recentes' },
  { value: 'prazo', label: 'Prazo mais próximo' },
  { value: 'orcamento', label: 'Maior orçamento' },
  { value: 'propostas', label: 'Menos propostas' },
]

/** The projects that a person does not want to see, and what is said of them and of the others. */
export type Hiding = {
  leftOut: ReadonlySet<string> | undefined
  note: (rows: readonly Project[]) => ReactNode
  action: (project: Project) => ReactNode
}

type ProjectDirectoryProps = {
  /** What can be done with the filters, once some are chosen. */
  save: (filters: DirectoryFilters) => ReactNode
  hiding?: Hiding
}

export function ProjectDirectory({ save, hiding }: ProjectDirectoryProps) {
  const asked = useDirectoryFilters()
  const query = useQuery(projectsQuery(asked.filters))
  const filters = useProjectFilters(asked.filters, asked.change)
  const noun = { one: 'projeto aberto', many: 'projetos abertos' }
  const found = useDirectoryCount('projects', asked.filters, query.data?.total, noun)
  return (
    <Directory
      words={WORDS}
      asked={asked}
      filters={filters}
      orders={ORDERS}
      query={query}
      found={found}
      errorSentence={errorSentence}
      icon={FolderSearch}
      columns="md:grid-cols-2 xl:grid-cols-3"
      waiting={6}
      skeleton={<ProjectCardSkeleton />}
      action={isNarrowed(asked.filters) && save(asked.filters)}
      leftOut={hiding?.leftOut}
      note={query.data && hiding?.note(query.data.rows)}
    >
      {(project) => <ProjectCard project={project} action={hiding?.action(project)} />}
    </Directory>
  )
}

/** What projects can be filtered by, as the address has it. */
function useProjectFilters(
  filters: DirectoryFilters,
  change: (next: Partial<DirectoryFilters>) => void,
): Filter[] {
  const { work, level } = useSharedFilters('projects', filters, change)
  const budget: Filter = {
    label: 'Orçamento',
    name: 'Filtrar por orçamento',
    options: BUDGETS,
    chosen: filters.budget === '' ? [] : [filters.budget],
    onChange: ([budget = '']) => change({ budget }),
    isSingle: true,
  }
  return [...work, budget, level]
}
