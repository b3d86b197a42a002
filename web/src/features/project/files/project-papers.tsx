import { lazy, Suspense } from 'react'
import { ProjectFiles } from '@/features/project/files/project-files'
import type { Project } from '@/features/project/queries'

const IoListSection = lazy(() => import('@/features/project/io-list/io-list-section'))

/** What the company attached to a project: its files, and its I/O list. */
export function ProjectPapers({ project }: { project: Project }) {
  return (
    <>
      <ProjectFiles project={project} />
      <Suspense>
        <IoListSection project={project} />
      </Suspense>
    </>
  )
}
