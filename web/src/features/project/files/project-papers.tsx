import { ProjectFiles } from '@/features/project/files/project-files'
import { IoListSection } from '@/features/project/io-list/io-list-section'
import type { Project } from '@/features/project/queries'
import { ProjectScope } from '@/features/project/scope/project-scope'

/** What the company says of a project besides its description: its scope, its files and its I/O list. */
export default function ProjectPapers({ project }: { project: Project }) {
  return (
    <>
      {project.scope_clarity !== null && <ProjectScope project={project} />}
      <ProjectFiles project={project} />
      <IoListSection project={project} />
    </>
  )
}
