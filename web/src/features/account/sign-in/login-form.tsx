import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { configQuery } from '@/api/config'
import { ApiError } from '@/api/errors'
import { ConfirmMail } from '@/features/account/confirm-mail'
import { PasskeySignIn } from '@/features/account/sign-in/passkey-sign-in'
import { signIn } from '@/features/account/queries'
import { loginSchema, MAX, type LoginValues } from '@/features/account/schema'
import { Button } from '@/ui/button'
import { ErrorSummary } from '@/ui/error-summary'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { PasswordInput } from '@/ui/password-input'
import { toast } from '@/lib/toast'
import { useForm } from '@/ui/use-form'

const ForgotPassword = lazy(async () => ({
  default: (await import('./password-forms')).ForgotPassword,
}))
const SignInCode = lazy(async () => ({
  default: (await import('@/features/account/sign-in/sign-in-code')).SignInCode,
}))

export function LoginForm({ initialEmail }: { initialEmail: string }) {
  const { data: config } = useQuery(configQuery())
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const [suspended, setSuspended] = useState<string>()
  const form = useForm(loginSchema, { email: initialEmail, password: '' })
  const { register, formState } = form
  const { errors } = formState

  async function send(values: LoginValues) {
    try {
      if ((await signIn(values)) === 'halfway') return
      toast({ title: 'Login bem-sucedido!', description: 'Bem-vindo de volta!' })
    } catch (error) {
      toast({ variant: 'destructive', ...refusal(error) })
      if (error instanceof ApiError && error.code === 'email_not_confirmed') setUnconfirmed(values.email)
      if (error instanceof ApiError && error.code === 'over_request_rate_limit') setSuspended(values.email)
    }
  }

  return (
    <div className="flex flex-col gap-8">
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => void form.handleSubmit(send)(event)}
      >
        <ErrorSummary errors={errors} submitCount={formState.submitCount} />
        <Field name="email" label="Email" error={errors.email?.message}>
          <Input type="email" autoComplete="username" maxLength={MAX.email} {...register('email')} />
        </Field>
        <Field name="password" label="Senha" error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" maxLength={MAX.password} {...register('password')} />
        </Field>
        <Button type="submit" variant="primary" size="lg" loading={formState.isSubmitting}>
          Entrar
        </Button>
      </form>
      {suspended !== undefined && (
        <Suspense>
          <SignInCode key={suspended} email={suspended} hasMail={config?.mail === true} />
        </Suspense>
      )}
      <PasskeySignIn />
      {unconfirmed !== undefined && <ConfirmMail email={unconfirmed} />}
      {config?.mail === true && (
        <Suspense>
          <ForgotPassword initialEmail={initialEmail} />
        </Suspense>
      )}
      <TestAccounts
        onChoose={(account) => {
          form.setValue('email', account.email)
          form.setValue('password', account.password)
        }}
      />
    </div>
  )
}

function refusal(error: unknown) {
  if (!(error instanceof ApiError) || error.code === 'unknown' || error.code === 'unexpected_failure') {
    return { title: 'Erro no login', description: 'Ocorreu um erro inesperado. Tente novamente.' }
  }
  return {
    title: 'Falha no login',
    description:
      error.code === 'invalid_credentials' ? 'Por favor, verifique suas credenciais.' : error.message,
  }
}

function TestAccounts({ onChoose }: { onChoose: (account: { email: string; password: string }) => void }) {
  const { data } = useQuery(configQuery())
  if (!data || data.testAccounts.length === 0) return null
  return (
    <section aria-labelledby="contas-de-teste" className="rounded border border-line bg-surface p-4">
      <h2 id="contas-de-teste" className="text-sm font-semibold">
        Contas de teste
      </h2>
      <ul className="mt-2 flex flex-col">
        {data.testAccounts.map((account) => (
          <li
            key={account.email}
            className="flex items-center justify-between gap-3 border-t border-line py-2 first:border-t-0"
          >
            <span className="min-w-0 text-sm">
              <span className="block font-medium">{account.label}</span>
              <span className="figures block break-words text-xs text-muted">
                {account.email} · {account.password}
              </span>
            </span>
            <Button size="sm" aria-label={`Usar a conta ${account.label}`} onClick={() => onChoose(account)}>
              Usar
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
