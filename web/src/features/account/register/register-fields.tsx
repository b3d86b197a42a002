import { useController, useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { learnSentences, sentenceOf } from '@/api/errors'
import { useSkillOptions } from '@/api/directory/skills'
import { MAX, type RegisterInput } from '@/features/account/schema'
import { paths } from '@/lib/paths'
import { Checkbox } from '@/ui/checkbox'
import { MultiSelect } from '@/ui/combobox'
import { DocumentInput } from '@/ui/document-input'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { PasswordInput, StrengthMeter } from '@/ui/password-input'
import { toast } from '@/lib/toast'

// Each form of a registration shows those of these that it asks for, inside a FormProvider.
type Role = RegisterInput['role']

const WORDS = {
  professional: { name: 'Nome Completo', document: 'CPF', kind: 'cpf' },
  company: { name: 'Nome da Empresa', document: 'CNPJ', kind: 'cnpj' },
} as const

export function RoleField() {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Tipo de conta</legend>
      <div className="grid grid-cols-2 gap-2">
        <RoleChoice value="professional" label="Profissional" />
        <RoleChoice value="company" label="Empresa" />
      </div>
    </fieldset>
  )
}

function RoleChoice({ value, label }: { value: Role; label: string }) {
  const { register } = useFormContext<RegisterInput>()
  return (
    <label className="flex h-11 cursor-pointer items-center justify-center rounded border border-control bg-raised text-sm font-medium has-checked:border-inverse has-checked:bg-inverse has-checked:text-on-inverse has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
      <input type="radio" value={value} className="sr-only" {...register('role')} />
      {label}
    </label>
  )
}

export function NameField({ whose }: { whose: Role }) {
  const { register, formState } = useFormContext<RegisterInput>()
  return (
    <Field name="name" label={WORDS[whose].name} error={formState.errors.name?.message}>
      <Input
        autoComplete={whose === 'company' ? 'organization' : 'name'}
        maxLength={MAX.name}
        {...register('name')}
      />
    </Field>
  )
}

/** The address and the password of the new account. */
export function AccountFields({ emailHint }: { emailHint?: string }) {
  const { register, formState } = useFormContext<RegisterInput>()
  const { errors } = formState
  return (
    <>
      <Field name="email" label="Email" hint={emailHint} error={errors.email?.message}>
        <Input type="email" autoComplete="username" maxLength={MAX.email} {...register('email')} />
      </Field>
      <Field name="password" label="Senha" error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" maxLength={MAX.password} {...register('password')} />
      </Field>
      <StrengthMeter password={useWatch<RegisterInput, 'password'>({ name: 'password' })} />
    </>
  )
}

export function DocumentField({ whose }: { whose: Role }) {
  const { field, fieldState } = useController<RegisterInput, 'document'>({ name: 'document' })
  return (
    <Field name="document" label={WORDS[whose].document} error={fieldState.error?.message}>
      <DocumentInput
        kind={WORDS[whose].kind}
        value={field.value}
        onValueChange={field.onChange}
        onBlur={field.onBlur}
      />
    </Field>
  )
}

export function SkillsField() {
  const { field, fieldState } = useController<RegisterInput, 'skills'>({ name: 'skills' })
  const options = useSkillOptions()
  return (
    <Field
      name="skills"
      label="Habilidades"
      hint={`Até ${MAX.skills}.`}
      optional
      error={fieldState.error?.message}
    >
      <MultiSelect
        options={options}
        value={field.value}
        onValueChange={(skills) =>
          skills.length > MAX.skills ? void refuseSkills() : field.onChange(skills)
        }
        placeholder="Selecione suas habilidades"
      />
    </Field>
  )
}

/** Said here before the server could: its sentence may still be on its way. */
export async function refuseSkills(): Promise<void> {
  await learnSentences()
  toast({
    variant: 'destructive',
    title: 'Limite de habilidades',
    description: sentenceOf('too_many_skills'),
  })
}

export function TermsField() {
  const { field, fieldState } = useController<RegisterInput, 'terms'>({ name: 'terms' })
  return (
    <Checkbox
      name="terms"
      checked={field.value}
      onCheckedChange={(checked) => field.onChange(checked === true)}
      error={fieldState.error?.message}
      label={<TermsLabel />}
    />
  )
}

function TermsLabel() {
  return (
    <>
      Li e aceito os{' '}
      <Link to={paths.terms()} target="_blank" className="underline underline-offset-2">
        Termos de Serviço
      </Link>{' '}
      e a{' '}
      <Link to={paths.privacy()} target="_blank" className="underline underline-offset-2">
        Política de Privacidade
      </Link>
    </>
  )
}
