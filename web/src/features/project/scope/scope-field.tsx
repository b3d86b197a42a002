import type { Answer, ModelField } from '@/features/project/scope/model'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { Input, Textarea } from '@/ui/input'
import { Select } from '@/ui/select'

type ScopeFieldProps = {
  field: ModelField
  value: Answer | undefined
  /** With nothing where the answer was taken back. */
  onChange: (value: Answer | undefined) => void
}

const YES_NO = [
  { value: 'true', label: 'Sim' },
  { value: 'false', label: 'Não' },
]

const SIDES = [
  { value: 'company', label: 'Contratante' },
  { value: 'professional', label: 'Contratado' },
  { value: 'none', label: 'Não se aplica' },
]

/** What a model asks, with the control that its kind of answer needs. */
export function ScopeField(props: ScopeFieldProps) {
  const { field } = props
  if (field.type === 'array') return <Choices {...props} />
  if (field.type === 'object') return <Parts {...props} />
  return (
    <Field name={`escopo-${field.name}`} label={field.title} hint={field.why} optional>
      <OneAnswer {...props} />
    </Field>
  )
}

function OneAnswer({ field, value, onChange }: ScopeFieldProps) {
  if (field.type === 'integer') return <Count value={value} maximum={field.maximum} onChange={onChange} />
  if (field.type === 'boolean')
    return (
      <Select
        options={YES_NO}
        placeholder="Não informado"
        value={typeof value === 'boolean' ? String(value) : ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value === 'true')}
      />
    )
  const text = typeof value === 'string' ? value : ''
  if (field.options.length > 0)
    return (
      <Select
        options={field.options}
        placeholder="Não informado"
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  const limit = field.maxLength ?? 200
  if (limit > 200)
    return (
      <Textarea rows={3} maxLength={limit} value={text} onChange={({ target }) => onChange(target.value)} />
    )
  return <Input maxLength={limit} value={text} onChange={({ target }) => onChange(target.value)} />
}

type CountProps = {
  value: Answer | undefined
  maximum: number | undefined
  onChange: (value: number | undefined) => void
}

/** A whole number; what is no digit is not taken. */
function Count({ value, maximum = 1_000_000, onChange }: CountProps) {
  return (
    <Input
      inputMode="numeric"
      className="figures"
      value={typeof value === 'number' ? value : ''}
      onChange={({ target }) => {
        const digits = target.value.replace(/\D/g, '')
        onChange(digits === '' ? undefined : Math.min(Number.parseInt(digits, 10), maximum))
      }}
    />
  )
}

function Choices({ field, value, onChange }: ScopeFieldProps) {
  const chosen = Array.isArray(value) ? value : []
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="text-sm font-medium">
        {field.title} <span className="font-normal text-muted">(opcional)</span>
      </legend>
      <p className="text-sm text-muted">{field.why}</p>
      <div className="grid gap-2 sm:grid-cols-2">
        {field.options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={chosen.includes(option.value)}
            onCheckedChange={(checked) =>
              onChange(
                checked === true ? [...chosen, option.value] : chosen.filter((one) => one !== option.value),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

/** An answer of several numbers, or of who supplies what. */
function Parts({ field, value, onChange }: ScopeFieldProps) {
  const given = typeof value === 'object' && !Array.isArray(value) ? value : {}
  const isCounts = Object.values(field.properties ?? {}).every(({ type }) => type === 'integer')

  function change(name: string, one: string | number | undefined) {
    const { [name]: _, ...others } = given
    onChange(one === undefined || one === '' ? others : { ...others, [name]: one })
  }

  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="text-sm font-medium">
        {field.title} <span className="font-normal text-muted">(opcional)</span>
      </legend>
      <p className="text-sm text-muted">{field.why}</p>
      <div className={isCounts ? 'grid grid-cols-3 gap-3 sm:grid-cols-6' : 'grid gap-3 sm:grid-cols-2'}>
        {field.parts.map(({ name, title, maximum }) => {
          const part = given[name]
          return (
            <Field key={name} name={`escopo-${field.name}-${name}`} label={title} optional={false}>
              {isCounts ? (
                <Count value={part} maximum={maximum} onChange={(one) => change(name, one)} />
              ) : (
                <Select
                  options={SIDES}
                  placeholder="Não informado"
                  value={typeof part === 'string' ? part : ''}
                  onChange={({ target }) => change(name, target.value)}
                />
              )}
            </Field>
          )
        })}
      </div>
    </fieldset>
  )
}
