import { useInfiniteQuery } from '@tanstack/react-query'
import { FolderSearch } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { ProjectCard, ProjectCardSkeleton } from '@/features/project/project-card'
import { useProjectFilters } from '@/features/project/project-filters'
import { projectsQuery } from '@/features/project/queries'
import { formatCount } from '@/lib/format'
import { NO_FILTERS, useDirectoryFilters, type DirectoryFilters } from '@/lib/use-directory-filters'
import { Button } from '@/ui/button'
import { DirectorySearch } from '@/ui/directory-search'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { LoadMore } from '@/ui/load-more'
import { Loading } from '@/ui/skeleton'

const ORDERS = [
  { value: '', label: 'Mais recentes' },
  { value: 'prazo', label: 'Prazo mais próximo' },
  { value: 'orcamento', label: 'Maior orçamento' },
  { value: 'propostas', label: 'Menos propostas' },
]

export function ProjectDirectory() {
  const { filters, change } = useDirectoryFilters()
  const shown = useProjectFilters(filters, change)
  const query = useProjects(filters)
  const total = query.data?.pages[0]?.total
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
        found={total === undefined ? undefined : formatCount(total, 'projeto aberto', 'projetos abertos')}
        orders={ORDERS}
        order={filters.order}
        onOrderChange={(order) => change({ order })}
      />
      <Results query={query} onClear={() => change(NO_FILTERS)} />
    </div>
  )
}

function useProjects(filters: DirectoryFilters) {
  return useInfiniteQuery(projectsQuery(filters))
}

type ResultsProps = { query: ReturnType<typeof useProjects>; onClear: () => void }

function Results({ query, onClear }: ResultsProps) {
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
  const projects = query.data.pages.flatMap((page) => page.rows)
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
  const total = query.data.pages[0]?.total ?? 0
  return (
    <div>
      <p className="mb-3 text-sm text-muted">{formatCount(total, 'projeto aberto', 'projetos abertos')}</p>
      <ul aria-label="Projetos" className={grid}>
        {projects.map((project) => (
          <li key={project.id}>
            <ProjectCard project={project} />
          </li>
        ))}
      </ul>
      <LoadMore
        shown={projects.length}
        total={total}
        noun="projetos"
        loading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </div>
  )
}

const grid = 'grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3'
