import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { errorSentence } from '@/api/errors'
import { OwnerActions } from '@/features/project/owner-actions'
import { ProjectDetail, ProjectDetailSkeleton } from '@/features/project/project-detail'
import { projectQuery } from '@/features/project/queries'
import { ProposeAction } from '@/features/proposal/propose-action'
import { ReportButton } from '@/features/report/report-button'
import { isId } from '@/lib/ids'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/use-title'
import { ErrorState } from '@/ui/error-state'
import { NotFound } from '@/ui/not-found'
import { Page } from '@/ui/page'

export function ProjectPage() {
  return (
    <Page>
      <Subject />
    </Page>
  )
}

function Subject() {
  const { projectId = '' } = useParams()
  const query = useQuery({ ...projectQuery(projectId), enabled: isId(projectId) })
  useTitle(query.data?.title)
  if (!isId(projectId) || query.data === null) {
    return <NotFound title="Projeto não encontrado" backTo={paths.projects()} backLabel="Ver projetos" />
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
  if (query.isPending) return <ProjectDetailSkeleton />
  const project = query.data
  return (
    <ProjectDetail
      project={project}
      action={
        <OwnerActions project={project}>
          <ProposeAction project={project} />
          <ReportButton kind="project" subjectId={project.id} />
        </OwnerActions>
      }
    />
  )
}
