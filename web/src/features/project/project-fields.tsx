import { Controller, type UseFormReturn } from 'react-hook-form'
import { BOUNDS } from '@/api/limits'
import { useSkillOptions } from '@/api/skills'
import type { ProjectInput, ProjectValues } from '@/features/project/schema'
import { CATEGORIES } from '@/features/project/text'
import { LEVELS } from '@/lib/work'
import { MultiSelect } from '@/ui/combobox'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { MoneyInput } from '@/ui/money-input'
import { Select } from '@/ui/select'
import { Switch } from '@/ui/switch'
import { Textarea } from '@/ui/textarea'

type Form = UseFormReturn<ProjectInput, unknown, ProjectValues>

/** What is to be done. */
export function ScopeFields({ form: { register, formState } }: { form: Form }) {
  const { errors } = formState
  return (
    <>
      <Field name="title" label="Título do Projeto" error={errors.title?.message}>
        <Input
          maxLength={BOUNDS.projects.title}
          placeholder="Ex.: Migração de S7-300 para S7-1500"
          {...register('title')}
        />
      </Field>
      <Field
        name="description"
        label="Descrição Detalhada"
        hint="Equipamentos, quantidades, entregáveis e o que fica de fora."
        error={errors.description?.message}
      >
        <Textarea rows={8} maxLength={BOUNDS.projects.description} {...register('description')} />
      </Field>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field name="category" label="Categoria" error={errors.category?.message}>
          <Select options={CATEGORIES.map(asOption)} {...register('category')} />
        </Field>
        <Field name="experience_level" label="Nível de Experiência" error={errors.experience_level?.message}>
          <Select options={LEVELS.map(asOption)} {...register('experience_level')} />
        </Field>
      </div>
    </>
  )
}

function asOption(value: string) {
  return { value, label: value }
}

/** What it may cost and until when, in words and, for filters, in numbers. */
export function BudgetFields({ form }: { form: Form }) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-4 border-b border-line pb-2 text-base font-semibold">Orçamento e prazo</legend>
      <Field
        name="budget"
        label="Orçamento"
        hint="Como aparece para os profissionais."
        error={errors.budget?.message}
      >
        <Input
          maxLength={BOUNDS.projects.budget}
          placeholder="Ex.: R$ 45.000 – R$ 60.000"
          {...register('budget')}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField form={form} name="budget_min" label="Mínimo" />
        <AmountField form={form} name="budget_max" label="Máximo" />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="deadline" label="Prazo" error={errors.deadline?.message}>
          <Input maxLength={BOUNDS.projects.deadline} placeholder="Ex.: 45 dias" {...register('deadline')} />
        </Field>
        <Field name="deadline_on" label="Data limite" optional error={errors.deadline_on?.message}>
          <Input type="date" {...register('deadline_on')} />
        </Field>
      </div>
    </fieldset>
  )
}

type AmountFieldProps = { form: Form; name: 'budget_min' | 'budget_max'; label: string }

function AmountField({ form, name, label }: AmountFieldProps) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field name={name} label={label} optional error={fieldState.error?.message}>
          <MoneyInput value={field.value} onValueChange={field.onChange} onBlur={field.onBlur} />
        </Field>
      )}
    />
  )
}

/** Who is looked for, and whether they learn by whom. */
export function AudienceFields({ form: { control, formState } }: { form: Form }) {
  const options = useSkillOptions()
  const { errors } = formState
  return (
    <>
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
    </>
  )
}
