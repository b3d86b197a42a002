import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { FolderPlus, Pencil, Trash2, Users } from 'lucide-react'
import { Link } from 'react-router'
import { useSkillLabels } from '@/api/directory/skills'
import { errorSentence } from '@/api/errors'
import { CloseAction } from '@/features/project/own/close-action'
import { deleteProject, ownProjectsQuery } from '@/features/project/own/own-queries'
import type { Project } from '@/features/project/queries'
import { statusOf, type ProjectStatus } from '@/features/project/text'
import { formatCount, formatDate } from '@/lib/format'
import { paths } from '@/lib/paths'
import { reportOutcome } from '@/lib/timing'
import { toast } from '@/lib/toast'
import { AlertDialog } from '@/ui/alert-dialog'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { ChipList } from '@/ui/chip'
import { Codes } from '@/ui/codes'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { LoadMore } from '@/ui/load-more'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Tag, tagOf } from '@/ui/tag'

type OwnProjectsProps = {
  companyId: string
  /** Whether the person may publish, edit, close and delete for the company. */
  mayPublish: boolean
  /** Whether the person may end contracts for it. */
  mayNegotiate: boolean
  /** Shows only so many, the newest, on a page that itself leads to publishing. */
  max?: number
  /** Shows only those in one state. */
  status?: ProjectStatus | ''
}

/** A company's projects with what they led to and what can be done about them. */
export function OwnProjects({ companyId, mayPublish, mayNegotiate, max, status = '' }: OwnProjectsProps) {
  const query = useInfiniteQuery(ownProjectsQuery(companyId, status))
  if (query.isPending) {
    return (
      <Loading label="Carregando projetos…">
        <div className="flex flex-col gap-3">
          {Array.from({ length: max ?? 4 }, (_, i) => (
            <Skeleton key={i} className="h-28" />
          ))}
        </div>
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const projects = query.data.pages.flatMap((page) => page.rows)
  if (projects.length === 0 && status !== '')
    return <EmptyState icon={FolderPlus} title="Nenhum projeto nesta situação" />
  if (projects.length === 0) {
    return (
      <EmptyState
        icon={FolderPlus}
        title="Nenhum projeto publicado"
        description="Descreva o que precisa e receba propostas de profissionais de automação."
        {...(mayPublish && max === undefined && { action: <PublishLink /> })}
      />
    )
  }
  return (
    <>
      <ul aria-label="Meus projetos" className="flex flex-col gap-3">
        {projects.slice(0, max).map((project) => (
          <li key={project.id}>
            <OwnProject project={project} mayPublish={mayPublish} mayNegotiate={mayNegotiate} />
          </li>
        ))}
      </ul>
      {max === undefined && (
        <LoadMore
          shown={projects.length}
          total={query.data.pages.at(-1)?.total ?? projects.length}
          noun="projetos"
          hasMore={query.hasNextPage}
          loading={query.isFetchingNextPage}
          onLoadMore={() => void query.fetchNextPage()}
        />
      )}
    </>
  )
}

function PublishLink() {
  return (
    <Button asChild variant="primary">
      <Link to={paths.publishProject()}>Publicar Projeto</Link>
    </Button>
  )
}

type OwnProjectProps = {
  /** With a proposal that it has ever had. */
  project: Project & { answers: readonly { id: string }[] }
  mayPublish: boolean
  mayNegotiate: boolean
}

function OwnProject({ project, mayPublish, mayNegotiate }: OwnProjectProps) {
  const labels = useSkillLabels()
  const status = statusOf(project.status)
  return (
    <Card className="flex flex-col gap-4 p-5 lg:flex-row lg:items-center lg:justify-between">
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <Tag>{tagOf('PRJ', project.number)}</Tag>
          <Badge tone={status.tone}>{status.label}</Badge>
          {project.is_confidential && <Badge tone="outline">Confidencial</Badge>}
          <time dateTime={project.created_at}>{formatDate(project.created_at)}</time>
        </div>
        <h2 className="text-base font-semibold break-words">
          <Link to={paths.project(project.id, project.title)} className="hover:underline">
            <Codes text={project.title} />
          </Link>
        </h2>
        <p className="figures text-sm text-muted">{project.budget}</p>
        <ChipList words={labels(project.skills)} max={4} />
      </div>
      <div className="flex shrink-0 flex-wrap gap-2">
        {mayPublish && project.status === 'open' && (
          <>
            <Button asChild variant="ghost">
              <Link to={paths.editProject(project.id)} aria-label={`Editar ${project.title}`}>
                <Pencil className="size-4" aria-hidden />
                Editar
              </Link>
            </Button>
            <CloseAction project={project} />
          </>
        )}
        {mayPublish && mayNegotiate && isUnderWay(project) && <CloseAction project={project} />}
        {mayPublish && isDeletable(project) && <DeleteAction project={project} />}
        <Button asChild>
          <Link to={paths.projectProposals(project.id)}>
            <Users className="size-4" aria-hidden />
            {formatCount(project.proposals_count, 'proposta', 'propostas')}
          </Link>
        </Button>
      </div>
    </Card>
  )
}

function isUnderWay({ status }: Project): boolean {
  return status === 'in_progress' || status === 'delivered'
}

/** What somebody has answered to stays, and is closed at most. */
function isDeletable({ status, answers }: OwnProjectProps['project']): boolean {
  return (status === 'open' || status === 'closed') && answers.length === 0
}

type Subject = { id: string; title: string }

/** Removes a project nobody has answered; otherwise the server says why not. */
function DeleteAction({ project }: { project: Subject }) {
  const remove = useMutation(deleteProject(useQueryClient()))
  return (
    <AlertDialog
      trigger={
        <Button variant="ghost" aria-label={`Excluir ${project.title}`} loading={remove.isPending}>
          <Trash2 className="size-4" aria-hidden />
          Excluir
        </Button>
      }
      title="Excluir o projeto?"
      description={`"${project.title}" some do site. Um projeto que já recebeu propostas não pode ser excluído, só encerrado.`}
      confirmLabel="Excluir projeto"
      destructive
      onConfirm={() =>
        reportOutcome(remove.mutateAsync(project.id), {
          onSuccess: () => toast({ title: 'Projeto excluído' }),
          onError: (error) =>
            toast({
              variant: 'destructive',
              title: 'Projeto não excluído',
              description: errorSentence(error),
            }),
        })
      }
    />
  )
}
