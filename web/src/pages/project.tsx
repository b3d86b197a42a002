import { useQuery, type QueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { errorSentence } from '@/api/errors'
import { actsFor } from '@/api/session/party'
import { useSession, type SignedIn } from '@/api/session/session'
import { OthersOnly, OwnerActions } from '@/features/project/detail/owner-actions'
import { ProjectDetail, ProjectDetailSkeleton } from '@/features/project/detail/project-detail'
import { ownProjectQuery } from '@/features/project/own/own-queries'
import { ProjectFiles } from '@/features/project/files/project-files'
import { projectQuery, publisherQuery, similarProjectsQuery, type Project } from '@/features/project/queries'
import { SimilarProjects } from '@/features/project/detail/similar-projects'
import { ProposeAction } from '@/features/proposal/propose/propose-action'
import { ReportButton } from '@/features/report/report-button'
import { isId } from '@/lib/ids'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { idOf } from '@/lib/text/words'
import { ErrorState } from '@/ui/error-state'
import { NotFound } from '@/ui/not-found'
import { Page } from '@/ui/page'
import { ShareButton } from '@/ui/share-button'

const ProjectQuestions = lazy(async () => ({
  default: (await import('@/features/question/project-questions')).ProjectQuestions,
}))
import { skillsQuery } from '@/api/directory/skills'
import type { Reads } from '@/api/request/preloaded'

export const reads: Reads = (queryClient, params) =>
  Promise.allSettled([queryClient.query(skillsQuery()), readProject(queryClient, idOf(params.projectId))])

async function readProject(queryClient: QueryClient, id: string): Promise<void> {
  const project = await queryClient.query(projectQuery(id))
  if (!project) return
  await Promise.allSettled([
    project.company && queryClient.query(publisherQuery(project.company.id)),
    queryClient.query(similarProjectsQuery(project)),
  ])
}

export function ProjectPage() {
  return (
    <Page>
      <Subject />
    </Page>
  )
}

function Subject() {
  const projectId = idOf(useParams().projectId)
  const query = useQuery({ ...projectQuery(projectId), enabled: isId(projectId) })
  useTitle(query.data?.title)
  if (!isId(projectId) || query.data === null) {
    return <NotFound title="Projeto não encontrado" backTo={paths.projects()} backLabel="Ver projetos" />
  }
  if (query.isError) {
    return (
      <ErrorState
        level={1}
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
        </OwnerActions>
      }
      files={<ProjectFiles project={project} />}
      more={
        <>
          <ShareButton title={project.title} path={paths.project(project.id, project.title)} />
          <OthersOnly project={project}>
            <ReportButton kind="project" subjectId={project.id} />
          </OthersOnly>
        </>
      }
    >
      <Suspense>
        <Questions project={project} />
      </Suspense>
      <SimilarProjects project={project} />
    </ProjectDetail>
  )
}

/** For the two sides only: whoever looks around reads no questions. */
function Questions({ project }: { project: Project }) {
  const state = useSession()
  if (state.status !== 'signed-in') return null
  if (state.party?.role === 'company') return <OwnQuestions project={project} reader={state} />
  if (state.party?.role !== 'professional') return null
  return (
    <ProjectQuestions project={project} side="professional" maySpeak={state.rights.includes('publish')} />
  )
}

function OwnQuestions({ project, reader }: { project: Project; reader: SignedIn }) {
  const { data: own } = useQuery(ownProjectQuery(project.id, reader.profile.id))
  if (!own) return null
  const maySpeak = actsFor(reader.parties, own.owner.company_id, 'publish')
  return <ProjectQuestions project={project} side="company" maySpeak={maySpeak} />
}
