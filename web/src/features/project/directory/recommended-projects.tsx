import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { FolderSearch } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { errorSentence } from '@/api/errors'
import { ProjectCard } from '@/features/project/directory/project-card'
import { useHiddenProjects } from '@/features/project/hidden/hidden-projects'
import { recommendedProjectsQuery } from '@/features/project/queries'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'

const HideProject = lazy(() => import('@/features/project/hidden/hide-project'))

/** Starts to load the projects that are recommended to a professional. */
export function usePrefetchRecommendedProjects(skills: readonly string[]): void {
  usePrefetchQuery(recommendedProjectsQuery(skills))
}

/** The open projects that ask for a professional's skills. */
export function RecommendedProjects({ skills }: { skills: readonly string[] }) {
  const query = useQuery(recommendedProjectsQuery(skills))
  const hidden = useHiddenProjects()
  const projects = query.data?.filter(({ id }) => !hidden?.has(id))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (skills.length === 0 || projects?.length === 0) {
    return (
      <EmptyState
        icon={FolderSearch}
        title="Nenhuma recomendação por enquanto"
        description="Recomendamos projetos abertos que pedem as suas habilidades."
        action={
          <Button asChild>
            <Link to={paths.projects()}>Ver todos os projetos</Link>
          </Button>
        }
      />
    )
  }
  return (
    <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {projects?.map((project) => (
        <li key={project.id}>
          <ProjectCard
            project={project}
            action={
              hidden && (
                <Suspense>
                  <HideProject project={project} isHidden={false} />
                </Suspense>
              )
            }
          />
        </li>
      ))}
    </ul>
  )
}
