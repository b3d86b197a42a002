import { Controller } from 'react-hook-form'
import { useKnownCities } from '@/api/directory/cities'
import { BOUNDS } from '@/api/limits'
import { rangeText, type ProjectForm } from '@/features/project/form/schema'
import { formatDay } from '@/lib/format'
import { STATES, WORK_MODES } from '@/lib/work'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { MoneyInput } from '@/ui/money-input'
import { Select } from '@/ui/select'
import { SuggestInput } from '@/ui/suggest-input'

/** Where it is done, and how. */
export function PlaceFields({ form }: { form: ProjectForm }) {
  const { register } = form
  const { errors } = form.formState
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-4 border-b border-line pb-2 text-base font-semibold">Local e modalidade</legend>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field name="work_mode" label="Modalidade" optional error={errors.work_mode?.message}>
          <Select options={WORK_MODES} placeholder="A combinar" {...register('work_mode')} />
        </Field>
        <Field name="state" label="Estado" optional error={errors.state?.message}>
          <Select
            options={STATES}
            placeholder="Selecione"
            {...register('state', { onChange: () => form.clearErrors('city') })}
          />
        </Field>
        <CityField form={form} />
      </div>
    </fieldset>
  )
}

/** A city that exists. Without a state the city brings its own. */
function CityField({ form }: { form: ProjectForm }) {
  const [city, state] = form.watch(['city', 'state'])
  const known = useKnownCities(city, state)
  return (
    <Field name="city" label="Cidade" optional error={form.formState.errors.city?.message}>
      <SuggestInput
        {...form.register('city')}
        maxLength={BOUNDS.projects.city}
        placeholder="Ex.: Jundiaí"
        value={city}
        onValueChange={(text) => {
          form.setValue('city', text, { shouldDirty: true })
          form.clearErrors('city')
        }}
        suggestions={known.map((found) => ({
          value: String(found.code),
          label: state === '' ? `${found.name}/${found.state}` : found.name,
        }))}
        onChoose={(code) => {
          const chosen = known.find((found) => String(found.code) === code)
          const of = STATES.find(({ value }) => value === chosen?.state)
          if (chosen === undefined || of === undefined) return
          form.setValue('city', chosen.name, { shouldDirty: true, shouldValidate: true })
          form.setValue('state', of.value, { shouldDirty: true, shouldValidate: true })
        }}
      />
    </Field>
  )
}

/** What it may cost and until when: numbers, of which the words are made, or words of one's own. */
export function BudgetFields({ form }: { form: ProjectForm }) {
  const { register, formState } = form
  const { errors } = formState
  const [min, max, on] = form.watch(['budget_min', 'budget_max', 'deadline_on'])
  const made = rangeText(min, max)
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-4 border-b border-line pb-2 text-base font-semibold">Orçamento e prazo</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField form={form} name="budget_min" label="Mínimo" />
        <AmountField form={form} name="budget_max" label="Máximo" />
      </div>
      <Field
        name="budget"
        label="Orçamento"
        hint={
          made === '' ? 'Como aparece para os profissionais.' : `Sem outro texto, aparece assim: ${made}.`
        }
        error={errors.budget?.message}
      >
        <Input
          maxLength={BOUNDS.projects.budget}
          placeholder={made === '' ? 'Ex.: R$ 45.000 – R$ 60.000' : made}
          {...register('budget')}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="starts_on" label="Início previsto" optional error={errors.starts_on?.message}>
          <Input type="date" {...register('starts_on')} />
        </Field>
        <Field name="deadline_on" label="Data limite" optional error={errors.deadline_on?.message}>
          <Input type="date" {...register('deadline_on')} />
        </Field>
      </div>
      <Field
        name="deadline"
        label="Prazo"
        hint={on === '' ? undefined : `Sem outro texto, aparece assim: Até ${formatDay(on)}.`}
        error={errors.deadline?.message}
      >
        <Input maxLength={BOUNDS.projects.deadline} placeholder="Ex.: 45 dias" {...register('deadline')} />
      </Field>
    </fieldset>
  )
}

type AmountFieldProps = { form: ProjectForm; name: 'budget_min' | 'budget_max'; label: string }

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
