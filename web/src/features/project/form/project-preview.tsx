import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { FileList, FilesSection } from '@/features/project/files/project-files'
import { ProjectDetail } from '@/features/project/detail/project-detail'
import type { Project } from '@/features/project/queries'
import { toRow, type ProjectValues } from '@/features/project/form/schema'
import type { Chosen } from '@/features/project/files/use-project-files'

/** What a preview cannot know of what was typed. */
export type PreviewBase = Pick<
  Project,
  'id' | 'number' | 'revision' | 'proposals_count' | 'created_at' | 'company'
>

/** The project as it would be, were it saved with these values. */
export function previewOf(values: ProjectValues, files: readonly Chosen[], base: PreviewBase): Project {
  const row = toRow(values)
  return {
    ...values,
    ...base,
    budget: row.budget,
    deadline: row.deadline,
    budget_min_cents: values.budget_min,
    budget_max_cents: values.budget_max,
    city: values.city === '' ? null : values.city,
    state: values.state === '' ? null : values.state,
    work_mode: values.work_mode === '' ? null : values.work_mode,
    starts_on: values.starts_on === '' ? null : values.starts_on,
    deadline_on: values.deadline_on === '' ? null : values.deadline_on,
    status: 'open',
    files_count: files.length,
    company: values.is_confidential ? null : base.company,
  }
}

type ProjectPreviewProps = {
  project: Project
  files: readonly Chosen[]
  /** What a reader may do, as on the page itself. */
  action: ReactNode
  /** Back to the form, or on with it. */
  children: ReactNode
}

/** The page as professionals will see it, drawn by what draws it for them. */
export function ProjectPreview({ project, files, action, children }: ProjectPreviewProps) {
  const open = files.filter(({ audience }) => audience === 'proposers')
  return (
    <>
      <div
        ref={(bar) => bar?.focus()}
        tabIndex={-1}
        role="status"
        className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded border border-line bg-info-soft px-4 py-3 text-sm outline-none"
      >
        <p className="flex min-w-0 flex-1 basis-64 items-center gap-2">
          <Eye className="size-4 shrink-0" aria-hidden />
          Pré-visualização: assim os profissionais verão o projeto.
        </p>
        <div className="flex flex-wrap gap-2">{children}</div>
      </div>
      <ProjectDetail
        project={project}
        action={action}
        files={
          files.length > 0 && (
            <FilesSection total={files.length}>
              <FileList files={open.map(listed)} hidden={files.length - open.length} />
            </FilesSection>
          )
        }
      />
    </>
  )
}

/** A file that is not a project's yet is not saved from here. */
function listed({ name, audience, media_type, bytes }: Chosen) {
  return { name, audience, media_type, bytes }
}
