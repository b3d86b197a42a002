import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { errorSentence, toApiError } from '@/api/errors'
import { CONFIRM_TITLE, CONFIRM_WHY, ConfirmOwner } from '@/features/settings/second-factor/confirm-owner'
import { RenamePasskey } from './passkey-name-form'
import { removeFactor, type VerifiedFactor } from '@/features/settings/second-factor/second-factor-queries'
import { formatDate, formatDistance } from '@/lib/format'
import { toast } from '@/lib/toast'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'
import { Dialog, DialogContent } from '@/ui/dialog'

const WORDS = {
  app: {
    Icon: Smartphone,
    question: 'Remover este aplicativo?',
    meaning: 'Os códigos dele deixam de valer. O que mais protege a conta continua.',
    done: 'Aplicativo removido',
  },
  passkey: {
    Icon: KeyRound,
    question: 'Remover esta chave de acesso?',
    meaning:
      'Ela deixa de entrar na sua conta. Apague-a também no aparelho, para que ele não a ofereça mais.',
    done: 'Chave de acesso removida',
  },
} as const

/** One thing that proves its owner: since when, last used when, and the way to remove it. */
export function FactorLine({ factor, isLast }: { factor: VerifiedFactor; isLast: boolean }) {
  const remove = useMutation(removeFactor(useQueryClient()))
  const [asksPassword, setAsksPassword] = useState(false)
  const { Icon, question, meaning, done } = WORDS[factor.kind]

  function begin() {
    setAsksPassword(false)
    remove.mutate(factor.id, {
      onSuccess: () => toast({ title: isLast ? 'Verificação desativada' : done }),
      onError: (error) => {
        if (toApiError(error).code === 'reauthentication_needed') setAsksPassword(true)
        else toast({ variant: 'destructive', title: 'Não foi removido', description: errorSentence(error) })
      },
    })
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
      <div className="flex min-w-0 items-start gap-3">
        <Icon className="mt-0.5 size-5 shrink-0 text-muted" aria-hidden />
        <div className="min-w-0">
          <p className="text-sm font-medium break-words">{factor.name}</p>
          <p className="text-sm text-muted">{history(factor)}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {factor.kind === 'passkey' && <RenamePasskey passkey={factor} />}
        <AlertDialog
          trigger={
            <Button size="sm" loading={remove.isPending} aria-label={`Remover ${factor.name}`}>
              Remover
            </Button>
          }
          title={isLast ? 'Desativar a verificação em duas etapas?' : question}
          description={
            isLast
              ? 'A senha sozinha volta a abrir a sua conta, e os códigos de recuperação deixam de valer.'
              : meaning
          }
          confirmLabel={isLast ? 'Desativar' : 'Remover'}
          destructive
          onConfirm={begin}
        />
      </div>
      <Dialog open={asksPassword} onOpenChange={setAsksPassword}>
        <DialogContent title={CONFIRM_TITLE} description={CONFIRM_WHY}>
          <ConfirmOwner onConfirmed={begin} onCancel={() => setAsksPassword(false)} />
        </DialogContent>
      </Dialog>
    </li>
  )
}

function history({ kind, createdAt, lastUsedAt }: VerifiedFactor): string {
  const used = kind === 'passkey' ? 'usada' : 'usado'
  const last = lastUsedAt === undefined ? `ainda não ${used}` : `${used} ${formatDistance(lastUsedAt)}`
  return `${kind === 'passkey' ? 'Chave de acesso' : 'Aplicativo'} · desde ${formatDate(createdAt)} · ${last}`
}
