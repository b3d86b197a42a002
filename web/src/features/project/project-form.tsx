import { Controller, type FieldErrors } from 'react-hook-form'
import { useSkillOptions } from '@/api/skills'
import { projectSchema, type ProjectInput, type ProjectValues } from '@/features/project/schema'
import { CATEGORIES, LEVELS } from '@/features/project/text'
import { Button } from '@/ui/button'
import { MultiSelect } from '@/ui/combobox'
import { ErrorSummary } from '@/ui/error-summary'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { MoneyInput } from '@/ui/money-input'
import { Select } from '@/ui/select'
import { Switch } from '@/ui/switch'
import { Textarea } from '@/ui/textarea'
import { toast } from '@/ui/toast'
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
  const options = useSkillOptions()
  const { register, control, formState } = form
  const { errors } = formState

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
      <ErrorSummary errors={errors} submitCount={formState.submitCount} />
      <Field name="title" label="Título do Projeto" error={errors.title?.message}>
        <Input maxLength={160} placeholder="Ex.: Migração de S7-300 para S7-1500" {...register('title')} />
      </Field>
      <Field
        name="description"
        label="Descrição Detalhada"
        hint="Equipamentos, quantidades, entregáveis e o que fica de fora."
        error={errors.description?.message}
      >
        <Textarea rows={8} maxLength={10_000} {...register('description')} />
      </Field>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field name="category" label="Categoria" error={errors.category?.message}>
          <Select options={CATEGORIES.map(asOption)} {...register('category')} />
        </Field>
        <Field name="experience_level" label="Nível de Experiência" error={errors.experience_level?.message}>
          <Select options={LEVELS.map(asOption)} {...register('experience_level')} />
        </Field>
      </div>
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-4 border-b border-line pb-2 text-base font-semibold">Orçamento e prazo</legend>
        <Field
          name="budget"
          label="Orçamento"
          hint="Como aparece para os profissionais."
          error={errors.budget?.message}
        >
          <Input maxLength={120} placeholder="Ex.: R$ 45.000 – R$ 60.000" {...register('budget')} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Controller
            control={control}
            name="budget_min"
            render={({ field }) => (
              <Field name="budget_min" label="Mínimo" optional error={errors.budget_min?.message}>
                <MoneyInput value={field.value} onValueChange={field.onChange} onBlur={field.onBlur} />
              </Field>
            )}
          />
          <Controller
            control={control}
            name="budget_max"
            render={({ field }) => (
              <Field name="budget_max" label="Máximo" optional error={errors.budget_max?.message}>
                <MoneyInput value={field.value} onValueChange={field.onChange} onBlur={field.onBlur} />
              </Field>
            )}
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field name="deadline" label="Prazo" error={errors.deadline?.message}>
            <Input maxLength={120} placeholder="Ex.: 45 dias" {...register('deadline')} />
          </Field>
          <Field name="deadline_on" label="Data limite" optional error={errors.deadline_on?.message}>
            <Input type="date" {...register('deadline_on')} />
          </Field>
        </div>
      </fieldset>
      <Controller
        control={control}
        name="skills"
        render={({ field }) => (
          <Field name="skills" label="Habilidades Necessárias" error={errors.skills?.message}>
            <MultiSelect
              options={options}
              value={field.value}
              onValueChange={field.onChange}
              placeholder="Selecione as habilidades"
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="is_confidential"
        render={({ field }) => (
          <Switch
            label="Empresa Confidencial"
            hint="O nome da empresa não aparece no projeto nem para quem envia proposta."
            checked={field.value}
            onCheckedChange={field.onChange}
          />
        )}
      />
      <div className="flex justify-end border-t border-line pt-6">
        <Button type="submit" variant="primary" size="lg" loading={formState.isSubmitting}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

function asOption(value: string) {
  return { value, label: value }
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
