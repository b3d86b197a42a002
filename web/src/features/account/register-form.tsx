import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { configQuery } from '@/api/config'
import { ApiError, errorSentence } from '@/api/errors'
import { register as createAccount } from '@/features/account/queries'
import {
  PersonFields,
  refuseSkills,
  RoleField,
  SkillsField,
  TermsField,
} from '@/features/account/register-fields'
import { registerSchema } from '@/features/account/schema'
import type { RegisterInput, RegisterValues } from '@/features/account/schema'
import { Button } from '@/ui/button'
import { ErrorSummary } from '@/ui/error-summary'
import { toast } from '@/lib/toast'
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

/** `onRegistered` gets the address, so that the sign-in form can offer it. */
export function RegisterForm({ onRegistered }: { onRegistered: (email: string) => void }) {
  const { data: config } = useQuery(configQuery())
  const form = useForm(registerSchema(config?.passwordMin ?? 6), EMPTY)
  const { control, formState } = form
  const role = useWatch({ control, name: 'role' })

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
      <ErrorSummary errors={formState.errors} submitCount={formState.submitCount} />
      <RoleField form={form} />
      <PersonFields form={form} role={role} />
      {role === 'professional' && <SkillsField form={form} />}
      <TermsField form={form} />
      <Button type="submit" variant="primary" size="lg" loading={formState.isSubmitting}>
        Cadastrar
      </Button>
    </form>
  )
}

/** What a registration that was refused says. */
export function failure(error: unknown): string {
  const code = error instanceof ApiError ? error.code : ''
  if (code === 'unknown') return 'Ocorreu um erro. Tente novamente.'
  if (code === 'unexpected_failure') return 'Erro inesperado durante o cadastro.'
  return errorSentence(error)
}
