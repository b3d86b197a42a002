import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence, toApiError } from '@/api/errors'
import { CONFIRM_TITLE, CONFIRM_WHY, ConfirmOwner } from '@/features/settings/second-factor/confirm-owner'
import { KeptCodes } from '@/features/settings/second-factor/kept-codes'
import { makeRecoveryCodes } from '@/features/settings/second-factor/second-factor-queries'
import { toast } from '@/lib/toast'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'
import { Card, CardBody } from '@/ui/card'
import { Dialog, DialogContent } from '@/ui/dialog'

const FEW = 3

/** How many codes are left, and the way to new ones. */
export function RecoveryCodes({ left }: { left: number }) {
  const [codes, setCodes] = useState<readonly string[]>()
  const [asksPassword, setAsksPassword] = useState(false)
  const make = useMutation(makeRecoveryCodes(useQueryClient()))

  function begin() {
    setAsksPassword(false)
    make.mutate(undefined, {
      onSuccess: setCodes,
      onError: (error) => {
        if (toApiError(error).code === 'reauthentication_needed') setAsksPassword(true)
        else
          toast({ variant: 'destructive', title: 'Códigos não gerados', description: errorSentence(error) })
      },
    })
  }

  return (
    <Card>
      <CardBody className="flex flex-wrap items-center justify-between gap-4">
        <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1">
          <p className="text-sm font-medium">Códigos de recuperação</p>
          <p className={left <= FEW ? 'text-sm text-warning' : 'text-sm text-muted'}>{sentence(left)}</p>
        </div>
        <AlertDialog
          trigger={<Button loading={make.isPending}>Gerar novos códigos</Button>}
          title="Gerar novos códigos?"
          description="Os códigos que você guardou antes deixam de valer agora."
          confirmLabel="Gerar códigos"
          onConfirm={begin}
        />
        <Dialog open={asksPassword} onOpenChange={setAsksPassword}>
          <DialogContent title={CONFIRM_TITLE} description={CONFIRM_WHY}>
            <ConfirmOwner onConfirmed={begin} onCancel={() => setAsksPassword(false)} />
          </DialogContent>
        </Dialog>
        {codes && (
          <Dialog open onOpenChange={() => setCodes(undefined)}>
            <KeptCodes codes={codes} onClose={() => setCodes(undefined)} />
          </Dialog>
        )}
      </CardBody>
    </Card>
  )
}

function sentence(left: number): string {
  if (left === 0) return 'Nenhum código guardado: se perder o celular, você fica sem acesso.'
  if (left === 1) return 'Resta 1 código. Gere novos antes que acabem.'
  return left <= FEW
    ? `Restam ${left} códigos. Gere novos antes que acabem.`
    : `Restam ${left} de 10 códigos.`
}
