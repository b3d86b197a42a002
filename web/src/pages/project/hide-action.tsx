import { lazy, Suspense } from 'react'

const HideProject = lazy(() => import('@/features/project/hidden/hide-project'))

/** The button that takes a project out of a person's lists. */
export function hideAction(project: { id: string; title: string }) {
  return (
    <Suspense>
      <HideProject project={project} isHidden={false} />
    </Suspense>
  )
}
