import { useInfiniteQuery } from '@tanstack/react-query'
import { FolderSearch, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { errorSentence } from '@/api/errors'
import { useSkillLabels, useSkillOptions } from '@/api/skills'
import { ProjectCard, ProjectCardSkeleton } from '@/features/project/project-card'
import { projectsQuery, type ProjectFilters } from '@/features/project/queries'
import { Button } from '@/ui/button'
import { RemovableChip } from '@/ui/chip'
import { MultiSelect } from '@/ui/combobox'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { Input } from '@/ui/input'
import { LoadMore } from '@/ui/load-more'
import { Loading } from '@/ui/skeleton'

const TYPING_PAUSE_MS = 250

/** Search text and skills live in the address, so that a result can be shared and gone back to. */
function useFilters() {
  const [params, setParams] = useSearchParams()
  const filters: ProjectFilters = { text: params.get('q') ?? '', skills: params.getAll('habilidade') }
  function change(next: Partial<ProjectFilters>) {
    const { text, skills } = { ...filters, ...next }
    const written = new URLSearchParams()
    if (text.trim() !== '') written.set('q', text)
    for (const skill of skills) written.append('habilidade', skill)
    setParams(written, { replace: true, preventScrollReset: true })
  }
  return { filters, change }
}

export function ProjectDirectory() {
  const { filters, change } = useFilters()
  return (
    <div className="flex flex-col gap-6">
      <Filters filters={filters} onChange={change} />
      <Results filters={filters} onClear={() => change({ text: '', skills: [] })} />
    </div>
  )
}

type FiltersProps = { filters: ProjectFilters; onChange: (next: Partial<ProjectFilters>) => void }

function Filters({ filters, onChange }: FiltersProps) {
  const options = useSkillOptions()
  const labels = useSkillLabels()
  return (
    <search className="flex flex-col gap-3">
      <div className="grid gap-3 md:grid-cols-[1fr_20rem]">
        <SearchBox text={filters.text} onChange={(text) => onChange({ text })} />
        <MultiSelect
          aria-label="Filtrar por habilidades"
          options={options}
          value={filters.skills}
          onValueChange={(skills) => onChange({ skills })}
          placeholder="Filtrar por habilidades"
          showChips={false}
        />
      </div>
      {filters.skills.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          {filters.skills.map((skill) => (
            <RemovableChip
              key={skill}
              label={labels([skill])[0] ?? skill}
              onRemove={() => onChange({ skills: filters.skills.filter((other) => other !== skill) })}
            />
          ))}
          <Button variant="ghost" size="sm" onClick={() => onChange({ skills: [] })}>
            Limpar
          </Button>
        </div>
      )}
    </search>
  )
}

/** Waits for a pause in typing before the address and the results follow. */
function SearchBox({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  const [seen, setSeen] = useState(text)
  if (seen !== text) {
    setSeen(text)
    setTyped(text)
  }
  // Who clicked a result while typing is on the way out: the address is no longer ours.
  const isLeaving = useNavigation().state !== 'idle'
  useEffect(() => {
    if (typed === text || isLeaving) return
    const timer = window.setTimeout(() => onChange(typed), TYPING_PAUSE_MS)
    return () => window.clearTimeout(timer)
  })
  return (
    <div className="relative">
      <Search className="pointer-events-none absolute top-3 left-3 size-4 text-muted" aria-hidden />
      <Input
        type="search"
        aria-label="Buscar projetos"
        placeholder="Buscar por título ou descrição"
        maxLength={200}
        className="pl-9"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  )
}

function Results({ filters, onClear }: { filters: ProjectFilters; onClear: () => void }) {
  const query = useInfiniteQuery(projectsQuery(filters))
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
  return (
    <div>
      <ul aria-label="Projetos" className={grid}>
        {projects.map((project) => (
          <li key={project.id}>
            <ProjectCard project={project} />
          </li>
        ))}
      </ul>
      <LoadMore
        shown={projects.length}
        total={query.data.pages[0]?.total ?? 0}
        noun="projetos"
        loading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </div>
  )
}

const grid = 'grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3'
