import { Eye } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { ApiError, errorSentence } from '@/api/errors'
import { ProjectDetail } from '@/features/project/detail/project-detail'
import { FilesField } from '@/features/project/files/files-field'
import type { ProjectFile } from '@/features/project/files/files-query'
import { FileList, FilesSection } from '@/features/project/files/project-files'
import { useProjectFiles, type Chosen, type ProjectFiles } from '@/features/project/files/use-project-files'
import { AudienceFields, ScopeFields } from '@/features/project/form/project-fields'
import { projectSchema, toRow, type ProjectInput, type ProjectValues } from '@/features/project/form/schema'
import { BudgetFields, PlaceFields } from '@/features/project/form/terms-fields'
import type { Project } from '@/features/project/queries'
import { DraftScope } from '@/features/project/scope/project-scope'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { ErrorSummary } from '@/ui/error-summary'
import { useDraft } from '@/ui/use-draft'
import { useForm } from '@/ui/use-form'

type ProjectFormProps = {
  initial: ProjectInput
  /** What it has already. */
  attached: readonly ProjectFile[]
  /** Names the draft that survives a reload. */
  draft: string
  submitLabel: string
  /** What is said above the reason where it was refused. */
  refusedTitle: string
  /** What a preview shows besides what is typed; under its id files are stored. */
  base: PreviewBase
  /** What a reader of the page may do, for its preview. */
  action: (project: Project) => ReactNode
  /** What stands above the form. */
  children: ReactNode
  /** Stores it, or throws why not. The way on once it was taken, for which the draft goes. */
  onSubmit: (values: ProjectValues, files: ProjectFiles) => Promise<() => void>
}

export function ProjectForm({ initial, attached, draft, onSubmit, ...props }: ProjectFormProps) {
  const form = useForm(projectSchema, initial)
  const kept = useDraft(draft, form)
  const files = useProjectFiles(props.base.id, attached)
  const preview = usePreview()
  const { errors, isSubmitting, submitCount } = form.formState

  async function send(values: ProjectValues) {
    if (files.unready !== undefined) {
      refuseFiles(files.unready)
      return
    }
    let leave
    try {
      leave = await onSubmit(values, files)
    } catch (error) {
      refuse(error)
      return
    }
    kept.clear()
    leave()
  }

  function refuse(error: unknown) {
    const description = errorSentence(error)
    if (error instanceof ApiError && error.code === 'unknown_city') {
      form.setError('city', { message: description })
      if (preview.values !== undefined) preview.close()
    } else toast({ variant: 'destructive', title: props.refusedTitle, description })
  }

  const submit = form.handleSubmit(send, refused)
  if (preview.values !== undefined) {
    const project = previewOf(preview.values, files.chosen, props.base)
    const shown = { project, scope: preview.values.scope, files: files.chosen }
    return (
      <ProjectPreview {...shown} action={props.action(project)}>
        <Button onClick={preview.close}>Voltar a editar</Button>
        <Button variant="primary" loading={isSubmitting} onClick={() => void submit()}>
          {props.submitLabel}
        </Button>
      </ProjectPreview>
    )
  }
  return (
    <>
      {props.children}
      <form noValidate className="flex max-w-3xl flex-col gap-6" onSubmit={(event) => void submit(event)}>
        <ErrorSummary errors={errors} submitCount={submitCount} />
        <ScopeFields form={form} />
        <FilesField files={files} />
        <PlaceFields form={form} />
        <BudgetFields form={form} />
        <AudienceFields form={form} />
        <Steps
          onPreview={() => void form.handleSubmit(preview.open, refused)()}
          submitLabel={props.submitLabel}
          isSubmitting={isSubmitting}
        />
      </form>
    </>
  )
}

type StepsProps = { onPreview: () => void; submitLabel: string; isSubmitting: boolean }

function Steps({ onPreview, submitLabel, isSubmitting }: StepsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-3 border-t border-line pt-6">
      <Button size="lg" onClick={onPreview}>
        <Eye className="size-4" aria-hidden />
        Pré-visualizar
      </Button>
      <Button type="submit" variant="primary" size="lg" loading={isSubmitting}>
        {submitLabel}
      </Button>
    </div>
  )
}

/** What is previewed, at an address of its own: the browser's way back leads to the form. */
function usePreview() {
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const [values, setValues] = useState<ProjectValues>()
  return {
    values: params.get('previa') === 'sim' ? values : undefined,
    open: (typed: ProjectValues) => {
      setValues(typed)
      setParams({ previa: 'sim' })
    },
    close: () => void navigate(-1),
  }
}

function refuseFiles(description: string) {
  toast({ variant: 'destructive', title: 'Arquivos não prontos', description })
}

const REQUIRED = ['title', 'description', 'category', 'budget', 'deadline', 'skills'] as const

function refused(errors: FieldErrors<ProjectInput>) {
  if (!REQUIRED.some((name) => errors[name])) return
  toast({
    variant: 'destructive',
    title: 'Erro de Validação',
    description: 'Por favor, preencha todos os campos obrigatórios.',
  })
}

/** What a preview cannot know of what was typed. */
type PreviewBase = Pick<Project, 'id' | 'number' | 'revision' | 'proposals_count' | 'created_at' | 'company'>

/** The project as it would be, were it saved with these values. */
function previewOf(values: ProjectValues, files: readonly Chosen[], base: PreviewBase): Project {
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
    scope_clarity: null,
    scope_model: '',
    company: values.is_confidential ? null : base.company,
  }
}

type ProjectPreviewProps = {
  project: Project
  scope: ProjectValues['scope']
  files: readonly Chosen[]
  /** What a reader may do, as on the page itself. */
  action: ReactNode
  /** Back to the form, or on with it. */
  children: ReactNode
}

/** The page as professionals will see it, drawn by what draws it for them. */
function ProjectPreview({ project, scope, files, action, children }: ProjectPreviewProps) {
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
          <>
            {scope && <DraftScope scope={scope} />}
            {files.length > 0 && (
              <FilesSection total={files.length}>
                <FileList files={open.map(listed)} hidden={files.length - open.length} />
              </FilesSection>
            )}
          </>
        }
      />
    </>
  )
}

/** A file that is not a project's yet is not saved from here. */
function listed({ name, audience, media_type, bytes }: Chosen) {
  return { name, audience, media_type, bytes }
}
