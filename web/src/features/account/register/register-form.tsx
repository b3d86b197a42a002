import { useQuery } from '@tanstack/react-query'
import { FormProvider, useWatch } from 'react-hook-form'
import { configQuery } from '@/api/config'
import { ApiError, errorSentence } from '@/api/errors'
import { register as createAccount, type Opened } from '@/features/account/queries'
import {
  AccountFields,
  DocumentField,
  NameField,
  refuseSkills,
  RoleField,
  SkillsField,
  TermsField,
} from './register-fields'
import { registerSchema, type RegisterInput, type RegisterValues } from '@/features/account/schema'
import { Button } from '@/ui/button'
import { ErrorSummary } from '@/ui/error-summary'
import { addressed } from '@/lib/person/person'
import { toast } from '@/lib/toast'
import { useForm } from '@/ui/use-form'
import { lazy, Suspense, type ComponentProps } from 'react'
import { Skeleton } from '@/ui/skeleton'

const EMPTY: RegisterInput = {
  role: 'professional',
  name: '',
  email: '',
  password: '',
  document: '',
  skills: [],
  terms: false,
}

type RegisterFormProps = { role?: RegisterInput['role'] | undefined; onRegistered: OnRegistered }

/** `role` is the preselected side. */
export function RegisterForm({ role: wanted, onRegistered }: RegisterFormProps) {
  const { data: config } = useQuery(configQuery())
  const form = useForm(registerSchema(config?.passwordMin ?? 6), {
    ...EMPTY,
    ...(wanted && { role: wanted }),
  })
  const { control, formState } = form
  const role = useWatch({ control, name: 'role' })

  async function send(values: RegisterValues) {
    try {
      await welcome(
        await createAccount(values),
        { ...values, isCompany: values.role === 'company' },
        onRegistered,
      )
    } catch (error) {
      toast({ variant: 'destructive', title: 'Falha no cadastro', description: failure(error) })
    }
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => void form.handleSubmit(send, ({ skills }) => skills && refuseSkills())(event)}
      >
        <ErrorSummary errors={formState.errors} submitCount={formState.submitCount} />
        <RoleField />
        <NameField whose={role} />
        <AccountFields />
        <DocumentField whose={role} />
        {role === 'professional' && <SkillsField />}
        <TermsField />
        <Button type="submit" variant="primary" size="lg" loading={formState.isSubmitting}>
          Cadastrar
        </Button>
      </form>
    </FormProvider>
  )
}

/** The address that the sign-in form offers, and whether a mail has to confirm it first. */
export type OnRegistered = (email: string, awaitsMail: boolean) => void

/** Tells the user the next step and leads there: into the product, to a mail or to the sign-in form. */
export async function welcome(
  { enter }: Opened,
  { name, email, isCompany }: { name: string; email: string; isCompany: boolean },
  onRegistered: OnRegistered,
): Promise<void> {
  const title = 'Cadastro realizado com sucesso!'
  onRegistered(email, enter === undefined)
  if (enter === undefined) {
    toast({ title, description: `Enviamos um link para ${email}. Abra-o para ativar a sua conta.` })
    return
  }
  try {
    await enter()
    toast({ title, description: `Boas-vindas, ${addressed(name, isCompany)}! Sua conta está pronta.` })
  } catch {
    toast({ title, description: 'Agora você pode fazer login com suas credenciais.' })
  }
}

/** The message of a refused registration. */
export function failure(error: unknown): string {
  const code = error instanceof ApiError ? error.code : ''
  if (code === 'unknown') return 'Ocorreu um erro. Tente novamente.'
  if (code === 'unexpected_failure') return 'Erro inesperado durante o cadastro.'
  return errorSentence(error)
}

const InviteeForm = lazy(async () => ({
  default: (await import('@/features/account/register/invitee-form')).InviteeForm,
}))

type RegisterPanelProps = {
  /** The open invitation that the visitor holds, if any. */
  invitation: { token: string; email: string } | undefined
  role: ComponentProps<typeof RegisterForm>['role']
  /** `hasJoined` says whether the registration used the invitation up. */
  onRegistered: (email: string, hasJoined: boolean, awaitsMail: boolean) => void
}

/** The registration form of a visitor, or the shorter one of an invited colleague. */
export function RegisterPanel({ invitation, role, onRegistered }: RegisterPanelProps) {
  if (invitation === undefined) {
    return (
      <RegisterForm
        role={role}
        onRegistered={(email, awaitsMail) => onRegistered(email, false, awaitsMail)}
      />
    )
  }
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      <InviteeForm
        invitation={invitation.token}
        email={invitation.email}
        onRegistered={(email, awaitsMail) => onRegistered(email, true, awaitsMail)}
      />
    </Suspense>
  )
}
