import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorSentence } from '@/api/errors'
import { ProjectDetailSkeleton } from '@/features/project/detail/project-detail'
import { projectQuery, type Project } from '@/features/project/queries'
import { isId } from '@/lib/ids'
import { useTitle } from '@/lib/navigation/use-title'
import { paths } from '@/lib/paths'
import { ErrorState } from '@/ui/error-state'
import { NotFound } from '@/ui/not-found'

type ProjectScreenProps = { projectId: string; children: (project: Project) => ReactNode }

/** Loads a project, gives the page its title, and says so where there is none. */
export function ProjectScreen({ projectId, children }: ProjectScreenProps) {
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
  return children(query.data)
}
