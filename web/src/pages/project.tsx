import type { QueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { skillsQuery } from '@/api/directory/skills'
import type { Reads } from '@/api/request/preloaded'
import { OthersOnly, OwnerActions } from '@/features/project/detail/owner-actions'
import { ProjectDetail } from '@/features/project/detail/project-detail'
import { ProjectScreen } from '@/features/project/detail/project-screen'
import { QuestionSide } from '@/features/project/detail/question-side'
import { SimilarProjects } from '@/features/project/detail/similar-projects'
import { projectQuery, publisherQuery, similarProjectsQuery, type Project } from '@/features/project/queries'
import { ProposeAction } from '@/features/proposal/propose/propose-action'
import { ReportButton } from '@/features/report/report-button'
import { paths } from '@/lib/paths'
import { idOf } from '@/lib/text/words'
import { Page } from '@/ui/page'
import { ShareButton } from '@/ui/share-button'

const ProjectSides = lazy(() => import('@/pages/project/sides'))

const ProjectPapers = lazy(() => import('@/features/project/files/project-papers'))

const FavouriteButton = lazy(() => import('@/features/favourite/favourite-button'))

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
      <ProjectScreen projectId={idOf(useParams().projectId)}>
        {(project) => <Subject project={project} />}
      </ProjectScreen>
    </Page>
  )
}

function Subject({ project }: { project: Project }) {
  return (
    <ProjectDetail
      project={project}
      action={
        <OwnerActions project={project}>
          <ProposeAction project={project} />
        </OwnerActions>
      }
      files={<ProjectPapers project={project} />}
      more={
        <>
          <ShareButton title={project.title} path={paths.project(project.id, project.title)} />
          <OthersOnly project={project}>
            <Suspense fallback={<div className="h-9" />}>
              <FavouriteButton subject={{ project_id: project.id }} />
            </Suspense>
            <ReportButton kind="project" subjectId={project.id} />
          </OthersOnly>
        </>
      }
    >
      <Suspense>
        <QuestionSide project={project}>
          {(side, maySpeak) => <ProjectSides project={project} side={side} maySpeak={maySpeak} />}
        </QuestionSide>
      </Suspense>
      <SimilarProjects project={project} />
    </ProjectDetail>
  )
}
