import type { FieldErrors } from 'react-hook-form'
import { AudienceFields, ScopeFields } from '@/features/project/project-fields'
import { BudgetFields, PlaceFields } from '@/features/project/terms-fields'
import { projectSchema, type ProjectInput, type ProjectValues } from '@/features/project/schema'
import { Button } from '@/ui/button'
import { ErrorSummary } from '@/ui/error-summary'
import { toast } from '@/lib/toast'
import { useDraft } from '@/ui/use-draft'
import { useForm } from '@/ui/use-form'

type ProjectFormProps = {
  initial: ProjectInput
  /** Names the draft that survives a reload. */
  draft: string
  submitLabel: string
  /** Whether it was taken: then the draft goes, and one may leave. */
  onSubmit: (values: ProjectValues) => Promise<boolean>
  onSaved: () => void
}

export function ProjectForm({ initial, draft, submitLabel, onSubmit, onSaved }: ProjectFormProps) {
  const form = useForm(projectSchema, initial)
  const kept = useDraft(draft, form)
  const { errors, isSubmitting, submitCount } = form.formState

  async function send(values: ProjectValues) {
    if (!(await onSubmit(values))) return
    kept.clear()
    onSaved()
  }

  return (
    <form
      noValidate
      className="flex max-w-3xl flex-col gap-6"
      onSubmit={(event) => void form.handleSubmit(send, refused)(event)}
    >
      <ErrorSummary errors={errors} submitCount={submitCount} />
      <ScopeFields form={form} />
      <PlaceFields form={form} />
      <BudgetFields form={form} />
      <AudienceFields form={form} />
      <div className="flex justify-end border-t border-line pt-6">
        <Button type="submit" variant="primary" size="lg" loading={isSubmitting}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

const REQUIRED = ['title', 'description', 'category', 'budget', 'deadline', 'skills'] as const

function refused(errors: FieldErrors<ProjectInput>) {
  toast({
    variant: 'destructive',
    title: 'Erro de Validação',
    description: REQUIRED.some((name) => errors[name])
      ? 'Por favor, preencha todos os campos obrigatórios.'
      : 'Corrija os campos indicados.',
  })
}
