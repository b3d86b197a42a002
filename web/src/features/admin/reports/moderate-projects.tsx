import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Archive, FolderSearch } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { errorSentence } from '@/api/errors'
import { CLOSING_REASON_CHARACTERS } from '@/api/limits'
import { BulkBar, takeEach, useChosen, type Outcome } from '@/features/admin/bulk-bar'
import { closeProjectFor, openProjectsQuery, type OpenProject } from '@/features/admin/queries'
import { formatCount, formatRelative } from '@/lib/format'
import { paths } from '@/lib/paths'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Checkbox } from '@/ui/checkbox'
import { SearchBox } from '@/ui/directory-search'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { LoadMore } from '@/ui/load-more'
import { ReasonDialog } from '@/ui/reason-dialog'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Tag, tagOf } from '@/ui/tag'

/** The newest open projects, which administrators read and may close. */
export function ModerateProjects() {
  const [text, setText] = useState('')
  return (
    <>
      <SearchBox
        label="Buscar projetos abertos"
        placeholder="Buscar por título, descrição ou código"
        text={text}
        onChange={setText}
        className="mb-4 max-w-md"
      />
      <Found key={text} text={text} />
    </>
  )
}

function Found({ text }: { text: string }) {
  const query = useInfiniteQuery(openProjectsQuery(text))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando projetos…">
        <Skeleton className="h-64" />
      </Loading>
    )
  }
  const projects = rowsOf<OpenProject>(query.data)
  if (projects.length === 0)
    return (
      <EmptyState
        icon={FolderSearch}
        title={text === '' ? 'Nenhum projeto aberto' : 'Nenhum projeto aberto com esse texto'}
      />
    )
  return (
    <>
      <Chosen projects={projects} />
      <LoadMore
        shown={projects.length}
        total={totalOf(query.data)}
        noun="projetos"
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </>
  )
}

function Chosen({ projects }: { projects: readonly OpenProject[] }) {
  const choice = useChosen(projects.map((project) => ({ ...project, name: project.title })))
  const [outcome, setOutcome] = useState<Outcome>()
  const [isBusy, setIsBusy] = useState(false)
  const close = useMutation(closeProjectFor(useQueryClient()))

  async function closeAll(reason: string) {
    setIsBusy(true)
    const came = await takeEach(choice.chosen, ({ id }) => close.mutateAsync({ id, reason }))
    setIsBusy(false)
    setOutcome(came)
    choice.set([])
    toast({ title: formatCount(came.done, 'projeto encerrado', 'projetos encerrados') })
  }
  return (
    <div className="flex flex-col gap-4">
      <BulkBar
        count={choice.chosen.length}
        noun={['projeto selecionado', 'projetos selecionados']}
        onClear={() => choice.set([])}
        outcome={outcome}
      >
        <ReasonDialog
          trigger={
            <Button size="sm">
              <Archive className="size-4" aria-hidden />
              Encerrar
            </Button>
          }
          title={`Encerrar ${formatCount(choice.chosen.length, 'projeto', 'projetos')}?`}
          description="Quem enviou proposta recebe o motivo, e cada encerramento fica na auditoria."
          confirmLabel="Encerrar todos"
          destructive
          maxLength={CLOSING_REASON_CHARACTERS}
          loading={isBusy}
          onConfirm={closeAll}
        />
      </BulkBar>
      <Card>
        <ul aria-label="Projetos abertos" className="flex flex-col divide-y divide-line">
          {projects.map((project) => (
            <li key={project.id} className="flex items-start gap-3 px-4 py-3.5">
              <Checkbox
                checked={choice.has(project.id)}
                onCheckedChange={() => choice.toggle(project.id)}
                label={<span className="sr-only">Selecionar {project.title}</span>}
              />
              <Line project={project} />
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

function Line({
  project: { id, number, title, description, created_at, proposals_count, owner },
}: LineProps) {
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      <Link to={paths.project(id, title)} className="font-medium break-words hover:underline">
        {title}
      </Link>
      <p className="line-clamp-2 max-w-measure text-sm break-words">{description}</p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <Tag>{tagOf('PRJ', number)}</Tag>
        <span>{owner?.company?.name ?? 'Empresa removida'}</span>
        <span>{formatCount(proposals_count, 'proposta', 'propostas')}</span>
        <time dateTime={created_at}>{formatRelative(created_at)}</time>
      </p>
    </div>
  )
}

type LineProps = { project: OpenProject }
