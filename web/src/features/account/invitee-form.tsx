import { useQuery } from '@tanstack/react-query'
import { Controller, useWatch } from 'react-hook-form'
import { configQuery } from '@/api/config'
import { registerInvited } from '@/features/account/queries'
import { TermsLabel } from '@/features/account/register-fields'
import { failure, welcome, type OnRegistered } from '@/features/account/register-form'
import { inviteeSchema, MAX, type InviteeValues } from '@/features/account/schema'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { ErrorSummary } from '@/ui/error-summary'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { PasswordInput } from '@/ui/password-input'
import { StrengthMeter } from '@/ui/strength-meter'
import { toast } from '@/lib/toast'
import { useForm } from '@/ui/use-form'

type InviteeFormProps = {
  invitation: string
  /** Whom the invitation is for; only this address is taken. */
  email: string
  onRegistered: OnRegistered
}

/** The registration of a colleague: who he is, and no more. */
export function InviteeForm({ invitation, email, onRegistered }: InviteeFormProps) {
  const { data: config } = useQuery(configQuery())
  const form = useForm(inviteeSchema(config?.passwordMin ?? 6), {
    name: '',
    email,
    password: '',
    terms: false,
  })
  const { register, control, formState } = form
  const { errors } = formState

  async function send(values: InviteeValues) {
    try {
      await welcome(await registerInvited(values, invitation), { ...values, isCompany: false }, onRegistered)
    } catch (error) {
      toast({ variant: 'destructive', title: 'Falha no cadastro', description: failure(error) })
    }
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void form.handleSubmit(send)(event)}
    >
      <ErrorSummary errors={errors} submitCount={formState.submitCount} />
      <Field name="name" label="Nome Completo" error={errors.name?.message}>
        <Input autoComplete="name" maxLength={MAX.name} {...register('name')} />
      </Field>
      <Field name="email" label="Email" hint="O do convite." error={errors.email?.message}>
        <Input type="email" autoComplete="username" maxLength={MAX.email} {...register('email')} />
      </Field>
      <Field name="password" label="Senha" error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" maxLength={MAX.password} {...register('password')} />
      </Field>
      <StrengthMeter password={useWatch({ control, name: 'password' })} />
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
        Cadastrar e entrar na equipe
      </Button>
    </form>
  )
}
