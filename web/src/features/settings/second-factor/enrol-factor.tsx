import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { errorSentence, toApiError } from '@/api/errors'
import { keys } from '@/api/keys'
import { CONFIRM_TITLE, CONFIRM_WHY, ConfirmOwner } from '@/features/settings/second-factor/confirm-owner'
import { KeptCodes } from '@/features/settings/second-factor/kept-codes'
import {
  enrol,
  finishEnrolment,
  type Enrolment,
} from '@/features/settings/second-factor/second-factor-queries'
import { pictureAddress } from '@/lib/text/address'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { CopyField } from '@/ui/copy-field'
import { Dialog, DialogActions, DialogContent } from '@/ui/dialog'
import { ErrorState } from '@/ui/error-state'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Loading, Skeleton } from '@/ui/skeleton'

type EnrolFactorProps = {
  /** Whether recovery codes are made with it. */
  withCodes: boolean
  onClose: () => void
}

/** Scan, type the first code, keep the recovery codes. */
export function EnrolFactor({ withCodes, onClose }: EnrolFactorProps) {
  const [codes, setCodes] = useState<readonly string[]>()
  // Once for each opening: what is shown is a secret, and kept in no cache.
  const query = useQuery({
    queryKey: keys.settings.enrolment,
    queryFn: enrol,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })

  function done(made: readonly string[]) {
    toast({ title: 'Verificação em duas etapas ativada' })
    if (made.length === 0) onClose()
    else setCodes(made)
  }

  const asksPassword = query.isError && toApiError(query.error).code === 'reauthentication_needed'
  return (
    <Dialog open onOpenChange={onClose}>
      {codes ? (
        <KeptCodes codes={codes} onClose={onClose} />
      ) : asksPassword ? (
        <DialogContent title={CONFIRM_TITLE} description={CONFIRM_WHY}>
          <ConfirmOwner onConfirmed={() => void query.refetch()} onCancel={onClose} />
        </DialogContent>
      ) : (
        <DialogContent
          title="Ativar verificação em duas etapas"
          description="Use um aplicativo autenticador, como Google Authenticator, Microsoft Authenticator ou o do seu gerenciador de senhas."
        >
          {query.isError && (
            <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
          )}
          {query.isPending && (
            <Loading label="Gerando o código…">
              <Skeleton className="mx-auto size-52" />
            </Loading>
          )}
          {query.data && (
            <ScanForm enrolment={query.data} withCodes={withCodes} onDone={done} onCancel={onClose} />
          )}
        </DialogContent>
      )}
    </Dialog>
  )
}

type ScanFormProps = {
  enrolment: Enrolment
  withCodes: boolean
  onDone: (codes: readonly string[]) => void
  onCancel: () => void
}

function ScanForm({ enrolment, withCodes, onDone, onCancel }: ScanFormProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const finish = useMutation(finishEnrolment(useQueryClient()))

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const digits = code.replaceAll(' ', '')
    const isWhole = /^\d{6}$/.test(digits)
    setError(isWhole ? undefined : 'Digite os 6 números que o aplicativo mostra.')
    if (!isWhole) return
    finish.mutate(
      { id: enrolment.id, code: digits, withCodes },
      { onSuccess: onDone, onError: (failure) => setError(errorSentence(failure)) },
    )
  }

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      <p className="text-sm">
        <span className="font-medium">1.</span> Aponte a câmera do aplicativo para o código:
      </p>
      <img
        src={pictureAddress(enrolment.picture)}
        alt="Código QR com a chave da sua conta"
        className="mx-auto size-52 rounded border border-line bg-raised"
      />
      <div className="flex flex-col gap-1.5">
        <p className="text-sm">Neste mesmo celular, ou sem câmera? Copie a chave:</p>
        <CopyField label="Chave da conta" value={enrolment.secret} />
      </div>
      <Field name="enrolment-code" label="2. Código que o aplicativo mostra" error={error}>
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          className="figures text-lg tracking-widest"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <DialogActions>
        <Button onClick={onCancel}>Cancelar</Button>
        <Button type="submit" variant="primary" loading={finish.isPending}>
          Ativar
        </Button>
      </DialogActions>
    </form>
  )
}
