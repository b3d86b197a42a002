import { Controller } from 'react-hook-form'
import { BOUNDS } from '@/api/limits'
import { useSkillOptions } from '@/api/directory/skills'
import type { ProjectForm } from '@/features/project/form/schema'
import { TechnologyField } from '@/features/project/form/technology-field'
import { ScopeStep } from '@/features/project/form/scope-step'
import { CATEGORIES } from '@/features/project/text'
import { LEVELS } from '@/lib/work'
import { MultiSelect } from '@/ui/combobox'
import { Field } from '@/ui/field'
import { Input, Textarea } from '@/ui/input'
import { Select } from '@/ui/select'
import { Switch } from '@/ui/switch'

/** What is to be done. */
export function ScopeFields({ form }: { form: ProjectForm }) {
  const { register, formState } = form
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
      <ScopeStep form={form} />
    </>
  )
}

function asOption(value: string) {
  return { value, label: value }
}

/** Who is looked for, and whether they learn by whom. */
export function AudienceFields({ form }: { form: ProjectForm }) {
  const { control, formState } = form
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
      <TechnologyField form={form} />
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
