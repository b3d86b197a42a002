import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { errorSentence } from '@/api/errors'
import { prove, useProof } from '@/api/session/proof'
import { missingProof } from '@/lib/person/proof'
import { Button } from '@/ui/button'
import { DialogActions } from '@/ui/dialog'
import { ProofField } from '@/ui/proof-field'

export const CONFIRM_TITLE = 'Confirme que é você'
export const CONFIRM_WHY =
  'Faz algum tempo que você entrou neste aparelho. Confirme que é você para mudar a proteção da conta.'

type ConfirmOwnerProps = { onConfirmed: () => void; onCancel: () => void }

/** Asks for a proof where the server wants the account's owner to be there; stands in a dialog. */
export function ConfirmOwner({ onConfirmed, onCancel }: ConfirmOwnerProps) {
  const { proof, field } = useProof()
  const [error, setError] = useState<string>()
  const confirm = useMutation({ mutationFn: prove })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const missing = missingProof(proof) ?? (proof.text.trim() === '' ? 'Informe o código.' : undefined)
    setError(missing)
    if (missing !== undefined) return
    confirm.mutate(proof, {
      onSuccess: onConfirmed,
      onError: (failure) => setError(errorSentence(failure)),
    })
  }

  return (
    <form noValidate className="flex flex-col" onSubmit={submit}>
      <ProofField {...field} name="present-password" label="Senha atual" error={error} />
      <DialogActions>
        <Button onClick={onCancel}>Cancelar</Button>
        <Button type="submit" variant="primary" loading={confirm.isPending}>
          Continuar
        </Button>
      </DialogActions>
    </form>
  )
}
