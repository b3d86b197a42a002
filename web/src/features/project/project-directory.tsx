import { useQuery } from '@tanstack/react-query'
import { FolderSearch } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { useFound } from '@/api/found'
import { ProjectCard, ProjectCardSkeleton } from '@/features/project/project-card'
import { useProjectFilters } from '@/features/project/project-filters'
import { projectsQuery } from '@/features/project/queries'
import { NO_FILTERS, useDirectoryFilters, type DirectoryFilters } from '@/lib/use-directory-filters'
import { Button } from '@/ui/button'
import { DirectorySearch } from '@/ui/directory-search'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { Pager } from '@/ui/pager'
import { Loading } from '@/ui/skeleton'

const ORDERS = [
  { value: '', label: 'Mais recentes' },
  { value: 'prazo', label: 'Prazo mais próximo' },
  { value: 'orcamento', label: 'Maior orçamento' },
  { value: 'propostas', label: 'Menos propostas' },
]

export function ProjectDirectory() {
  const { filters, change, addressOf } = useDirectoryFilters()
  const shown = useProjectFilters(filters, change)
  const query = useProjects(filters)
  const found = useFound('projects', filters, query.data?.total, {
    one: 'projeto aberto',
    many: 'projetos abertos',
  })
  const clear = () => change({ ...NO_FILTERS, text: filters.text, order: filters.order })
  return (
    <div className="flex flex-col gap-6">
      <DirectorySearch
        label="Buscar projetos"
        placeholder="Buscar por título ou descrição"
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

function useProjects(filters: DirectoryFilters) {
  return useQuery(projectsQuery(filters))
}

type ResultsProps = {
  query: ReturnType<typeof useProjects>
  found: string
  addressOf: ReturnType<typeof useDirectoryFilters>['addressOf']
  onClear: () => void
}

function Results({ query, found, addressOf, onClear }: ResultsProps) {
  if (query.isPending) {
    return (
      <Loading label="Carregando projetos…">
        <div className={grid}>
          {Array.from({ length: 6 }, (_, i) => (
            <ProjectCardSkeleton key={i} />
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
  const { rows: projects, previous, next } = query.data
  if (projects.length === 0) {
    return (
      <EmptyState
        icon={FolderSearch}
        title="Nenhum projeto encontrado"
        description="Tente ajustar seus filtros de busca."
        action={<Button onClick={onClear}>Limpar filtros</Button>}
      />
    )
  }
  return (
    <div>
      <p className="mb-3 text-sm text-muted">{found}</p>
      <ul aria-label="Projetos" className={grid}>
        {projects.map((project) => (
          <li key={project.id} className="far-below -m-1 p-1">
            <ProjectCard project={project} />
          </li>
        ))}
      </ul>
      <Pager shown={projects.length} of={found} previous={addressOf(previous)} next={addressOf(next)} />
    </div>
  )
}

const grid = 'grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3'
