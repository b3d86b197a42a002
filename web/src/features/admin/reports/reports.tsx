import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { REPORT_REASONS } from '@/api/deal/report-reasons'
import { errorSentence } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import {
  closeReportedProject,
  decideReport,
  projectTitleQuery,
  reportsQuery,
  setStatus,
  type Report,
} from '@/features/admin/queries'
import { KINDS } from '@/features/admin/text'
import { formatDateTime } from '@/lib/format'
import { paths, profilePath } from '@/lib/paths'
import { reportOutcome } from '@/lib/timing'
import { toast } from '@/lib/toast'
import { AlertDialog } from '@/ui/alert-dialog'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { FilterTabs } from '@/ui/filter-tabs'
import { LoadMore } from '@/ui/load-more'
import { ReasonDialog } from '@/ui/reason-dialog'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Tag, tagOf } from '@/ui/tag'

const STATES = [
  { value: 'open', label: 'Abertas' },
  { value: 'upheld', label: 'Procedentes' },
  { value: 'dismissed', label: 'Improcedentes' },
] as const

/** The reports of users, and the decisions about them. */
export function Reports() {
  const [params, setParams] = useSearchParams()
  const status = STATES.find(({ value }) => value === params.get('estado'))?.value ?? 'open'
  return (
    <>
      <FilterTabs
        label="Filtrar por estado"
        options={STATES}
        value={status}
        onValueChange={(next) =>
          setParams({ aba: 'denuncias', estado: next }, { replace: true, preventScrollReset: true })
        }
      />
      <Queue status={status} />
    </>
  )
}

function Queue({ status }: { status: Report['status'] }) {
  const query = useInfiniteQuery(reportsQuery(status))
  if (query.isPending) {
    return (
      <Loading label="Carregando denúncias…">
        <Skeleton className="h-40" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const reports = query.data.pages.flatMap((page) => page.rows)
  if (reports.length === 0) {
    return <EmptyState icon={ShieldCheck} title="Nenhuma denúncia aqui" description="A fila está em dia." />
  }
  return (
    <>
      <ul aria-label="Denúncias" className="flex flex-col gap-4">
        {reports.map((report) => (
          <li key={report.id}>
            <ReportCard report={report} />
          </li>
        ))}
      </ul>
      <LoadMore
        shown={reports.length}
        total={query.data.pages[0]?.total ?? 0}
        noun="denúncias"
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </>
  )
}

function ReportCard({ report }: { report: Report }) {
  return (
    <Card className="flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <Tag>{tagOf('DEN', report.number)}</Tag>
        <Badge tone="warning">{REPORT_REASONS[report.reason]}</Badge>
        <span>{KINDS[report.kind]}</span>
        <time dateTime={report.created_at}>{formatDateTime(report.created_at)}</time>
        <span>por {report.reporter?.name ?? 'visitante'}</span>
      </div>
      <blockquote className="border-l-2 border-line pl-4 break-words whitespace-pre-line">
        {report.excerpt}
      </blockquote>
      {report.details !== '' && <p className="max-w-measure break-words">{report.details}</p>}
      <p className="text-sm text-muted">
        Responsável:{' '}
        {report.profile ? (
          <Link to={profilePath(report.profile)} className="text-ink underline underline-offset-2">
            {report.profile.name}
          </Link>
        ) : (
          'conta removida'
        )}
        {report.kind === 'project' && (
          <>
            {' · '}
            <ReportedProject projectId={report.subject_id} />
          </>
        )}
      </p>
      {report.status === 'open' ? (
        <ReportDecision report={report} />
      ) : (
        <p className="border-t border-line pt-4 text-sm">
          <span className="font-medium">
            {report.status === 'upheld' ? 'Procedente' : 'Improcedente'}
            {report.decided_at && ` em ${formatDateTime(report.decided_at)}`}:{' '}
          </span>
          {report.decision}
        </p>
      )}
    </Card>
  )
}

/** A link with the project's title; a project that no longer exists has none. */
function ReportedProject({ projectId }: { projectId: string }) {
  const { data: title } = useQuery(projectTitleQuery(projectId))
  return (
    <Link to={paths.project(projectId, title)} className="text-ink underline underline-offset-2">
      {title === undefined ? 'Abrir projeto' : `Projeto: ${title}`}
    </Link>
  )
}

/** The decision that upholds or dismisses a report, and the actions that may follow. */
function ReportDecision({ report }: { report: Report }) {
  const queryClient = useQueryClient()
  const block = useMutation(setStatus(queryClient))
  const close = useMutation(closeReportedProject(queryClient))
  const { profile } = report
  const refused = (error: unknown) =>
    toast({ variant: 'destructive', title: 'Nada mudou', description: errorSentence(error) })
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      <DecideAction report={report} status="upheld" label="Procede" />
      <DecideAction report={report} status="dismissed" label="Improcedente" />
      {profile?.status === 'active' && (
        <AlertDialog
          trigger={<Button variant="ghost">Bloquear usuário</Button>}
          title={`Bloquear ${profile.name}?`}
          description="As sessões terminam agora e o acesso é recusado até que seja ativado outra vez."
          confirmLabel="Bloquear usuário"
          destructive
          onConfirm={() =>
            reportOutcome(block.mutateAsync({ id: profile.id, status: 'blocked' }), {
              onSuccess: () => toast({ title: 'Sucesso', description: 'Status do usuário atualizado.' }),
              onError: refused,
            })
          }
        />
      )}
      {report.kind === 'project' && (
        <AlertDialog
          trigger={<Button variant="ghost">Encerrar projeto</Button>}
          title="Encerrar o projeto denunciado?"
          description="As propostas pendentes são recusadas e os profissionais, avisados."
          confirmLabel="Encerrar projeto"
          destructive
          onConfirm={() =>
            reportOutcome(close.mutateAsync(report.subject_id), {
              onSuccess: () => toast({ title: 'Projeto encerrado' }),
              onError: refused,
            })
          }
        />
      )}
    </div>
  )
}

type DecideActionProps = { report: Report; status: 'upheld' | 'dismissed'; label: string }

function DecideAction({ report, status, label }: DecideActionProps) {
  const decide = useMutation(decideReport(useQueryClient()))

  function end(decision: string) {
    const work = decide.mutateAsync({ report_id: report.id, status, decision })
    reportOutcome(work, {
      onSuccess: () => toast({ title: 'Denúncia decidida' }),
      onError: (error) =>
        toast({ variant: 'destructive', title: 'Denúncia não decidida', description: errorSentence(error) }),
    })
    return work
  }

  return (
    <ReasonDialog
      trigger={<Button>{label}</Button>}
      title={`Decidir: ${label}`}
      description="A decisão fica na auditoria."
      label="Decisão"
      hint="Quem denunciou com conta recebe este texto."
      missing="Escreva a decisão."
      confirmLabel="Registrar decisão"
      maxLength={BOUNDS.reports.decision}
      loading={decide.isPending}
      onConfirm={end}
    />
  )
}
