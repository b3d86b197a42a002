import { useQuery } from '@tanstack/react-query'
import { Controller, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { configQuery } from '@/api/config'
import { ApiError, errorSentence } from '@/api/errors'
import { useSkillOptions } from '@/api/skills'
import { register as createAccount } from '@/features/account/queries'
import { registerSchema, SKILLS_MAX, TOO_MANY_SKILLS } from '@/features/account/schema'
import type { RegisterInput, RegisterValues } from '@/features/account/schema'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { MultiSelect } from '@/ui/combobox'
import { DocumentInput } from '@/ui/document-input'
import { ErrorSummary } from '@/ui/error-summary'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { PasswordInput } from '@/ui/password-input'
import { StrengthMeter } from '@/ui/strength-meter'
import { toast } from '@/ui/toast'
import { useForm } from '@/ui/use-form'

const EMPTY: RegisterInput = {
  role: 'professional',
  name: '',
  email: '',
  password: '',
  document: '',
  skills: [],
  terms: false,
}

const WORDS = {
  professional: { name: 'Nome Completo', document: 'CPF', kind: 'cpf' },
  company: { name: 'Nome da Empresa', document: 'CNPJ', kind: 'cnpj' },
} as const

/** `onRegistered` gets the address, so that the sign-in form can offer it. */
export function RegisterForm({ onRegistered }: { onRegistered: (email: string) => void }) {
  const { data: config } = useQuery(configQuery())
  const form = useForm(registerSchema(config?.passwordMin ?? 6), EMPTY)
  const { register, control, formState } = form
  const { errors } = formState
  const role = useWatch({ control, name: 'role' })
  const words = WORDS[role]

  async function send(values: RegisterValues) {
    try {
      await createAccount(values)
    } catch (error) {
      toast({ variant: 'destructive', title: 'Falha no cadastro', description: failure(error) })
      return
    }
    toast({
      title: 'Cadastro realizado com sucesso!',
      description: 'Agora você pode fazer login com suas credenciais.',
    })
    onRegistered(values.email)
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void form.handleSubmit(send, ({ skills }) => skills && refuseSkills())(event)}
    >
      <ErrorSummary errors={errors} submitCount={formState.submitCount} />
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Tipo de conta</legend>
        <div className="grid grid-cols-2 gap-2">
          <RoleChoice value="professional" label="Profissional" {...register('role')} />
          <RoleChoice value="company" label="Empresa" {...register('role')} />
        </div>
      </fieldset>
      <Field name="name" label={words.name} error={errors.name?.message}>
        <Input
          autoComplete={role === 'company' ? 'organization' : 'name'}
          maxLength={120}
          {...register('name')}
        />
      </Field>
      <Field name="email" label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="username" maxLength={255} {...register('email')} />
      </Field>
      <Field name="password" label="Senha" error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" maxLength={128} {...register('password')} />
      </Field>
      <StrengthMeter password={useWatch({ control, name: 'password' })} />
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
      {role === 'professional' && (
        <Controller
          control={control}
          name="skills"
          render={({ field }) => (
            <SkillsField value={field.value} onValueChange={field.onChange} error={errors.skills?.message} />
          )}
        />
      )}
      <Controller
        control={control}
        name="terms"
        render={({ field }) => (
          <Checkbox
            name="terms"
            checked={field.value}
            onCheckedChange={(checked) => field.onChange(checked === true)}
            error={errors.terms?.message}
            label={<TermsLabel />}
          />
        )}
      />
      <Button type="submit" variant="primary" size="lg" loading={formState.isSubmitting}>
        Cadastrar
      </Button>
    </form>
  )
}

function failure(error: unknown): string {
  const code = error instanceof ApiError ? error.code : ''
  if (code === 'unknown') return 'Ocorreu um erro. Tente novamente.'
  if (code === 'unexpected_failure') return 'Erro inesperado durante o cadastro.'
  return errorSentence(error)
}

function refuseSkills() {
  toast({ variant: 'destructive', title: 'Limite de habilidades', description: TOO_MANY_SKILLS })
}

function RoleChoice({ label, ...props }: React.ComponentProps<'input'> & { label: string }) {
  return (
    <label className="flex h-11 cursor-pointer items-center justify-center rounded border border-control bg-raised text-sm font-medium has-checked:border-inverse has-checked:bg-inverse has-checked:text-on-inverse has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
      <input type="radio" className="sr-only" {...props} />
      {label}
    </label>
  )
}

type SkillsFieldProps = {
  value: string[]
  onValueChange: (skills: string[]) => void
  error: string | undefined
}

function SkillsField({ value, onValueChange, error }: SkillsFieldProps) {
  const options = useSkillOptions()
  function choose(skills: string[]) {
    if (skills.length > SKILLS_MAX) refuseSkills()
    else onValueChange(skills)
  }
  return (
    <Field name="skills" label="Habilidades" hint={`Até ${SKILLS_MAX}.`} optional error={error}>
      <MultiSelect
        options={options}
        value={value}
        onValueChange={choose}
        placeholder="Selecione suas habilidades"
      />
    </Field>
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
