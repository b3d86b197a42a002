import { Eye } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { ApiError, errorSentence } from '@/api/errors'
import { FilesField } from '@/features/project/files/files-field'
import type { ProjectFile } from '@/features/project/files/files-query'
import { AudienceFields, ScopeFields } from '@/features/project/form/project-fields'
import { previewOf, ProjectPreview, type PreviewBase } from '@/features/project/form/project-preview'
import type { Project } from '@/features/project/queries'
import { BudgetFields, PlaceFields } from '@/features/project/form/terms-fields'
import { projectSchema, type ProjectInput, type ProjectValues } from '@/features/project/form/schema'
import { useProjectFiles, type ProjectFiles } from '@/features/project/files/use-project-files'
import { Button } from '@/ui/button'
import { ErrorSummary } from '@/ui/error-summary'
import { toast } from '@/lib/toast'
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
    return (
      <ProjectPreview project={project} files={files.chosen} action={props.action(project)}>
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
