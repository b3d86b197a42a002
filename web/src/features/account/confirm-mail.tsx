import { useMutation } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { resendConfirmation } from '@/features/account/queries'
import { Button } from '@/ui/button'

/** Tells newly registered users to confirm their address first. */
export function ConfirmMail({ email }: { email: string }) {
  const resend = useMutation({ mutationFn: resendConfirmation })
  return (
    <section
      aria-labelledby="confirme-o-email"
      className="mb-6 flex gap-3 rounded border border-line bg-surface p-4"
    >
      <MailCheck className="mt-0.5 size-5 shrink-0 text-info" aria-hidden />
      <div className="flex min-w-0 flex-col items-start gap-2 text-sm">
        <h2 id="confirme-o-email" className="font-semibold">
          Confirme o seu e-mail
        </h2>
        <p className="break-words">
          Enviamos um link para <strong className="font-medium">{email}</strong>. Abra-o para ativar a conta e
          continuar de onde parou. Se não chegar em alguns minutos, veja a caixa de spam.
        </p>
        <Button size="sm" loading={resend.isPending} onClick={() => resend.mutate(email)}>
          Reenviar
        </Button>
        <p role="status" className={resend.isError ? 'text-danger' : 'text-muted'}>
          {resend.isError && errorSentence(resend.error)}
          {resend.isSuccess && 'Enviamos de novo. O link mais recente e os anteriores valem.'}
        </p>
      </div>
    </section>
  )
}
