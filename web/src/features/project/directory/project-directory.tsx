import { useQuery } from '@tanstack/react-query'
import { FolderSearch } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useDirectoryCount, useSharedFilters } from '@/api/directory/directory-filters'
import { errorSentence } from '@/api/errors'
import { ProjectCard, ProjectCardSkeleton } from '@/features/project/directory/project-card'
import { useHiddenProjects } from '@/features/project/hidden/hidden-projects'
import { projectsQuery } from '@/features/project/queries'
import { BUDGETS } from '@/features/project/text'
import {
  isNarrowed,
  useDirectoryFilters,
  type DirectoryFilters,
} from '@/lib/navigation/use-directory-filters'
import { Button } from '@/ui/button'
import { Directory, type DirectoryWords } from '@/ui/directory'
import type { Filter } from '@/ui/directory-filters'

const HideProject = lazy(() => import('@/features/project/hidden/hide-project'))

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

type ProjectDirectoryProps = {
  /** What can be done with the filters, once some are chosen. */
  save: (filters: DirectoryFilters) => ReactNode
}

export function ProjectDirectory({ save }: ProjectDirectoryProps) {
  const asked = useDirectoryFilters()
  const query = useQuery(projectsQuery(asked.filters))
  const filters = useProjectFilters(asked.filters, asked.change)
  const noun = { one: 'projeto aberto', many: 'projetos abertos' }
  const hidden = useHiddenProjects()
  const [isAll, setIsAll] = useState(false)
  const left = query.data?.rows.filter(({ id }) => hidden?.has(id)).length ?? 0
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
      leftOut={isAll ? undefined : hidden}
      note={left > 0 && <HiddenNote count={left} isAll={isAll} onChange={setIsAll} />}
    >
      {(project) => (
        <ProjectCard
          project={project}
          action={
            hidden && (
              <Suspense>
                <HideProject project={project} isHidden={hidden.has(project.id)} />
              </Suspense>
            )
          }
        />
      )}
    </Directory>
  )
}

type HiddenNoteProps = { count: number; isAll: boolean; onChange: (isAll: boolean) => void }

/** How many projects of the page the person hides, and the way to see them. */
function HiddenNote({ count, isAll, onChange }: HiddenNoteProps) {
  return (
    <p className="flex items-center">
      {count === 1 ? '1 oculto' : `${count} ocultos`} ·
      <Button
        variant="ghost"
        size="sm"
        className="-ml-1"
        aria-pressed={isAll}
        onClick={() => onChange(!isAll)}
      >
        {isAll ? 'ocultar' : 'mostrar'}
      </Button>
    </p>
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
