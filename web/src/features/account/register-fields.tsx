import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router'
import { useSkillOptions } from '@/api/skills'
import { MAX, TOO_MANY_SKILLS, type RegisterInput, type RegisterValues } from '@/features/account/schema'
import { paths } from '@/lib/paths'
import { Checkbox } from '@/ui/checkbox'
import { MultiSelect } from '@/ui/combobox'
import { DocumentInput } from '@/ui/document-input'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { PasswordInput } from '@/ui/password-input'
import { StrengthMeter } from '@/ui/strength-meter'
import { toast } from '@/lib/toast'

type Form = UseFormReturn<RegisterInput, unknown, RegisterValues>

export function RoleField({ form: { register } }: { form: Form }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Tipo de conta</legend>
      <div className="grid grid-cols-2 gap-2">
        <RoleChoice value="professional" label="Profissional" {...register('role')} />
        <RoleChoice value="company" label="Empresa" {...register('role')} />
      </div>
    </fieldset>
  )
}

export function RoleChoice({ label, ...props }: React.ComponentProps<'input'> & { label: string }) {
  return (
    <label className="flex h-11 cursor-pointer items-center justify-center rounded border border-control bg-raised text-sm font-medium has-checked:border-inverse has-checked:bg-inverse has-checked:text-on-inverse has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
      <input type="radio" className="sr-only" {...props} />
      {label}
    </label>
  )
}

export const WORDS = {
  professional: { name: 'Nome Completo', document: 'CPF', kind: 'cpf' },
  company: { name: 'Nome da Empresa', document: 'CNPJ', kind: 'cnpj' },
} as const

/** Who it is, in the words of a person or of a company. */
export function PersonFields({ form, role }: { form: Form; role: RegisterInput['role'] }) {
  const { register, control, formState } = form
  const { errors } = formState
  const words = WORDS[role]
  const password = useWatch({ control, name: 'password' })
  return (
    <>
      <Field name="name" label={words.name} error={errors.name?.message}>
        <Input
          autoComplete={role === 'company' ? 'organization' : 'name'}
          maxLength={MAX.name}
          {...register('name')}
        />
      </Field>
      <Field name="email" label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="username" maxLength={MAX.email} {...register('email')} />
      </Field>
      <Field name="password" label="Senha" error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" maxLength={MAX.password} {...register('password')} />
      </Field>
      <StrengthMeter password={password} />
      <Controller
        control={control}
        name="document"
        render={({ field }) => (
          <Field name="document" label={words.document} error={errors.document?.message}>
            <DocumentInput
              kind={words.kind}
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
            />
          </Field>
        )}
      />
    </>
  )
}

export function SkillsField({ form }: { form: Form }) {
  return (
    <Controller
      control={form.control}
      name="skills"
      render={({ field, fieldState }) => <SkillsChoice {...field} error={fieldState.error?.message} />}
    />
  )
}

type SkillsChoiceProps = { value: string[]; onChange: (skills: string[]) => void; error: string | undefined }

export function SkillsChoice({ value, onChange, error }: SkillsChoiceProps) {
  const options = useSkillOptions()
  return (
    <Field name="skills" label="Habilidades" hint={`Até ${MAX.skills}.`} optional error={error}>
      <MultiSelect
        options={options}
        value={value}
        onValueChange={(skills) => (skills.length > MAX.skills ? refuseSkills() : onChange(skills))}
        placeholder="Selecione suas habilidades"
      />
    </Field>
  )
}

export function refuseSkills() {
  toast({ variant: 'destructive', title: 'Limite de habilidades', description: TOO_MANY_SKILLS })
}

export function TermsField({ form: { control, formState } }: { form: Form }) {
  return (
    <Controller
      control={control}
      name="terms"
      render={({ field }) => (
        <Checkbox
          name="terms"
          checked={field.value}
          onCheckedChange={(checked) => field.onChange(checked === true)}
          error={formState.errors.terms?.message}
          label={<TermsLabel />}
        />
      )}
    />
  )
}

export function TermsLabel() {
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
