import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { PasskeyNameForm } from '@/features/settings/second-factor/passkey-name-form'
import { renamePasskey, type VerifiedFactor } from '@/features/settings/second-factor/second-factor-queries'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { Dialog, DialogContent, DialogTrigger } from '@/ui/dialog'

/** Another name for a passkey; it opens what it opened. */
export function RenamePasskey({ passkey }: { passkey: VerifiedFactor }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button size="sm" aria-label={`Renomear ${passkey.name}`}>
          Renomear
        </Button>
      </DialogTrigger>
      <DialogContent title="Renomear chave de acesso" description="Só o nome nesta lista muda.">
        <RenameForm passkey={passkey} onClose={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

function RenameForm({ passkey, onClose }: { passkey: VerifiedFactor; onClose: () => void }) {
  const [name, setName] = useState(passkey.name)
  const rename = useMutation(renamePasskey(useQueryClient()))

  function submit() {
    rename.mutate(
      { id: passkey.id, name: name.trim() },
      {
        onSuccess: () => {
          toast({ title: 'Chave renomeada' })
          onClose()
        },
      },
    )
  }

  return (
    <PasskeyNameForm
      name={name}
      onNameChange={setName}
      error={rename.isError ? errorSentence(rename.error) : undefined}
      submitLabel="Salvar nome"
      isSending={rename.isPending}
      onSubmit={submit}
      onCancel={onClose}
    />
  )
}
