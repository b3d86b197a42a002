import { useQuery } from '@tanstack/react-query'
import { FormProvider } from 'react-hook-form'
import { configQuery } from '@/api/config'
import { registerInvited } from '@/features/account/queries'
import { AccountFields, NameField, TermsField } from '@/features/account/register/register-fields'
import { failure, welcome, type OnRegistered } from '@/features/account/register/register-form'
import { inviteeSchema, type InviteeValues } from '@/features/account/schema'
import { Button } from '@/ui/button'
import { ErrorSummary } from '@/ui/error-summary'
import { toast } from '@/lib/toast'
import { useForm } from '@/ui/use-form'

type InviteeFormProps = {
  invitation: string
  /** The invited address; no other one is accepted. */
  email: string
  onRegistered: OnRegistered
}

/** The registration of an invited colleague, which asks only for personal data. */
export function InviteeForm({ invitation, email, onRegistered }: InviteeFormProps) {
  const { data: config } = useQuery(configQuery())
  const form = useForm(inviteeSchema(config?.passwordMin ?? 6), {
    name: '',
    email,
    password: '',
    terms: false,
  })
  const { errors, submitCount, isSubmitting } = form.formState

  async function send(values: InviteeValues) {
    try {
      await welcome(await registerInvited(values, invitation), { ...values, isCompany: false }, onRegistered)
    } catch (error) {
      toast({ variant: 'destructive', title: 'Falha no cadastro', description: failure(error) })
    }
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => void form.handleSubmit(send)(event)}
      >
        <ErrorSummary errors={errors} submitCount={submitCount} />
        <NameField whose="professional" />
        <AccountFields emailHint="O do convite." />
        <TermsField />
        <Button type="submit" variant="primary" size="lg" loading={isSubmitting}>
          Cadastrar e entrar na equipe
        </Button>
      </form>
    </FormProvider>
  )
}
