import { ProjectFiles } from '@/features/project/files/project-files'
import { IoListSection } from '@/features/project/io-list/io-list-section'
import type { Project } from '@/features/project/queries'

/** What the company attached to a project: its files, and its I/O list. */
export default function ProjectPapers({ project }: { project: Project }) {
  return (
    <>
      <ProjectFiles project={project} />
      <IoListSection project={project} />
    </>
  )
}
