import { useWatch } from 'react-hook-form'
import { BOUNDS } from '@/api/limits'
import type { ProfileForm } from '@/features/profile-edit/picture-fields'
import type { TextName } from '@/features/profile-edit/schema'
import { formatNumber } from '@/lib/format'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Textarea } from '@/ui/textarea'

/** A colleague is nobody's offer: others see his name and what he does, no more. */
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
          <TextField
            form={form}
            name="location"
            label="Localização"
            placeholder="Ex.: Campinas, SP"
            optional
          />
          <TextField form={form} name="about" label="Sobre" rows={6} optional />
        </>
      )}
    </>
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
