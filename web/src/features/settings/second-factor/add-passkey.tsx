import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence, toApiError } from '@/api/errors'
import { wasLeft } from '@/api/session/passkeys'
import { CONFIRM_TITLE, CONFIRM_WHY, ConfirmOwner } from '@/features/settings/second-factor/confirm-owner'
import { KeptCodes } from '@/features/settings/second-factor/kept-codes'
import { PasskeyNameForm } from '@/features/settings/second-factor/passkey-name-form'
import { addPasskey } from '@/features/settings/second-factor/second-factor-queries'
import { describeDevice } from '@/lib/device/device'
import { toast } from '@/lib/toast'
import { Dialog, DialogContent } from '@/ui/dialog'

type AddPasskeyProps = {
  /** Whether recovery codes are made with it. */
  withCodes: boolean
  onClose: () => void
}

/** Name it, confirm on the device, keep the recovery codes. */
export function AddPasskey({ withCodes, onClose }: AddPasskeyProps) {
  const [name, setName] = useState(() => describeDevice(navigator.userAgent))
  const [codes, setCodes] = useState<readonly string[]>()
  const add = useMutation(addPasskey(useQueryClient()))

  function begin() {
    add.mutate(
      { name: name.trim(), withCodes },
      {
        onSuccess: (made) => {
          toast({ title: 'Chave de acesso adicionada', description: 'No próximo acesso, entre com ela.' })
          if (made.length === 0) onClose()
          else setCodes(made)
        },
      },
    )
  }

  if (codes) {
    return (
      <Dialog open onOpenChange={onClose}>
        <KeptCodes codes={codes} onClose={onClose} />
      </Dialog>
    )
  }
  const asksPassword = add.isError && toApiError(add.error).code === 'reauthentication_needed'
  const said = add.isError ? errorSentence(add.error) : undefined
  return (
    <Dialog open onOpenChange={onClose}>
      {asksPassword ? (
        <DialogContent title={CONFIRM_TITLE} description={CONFIRM_WHY}>
          <ConfirmOwner onConfirmed={begin} onCancel={onClose} />
        </DialogContent>
      ) : (
        <DialogContent
          title="Adicionar chave de acesso"
          description="Ela fica neste aparelho ou no seu gerenciador de senhas, e entra com a digital, o rosto ou o PIN, sem digitar a senha."
        >
          <PasskeyNameForm
            name={name}
            onNameChange={setName}
            error={wasLeft(add.error) ? undefined : said}
            note={wasLeft(add.error) ? said : undefined}
            submitLabel="Criar chave"
            isSending={add.isPending}
            onSubmit={begin}
            onCancel={onClose}
          />
        </DialogContent>
      )}
    </Dialog>
  )
}
