import { useWatch } from 'react-hook-form'
import { useKnownCities } from '@/api/directory/cities'
import { BOUNDS } from '@/api/limits'
import type { ProfileForm } from '@/features/profile-edit/picture-fields'
import type { TextName } from '@/features/profile-edit/schema'
import { formatNumber } from '@/lib/format'
import { Field } from '@/ui/field'
import { Input, Textarea } from '@/ui/input'
import { SuggestInput } from '@/ui/suggest-input'

/** A colleague of a company offers no services: others see only their name and what they do. */
export function TextFields({ form, isParty }: { form: ProfileForm; isParty: boolean }) {
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField form={form} name="name" label="Nome" autoComplete="name" />
        <TextField form={form} name="title" label="Título" placeholder="Ex.: Engenheira de Automação" />
      </div>
      {isParty && (
        <>
          <TextField
            form={form}
            name="headline"
            label="Resumo"
            placeholder="Ex.: CLPs Siemens e Rockwell em linhas de bebidas"
            optional
          />
          <PlaceField form={form} />
          <TextField form={form} name="about" label="Sobre" rows={6} optional />
        </>
      )}
    </>
  )
}

/** City and state, `Campinas/SP`, of those that exist. */
function PlaceField({ form }: { form: ProfileForm }) {
  const place = useWatch({ control: form.control, name: 'location' })
  const choose = (text: string) =>
    form.setValue('location', text, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  return (
    <Field name="location" label="Localização" optional error={form.formState.errors.location?.message}>
      <SuggestInput
        {...form.register('location')}
        maxLength={BOUNDS.profiles.location}
        placeholder="Ex.: Campinas/SP"
        value={place}
        onValueChange={choose}
        suggestions={useKnownCities(place).map(({ name, state }) => ({
          value: `${name}/${state}`,
          label: `${name}/${state}`,
        }))}
        onChoose={choose}
      />
    </Field>
  )
}

type TextFieldProps = {
  form: ProfileForm
  name: TextName
  label: string
  optional?: boolean
  /** More than one line when given. */
  rows?: number
  placeholder?: string
  autoComplete?: string
}

/** A text with how much of its room is used. */
function TextField({ form, name, label, optional = false, rows, ...attributes }: TextFieldProps) {
  const max = BOUNDS.profiles[name]
  const length = useWatch({ control: form.control, name }).length
  const control = { maxLength: max, ...attributes, ...form.register(name) }
  return (
    <div className="flex flex-col gap-1">
      <Field name={name} label={label} optional={optional} error={form.formState.errors[name]?.message}>
        {rows === undefined ? <Input {...control} /> : <Textarea rows={rows} {...control} />}
      </Field>
      <p className="figures text-right text-xs text-muted">
        <span className="sr-only">{label}: </span>
        {formatNumber(length)} de {formatNumber(max)}
      </p>
    </div>
  )
}
